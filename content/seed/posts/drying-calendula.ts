import { bullets, doc, h2, numbered, p, picture, quote } from '../delta.ts';
import type { SeedPost } from '../types.ts';

export const dryingCalendula: SeedPost = {
  title: 'Drying calendula without losing the orange',
  description: 'When to pick, how long to wait, and the thumbnail test that saved my August.',
  author: 'Nalini Brandt',
  publish_date: { day_offset: -119 },
  hero_image_url: '/art/blog-calendula.svg',
  hero_alt: 'Calendula flowers drying on a wide tray, with tall stems on one side and a jar on the other',
  og_image_url: '/og/blog-calendula.png',
  categories: ['Herbalism', 'Growing'],
  content: doc(
    p(
      'Calendula is the herb I give to people who say that they kill everything. It grows in bad soil, it flowers from June until the first real frost, and the more you pick the more it makes. The only hard part comes after. More than half of the home-dried calendula that people bring me has gone brown in the jar, and a fair share has gone fuzzy.',
    ),
    p(
      'I lost a whole August that way myself. Four trays, three weeks, one lid screwed on two days too soon. This is what I do now.',
    ),
    h2('Picking'),
    p(
      'Go out late in the morning on a dry day, when the dew is gone and the heads are fully open. Take the whole flower with the green part under it; much of what you want is in that sticky base. When you have picked for ten minutes your fingertips should cling to each other. If they do not, come back tomorrow.',
    ),
    p(
      'Pick every open head, every two or three days. Leave the ones that a bee is using. There will always be one flower behind the beans that you missed, and that one is next year’s seed.',
    ),
    h2('Drying'),
    numbered(
      'Shake each head and leave the basket in the shade for an hour, so that whoever lives in it can move out.',
      'Lay them in one layer, faces down, on a tray with a rim or a window screen. They should not touch.',
      'Keep them somewhere warm, dark and moving: the top of a cupboard with a small fan across the room is ideal. Sunlight is what takes the orange.',
      'Turn them once, on the third day.',
      'Wait. Ten days is usual here, and fourteen if it rains.',
    ),
    quote('The petals lie. They are crisp on the third day and the middle is still wet.'),
    h2('The thumbnail test'),
    p(
      'The petals lie. They are crisp on the third day and the middle is still wet. Before you put anything in a jar, take the thickest head on the tray, turn it over, and press your thumbnail into the green base. If it dents, wait. If it snaps and crumbles, and the crumbs are dry right through, the tray is done.',
    ),
    p(
      'Then test it again in the jar. Fill it loosely, close it, put it on the counter where you will see it, and look at it for three mornings. Any mist on the inside of the glass and everything goes back on the tray. Nobody likes this step and everybody who skips it writes to me in October.',
    ),
    picture(
      '/art/blog-jars.svg',
      'Shelves of herb jars with labels, a dropper bottle and a small plant',
      'Label on the day: what it is, where it grew, and the month. “Yellow, nice” is not a label.',
    ),
    h2('Keeping and using'),
    bullets(
      'Dark glass, or any glass in a dark cupboard. A year is fine; two is hopeful.',
      'A small handful in a warm bath, in an old sock so that you need not pick petals out of the drain.',
      'A pinch in soup or rice. It does nothing dramatic there except turn it the color of October.',
      'Covered with olive oil for six weeks, it becomes the oil we use at the blending table for dry hands.',
    ),
    p(
      'For oil the flowers must be drier than you think possible, because any water left in them will spoil it. If it ever smells like old crayons, thank it and throw it out.',
    ),
    p(
      'Calendula belongs to the daisy family. If chamomile, ragweed or arnica make you sneeze or itch, try a little on the inside of your arm first, or choose something else. Do not put home-made oils on deep wounds or burns; those are for clean water and a clinic. And leave it out of your tea while you are pregnant unless your midwife says otherwise.',
    ),
    p(
      'Otherwise it is the friendliest plant I know. When the frost comes, pull the last ones, hang them by the door upside down, and enjoy for a week the strangest and cheapest curtain in town.',
    ),
  ),
};
