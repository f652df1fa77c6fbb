import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { removeHolds, selectHolds } from './release-seats.ts';

/** Selects all held times of the checkouts that hold one of these bookings: what endHolds needs to be locked. */
export async function selectTimesOfHolds(
  db: Db,
  booking_ids: readonly string[],
): Promise<{ start_time: Date; blocked_until: Date }[]> {
  if (booking_ids.length === 0) return [];
  return await db
    .selectFrom('bookings')
    .select(['start_time', 'blocked_until'])
    .where('status', '=', 'PENDING')
    .where('checkout_id', 'in', (query) =>
      query.selectFrom('bookings').select('checkout_id').where('id', 'in', booking_ids),
    )
    .execute();
}

/**
 * Ends holds in time that has been closed in this transaction, with all that their checkouts hold. The payment page may
 * still be open: the sweeper ends it, and a payment that comes first finds the time closed and is refunded in full. So no
 * seat is sold twice, although the provider is not asked first. The transaction must hold lockTime of
 * `selectTimesOfHolds`, and have locked these checkouts.
 */
export async function endHolds(trx: Db, checkout_ids: readonly string[], now: Date): Promise<void> {
  for (const id of [...new Set(checkout_ids)].sort()) {
    await removeHolds(trx, id, await selectHolds(trx, id));
    await sql`update checkouts set cancel_requested = true, hold_ended_at = ${now}, updated_at = ${now},
        next_check_at = case when state = 'OPEN' then ${now}::timestamptz else next_check_at end
      where id = ${id}::uuid and state in ('CREATED', 'OPEN')`.execute(trx);
  }
}
