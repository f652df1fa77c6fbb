import { bullets, doc, h2, numbered, p, quote } from '../delta.ts';
import type { SeedPost } from '../types.ts';

export const restWithoutSleeping: SeedPost = {
  title: 'How to rest without falling asleep',
  description:
    'What happens in an hour of yoga nidra, why half the room snores, and a short version for the sofa.',
  author: 'Nalini Brandt',
  publish_date: { day_offset: -210 },
  hero_image_url: '/art/blog-nidra.svg',
  hero_alt: 'Someone resting under a blanket beside a candle, with the moon and stars above',
  og_image_url: '/og/blog-nidra.png',
  categories: ['Yoga', 'Evenings'],
  content: doc(
    p(
      'On Thursday evenings twelve adults come through the green gate, take off their shoes, lie down under wool blankets and are read to for an hour. It is listed as yoga. Nobody moves. The candles are beeswax because somebody’s uncle keeps bees, and by twenty past, about half the room is asleep.',
    ),
    p(
      'I am asked two things afterwards, always by the same two kinds of people. The ones who slept ask whether they did it wrong. The ones who did not sleep ask whether _they_ did it wrong. The answer is no, and no.',
    ),
    h2('What it is'),
    p(
      'Yoga nidra is a guided rest. Somebody talks, slowly and rather plainly, and you follow the voice with your attention while the body stays where it is. The voice goes around: right thumb, first finger, second finger, palm. It is not asking those places to do anything. It is only calling the roll.',
    ),
    p(
      'There is a borderland between awake and asleep that we cross twice a day without looking, like a bridge on the commute. Nidra is an attempt to stop on that bridge and lean on the rail. You may hear the voice clearly and be unable to say what it said. You may feel very heavy, or as if the hands had been mislaid. That is what it is like there.',
    ),
    quote('It is not asking those places to do anything. It is only calling the roll.'),
    h2('Why people snore'),
    p(
      'Because they are tired. A person who lies down in the dark for the first time since Sunday, with nothing to answer and nobody to look after, is going to go straight across the bridge. I regard it as information. If you sleep through five Thursdays in a row, we do not need to talk about your practice. We need to talk about your Wednesdays.',
    ),
    h2('A short version for the sofa'),
    p('Set a soft alarm for fifteen minutes, so that you need not keep watch. Then:'),
    numbered(
      'Lie on your back with something under your knees and something over your eyes. If your back objects, lie on your side. Be warmer than you think you need to be.',
      'Let three breaths go, longer on the way out.',
      'Go around the body by name, as slowly as you would read to a child. Right hand, finger by finger. Arm, shoulder, side, hip, leg, foot. The same on the left. Then the back, the front, and the face.',
      'When you notice that you are planning dinner, say “planning,” kindly, and go back to the last place you remember.',
      'Feel the whole body at once, if you can, for a few breaths. It is quite large.',
      'When the alarm goes, move your fingers before you open your eyes. Roll to one side and stay there a moment, as if somebody had tucked you in.',
    ),
    h2('Small things that help'),
    bullets(
      'Do it before dinner and not in bed. Beds have only one meaning.',
      'The same place and the same blanket every time. The blanket learns it first.',
      'No music with words, and nothing that loops.',
      'If silence is loud, open the window an inch and let the street call the roll.',
    ),
    h2('When to be careful'),
    p(
      'For some people lying still in the dark with the eyes closed is not restful at all. If you live with trauma, with panic, or with a grief that is very new, do it sitting up, with the eyes open and the lamp on, and stop whenever you like. Someone who looks after your mind professionally is a good person to plan this with. It is rest, and not treatment, and should not be asked to do treatment’s work.',
    ),
    p(
      'Otherwise there is nothing to get right. The blankets are folded by the door, the kettle goes on at the end, and there is no prize for staying awake. Last week the only person who managed it was me.',
    ),
  ),
};
