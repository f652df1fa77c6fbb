import { doc, p } from './delta.ts';
import { marensBookings } from './demo-bookings.ts';
import type { SeedClient } from './types.ts';

/** Only in the sandbox; printed at start. */
const DEMO_PASSWORD = 'Garden-gate-7';

const MON = 1;
const TUE = 2;
const SAT = 6;

/** A signature in an answer; the seed program replaces it with a small PNG. */
export const SIGNATURE = 'signature';

const maren: SeedClient = {
  email: 'demo@example.com',
  password: DEMO_PASSWORD,
  first_name: 'Maren',
  last_name: 'Okafor',
  pronouns: 'she/they',
  birthdate: '1988-05-14',
  phone: '+15035550142',
  address: {
    street_number: '1420',
    route: 'SE Taylor Street',
    subpremise: '3B',
    city: 'Portland',
    state: 'OR',
    zip_code: '97214',
  },
  house_call_approved: true,
  pinned_note: doc(
    p('**Cashews make her mouth itch.** No nut oils on the table, check the tea.'),
    p('Left hip: a bike fall in 2019. Two blankets under the knee, always.'),
  ),
  created: { weekday: TUE, week: -38 },
  bookings: marensBookings,
  submissions: [
    {
      form: 'ayurvedic-intake',
      booking: 'first-consultation',
      submitted: { weekday: MON, week: -36 },
      responses: {
        'more-of': 'Mornings that start before the emails do.',
        asleep: 'Between 11 PM and midnight',
        wake: 'The neighbor’s truck, at twenty to six.',
        appetite: 'Strong, then suddenly gone',
        'at-home': ['Fresh ginger', 'Turmeric'],
        'ordinary-tuesday': 'Coffee, two calls, something at the sink at two, a long evening on the couch.',
        medicines: 'none',
        signature: SIGNATURE,
      },
    },
    // Asked again for the follow-up: the client file shows what is different.
    {
      form: 'ayurvedic-intake',
      booking: 'summer-follow-up',
      submitted: { weekday: MON, week: -22 },
      responses: {
        'more-of': 'Evenings that are already cool when I get home.',
        asleep: 'Between 10 and 11 PM',
        wake: 'The heat, or the neighbor’s truck.',
        appetite: 'Steady, at regular times',
        'at-home': ['Fresh ginger', 'Turmeric', 'Cardamom'],
        'ordinary-tuesday':
          'Oats at eight, lunch at a table, the three o’clock tea. Supper outside, then the walk.',
        medicines: 'none',
        signature: SIGNATURE,
      },
    },
    {
      form: 'herbs-and-allergies',
      booking: 'first-herbal',
      submitted: { weekday: TUE, week: -24 },
      responses: {
        allergies: ['Nuts or seeds'],
        'allergies-more': 'Cashews make my mouth itch',
        expecting: 'No',
        takes: 'Vitamin D, 1000 IU, in winter',
        taste: 'Bitter',
      },
    },
    {
      form: 'movement-history',
      booking: 'autumn-private-yoga',
      submitted: { weekday: SAT, week: -11 },
      responses: {
        careful: ['Lower back', 'Hips or knees'],
        story: 'Fell off a bike in 2019. The left hip remembers.',
        floor: 'Fine with time',
        before: 'Now and then',
        hope: 'Sit on the floor with my niece',
      },
    },
    {
      form: 'reaching-you',
      booking: null,
      submitted: { weekday: MON, week: -36 },
      responses: {
        'contact-name': 'Ada Okafor',
        'contact-phone': '(503) 555-0167',
        'contact-relation': 'Family',
        'best-way': 'A text message',
      },
    },
  ],
};

const theo: SeedClient = {
  email: 'new@example.com',
  password: DEMO_PASSWORD,
  first_name: 'Theo',
  last_name: 'Lindqvist',
  pronouns: 'he/him',
  birthdate: '1994-11-02',
  phone: '+15035550175',
  address: {
    street_number: '3348',
    route: 'SE Belmont Street',
    subpremise: '',
    city: 'Portland',
    state: 'OR',
    zip_code: '97214',
  },
  house_call_approved: false,
  created: { day_offset: 0 },
  bookings: [],
  submissions: [],
};

export const demoClients: SeedClient[] = [maren, theo];

/** The sign-in data that is printed at start. */
export const demo = { email: maren.email, password: DEMO_PASSWORD, newcomer: theo.email };
