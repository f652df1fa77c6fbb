import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { type ActionOf, BOOKING } from '../actions/staff-action.ts';
import type { Db } from '../db/pool.ts';
import { readPanel } from './panel.ts';
import { Refusal, refuse } from '../http/refusal.ts';

const CHANGES: ReadonlySet<string> = new Set([
  'BOOKING_CHANGED',
  'NOT_CANCELLABLE',
  'NOT_RESCHEDULABLE',
  'BEING_PAID',
]);

/** A refusal because a booking has changed names its present row in `details`, so that the screen can show what changed. */
export async function changedBooking(
  db: Db,
  refusal: Refusal,
  booking_id: string,
  now: Date,
): Promise<Refusal> {
  if (!CHANGES.has(refusal.code)) return refusal;
  const panel = await readPanel(db, booking_id, now);
  return panel instanceof Refusal ? panel : refuse(refusal.code, { details: { booking: panel.booking } });
}

type OnBooking<Body> = ActionOf<{ id: string }, Body, BookingPanel>;

/** An action on a booking, answered with its panel; a conflict comes with the present booking. */
export const bookingAction = <Body>(
  db: Db,
  { action, work }: Pick<Extract<OnBooking<Body>, { object: object }>, 'action' | 'work'>,
): OnBooking<Body> => ({
  action,
  object: BOOKING,
  work,
  answer: ({ params, now }) => readPanel(db, params.id, now),
  refused: (refusal, { params, now }) => changedBooking(db, refusal, params.id, now),
});
