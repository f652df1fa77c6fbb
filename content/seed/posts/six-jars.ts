import { bullets, doc, h2, numbered, p, quote } from '../delta.ts';
import type { SeedPost } from '../types.ts';

export const sixJars: SeedPost = {
  title: 'Six jars are enough',
  description: 'How to empty a tea drawer, what to keep, and why the fancy powder is going home with nobody.',
  author: 'Nalini Brandt',
  publish_date: { day_offset: -182 },
  hero_image_url: '/art/blog-jars.svg',
  hero_alt: 'Two shelves of herb jars with a mortar, a dropper bottle and a hanging bunch',
  og_image_url: '/og/blog-jars.png',
  categories: ['Herbalism', 'Kitchen herbs'],
  content: doc(
    p(
      'The first thing I do on a home apothecary visit is ask to see the drawer. Everyone has one, and everyone apologizes for it on the way to the kitchen. The record so far is ninety-one items, including a powder bought on a ship, three half boxes of the same sleepy tea, and a root that turned out to be a piece of driftwood.',
    ),
    p(
      'We make tea from something safe and empty it all out on the table. Two hours later there are usually six jars left. I have come to think that six is the right number. You can learn six plants. You can smell when one has gone stale. You can afford good ones.',
    ),
    h2('Three piles'),
    numbered(
      '**Stays.** It has a name and a date, it still smells of something when you rub it, and somebody in the house has used it since last winter.',
      '**Goes.** It smells of hay or of cardboard. It has a best-before date from another decade. It is a mixture whose label you cannot read, or it promised you something by Friday.',
      '**Asks.** Anything that touches a medicine somebody takes. It goes into a bag with its label, and the bag goes to the pharmacist, who will be delighted to be asked.',
    ),
    p(
      'The _goes_ pile can be composted if it is only leaves. Capsules and old tinctures go back to the pharmacy or the county’s collection day, and not down the sink.',
    ),
    quote('It promised you something by Friday.'),
    h2('The six that most often stay'),
    bullets(
      '**Chamomile**, whole flowers and not dust, for the cup before bed. (Daisy family: careful if ragweed makes you sneeze.)',
      '**Peppermint**, because it grows in every yard in this city whether or not you planted it.',
      '**Ginger**, fresh if you can, dried if you must.',
      '**Lemon balm**, for the three o’clock cup, and because children like it.',
      '**Rosehips**, for color and sourness in a month without either.',
      '**Fennel seed**, for after dinner, and for people who do not like ginger.',
    ),
    p(
      'Yours may be other ones. A client in Montavilla keeps cardamom, nettle, oatstraw, tulsi, orange peel and a very black Assam, and I would not change a jar. The rule is only that you could say, for each, what it tastes like and who it is for.',
    ),
    h2('Where to keep them'),
    p(
      'Not over the stove. I know that it is pretty there. Heat, steam and light are the three ways to turn a herb into hay, and the shelf over the stove offers all of them. A cupboard at the height of your eyes is best, with the labels facing out and nothing behind anything. If there is a second row, you have more than six.',
    ),
    p(
      'Glass with a tight lid. Fill the jar to the top or move to a smaller one, since the air in a half-empty jar is the fourth way. Write the name, the place and the month on a strip of masking tape. Every year in January, open each one, put your nose in, and ask if you would buy it today.',
    ),
    h2('What to do with the space'),
    p(
      'People find the empty drawer harder than the full one. It looks like an invitation. I suggest putting the strainer in it, and the good spoon, and a clean cloth, and then closing it. One of my favorite clients keeps a deck of cards there, so that something happens while the tea steeps.',
    ),
    p(
      'A last word about the powder from the ship. Nobody ever wants to throw out the most expensive thing on the table. But a plant you are afraid of, or bored by, or were talked into, is not going to be of use to you from the back of a drawer. Thank it, let it go, and put the kettle on for one of the six.',
    ),
  ),
};
