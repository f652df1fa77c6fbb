import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** The bookings that have just taken their seats: those of a checkout, or those that were placed or moved. */
type Seated = { checkout_id: string } | { booking_ids: readonly string[] };

/**
 * Marks the pay-first checkouts that can no longer get a seat beside these bookings, so that the sweeper ends them
 * and few clients pay in vain. Runs in the caller's transaction. Skips locked rows, which are being paid or ended now,
 * so that two confirmations never wait for each other.
 */
export async function endUnseatableCheckouts(trx: Db, seated: Seated, now: Date): Promise<void> {
  const areSeated =
    'checkout_id' in seated
      ? sql`b.checkout_id = ${seated.checkout_id}`
      : sql`b.id = any(${seated.booking_ids}::uuid[])`;
  await sql`
    update checkouts set cancel_requested = true, updated_at = ${now},
      next_check_at = case when state = 'OPEN' then ${now}::timestamptz else next_check_at end
    where id in (
      select c.id from checkouts c
      where c.state in ('CREATED', 'OPEN') and c.kind = 'CART' and not c.holds and not c.cancel_requested and exists (
        select from bookings b
        join appointments a on a.id = b.appointment_id
        cross join jsonb_to_recordset(c.items) as l(service_id uuid, start_time timestamptz, blocked_until timestamptz)
        where ${areSeated} and b.status = 'CONFIRMED'
          and tstzrange(l.start_time, l.blocked_until) && tstzrange(a.start_time, a.blocked_until)
          and not (l.service_id = a.service_id and l.start_time = a.start_time and a.taken < a.capacity))
      order by c.id for no key update skip locked)`.execute(trx);
}
