import { visits } from '../public/visits.ts';

/** Only for the server. `GET /auth/get-user` returns the contact e-mail to signed-in clients. */
export const privatePractice = {
  contact_email: 'hello@sattvaandsage.example',
  mail_sender: { name: 'Sattva & Sage', address: 'studio@sattvaandsage.example' },
  mail_reply_to: 'hello@sattvaandsage.example',
  mail_signature: ['Nalini Brandt', 'Sattva & Sage', '2814 SE Ankeny Street, Portland, Oregon'],
  /**
   * The policy of cancelling and rescheduling (rules.md §3). Each checkout keeps the one of its sale. The page and the mails
   * say what `visits.cancelling` says: change both together.
   */
  refund_policy: {
    full_refund_hours: visits.full_refund_hours,
    tiers: [
      { hours: visits.full_refund_hours, percent: 100 },
      { hours: 0, percent: 0 },
    ],
    grace_minutes: 15,
    reschedule_hours: 24,
    max_reschedules: 2,
  },
  /** Visits a month that cost nothing, as the text about the sliding scale promises. */
  supported_visits_per_month: 2,
  /** The limits of holds without payment (rules.md §5, decision 0016), multiplied by RATE_LIMIT_SCALE. */
  hold_limits: {
    new_client: { units: 3, minutes: 105 },
    known_client: { units: 10, minutes: 210 },
    networks: { network: 6, wide: 12 },
    day_share: 0.5,
    class_share: 0.75,
  },
} as const;
