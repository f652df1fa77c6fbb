import type { Db } from '../db/pool.ts';

/** Checkouts that can still be paid, with the client if there is one, oldest first. */
export async function selectOpenCheckouts(db: Db) {
  const rows = await db
    .selectFrom('checkouts as c')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.email', 'c.is_known', 'c.holds', 'c.kind', 'c.cancel_requested', 'c.created_at', 'c.items'])
    .where('c.state', 'in', ['CREATED', 'OPEN'])
    .orderBy('c.created_at')
    .execute();
  return rows.map(({ items, ...row }) => ({
    ...row,
    items,
  }));
}

/** Asks the sweeper to end the open checkouts of this address, at the provider first. Returns their number. */
export async function requestRelease(db: Db, email: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('checkouts')
    .set({ cancel_requested: true, next_check_at: now, updated_at: now })
    .where('state', 'in', ['CREATED', 'OPEN'])
    .where('user_id', 'in', (query) =>
      query
        .selectFrom('users')
        .select('id')
        .where((where) => where(where.fn('lower', ['email']), '=', email.trim().toLowerCase())),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

// Payments without a checkout

const UNMATCHED_SHOWN = 200;

export async function selectUnmatched(db: Db) {
  return await db
    .selectFrom('unmatched_payments as payment')
    .leftJoin('users', 'users.stripe_id', 'payment.customer_id')
    .select([
      'payment.session_id',
      'payment.amount_cents',
      'payment.customer_id',
      'payment.noted_at',
      'payment.refund_at',
      'payment.outcome',
      'users.email',
    ])
    .orderBy('payment.noted_at', 'desc')
    .limit(UNMATCHED_SHOWN)
    .execute();
}

/** False if the payment is settled or unknown. */
export async function refundUnmatchedNow(db: Db, session_id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('unmatched_payments')
    .set({ refund_at: now })
    .where('session_id', '=', session_id)
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False if the payment is settled or unknown, or its refund has begun. */
export async function keepUnmatched(db: Db, session_id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('unmatched_payments')
    .set({ settled_at: now, outcome: 'KEPT' })
    .where('session_id', '=', session_id)
    .where('settled_at', 'is', null)
    .where('attempts', '=', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
