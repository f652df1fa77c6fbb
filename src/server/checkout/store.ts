import { type Selectable, sql } from 'kysely';
import { type CheckoutKind, statesBefore } from '#domain/checkout/checkout-states.ts';
import { claimDue } from '../db/claim-due.ts';
import { HOT } from '../db/hot-statements.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Checkouts } from '../db/types.ts';
import { moveCheckout } from '../seats/release-seats.ts';
import type { PayingClient } from '../mail/templates/payment-notices.ts';
import type { ProviderSession } from '../ports/payments.ts';

/** A checkout without the columns that only the limits on holds (hold-facts.ts) or claimCheck read. */
export type CheckoutRow = Omit<
  Selectable<Checkouts>,
  'card_hash' | 'checked_at' | 'is_known' | 'network' | 'network_wide' | 'hold_ended_at'
>;

const all = (db: Db) => db.selectFrom('checkouts').selectAll();

/** True if the whole payment has already been refunded, at the provider's dashboard or by the bank. */
export function isFullyRefunded({ refunded_cents, total_cents, subtotal_cents }: CheckoutRow): boolean {
  const paid_cents = total_cents ?? subtotal_cents;
  return paid_cents > 0 && refunded_cents >= paid_cents;
}

/** Selects the client's checkouts that can still be paid; there is at most one of each kind. */
export async function selectOpenCheckouts(db: Db, user_id: string): Promise<CheckoutRow[]> {
  return await all(db).where('user_id', '=', user_id).where('state', 'in', ['CREATED', 'OPEN']).execute();
}

/** Selects the one of this kind. */
export async function selectOpenCheckout(
  db: Db,
  user_id: string,
  kind: CheckoutKind,
): Promise<CheckoutRow | undefined> {
  return (await selectOpenCheckouts(db, user_id)).find((open) => open.kind === kind);
}

export async function selectCheckout(db: Db, id: string): Promise<CheckoutRow | undefined> {
  return await all(db).where('id', '=', id).executeTakeFirst();
}

/** Selects a PAID checkout and locks it; undefined if it is in another state. */
export async function lockPaidCheckout(trx: Trx, id: string): Promise<CheckoutRow | undefined> {
  return await all(trx).where('id', '=', id).where('state', '=', 'PAID').forUpdate().executeTakeFirst();
}

/** Selects the client's own checkout by the provider's session; undefined for a checkout of another client. */
export async function selectOwnCheckout(
  db: Db,
  user_id: string,
  session_id: string,
): Promise<CheckoutRow | undefined> {
  // The id comes from the wire; a provider's session id has only these characters.
  if (!/^\w+$/.test(session_id)) return undefined;
  const own = all(db).where('provider_session_id', '=', session_id).where('user_id', '=', user_id);
  return await own.executeTakeFirst();
}

