/** Texts about visits: on the confirmation, in mails, and with the price. */
export const visits = {
  before_you_come: {
    heading: 'Before you come',
    everywhere: ['Eat something small an hour ahead.'],
    by_type: {
      AYURVEDA: ['Bring any herbs or supplements you take, in their jars.', 'Wear what you could nap in.'],
      HERBALISM: ['Bring what you already take, in its jar, and a small tin if you have one.'],
      YOGA: ['Wear what you could nap in.'],
    },
    at_studio: [
      'Skip perfume, please: the room is little. Mats and blankets are here.',
      'Street parking on Ankeny is free; the 20 bus stops at 28th.',
    ],
    at_home: ['Clear a table or a rug’s worth of floor, and tell us about the dog.'],
  },
  services_lede:
    'Every visit is with Nalini. Where you see two prices, choose any amount between them; no one asks why.',
  events_lede: 'Small gatherings at the studio and in the neighborhood. Pick a day to see what is on.',
  /** A visit cancelled at least this many hours before its start is refunded in full, otherwise not at all. */
  full_refund_hours: 24,
  cancelling:
    'You can cancel until 24 hours before the start and get everything back. After that the time is yours and the price stays.',
  /** Of a visit that is free or paid at the visit: there is nothing to get back. */
  cancelling_unpaid:
    'If you can’t come, please cancel at least 24 hours before the start, so that somebody else can have the time.',
  sliding_scale: {
    beside_slider: 'Any amount on this line is the right one. The visit is the same.',
    dialog: [
      'Most of our services have three prices. The low price covers the room, the herbs and the heating. The suggested price also pays for Nalini’s time as it should be paid. The high price makes room for someone else at the low.',
      'Choose whichever fits this season. You can choose differently next time. Nobody asks why, nothing about the visit changes, and the amount is seen only by you and the payment page, unless you ask us about it.',
      'If the low price is still too much, write to us. There are two visits a month that cost nothing at all.',
    ],
    marks: [
      { name: 'Low', text: 'Money is tight, or just uncertain.' },
      { name: 'Suggested', text: 'The bills are paid and there is a little left.' },
      { name: 'High', text: 'There is enough, and you would like to share some.' },
    ],
  },
} as const;
