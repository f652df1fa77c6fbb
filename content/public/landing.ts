/** The texts of the landing page below its first view. Texts that product.md §2.2 fixes are not here. */
export const landing = {
  ways: {
    heading: 'Three ways in, one conversation',
    lede: 'Start anywhere. What you tell Nalini in one room is remembered in the next, so you never begin again from the top.',
    disciplines: [
      {
        type: 'AYURVEDA',
        name: 'Ayurveda',
        heading: 'Find the rhythm of your own day',
        text: 'We look at how you sleep, eat and spend your hours, then choose the few changes most likely to last. You go home with one page, not ten.',
        services: [
          { name: 'Ayurvedic Consultation', detail: '90 min', price: '$95–$165' },
          { name: 'Marma Session', detail: '45 min', price: '$85' },
        ],
        all_link: 'All Ayurveda services',
      },
      {
        type: 'HERBALISM',
        name: 'Herbalism',
        heading: 'A small apothecary, blended for one',
        text: 'Teas, tinctures and oils chosen with you, from growers within a day’s drive. Bring the jars you already own; we begin with those.',
        services: [
          { name: 'Herbal Consultation', detail: '75 min', price: '$60–$120' },
          { name: 'Tea Blending Workshop', detail: '120 min, up to 8 people', price: '$48' },
        ],
        all_link: 'All Herbalism services',
      },
      {
        type: 'YOGA',
        name: 'Yoga',
        heading: 'Practice for the body you woke up with',
        text: 'Private sessions and small morning classes, slow enough to notice things. Chairs, walls and blankets are welcome teachers.',
        services: [
          { name: 'Private Yoga', detail: '60 min', price: '$85' },
          { name: 'Slow Morning Flow', detail: '75 min, up to 10 people', price: '$15–$30' },
        ],
        all_link: 'All Yoga services',
      },
    ],
  },
  first_visit: {
    heading: 'Your first ninety minutes',
    lede: 'Nothing to prepare except an ordinary day behind you.',
    steps: [
      {
        minute: 0,
        title: 'Tea, and shoes off',
        text: 'You pick the chair, the blanket and whether the window is open.',
      },
      {
        minute: 10,
        title: 'Your story, in your order',
        text: 'Nalini writes by hand. There is no screen between you.',
      },
      {
        minute: 45,
        title: 'A slow look at a usual day',
        text: 'Meals, sleep, work, weather, worries, and what already helps.',
      },
      {
        minute: 75,
        title: 'One page to take home',
        text: 'Three things to try, written in plain words, and a date to talk again.',
      },
    ],
  },
  voice: {
    quote: 'Tell me about an ordinary Tuesday. Most of what helps is hiding in there.',
    link: 'My Story',
  },
  testimonials: [
    {
      quote:
        'I came for help with my mornings and left with a breakfast, a tea and ten minutes on the floor. A year later I still do all three.',
      name: 'Ruth A., Sellwood',
    },
    {
      quote:
        'She asked what I could afford before I had to bring it up, and then it simply never came up again.',
      name: 'Devon P., Montavilla',
    },
    { quote: 'The only class where I have been told to do less, and believed it.', name: 'Inés M., Kerns' },
  ],
  sliding_scale: {
    heading: 'Pay what fits this season',
    text: 'Most services have a low, a suggested and a high price. Choose any amount between them. Nobody asks why, the visit is the same, and paying toward the high end makes room for someone at the low.',
    example: {
      service: 'Ayurvedic Consultation',
      you_choose: 'You choose',
      min: 95,
      suggested: 125,
      max: 165,
    },
    labels: { low: 'Low', suggested: 'Suggested', high: 'High' },
  },
  journal: { heading: 'From the blog', link: 'All posts' },
} as const;