/** Selects the checkout of a session, also if the session's id is not recorded yet. */
export async function selectCheckoutOf(db: Db, session: ProviderSession): Promise<CheckoutRow | undefined> {
  return await all(db)
    .where((eb) =>
      eb.or([
        eb('provider_session_id', '=', session.id),
        eb('provider_session_id', 'is', null).and(sql`id::text`, '=', session.checkout_id),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
}

/**
 * Moves CREATED to OPEN when the payment page exists; false if the checkout is no longer CREATED. The change is visible at
 * once, but the statement does not wait for the disk: if the database crashes within the next second it loses the page,
 * and the sweeper finds it again with the checkout's id as idempotency key (check-checkout.ts).
 */
export async function openCheckout(
  db: Db,
  id: string,
  session: { id: string; url: string | null },
  next_check_at: Date,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`${sql.raw(HOT)} update checkouts
    set state = 'OPEN', provider_session_id = ${session.id}, url = ${session.url}, next_check_at = ${next_check_at},
      attempts = 0, last_error = null, updated_at = ${now}
    where id = ${id} and state = any(${statesBefore('OPEN')})
    returning set_config('synchronous_commit', 'off', true)`.execute(db);
  return numAffectedRows === 1n;
}

/** Records that a checkout was paid, also after it expired. False if that is already recorded. */
export async function recordPayment(
  db: Db,
  id: string,
  session: ProviderSession & { card_hash: Buffer | null },
  now: Date,
): Promise<boolean> {
  return await moveCheckout(db, id, 'PAID', now, {
    card_hash: session.card_hash,
    provider_session_id: session.id,
    payment_intent_id: session.payment_intent_id,
    receipt_url: session.receipt_url,
    tax_cents: session.tax_cents,
    total_cents: session.total_cents,
    next_check_at: now,
    attempts: 0,
    last_error: null,
  });
}

/** Shorter than the interval at which the success page polls. */
const CHECK_EVERY_MS = 2000;

/** True if this call may ask the provider about a checkout: one call in two seconds may, across all processes. */
export async function claimCheck(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('checkouts')
    .set({ checked_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('checked_at', 'is', null),
        eb('checked_at', '<=', new Date(now.getTime() - CHECK_EVERY_MS)),
        // A process whose clock is ahead wrote this time; do not wait for it.
        eb('checked_at', '>', new Date(now.getTime() + CHECK_EVERY_MS)),
      ]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Records a failure or a request to cancel; the sweeper checks again at `next_check_at`. */
export async function postponeCheckout(
  db: Db,
  id: string,
  more: { next_check_at: Date; last_error?: string; cancel_requested?: true },
  now: Date,
): Promise<void> {
  const { next_check_at, last_error, cancel_requested } = more;
  await db
    .updateTable('checkouts')
    .set({
      next_check_at,
      updated_at: now,
      ...(last_error === undefined ? {} : { last_error: last_error.slice(0, 500) }),
      ...(cancel_requested ? { cancel_requested } : {}),
    })
    .where('id', '=', id)
    .where('state', 'in', ['CREATED', 'OPEN', 'PAID'])
    .execute();
}

/** Claims due checkouts: other processes skip them until the lease ends. */
export async function claimDueCheckouts(
  db: Db,
  limit: number,
  leased_until: Date,
  now: Date,
): Promise<CheckoutRow[]> {
  const queue = {
    table: 'checkouts',
    key: 'id',
    due_at: 'next_check_at',
    where: sql`state in ('CREATED', 'OPEN', 'PAID')`,
  } as const;
  return await claimDue(db, queue, { limit, leased_until, now });
}

/** Deletes the networks of old checkouts, which are only needed to count current holds. */
export async function clearNetworks(db: Db, created_before: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('checkouts')
    .set({ network: null, network_wide: null })
    .where('network', 'is not', null)
    .where('created_at', '<', created_before)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Selects the paid checkouts that were created in this period, by the rows. */
export async function selectPaidCheckouts(
  db: Db,
  from: Date,
  to: Date,
): Promise<{ provider_session_id: string; total_cents: number; has_chosen_price: boolean }[]> {
  return await db
    .selectFrom('checkouts')
    .select((eb) => [
      eb.ref('provider_session_id').$notNull().as('provider_session_id'),
      eb.fn.coalesce('total_cents', 'subtotal_cents').as('total_cents'),
      'has_chosen_price',
    ])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('payment_intent_id', 'is not', null)
    .where('provider_session_id', 'is not', null)
    .execute();
}

// clients of a checkout --------------------------------------------------------------------------------

/** Selects the recipient of mails to a client; undefined if the account was deleted or has no address. */
export async function selectRecipient(
  db: Db,
  user_id: string | null,
): Promise<{ id: string; email: string; first_name: string; has_login: boolean } | undefined> {
  if (user_id === null) return undefined;
  return await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', sql<boolean>`cognito_sub is not null`.as('has_login')])
    .where('id', '=', user_id)
    .where('email', '<>', '')
    .executeTakeFirst();
}

/** Selects whom a notice to the practice names, with or without an address; undefined if the account was deleted. */
export async function selectPayingClient(db: Db, user_id: string | null): Promise<PayingClient> {
  if (user_id === null) return undefined;
  return await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'phone'])
    .where('id', '=', user_id)
    .executeTakeFirst();
}

/** Removes a customer that the provider does not know; the next checkout creates another one. */
export async function unlinkCustomer(db: Db, user_id: string, customer_id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ stripe_id: null })
    .where('id', '=', user_id)
    .where('stripe_id', '=', customer_id)
    .execute();
}

/** Selects the client's payment customer; null: the next checkout creates one. */
export async function selectCustomer(db: Db, user_id: string): Promise<string | null> {
  const row = db.selectFrom('users').select('stripe_id').where('id', '=', user_id);
  return (await row.executeTakeFirst())?.stripe_id ?? null;
}

/** Records the client's payment customer unless there is one already. Returns the recorded one. */
export async function recordCustomer(db: Db, id: string, customer_id: string): Promise<string> {
  const recorded = await db
    .updateTable('users')
    .set((eb) => ({ stripe_id: eb.fn.coalesce('stripe_id', eb.val(customer_id)) }))
    .where('id', '=', id)
    .returning('stripe_id')
    .executeTakeFirst();
  return recorded?.stripe_id ?? customer_id;
}

/** The bookings that have just taken their seats: those of a checkout, or those that were placed or moved. */
type Seated = { checkout_id: string } | { booking_ids: readonly string[] };

/**
 * Marks the pay-first checkouts that can no longer get a seat with these bookings, so that the sweeper ends them
 * and few clients pay in vain. Runs in the caller's transaction. Skips locked rows, which are being paid or ended now,
 * so that two confirmations never wait for each other.
 */
export async function endUnseatableCheckouts(trx: Trx, seated: Seated, now: Date): Promise<void> {
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
