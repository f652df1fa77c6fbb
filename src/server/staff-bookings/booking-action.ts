import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { type ActionOf, BOOKING } from '../actions/staff-action.ts';
import type { Db } from '../db/pool.ts';
import { changedBooking } from './present-conflict.ts';
import { readPanel } from './panel.ts';

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
