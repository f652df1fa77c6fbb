/** The texts of the first view of the landing page and of its footer, separate so that the first view loads little. */
export const firstView = {
  hero: {
    lede: 'Ayurveda, herbalism and yoga with one practitioner, in a quiet garden studio in southeast Portland. Unhurried visits, plain words, and a plan that fits the life you have.',
    services_link: 'Services and prices',
  },
  facts: [
    { term: 'The Secret Studio', text: '2814 SE Ankeny Street' },
    { term: 'A first consultation', text: '90 minutes' },
    { term: 'Most services', text: 'Sliding scale, from $15' },
  ],
  closing: 'Begin with one unhurried visit.',
} as const;
