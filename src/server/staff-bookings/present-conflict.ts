import type { Db } from '../db/pool.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { readPanel } from './panel.ts';

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
