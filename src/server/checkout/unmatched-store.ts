import { sql } from 'kysely';
import { claimDue } from '../db/claim-due.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { ProviderSession } from '../ports/payments.ts';

export type Unmatched = {
  customer_id: string | null;
  amount_cents: number;
  currency: string;
  outcome: string | null;
};
export type DueUnmatched = { session_id: string; attempts: number };

/** Inserts a payment without a checkout; false if it is already there. */
export async function insertUnmatched(
  db: Db,
  session: ProviderSession,
  refund_at: Date,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('unmatched_payments')
    .values({
      session_id: session.id,
      checkout_id: session.checkout_id!,
      payment_intent_id: session.payment_intent_id,
      customer_id: session.customer_id,
      amount_cents: session.total_cents ?? 0,
      currency: session.currency ?? '',
      noted_at: now,
      refund_at,
    })
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function selectUnmatched(db: Db, session_id: string): Promise<Unmatched | undefined> {
  return await db
    .selectFrom('unmatched_payments')
    .select(['customer_id', 'amount_cents', 'currency', 'outcome'])
    .where('session_id', '=', session_id)
    .executeTakeFirst();
}

/** Claims payments whose refund is due. */
export async function claimDueUnmatched(
  db: Db,
  limit: number,
  leased_until: Date,
  now: Date,
): Promise<DueUnmatched[]> {
  const queue = {
    table: 'unmatched_payments',
    key: 'session_id',
    due_at: 'refund_at',
    where: sql`settled_at is null`,
  } as const;
  return await claimDue(db, queue, { limit, leased_until, now });
}

export async function markSettled(
  db: Db,
  session_id: string,
  outcome: 'REFUNDED' | 'FOUND',
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('unmatched_payments')
    .set({ settled_at: now, outcome, last_error: null })
    .where('session_id', '=', session_id)
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Keeps a payment; false if it is settled or unknown, or its refund has begun. */
export async function keepUnmatched(trx: Trx, session_id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('unmatched_payments')
    .set({ settled_at: now, outcome: 'KEPT' })
    .where('session_id', '=', session_id)
    .where('settled_at', 'is', null)
    .where('attempts', '=', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function postponeUnmatched(
  db: Db,
  session_id: string,
  last_error: string,
  refund_at: Date,
): Promise<void> {
  await db
    .updateTable('unmatched_payments')
    .set({ refund_at, last_error })
    .where('session_id', '=', session_id)
    .execute();
}

/** Selects the client of a payment customer; undefined if the account was deleted or lost. */
export async function selectClientOf(
  db: Db,
  customer_id: string,
): Promise<{ id: string; first_name: string | null; email: string } | undefined> {
  return await db
    .selectFrom('users')
    .select(['id', 'first_name', 'email'])
    .where('stripe_id', '=', customer_id)
    .executeTakeFirst();
}
