import { bullets, doc, h2, h3, p, quote, video } from '../delta.ts';
import type { SeedPost } from '../types.ts';

export const whatTheChairIsFor: SeedPost = {
  title: 'What the chair is for',
  description:
    'Chair yoga is not the easy version. Four shapes to try beside the kitchen table, and how to pick the chair.',
  author: 'Nalini Brandt',
  publish_date: { day_offset: -95 },
  hero_image_url: '/art/blog-chair.svg',
  hero_alt: 'A wooden chair with a cushion and a blanket, between a window and a potted plant',
  og_image_url: '/og/blog-chair.png',
  categories: ['Yoga', 'Beginners'],
  content: doc(
    p(
      'Every so often somebody looks into the studio on a Monday at ten, sees six people and six chairs, and says, kindly, that they will wait until they are older. I used to explain. Now I invite them to sit down, and in about four minutes their thighs explain it for me.',
    ),
    p(
      'A chair is not there because you cannot stand. It is there because it is honest. It has a fixed height, it does not slide, it gives you edges to push against, and it tells you at once when you have started to hold your breath.',
    ),
    h2('Picking the chair'),
    bullets(
      'Four legs, no wheels, no arms if you can find one. Kitchen chairs are nearly always right.',
      'Sit back. If your feet do not rest flat, put a folded blanket or a thick book under them.',
      'If your knees are higher than your hips, sit on the blanket instead.',
      'Stand it on a mat or against a wall. Socks on a wooden floor are the only dangerous thing in this post.',
    ),
    h2('Four shapes'),
    h3('The one where you just sit'),
    p(
      'Come to the front half of the seat. Feet as wide as your hips. Rock forward and back over the sitting bones until you find the place where nothing has to hold you up, and stay there for ten breaths. Most of us have not sat like this since school. It is harder than it looks, and everything that follows begins here.',
    ),
    h3('The one that turns'),
    p(
      'Sit sideways, right hip to the chair’s back. Grow taller as you breathe in; as you breathe out, turn and lay both hands on the back rest. Let the turn start low, under the navel, and let the head come last, like the end of a scarf. Three breaths. Then the other side, which will be different.',
    ),
    h3('The one that hangs'),
    p(
      'Stand behind the chair, hands on the back rest, and walk your feet away until your arms are straight and your hips are over your heels. Bend the knees as much as you like. Now let the chest hang between the arms as if it were a hammock. People make a particular sound here. You will know it.',
    ),
    h3('The one that rests'),
    p(
      'Lie on the floor with your calves on the seat, knees and hips square. Put something soft under your head. Five minutes of this before dinner has, for some of my clients, quietly replaced an argument. If the floor is a long way down, stay seated, fold your arms on the table and put your forehead on them.',
    ),
    quote('A chair is honest. It tells you at once when you have started to hold your breath.'),
    h2('See it done'),
    p(
      'Words are a clumsy way to teach a turn, so here is a short film. Watch it once without moving. The second time, do whatever looked possible.',
    ),
    video('https://player.vimeo.com/video/76979871'),
    h2('If something hurts'),
    p(
      'Stretching feels like a wide, dull pull that you could talk through. Anything sharp, hot, electric or numb is your body declining, and the answer is to come out, slowly, and leave that shape for another day. After a recent operation, with brittle bones, or when standing up makes you dizzy, ask your doctor or physical therapist which of these four suit you, and show them the page.',
    ),
    p(
      'You do not need a class. You need a chair, a door you can close, and four minutes while the rice cooks. But if you would like company, we are there on Mondays and Fridays. Street clothes are fine. There is a second row for people who want to watch first, and nobody has ever stayed in it for long.',
    ),
  ),
};
