import { type RawBuilder, sql } from 'kysely';

/** Returns the SQL expression of what was paid for a booking outside the payment page, in cents, less corrections. */
export const offlineCents = (booking_id: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce((select sum(o.amount_cents) from offline_payments o where o.booking_id = ${booking_id}), 0)::int`;
