import type { Db } from '../db/pool.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import type { StaffAction } from '../runtime/staff-actions.ts';
import { isUuid } from '../runtime/uuid.ts';
import { changedBooking } from './present-conflict.ts';
import { type Actor, runAction } from './run-action.ts';

/** One request of staff on a booking; `request` is everything that it asks for. */
export type BookingAction<Request> = {
  actor: Actor;
  action_id: string;
  booking_id: string;
  request: Request;
};

/** Runs an action on a booking and records it. Null: it is done. A conflict comes with the present booking. */
export async function actOnBooking<Request extends object>(
  { db, app_secret }: { db: Db; app_secret: string },
  action: string,
  { actor, action_id, booking_id, request }: BookingAction<Request>,
  work: (trx: Db) => Promise<Pick<StaffAction, 'user_id' | 'details'> | Refusal>,
  now: Date,
): Promise<Refusal | null> {
  if (!isUuid(booking_id)) return refuse('BOOKING_NOT_FOUND');
  const refusal = await runAction(
    { db, app_secret },
    { action_id, action, input: { booking_id, ...request }, ...actor },
    async (trx) => {
      const change = await work(trx);
      return change instanceof Refusal
        ? change
        : { object_kind: 'BOOKING', object_id: booking_id, ...change };
    },
    now,
  );
  return refusal && (await changedBooking(db, refusal, booking_id, now));
}
