import { sql } from 'kysely';
import type { Trx } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import { type Cancelled, cancelBookings, selectFutureBookings, selectSeatsToCome } from './cancel-booking.ts';
import { endCheckout } from './end-checkout.ts';
import { lockTimeOf } from '../seats/hold-seats.ts';
import type { PaymentDeps } from '../deps.ts';
import { leaveWaitlists } from '../seats/release-seats.ts';
import { selectOpenCheckouts } from './store.ts';

/** The facts for the mail of DELETE /auth/delete-user. */
type ClosedAccount = {
  cancelled: Cancelled[];
  refunded_cents: number;
  /** Keyed hashes of the cards that the refunded bookings were paid with. */
  card_hashes: Buffer[];
};

/**
 * First half of deleting an account (rules.md §3), before any transaction: ends the open checkouts at the provider. If
 * the provider is down, the sweeper ends it later, and a payment that arrives in between is refunded, because there is
 * no client to book for.
 */
export async function endCheckoutsOf(deps: PaymentDeps, user_id: string, now: Date): Promise<void> {
  for (const open of await selectOpenCheckouts(deps.db, user_id)) await endCheckout(deps, open, now);
}

/**
 * Second half, in the READ COMMITTED transaction that deletes the user, before it touches any other row. Cancels future
 * bookings by the policy of their sale unless `how` says otherwise, queues refunds, and removes addresses from the payment records that remain. The
 * sweeper ends a page that another tab opened in the last moment.
 */
export async function cancelBookingsForErasure(
  trx: Trx,
  user_id: string,
  now: Date,
  how: Parameters<typeof cancelBookings>[2] = { cause: 'account deleted', refund: 'POLICY' },
): Promise<ClosedAccount> {
  await lockClientsOf(trx, [user_id], now);
  await leaveWaitlists(trx, user_id, now);
  const future = await selectFutureBookings(trx, user_id, now);
  const cancelled = await cancelBookings(trx, future, how, now);
  await trx.updateTable('bookings').set({ visit_address: null }).where('user_id', '=', user_id).execute();
  const card_hashes = await selectCards(trx, cancelled);
  await sql`
    update checkouts set customer_email = '', card_hash = null, updated_at = ${now},
      cancel_requested = cancel_requested or state in ('CREATED', 'OPEN'),
      next_check_at = case when state in ('CREATED', 'OPEN') then ${now}::timestamptz else next_check_at end,
      items = (select coalesce(jsonb_agg(item || '{"visit_address": null}'), '[]') from jsonb_array_elements(items) item)
    where user_id = ${user_id}`.execute(trx);
  return {
    cancelled,
    card_hashes,
    refunded_cents: cancelled.reduce((total, each) => total + each.refunded_cents, 0),
  };
}

async function selectCards(trx: Trx, cancelled: readonly Cancelled[]): Promise<Buffer[]> {
  const ids = cancelled.filter(({ refunded_cents }) => refunded_cents > 0).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('checkouts as c')
    .innerJoin('bookings as b', 'b.checkout_id', 'c.id')
    .select('c.card_hash')
    .distinct()
    .where('b.id', 'in', ids)
    .execute();
  return rows.flatMap(({ card_hash }) => (card_hash === null ? [] : [card_hash]));
}

/**
 * Locks clients, their seats and checkouts. Staff who book for a client finish first, or find no client. A payment
 * that is being confirmed now finishes first, so that its booking is cancelled here; a later one finds no client and is
 * refunded. Lock order everywhere: time, checkouts, bookings.
 */
export async function lockClientsOf(trx: Trx, user_ids: readonly string[], now: Date): Promise<void> {
  const seats = async () =>
    (await Promise.all(user_ids.map(async (id) => await selectSeatsToCome(trx, id, now)))).flat();
  await lockTimeOf(trx, seats, { client_ids: user_ids });
  // NO KEY: a concurrent insert into refunds only needs the checkout's key.
  await sql`select id from checkouts where user_id = any(${user_ids}::uuid[]) order by id for no key update`.execute(
    trx,
  );
}

/** Runs both halves, for a caller without a transaction of its own. */
export async function endCheckoutsAndCancelBookings(
  deps: PaymentDeps,
  user: { id: string },
  now: Date,
): Promise<ClosedAccount> {
  await endCheckoutsOf(deps, user.id, now);
  return await inTransaction(deps.db, (trx) => cancelBookingsForErasure(trx, user.id, now));
}
