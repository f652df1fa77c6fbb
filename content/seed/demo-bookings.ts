import { bullets, doc, h3, p } from './delta.ts';
import type { SeedClient } from './types.ts';

const TUE = 2;
const WED = 3;
const THU = 4;
const SAT = 6;

const AT_STUDIO = 'FIXED_LOCATION';

/** The bookings of the demo client Maren, from the first consultation to next month, with what both wrote about them. */
export const marensBookings: SeedClient['bookings'] = [
  {
    key: 'first-consultation',
    service: 'ayurvedic-consultation',
    date: { weekday: TUE, week: -36 },
    start_time: '13:00',
    location_type: AT_STUDIO,
    status: 'COMPLETED',
    client_notes: doc(
      p('I talked for an hour about work and she wrote down one word: **lunch**.'),
      p('Try the warm breakfast for two weeks before deciding I hate it.'),
    ),
    published_recommendations: doc(
      p('Your days start fast and end late, and the middle goes missing. We chose three small things:'),
      bullets(
        'Something warm before nine: oats with cardamom, or last night’s soup.',
        'Screens out of the bedroom on Sunday, Tuesday and Thursday. Start with those.',
        'Ten minutes on the floor, legs on the chair, before dinner.',
      ),
      p('Keep the page on the fridge. It is fine if it gets stained.'),
    ),
    session_note: doc(
      p('Came straight from a call, coat still on. Talked fast for twenty minutes, then slower.'),
      h3('What I saw'),
      bullets(
        'Appetite strong and then gone; eats standing, at two.',
        'Asleep late, awake with the truck at twenty to six.',
        'Hands cold, jaw busy.',
      ),
      h3('What I did'),
      p('Mostly listened. Three small things, no list of foods. She asked for a page for the fridge.'),
      h3('Next'),
      p('Ask about lunch first. Everything else seems to hang on it.'),
    ),
  },
  {
    key: 'spring-flow',
    service: 'slow-morning-flow',
    date: { weekday: WED, week: -31 },
    start_time: '17:30',
    location_type: AT_STUDIO,
    status: 'COMPLETED',
    client_notes: doc(p('Legs up the wall for the whole last quarter. Slept through the alarm. Worth it.')),
  },
  {
    key: 'late-spring-marma',
    service: 'marma-session',
    date: { weekday: THU, week: -27 },
    start_time: '15:00',
    location_type: AT_STUDIO,
    status: 'COMPLETED',
  },
  {
    key: 'first-herbal',
    service: 'herbal-consultation',
    date: { weekday: WED, week: -24 },
    start_time: '13:30',
    location_type: AT_STUDIO,
    status: 'COMPLETED',
    published_recommendations: doc(
      p(
        'You described afternoons that feel “like wading.” We blended a light tea together and agreed on one change to lunch.',
      ),
      bullets(
        'Tulsi, oatstraw and lemon balm, one cup at three o’clock, covered for ten minutes.',
        'Lunch away from the desk on Mondays and Thursdays.',
        'Write down when you feel most awake. No need to explain it.',
      ),
    ),
    session_note: doc(
      p('Afternoons “like wading”. Sleep better since June, by her own count three nights in four.'),
      p('Tulsi, oatstraw, lemon balm. No ashwagandha: the nut question is still open.'),
    ),
    addendum: doc(p('She wrote: cashews, no other nut. Pinned it.')),
  },
  {
    key: 'summer-follow-up',
    service: 'seasonal-follow-up',
    date: { weekday: TUE, week: -21 },
    start_time: '09:45',
    location_type: AT_STUDIO,
    status: 'COMPLETED',
    client_notes: doc(
      p('Summer list:'),
      bullets(
        'cucumber and mint in the jug',
        'evening walk instead of the news',
        'keep the three o’clock tea, iced',
      ),
    ),
    published_recommendations: doc(
      p(
        'The heat makes you quick. Let the food do the cooling: cucumber, fennel, coriander seed in the water jug.',
      ),
      p('The walk after supper is doing more than you think. _Keep that one, whatever else goes._'),
    ),
  },
  {
    key: 'tea-table',
    service: 'tea-blending-workshop',
    date: { weekday: SAT, week_of_month: 2, skip: -3 },
    start_time: '13:00',
    location_type: AT_STUDIO,
    status: 'COMPLETED',
    client_notes: doc(
      p('My blend: two parts lemon balm, one part rosehip, a pinch of orange peel. Call it “Off Hours.”'),
    ),
  },
  {
    key: 'missed-marma',
    service: 'marma-session',
    date: { weekday: TUE, week: -13 },
    start_time: '14:00',
    location_type: AT_STUDIO,
    status: 'CANCELLED',
  },
  {
    key: 'autumn-private-yoga',
    service: 'private-yoga',
    date: { weekday: THU, week: -10 },
    start_time: '10:00',
    location_type: AT_STUDIO,
    status: 'COMPLETED',
    client_notes: doc(
      p('Left hip opens if I stop asking it to. The drawing with the two blankets is the good one.'),
    ),
    shares_notes: true,
    published_recommendations: doc(
      p('Your sequence, eleven minutes in all:'),
      bullets(
        'On the back, knees over the chair: two minutes, hands on the belly.',
        'Side lying, top knee on the rolled blanket: two minutes each side.',
        'Cat and cow, as slow as the kettle: ten rounds.',
        'Legs up the wall until you are bored, then one minute more.',
      ),
    ),
    session_note: doc(
      p('Guarded the left hip for half an hour, then forgot to.'),
      bullets(
        'Supported pigeon: not yet. Side lying does more.',
        'Breath drops when I stop cueing.',
        'Gave her the drawing with the two blankets.',
      ),
    ),
  },
  {
    key: 'evening-nidra',
    service: 'yoga-nidra-by-candle',
    date: { weekday: THU, week: -7 },
    start_time: '18:30',
    location_type: AT_STUDIO,
    status: 'COMPLETED',
  },
  {
    key: 'slept-in',
    service: 'slow-morning-flow',
    date: { weekday: THU, week: -6 },
    start_time: '07:30',
    location_type: AT_STUDIO,
    status: 'NO_SHOW',
  },
  {
    key: 'last-marma',
    service: 'marma-session',
    date: { weekday: TUE, week: -2 },
    start_time: '12:30',
    location_type: AT_STUDIO,
    status: 'COMPLETED',
    published_recommendations: doc(
      p('Your shoulders let go about halfway through, on the left side first. That is useful to know.'),
      bullets(
        'Warm sesame oil on the feet before bed, three nights a week, old socks over it.',
        'A hot water bottle between the shoulder blades while you read.',
      ),
      p('If an ache is sharp or new, show it to your doctor before you show it to me.'),
    ),
    suggestion: { service: 'marma-session', around: { day_offset: 14 }, times: 1, every_weeks: 2 },
    session_note: doc(
      h3('Before'),
      p('Shoulders up to the ears. Two deadlines, and the niece is staying for a week.'),
      h3('During'),
      p('Left shoulder let go at minute twenty, the right one at the very end. Slept for a few breaths.'),
      h3('Next'),
      bullets('Start at the feet.', 'Again in about four weeks, before the tea table.'),
    ),
  },
  {
    key: 'next-flow',
    service: 'slow-morning-flow',
    date: { weekday: TUE, week: 1 },
    start_time: '07:30',
    location_type: AT_STUDIO,
    status: 'CONFIRMED',
  },
  {
    key: 'next-follow-up',
    service: 'seasonal-follow-up',
    date: { weekday: TUE, week: 2 },
    start_time: '09:00',
    location_type: AT_STUDIO,
    status: 'CONFIRMED',
  },
  {
    key: 'next-tea-table',
    service: 'tea-blending-workshop',
    date: { weekday: SAT, week_of_month: 2 },
    start_time: '13:00',
    location_type: AT_STUDIO,
    status: 'CONFIRMED',
  },
];
