import { doc, h2, numbered, p, quote } from '../delta.ts';
import type { SeedPost } from '../types.ts';

export const tenBreaths: SeedPost = {
  title: 'Ten breaths between two meetings',
  description: 'A practice short enough to do with your hand still on the door.',
  author: 'Nalini Brandt',
  publish_date: { day_offset: -53 },
  hero_image_url: '/art/blog-stones.svg',
  hero_alt: 'Stacked stones in still water under a willow, with the sun low behind them',
  og_image_url: '/og/blog-stones.png',
  categories: ['Yoga', 'Everyday'],
  content: doc(
    p(
      'When I worked in an office I had a calendar in which the meetings touched. One ended at eleven and the next began at eleven, and somewhere in the crack between them I was supposed to have become a different person, one who had forgotten the first conversation and cared about the second.',
    ),
    p(
      'Years later, most of the people who come to me for yoga do not lack an hour on a mat. They lack the crack. So this is the smallest practice I know. It takes between fifty seconds and a minute and a half, and it can be done with your hand on a doorknob. Nobody needs to notice.',
    ),
    h2('How to do it'),
    numbered(
      'Stop before the door. Let the hand that is holding the phone hang.',
      'Feel both feet. Not as a metaphor: heels, outer edges, ten toes in whatever shoes those are.',
      'Breathe out first. All of it, through the nose, as if you were fogging a very small window.',
      'Let the next breath come in without helping.',
      'Count the out-breaths, one to ten. Only the out-breaths.',
      'At ten, look at one thing far away, then open the door.',
    ),
    p(
      'If you lose the count, start again at one, once. If you lose it again you are done for today, and it still counts. The number is a handrail and not a test.',
    ),
    h2('Why the out-breath'),
    p(
      'Try it now, wherever you are reading this. Breathe in as deeply as you can and hold it at the top. Notice the shoulders. Now let it go slowly and wait at the bottom for a moment. Notice the shoulders again. There is a reason we sigh when a thing is over and not when it begins.',
    ),
    p(
      'Most of us, told to breathe, breathe _in_. We inflate. It feels like doing something, and doing something is what we were trying to stop. Counting the way out turns the effort around. The in-breath has never once needed our help.',
    ),
    quote('The number is a handrail and not a test.'),
    h2('What people tell me afterwards'),
    p(
      'A teacher at a middle school does it with her back against the supply closet. A bus driver does it at the end of the line, before he changes the sign. A woman who runs a kitchen does it in the walk-in refrigerator, and says that her cooks now think she spends a great deal of time with the cabbages.',
    ),
    p(
      'None of them says it makes the day easy. What they say is that the second meeting gets the second meeting’s share of them and not the first one’s leftovers. One man told me that he had started to hear the end of people’s sentences. I thought about that for a week.',
    ),
    h2('When not to'),
    p(
      'If following your breath makes you more anxious, leave the breath alone. That is common and does not mean that anything is wrong with you. Use your feet instead: press the left one down for a slow count of three, then the right, ten times. Or use your ears, and find ten sounds, beginning with the farthest. It is the same door.',
    ),
    p(
      'And if you feel dizzy you are working too hard. Breathe the way you do when you are reading. The out-breath only has to be a little longer than the in-breath. Nobody should be able to hear you.',
    ),
    h2('Making it stick'),
    p(
      'Do not set an alarm. Choose one door. The bathroom at work, the car, the gate at home, the one you go through most often when you are between two lives. For two weeks, only that door. After that, other doors will start to remind you on their own, and you will have made the thing I could not find in my calendar: a crack with a little light in it.',
    ),
  ),
};
