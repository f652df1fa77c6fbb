import { visits } from '../public/visits.ts';

/** Only for the server. `GET /auth/get-user` returns the contact e-mail to signed-in clients. */
export const privatePractice = {
  contact_email: 'hello@sattvaandsage.example',
  mail_sender: { name: 'Sattva & Sage', address: 'studio@sattvaandsage.example' },
  mail_reply_to: 'hello@sattvaandsage.example',
  mail_signature: ['Nalini Brandt', 'Sattva & Sage', '2814 SE Ankeny Street, Portland, Oregon'],
  /** A visit cancelled at least this many hours before its start is refunded in full, otherwise not at all. */
  refund_policy: { full_refund_hours: visits.full_refund_hours },
  /** The limits of holds without payment (rules.md §5, decision 0016), multiplied by RATE_LIMIT_SCALE. */
  hold_limits: {
    new_client: { units: 3, minutes: 105 },
    known_client: { units: 10, minutes: 210 },
    networks: { network: 6, wide: 12 },
    day_share: 0.5,
    class_share: 0.75,
  },
} as const;
