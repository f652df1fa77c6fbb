import { bullets, doc, h2, p, quote } from '../delta.ts';
import type { SeedPost } from '../types.ts';

export const keepingTulsi: SeedPost = {
  title: 'Keeping tulsi alive on a north-facing sill',
  description: 'She wants less water and more company than you think. Notes from three winters of trying.',
  author: 'Nalini Brandt',
  publish_date: { day_offset: -31 },
  hero_image_url: '/art/blog-tulsi.svg',
  hero_alt: 'A pot of tulsi in an arched window, with bunches of herbs drying on either side',
  og_image_url: '/og/blog-tulsi.png',
  categories: ['Herbalism', 'Growing'],
  content: doc(
    p(
      'My first tulsi died in eleven days. I had carried her home on the bus, repotted her that night, watered her every morning like a guilty aunt, and set her on the only sill I had, which looks north onto a fence. By the second week she was three bare sticks and an apology.',
    ),
    p(
      'The second lasted until the new year. The third is on the studio sill now, knee-high and in flower, in her third winter. What follows is what she taught me, so that yours can skip the beginning.',
    ),
    h2('Which tulsi'),
    p(
      'Seed packets say _holy basil_ and mean several plants. The ones with narrow purple leaves are beautiful and sulk indoors. The one usually sold as **temperate** or **Kapoor** tulsi is the forgiving one: soft green, quick to branch, quick to flower, and content with less heat than her cousins. If you are starting with one pot and no greenhouse, start there.',
    ),
    h2('Light, honestly'),
    p(
      'A north window in Portland in December gives about as much light as a good lamp gives a cat. It is enough to stay alive and not enough to grow. So I stopped asking her to grow. From November to February she stays the size she is, I pick almost nothing, and both of us wait.',
    ),
    bullets(
      'Keep the leaves within a hand’s width of the glass. Two feet back is another country.',
      'Turn the pot a quarter every Sunday, or she will lean like a listener.',
      'If you have a cheap clip-on grow lamp, give her the hours from breakfast to lunch. Do not leave it on all night; she sleeps too.',
      'Wash the window. It is the least romantic advice I have and the most effective.',
    ),
    h2('Less water than you think'),
    p(
      'Nearly every dead tulsi I have been shown was drowned. In winter, put a finger in the soil to the second joint. If you feel anything cool, wait. When it is dry all the way down, take her to the sink, water until it runs out of the bottom, let her drip, and carry her back. Mine drinks every nine or ten days in January.',
    ),
    p('Clay pots forgive more than plastic ones. A saucer with water standing in it forgives nothing.'),
    quote('From November to February she stays the size she is, and both of us wait.'),
    h2('More company than you think'),
    p(
      'A plant on its own in a heated room lives in very dry air. Put three or four together and they make a small weather. Mine shares her tray with a lemon balm, a jade that belonged to a neighbor, and whatever is recovering that month. The tray has pebbles and a finger of water under them, not touching the pots.',
    ),
    p(
      'She also likes to be brushed. I mean that plainly: run the flat of your hand over the top when you walk by. It does for an indoor plant a little of what wind would do, keeps the stems short and sturdy, and leaves your palm smelling of clove for the next quarter hour. I cannot think of a better bargain.',
    ),
    h2('Picking'),
    p(
      'In spring, when you see the first pair of new leaves that are bigger than the old ones, pinch out the tips above a pair of side shoots. Every pinch makes two branches. Take the flower spikes while they are still tight if you want leaves, and let some open if you want bees. You will want bees.',
    ),
    p(
      'For tea I use six or seven fresh leaves to a cup, torn, under a saucer for ten minutes. The taste is clove and pepper with something green behind it. If you take medicine for blood sugar or to thin the blood, or if a baby is on the way, ask your doctor or midwife before it becomes a daily cup.',
    ),
    p(
      'If she dies anyway, dry the sticks and put them in the stove or the compost, and begin again in May. Nobody has ever grown herbs without a small cemetery. Mine is behind the shed, and everything planted on it does very well.',
    ),
  ),
};
