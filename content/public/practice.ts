/**
 * The public data of the practice. The browser imports this file, so private data (the contact e-mail, the policies) is
 * in `content/private/practice.ts`.
 */
export const practice = {
  name: 'Sattva & Sage',
  /** The brand has an italic ampersand between these two words. */
  name_parts: ['Sattva', 'Sage'],
  tagline: 'Your path towards Health & Wellness',
  description:
    'Ayurveda, herbalism and yoga with one practitioner, in a quiet garden studio in southeast Portland.',
  /** IANA time zone of all dates and times of the practice. */
  zone: 'America/Los_Angeles',
  /** ISO 4217 in lower case, as the payment provider expects it. */
  currency: 'usd',
  locale: 'en-US',
  practitioner: {
    name: 'Nalini Brandt',
    first_name: 'Nalini',
    role: 'Ayurvedic practitioner, herbalist and yoga teacher',
  },
  phone: '+15035550118',
  phone_display: '(503) 555-0118',
  studio: {
    name: 'The Secret Studio',
    /** The name on cards, slots and bookings; the same as `location.name` of the studio's services. */
    short_name: 'Secret Studio',
    street: '2814 SE Ankeny Street',
    city: 'Portland',
    region: 'OR',
    region_name: 'Oregon',
    postal_code: '97214',
    country: 'US',
    /** [latitude, longitude] */
    coordinates: [45.5222, -122.6372],
    map_url:
      'https://www.openstreetmap.org/search?query=2814%20SE%20Ankeny%20Street%2C%20Portland%2C%20OR%2097214',
    finding_it: 'Through the green gate.',
    house_call_miles: 5,
  },
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/sattvaandsage.example' },
    { name: 'Mastodon', url: 'https://social.example/@sattvaandsage' },
  ],
  founded: 2012,
  care_note: 'Our services support everyday wellbeing and do not replace medical care.',
} as const;
