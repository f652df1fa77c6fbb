import { practice } from '#content/public/practice.ts';
import { countTowards } from '#domain/visits/suggestions.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Trx } from '../db/pool.ts';
import { addBooked, lockOpenSuggestions } from './suggestions-store.ts';

const { zone } = practice;

/**
 * Counts bookings that this transaction confirms towards the client's suggested sessions (rules.md §9). It locks the
 * suggestions after everything else but the mail, so that `booked` never exceeds `times`.
 */
export async function countSuggested(
  trx: Trx,
  user_id: string,
  bookings: readonly { service_id: string; start_time: string | Date }[],
  now: Date,
): Promise<void> {
  const service_ids = [...new Set(bookings.map(({ service_id }) => service_id))];
  const open = await lockOpenSuggestions(trx, user_id, service_ids);
  const counts = countTowards(
    open.map((each) => ({ ...each, made_on: localDateOf(each.created_at, zone) })),
    bookings.map(({ service_id, start_time }) => ({ service_id, date: localDateOf(start_time, zone) })),
  );
  for (const [id, count] of counts) await addBooked(trx, id, count, now);
}
