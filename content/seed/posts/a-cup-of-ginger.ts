import { doc, h2, numbered, p, picture, quote } from '../delta.ts';
import type { SeedPost } from '../types.ts';

export const aCupOfGinger: SeedPost = {
  title: 'A cup of ginger before the rain settles in',
  description: 'Four ways to use one root through a Portland November, and when to leave it in the drawer.',
  author: 'Nalini Brandt',
  publish_date: { day_offset: -10 },
  hero_image_url: '/art/blog-ginger.svg',
  hero_alt: 'A steaming cup of tea beside a ginger root and cardamom pods',
  og_image_url: '/og/blog-ginger.png',
  categories: ['Ayurveda', 'Kitchen herbs'],
  content: doc(
    p(
      'There is a week each November when the light in Portland turns to pewter and everyone I see says some version of the same thing: I am cold from the inside. That is the week I put the ginger bowl on the studio table and leave it there until March.',
    ),
    p(
      'Fresh and dried ginger are two different guests. Fresh is bright, quick and a little rude. Dried is slower, and stays for dinner. Most kitchens only need the first, and most kitchens have the second, at the back, from a holiday recipe in a year nobody remembers.',
    ),
    h2('Choosing the root'),
    p(
      'Press it with your thumb. It should push back. The skin ought to be thin and a bit shiny, like a new potato’s, and where a finger has been snapped off the flesh should look wet. If it bends, it is old. If it is blue-green inside, it is only a different variety and you are in luck.',
    ),
    p(
      'I keep mine in a paper bag in the door of the refrigerator. My grandmother kept hers in a flowerpot of dry sand under the counter of the shop, and hers lasted longer. You do not have to peel it. If you want to, use the edge of a spoon, and notice how the kitchen changes before you have even put the kettle on.',
    ),
    h2('Four ways to use one root'),
    numbered(
      'Three coins of fresh ginger in a mug of hot water, covered for five minutes, before breakfast.',
      'A thumb of it, grated, with lemon and salt, a half teaspoon beside lunch.',
      'Simmered with cardamom and a date when the afternoon goes grey.',
      'In a foot bath, with a kettle, a towel and nothing else to do.',
    ),
    p(
      'The first is the one people keep. It asks for nothing: no strainer, no honey, no plan. Put the saucer on top of the mug while it steeps, because much of what you are making is in the steam, and drink it standing at the window. Five minutes is enough. Ten makes it sharp.',
    ),
    p(
      'The second is the one people are surprised by. In Ayurveda we would say it wakes the fire before the meal arrives. You could also say that something sour, salty and hot makes the mouth water, and that a meal goes better when the mouth was expecting it.',
    ),
    quote('Fresh is bright, quick and a little rude. Dried is slower, and stays for dinner.'),
    p(
      'For the third, crush four green cardamom pods with the flat of a knife, add them to a small pan with a chopped date and as much ginger as you have patience for, and let it murmur for a quarter of an hour. It wants milk, or oat milk, and the good cup.',
    ),
    picture(
      '/art/blog-jars.svg',
      'A shelf of labeled herb jars with a mortar and a hanging bunch of leaves',
      'Dried ginger lives on the second shelf, behind the rosehips, and is asked for twice a winter.',
    ),
    p(
      'The fourth is for the evenings when you have been cold since ten in the morning. Grate a piece as long as your hand into a basin, pour over hot water, wait until you can bear it, and put your feet in. Read something. When the water is lukewarm, dry well between the toes and put on wool socks at once. That last part is not decoration.',
    ),
    h2('When to leave it in the drawer'),
    p(
      'If you already run hot, if your stomach feels sharp, or if you take medicine that thins the blood, ask whoever prescribes it first. The same goes if you are pregnant and were thinking of drinking it by the pot. Fennel is a gentler cup, and just as good at holding warm hands.',
    ),
    p(
      'And if you simply do not like ginger, that is worth listening to as well. A person’s own nose is a fair guide to the season. I have clients who come in from the rain, pass the bowl with a polite nod, and go straight for the rosehips. They are usually right.',
    ),
  ),
};
