/** The journey: the creation of the account, then past bookings, oldest first (product.md §2.13; rules.md §7). */
import { isPast } from '#domain/visits/booking.ts';
import type { Notes } from '#domain/text/notes.ts';

type JourneyBooking = {
  id: string;
  service_type: string;
  service_name: string;
  start_time: string;
  end_time: string;
  status: string;
  client_notes?: Notes;
  published_recommendations?: Notes;
};
/** The first entry; it has no notes section. */
type JourneyStart = {
  id: string;
  date: string;
  isUserCreation: true;
  service_type: '';
  service_name: string;
  detail: string;
};
/** A booking's step has all fields of the booking and `date` = its start_time. */
export type JourneyStep<B extends JourneyBooking> = B & { date: string; isUserCreation: false };
export type JourneyItem<B extends JourneyBooking = JourneyBooking> = JourneyStart | JourneyStep<B>;

const JOURNEY_STARTED = 'Wellness Journey Started';
const JOURNEY_STARTED_DETAIL = 'This marks the beginning of your wellness journey!';

/** Cancelled and missed sessions are not steps (rules.md §7). */
const STEPS = new Set(['CONFIRMED', 'COMPLETED']);

/**
 * Builds the timeline, oldest first. The start always comes first, also for an imported account whose first session
 * is older than its record. Without created_at there is no start entry.
 */
export function journeyOf<B extends JourneyBooking>(
  created_at: string | null | undefined,
  bookings: readonly B[],
  now: Date,
): JourneyItem<B>[] {
  const steps: JourneyItem<B>[] = bookings
    .filter((booking) => STEPS.has(booking.status) && isPast(booking, now))
    .map((booking) => ({ ...booking, date: booking.start_time, isUserCreation: false as const }))
    .sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
  if (!created_at) return steps;
  return [
    {
      id: 'journey-start',
      date: created_at,
      isUserCreation: true,
      service_type: '',
      service_name: JOURNEY_STARTED,
      detail: JOURNEY_STARTED_DETAIL,
    },
    ...steps,
  ];
}
