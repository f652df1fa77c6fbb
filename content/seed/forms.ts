import type { QuestionType } from '#domain/visits/forms.ts';
import type { SeedForm, SeedQuestion } from './types.ts';

function ask(id: string, type: QuestionType, label: string, options: string[] = []): SeedQuestion {
  return { id, label, type, required: true, options };
}
function may(id: string, type: QuestionType, label: string, options: string[] = []): SeedQuestion {
  return { ...ask(id, type, label, options), required: false };
}

/** The forms of the practice. Every client fills in global forms once; the others belong to services. */
export const seedForms: SeedForm[] = [
  {
    key: 'studio-agreement',
    name: 'Studio Agreement',
    description: 'How we treat each other, your privacy and your time. Once, for all visits.',
    type: 'AGREEMENT',
    is_global: true,
    services: [],
    content: {
      sections: [
        {
          title: 'What this is, and what it is not',
          questions: [
            ask(
              'scope',
              'RADIO',
              'Our visits support everyday wellbeing. They do not diagnose, treat or replace medical care.',
              ['I understand', 'I would like to talk about this first'],
            ),
            may('care-team', 'TEXT', 'A doctor or midwife we should know about'),
          ],
        },
        {
          title: 'Time, changes and privacy',
          questions: [
            ask('house-rules', 'CHECKBOX', 'I have read and agree to these', [
              'A visit can be cancelled with a full refund until 24 hours before it starts',
              'If I am late, the visit still ends on time',
              'What is said in the studio stays in the studio',
            ]),
            ask('touch', 'SELECT', 'Touch during classes and sessions', [
              'Welcome, please ask each time',
              'Only in sessions I have booked for it',
              'No touch, please',
            ]),
          ],
        },
        {
          title: 'Signed',
          questions: [ask('signature', 'SIGNATURE', 'Signature')],
        },
      ],
    },
  },
  {
    key: 'reaching-you',
    name: 'In Case We Need Someone',
    description: 'One person to call, and how you like to be reached.',
    type: 'CONTACT',
    is_global: true,
    services: [],
    content: {
      sections: [
        {
          title: 'Someone we may call',
          questions: [
            ask('contact-name', 'TEXT', 'Their name'),
            ask('contact-phone', 'TEXT', 'Their phone number'),
            may('contact-relation', 'SELECT', 'Who they are to you', [
              'Partner',
              'Family',
              'Friend',
              'Neighbor',
              'Someone else',
            ]),
          ],
        },
        {
          title: 'Reaching you',
          questions: [
            ask('best-way', 'RADIO', 'The best way to reach you on the day of a visit', [
              'A text message',
              'A phone call',
              'An e-mail',
            ]),
            may('anything', 'TEXTAREA', 'Anything that would make coming here easier'),
          ],
        },
      ],
    },
  },
  {
    key: 'ayurvedic-intake',
    name: 'Ayurvedic Intake',
    description: 'Sleep, appetite and the shape of your days. About eight minutes.',
    type: 'INTAKE',
    is_global: false,
    services: ['ayurvedic-consultation', 'seasonal-follow-up', 'ayurvedic-house-call'],
    content: {
      sections: [
        {
          title: 'This season',
          questions: [
            ask('more-of', 'TEXTAREA', 'What would you like more of this season?'),
            ask('asleep', 'SELECT', 'What time do you usually fall asleep?', [
              'Before 10 PM',
              'Between 10 and 11 PM',
              'Between 11 PM and midnight',
              'After midnight',
              'It changes every day',
            ]),
            may('wake', 'TEXT', 'What usually wakes you?'),
          ],
        },
        {
          title: 'Appetite and kitchen',
          questions: [
            ask('appetite', 'RADIO', 'How is your appetite most days?', [
              'Steady, at regular times',
              'Strong, then suddenly gone',
              'Easy to forget',
            ]),
            may('at-home', 'CHECKBOX', 'Which of these do you already have at home?', [
              'Fresh ginger',
              'Turmeric',
              'Cardamom',
              'Tulsi',
            ]),
            may('ordinary-tuesday', 'TEXTAREA', 'Tell us about an ordinary Tuesday'),
          ],
        },
        {
          title: 'Care you already have',
          questions: [
            ask('medicines', 'TEXTAREA', 'Medicines, herbs and supplements you take now (or “none”)'),
            ask('signature', 'SIGNATURE', 'Signature'),
          ],
        },
      ],
    },
  },
  {
    key: 'herbs-and-allergies',
    name: 'Herbs and Allergies',
    description: 'So that nothing in the cup surprises anyone.',
    type: 'INTAKE',
    is_global: false,
    services: [
      'herbal-consultation',
      'herbal-check-in',
      'home-apothecary-visit',
      'tea-blending-workshop',
      'quiet-kitchen-workshop',
    ],
    content: {
      sections: [
        {
          title: 'What does not agree with you',
          questions: [
            ask('allergies', 'CHECKBOX', 'Allergies and sensitivities', [
              'None that I know of',
              'Daisy family (chamomile, calendula, echinacea)',
              'Nuts or seeds',
              'Dairy',
              'Honey or bee products',
              'Something else',
            ]),
            may('allergies-more', 'TEXT', 'If something else, what is it?'),
            ask('expecting', 'RADIO', 'Are you pregnant, nursing, or hoping to be?', [
              'No',
              'Yes',
              'I would rather tell you in person',
            ]),
          ],
        },
        {
          title: 'What you already take',
          questions: [
            ask('takes', 'TEXTAREA', 'Medicines and supplements, with amounts if you know them (or “none”)'),
            may('taste', 'SELECT', 'A taste you never mind', [
              'Bitter',
              'Sour',
              'Sweet',
              'Pungent',
              'Astringent',
            ]),
          ],
        },
      ],
    },
  },
  {
    key: 'movement-history',
    name: 'Movement History',
    description: 'Where you move easily, where you are careful, and what you hope for.',
    type: 'INTAKE',
    is_global: false,
    services: ['private-yoga', 'chair-yoga'],
    content: {
      sections: [
        {
          title: 'Your body, as it is',
          questions: [
            ask('careful', 'CHECKBOX', 'Where would you like us to be careful?', [
              'Nowhere in particular',
              'Neck or shoulders',
              'Lower back',
              'Hips or knees',
              'Wrists or hands',
              'Balance',
            ]),
            may('story', 'TEXTAREA', 'Injuries or operations worth knowing about'),
            ask('floor', 'RADIO', 'Getting down to the floor and up again is', [
              'Easy',
              'Fine with time',
              'Better avoided',
            ]),
          ],
        },
        {
          title: 'Practice',
          questions: [
            may('before', 'SELECT', 'How much have you practiced before?', [
              'Never',
              'Now and then',
              'Most weeks',
              'For years',
            ]),
            may('hope', 'TEXT', 'One thing you would like to do more easily'),
          ],
        },
      ],
    },
  },
];
