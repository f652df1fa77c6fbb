import { bullets, doc, h2, numbered, p, quote } from '../delta.ts';
import type { SeedPost } from '../types.ts';

export const warmOil: SeedPost = {
  title: 'Warm oil, old socks, early night',
  description:
    'The twelve-minute version of an old Ayurvedic habit, for people who own one towel and no patience.',
  author: 'Nalini Brandt',
  publish_date: { day_offset: -74 },
  hero_image_url: '/art/blog-oil.svg',
  hero_alt: 'A corked bottle of oil, a bowl on folded towels and a sprig of sesame',
  og_image_url: '/og/blog-oil.png',
  categories: ['Ayurveda', 'Evenings'],
  content: doc(
    p(
      'The long form is called _abhyanga_, and it is lovely: warm oil from head to heel, half an hour of unhurried strokes, a bath after. I have taught it for years, and I can count on my fingers the people who still do it on a weekday in February. They are all retired.',
    ),
    p(
      'So here is the short form, the one I do myself. It covers the feet and, on good evenings, the ears. It takes about twelve minutes, of which four are waiting for a kettle.',
    ),
    h2('What you need'),
    bullets(
      'Two tablespoons of sesame oil. The pale, untoasted kind; the dark one will make you smell like dinner.',
      'A jam jar, and a bowl of hot water to stand it in.',
      'A towel you do not love.',
      'Cotton socks that are past their best. Keep this pair for this and nothing else.',
    ),
    p(
      'In summer, or if your skin runs hot and pink, use coconut or sunflower oil instead. If nuts or seeds are a problem for you, sesame is a seed, and sunflower is too; jojoba is a quiet alternative. Try any new oil on the inside of your wrist and look at it the next morning.',
    ),
    h2('How to do it'),
    numbered(
      'Stand the jar in the hot water while you brush your teeth. The oil should feel like a bath, not like tea.',
      'Sit on the edge of the bed with the towel under both feet.',
      'Take one foot. Oil the sole in long strokes, heel to toes, until it stops drinking.',
      'Make small circles around both sides of the ankle. Take longer than seems sensible.',
      'Pull each toe, gently, as if you were taking off a ring.',
      'Hold the whole foot in both hands for three breaths and do nothing at all.',
      'Sock on, then the other foot. Walk only to the light switch: oiled soles slide.',
    ),
    p(
      'On good evenings I put a drop on each little finger and trace the outside of the ears, around the rim and behind, and then press my palms over them and listen to the sea for a moment. I do not put oil into the ear, and neither should you.',
    ),
    quote('Take longer than seems sensible.'),
    h2('What it is for'),
    p(
      'In the language I was trained in, autumn and early winter are dry, cold, light and quick, and so are many of our days. Oil is the opposite of each of those words. You do not have to believe in the language. You can notice that somebody has just held your feet with both hands, that the phone was out of reach because your fingers were greasy, and that it is twenty past nine and the lights are off.',
    ),
    p(
      'I think the greasy fingers are half of it. I have never found a screen rule that works as well as oil.',
    ),
    h2('How often'),
    p(
      'Three nights a week is plenty. Pick the ones before your hardest mornings. Leave it out when you have a fever, when the skin is broken or itching, and when there is swelling or a sore calf that you cannot explain; that last one belongs in front of a doctor the same day. If you have diabetes or little feeling in your feet, test the warmth with your elbow and look the soles over while you are there.',
    ),
    p(
      'Wash the socks hot, and not with the towels you do love. Oily cloth should dry spread out and never be heaped in a warm dryer or a corner, since it can heat itself. I hang ours over the bath.',
    ),
    p(
      'Most people write to me after the first week to say that nothing much happened. Then they write after the third to say that they skipped it while traveling, and missed it, and what brand was that oil again. It was the cheap one.',
    ),
  ),
};
