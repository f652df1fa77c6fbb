import { sql } from 'kysely';
import type { Payment } from '#domain/slots/placement-warnings.ts';
import { offlineCents } from '../bookings/store.ts';
import type { Db, Trx } from '../db/pool.ts';
import { presentPolicy } from '../runtime/settings-store.ts';
import type { NewCheckout } from '../seats/hold-seats.ts';

/** A booking with everything that decides its balance. */
export type OwedBooking = Awaited<ReturnType<typeof selectOwed>>[number];

/** Selects bookings by start time; ids that no booking has are left out. */
export async function selectOwed(db: Db, ids: readonly string[]) {
  return ids.length === 0 ? [] : await owedBookings(db).where('b.id', 'in', ids).execute();
}

/** Selects a client's bookings that may have a balance, by start time. */
export async function selectOwedByClient(db: Db, user_id: string): Promise<OwedBooking[]> {
  return await owedBookings(db)
    .where('b.user_id', '=', user_id)
    .where('b.checkout_id', 'is', null)
    .where('b.status', '<>', 'CANCELLED')
    .execute();
}

/** With the prices of the service as they are now. */
function owedBookings(db: Db) {
  return db
    .selectFrom('bookings as b')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .select(['b.id', 'b.user_id', 'b.service_id', 'b.rule_id', 'b.service_name', 'b.service_type'])
    .select(['b.format', 'b.start_time', 'b.end_time', 'b.blocked_until', 'b.location_type'])
    .select(['b.location_name', 'b.visit_address', 'b.status', 'b.price_cents', 'b.price_chosen_by_client'])
    .select(['b.updated_at', 'b.checkout_id', sql<Payment>`b.payment`.as('payment')])
    .select(sql<boolean>`b.checkout_id is not null and b.status <> 'PENDING'`.as('is_paid_online'))
    .select(offlineCents(sql`b.id`).as('offline_cents'))
    .select(['s.base_price_cents', 's.suggested_price_cents', 's.min_price_cents', 's.max_price_cents'])
    .select('s.stripe_product_id as product_id')
    .orderBy('b.start_time')
    .orderBy('b.id');
}

/**
 * Locks bookings, so that neither their price nor what is paid for them changes until the transaction ends. Select them
 * again afterwards: a statement sees the rows as they were before it waited.
 */
export async function lockBookings(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`select id from bookings where id = any(${ids}::uuid[]) order by id for no key update`.execute(
    trx,
  );
}

/** Inserts a checkout that pays balances and holds nothing; false if the client has another open one of these. */
export async function insertBalanceCheckout(db: Db, checkout: NewCheckout, now: Date): Promise<boolean> {
  const { lines, ...row } = checkout;
  const inserted = await db
    .insertInto('checkouts')
    .values({
      ...row,
      items: JSON.stringify(lines),
      refund_policy: sql<string>`coalesce(${presentPolicy}, ${JSON.stringify(checkout.refund_policy)}::jsonb)`,
      kind: 'BALANCE',
      state: 'CREATED',
      // The limits on holds count neither it nor its network.
      holds: false,
      is_known: true,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).where('state', 'in', ['CREATED', 'OPEN']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Records that a payment has settled a booking that nothing online had paid. False if something has. */
export async function markPaidOnline(
  trx: Trx,
  { id, checkout_id, price_cents }: { id: string; checkout_id: string; price_cents: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bookings')
    .set({ checkout_id, price_cents, updated_at: now })
    .where('id', '=', id)
    .where('checkout_id', 'is', null)
    .where('status', 'in', ['CONFIRMED', 'COMPLETED', 'NO_SHOW'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Records in the history of bookings that they were paid; their status stays. */
export async function recordPaidBalance(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into booking_history (booking_id, at, from_status, to_status, cause)
    select id, ${now}::timestamptz, status, status, 'paid' from bookings where id = any(${ids}::uuid[])`.execute(
    trx,
  );
}

/**
 * Asks the sweeper to end open payment pages for this booking: its balance has changed, so that they would be paid in
 * vain. Skips locked rows, which are being paid or ended now; a payment that comes nevertheless goes back.
 */
export async function endBalancePages(trx: Trx, booking_id: string, now: Date): Promise<void> {
  await sql`
    update checkouts set cancel_requested = true, updated_at = ${now},
      next_check_at = case when state = 'OPEN' then ${now}::timestamptz else next_check_at end
    where id in (
      select c.id from checkouts c join bookings b on b.user_id = c.user_id
      where b.id = ${booking_id}::uuid and c.kind = 'BALANCE' and c.state in ('CREATED', 'OPEN')
        and not c.cancel_requested and c.items @> ${JSON.stringify([{ booking_id }])}::jsonb
      order by c.id for no key update of c skip locked)`.execute(trx);
}

/** The client who pays, with or without a login. */
export type Payer = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  stripe_id: string | null;
};

export async function selectPayer(db: Db, user_id: string): Promise<Payer | undefined> {
  return await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'stripe_id'])
    .where('id', '=', user_id)
    .executeTakeFirst();
}
