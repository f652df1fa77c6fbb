import { bullets, doc, h2, numbered, p, quote } from '../delta.ts';
import type { SeedPost } from '../types.ts';

export const kitchariOnAGreySunday: SeedPost = {
  title: 'Kitchari on a grey Sunday',
  description: 'Rice, split mung and six spices: the pot we cook at the Quiet Kitchen, written down at last.',
  author: 'Nalini Brandt',
  publish_date: { day_offset: -150 },
  hero_image_url: '/art/blog-kitchari.svg',
  hero_alt: 'A steaming pot with a ladle on a board, and small bowls of spices around it',
  og_image_url: '/og/blog-kitchari.png',
  categories: ['Ayurveda', 'Recipes'],
  content: doc(
    p(
      'People ask for this recipe more than for anything else I know, and I have been slow to write it down, because it is hardly a recipe. It is what you make when you do not want to decide. Half of India has a version, each family’s is the correct one, and mine is the correct one from a fourth-floor kitchen in Jersey City.',
    ),
    p(
      'I should say what it is not. It is not a cleanse, a fast or a reset, and you will not be a new person on Monday. It is a soft, warm, golden bowl of food that is easy to eat and easy to wash up after. On a Sunday in the rain that is a great deal.',
    ),
    h2('For three or four bowls'),
    bullets(
      'Half a cup of split yellow mung (_moong dal_)',
      'Half a cup of white basmati rice',
      'A tablespoon and a half of ghee, or of oil',
      'A teaspoon each of cumin seed and coriander seed, and half a teaspoon of mustard seed',
      'A thumb of fresh ginger, grated',
      'Half a teaspoon of turmeric and a pinch of asafoetida, if you have it',
      'A teaspoon of salt, and about five cups of water',
      'Two handfuls of whatever vegetable is looking at you: carrot, squash, spinach, peas',
      'Lemon and fresh cilantro at the end',
    ),
    h2('How to make it'),
    numbered(
      'Wash the rice and the mung together in a bowl until the water is nearly clear. Four or five times. Leave them to soak while you find everything else.',
      'Warm the ghee in a heavy pot. Put in the mustard seed and wait for the first pop, then the cumin and the coriander. They should sizzle and not smoke.',
      'Add the ginger, turmeric and asafoetida. Count to ten. The kitchen will tell you.',
      'Drain the rice and mung and stir them through until every grain is yellow.',
      'Pour in the water and the salt, bring it to a boil, turn it down and put the lid on crooked.',
      'After fifteen minutes add the hard vegetables, after twenty-five the soft ones.',
      'It is done when you can no longer tell the rice from the mung, at about thirty-five minutes. Thin it with hot water; it will stiffen as it sits.',
    ),
    p('Squeeze the lemon over it in the bowl and not in the pot. Eat it with a spoon, sitting down.'),
    quote('It is what you make when you do not want to decide.'),
    h2('Where it goes wrong'),
    p(
      '**It tastes of nothing.** The spices did not get hot enough in the fat, or the salt was shy. Warm a last teaspoon of ghee with a pinch of cumin in a small pan and pour it, crackling, over the bowls. This fixes almost everything, in kitchari and elsewhere.',
    ),
    p(
      '**It is bitter.** The mustard or the ginger caught. Do not try to save it with sugar. Start the spices again; they cost forty cents.',
    ),
    p(
      '**It sits heavily.** Perhaps the bowl was large. Perhaps the mung was whole and not split. Soak it longer next time, and cook it until it gives up.',
    ),
    h2('Changing it with the year'),
    p(
      'In deep winter I add a clove and a stick of cinnamon and use pumpkin. In spring I leave half the rice out, put in nettles or chard, and grind black pepper over it. In summer there is fennel in place of ginger and so much cilantro that it looks mown. The weather is the seventh spice, and the only one you cannot buy too much of.',
    ),
    p(
      'If you have been told to watch your protein, potassium or salt, or you are feeding someone who is ill, take the list of ingredients to whoever looks after you and ask. If you are simply tired, put the pot on. At the workshop we set the table while it murmurs, and nobody looks at a clock until the lid starts to rattle.',
    ),
  ),
};
