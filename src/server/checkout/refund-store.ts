import { sql } from 'kysely';
import { claimDue } from '../db/claim-due.ts';
import type { Db } from '../db/pool.ts';
import type { CheckoutRow } from './store.ts';

/** A refund with its payment. `left_cents`: cents of the payment that are not refunded yet. */
export type RefundRow = Awaited<ReturnType<typeof claimDueRefunds>>[number];

/** Returns the idempotency key of a refund, which also identifies it at the provider. */
export const refundKey = (id: string): string => `refund-${id}`;
/** Returns the id of this site's refund with this idempotency key. */
const idOfKey = (key: string): string | undefined => /^refund-([\da-f-]{36})$/.exec(key)?.[1];

/** True if this site requested the refund. */
export const isOurRefund = (idempotency_key: string | null): boolean =>
  idempotency_key !== null && idOfKey(idempotency_key) !== undefined;

/** Marks a refund that a bank rejected; undefined if it is not a refund of this site or is already marked. */
export async function markRefundFailed(
  db: Db,
  idempotency_key: string,
  reason: string | null,
  now: Date,
): Promise<{ id: string; checkout_id: string; booking_id: string | null; amount_cents: number } | undefined> {
  const id = idOfKey(idempotency_key);
  if (id === undefined) return undefined;
  return await db
    .updateTable('refunds')
    .set({ failed_at: now, last_error: reason })
    .where('id', '=', id)
    .where('failed_at', 'is', null)
    .returning(['id', 'checkout_id', 'booking_id', 'amount_cents'])
    .executeTakeFirst();
}

/** Selects this site's refund with this idempotency key; undefined if there is no row. */
export async function selectRefundOf(
  db: Db,
  idempotency_key: string,
): Promise<{ id: string; checkout_id: string; amount_cents: number; done_at: Date | null } | undefined> {
  const id = idOfKey(idempotency_key);
  if (id === undefined) return undefined;
  return await db
    .selectFrom('refunds')
    .select(['id', 'checkout_id', 'amount_cents', 'done_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Marks a refund as requested, because the provider has made it. The next attempt then searches for it first. */
export async function markRefundAsked(db: Db, id: string): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ attempts: 1 })
    .where('id', '=', id)
    .where('attempts', '=', 0)
    .where('done_at', 'is', null)
    .execute();
}

/** Selects this site's refunds that were made in this period, by the rows. */
export async function selectRefundsDone(
  db: Db,
  from: Date,
  to: Date,
): Promise<{ provider_refund_id: string; amount_cents: number; has_chosen_price: boolean }[]> {
  const done = db
    .selectFrom('refunds')
    .innerJoin('checkouts as c', 'c.id', 'refunds.checkout_id')
    .select(['provider_refund_id', 'amount_cents', 'c.has_chosen_price'])
    .where('done_at', '>=', from)
    .where('done_at', '<', to)
    .where('failed_at', 'is', null);
  return await done
    .$narrowType<{ provider_refund_id: string }>()
    .where('provider_refund_id', 'is not', null)
    .execute();
}

/** Claims due refunds for this process, or only those of one checkout. */
export async function claimDueRefunds(
  db: Db,
  limit: number,
  leased_until: Date,
  now: Date,
  checkout_id?: string,
) {
  const only = checkout_id ?? null;
  const queue = {
    table: 'refunds',
    key: 'id',
    where: sql`done_at is null and (${only}::uuid is null or checkout_id = ${only}::uuid)`,
  } as const;
  const claimed = await claimDue(db, queue, { limit, leased_until, now });
  const ids = claimed.map(({ id }) => id);
  if (ids.length === 0) return [];
  return await db
    .selectFrom('refunds as r')
    .innerJoin('checkouts as c', 'c.id', 'r.checkout_id')
    .select(['r.id', 'r.checkout_id', 'r.booking_id', 'r.amount_cents', 'r.attempts', 'c.payment_intent_id'])
    .select(sql<number>`coalesce(c.total_cents, c.subtotal_cents) - c.refunded_cents`.as('left_cents'))
    .where('r.id', 'in', ids)
    .execute();
}

export async function postponeRefund(
  db: Db,
  id: string,
  error: string,
  next_attempt_at: Date,
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ next_attempt_at, last_error: error.slice(0, 500) })
    .where('id', '=', id)
    .execute();
}

/**
 * True if the practice refunded the whole payment at the provider, so that the client did not lose the time to another.
 */
export async function isRefundedExternally(
  db: Db,
  { id, total_cents, subtotal_cents }: CheckoutRow,
): Promise<boolean> {
  const { cents } = await db
    .selectFrom('refunds_elsewhere')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount_cents'), eb.lit(0)).as('cents'))
    .where('checkout_id', '=', id)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(cents) > 0 && Number(cents) >= (total_cents ?? subtotal_cents);
}
