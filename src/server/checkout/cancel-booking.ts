import { type InferResult, sql } from 'kysely';
import { refundCents, paymentShares } from '#domain/refunds.ts';
import type { Db } from '../db/pool.ts';
import { lockTime } from '../seats/lock-time.ts';
import { releaseSeats } from '../seats/release-seats.ts';

/** A CONFIRMED booking with the columns of its checkout that a refund needs; null without a checkout. */
type Cancellable = InferResult<ReturnType<typeof confirmedBookings>>[number];
export type Cancelled = Pick<Cancellable, 'id' | 'service_name' | 'start_time' | 'end_time'> & {
  refunded_cents: number;
};

function confirmedBookings(db: Db) {
  return db
    .selectFrom('bookings as b')
    .leftJoin('checkouts as c', 'c.id', 'b.checkout_id')
    .select([
      'b.id',
      'b.user_id',
      'b.appointment_id',
      'b.service_name',
      'b.start_time',
      'b.end_time',
      'b.blocked_until',
      'b.price_cents',
      'b.checkout_id',
      'c.subtotal_cents',
      'c.total_cents',
      'c.refund_policy',
      'c.items',
    ])
    .where('b.status', '=', 'CONFIRMED');
}

/** Selects a client's CONFIRMED bookings that have not begun. */
export async function selectFutureBookings(db: Db, user_id: string, now: Date): Promise<Cancellable[]> {
  const future = confirmedBookings(db).where('b.user_id', '=', user_id).where('b.start_time', '>', now);
  return await future.orderBy('b.start_time').execute();
}

/** Selects the times of a client's held and booked seats that have not begun. */
export async function selectFutureSeats(
  db: Db,
  user_id: string,
  now: Date,
): Promise<Pick<Cancellable, 'start_time' | 'blocked_until'>[]> {
  return await db
    .selectFrom('bookings')
    .select(['start_time', 'blocked_until'])
    .where('user_id', '=', user_id)
    .where('status', 'in', ['PENDING', 'CONFIRMED'])
    .where('start_time', '>', now)
    .execute();
}

export async function selectCancellable(db: Db, booking_id: string): Promise<Cancellable | undefined> {
  return await confirmedBookings(db).where('b.id', '=', booking_id).executeTakeFirst();
}

/**
 * Cancels CONFIRMED bookings, releases their seats and queues refunds by the policy of their sale (rules.md §3), or full
 * refunds (`full_refund`: the practice cancels). Runs in the caller's transaction, before it touches any other row,
 * because of lockTime. Returns the bookings that this call cancelled.
 */
export async function cancelBookings(
  trx: Db,
  bookings: readonly Cancellable[],
  about: { cause: string; full_refund?: boolean },
  now: Date,
): Promise<Cancelled[]> {
  await lockTime(trx, bookings);
  const cancelled: Cancelled[] = [];
  for (const booking of bookings) {
    const { numUpdatedRows } = await trx
      .updateTable('bookings')
      .set((eb) => ({
        status: 'CANCELLED',
        appointment_id: null,
        sequence: eb('sequence', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', booking.id)
      .where('status', '=', 'CONFIRMED')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) continue;
    await releaseSeats(trx, [booking]);
    await trx
      .insertInto('booking_history')
      .values({
        booking_id: booking.id,
        at: now,
        from_status: 'CONFIRMED',
        to_status: 'CANCELLED',
        cause: about.cause,
      })
      .execute();
    const refunded_cents = await refundableCents(
      trx,
      booking,
      centsToRefund(booking, about.full_refund ?? false, now),
    );
    if (refunded_cents > 0) await queueRefund(trx, booking, refunded_cents, now);
    const { id, service_name, start_time, end_time } = booking;
    cancelled.push({ id, service_name, start_time, end_time, refunded_cents });
  }
  return cancelled;
}

/** Limits a refund to what is left of the payment: a part may have been refunded at the provider's dashboard. */
async function refundableCents(trx: Db, { checkout_id }: Cancellable, owed_cents: number): Promise<number> {
  if (owed_cents === 0) return 0;
  const { rows } = await sql<{ left_cents: number }>`
    select (coalesce(total_cents, subtotal_cents) - refunded_cents - coalesce((
      select sum(amount_cents) from refunds where checkout_id = c.id and done_at is null), 0))::int as left_cents
    from checkouts c where id = ${checkout_id}::uuid`.execute(trx);
  return Math.min(owed_cents, Math.max(0, rows[0]?.left_cents ?? 0));
}

/** Returns the price with its share of the tax if the policy refunds it, else 0. */
function centsToRefund(booking: Cancellable, full: boolean, now: Date): number {
  const { id, price_cents, start_time, subtotal_cents, items, refund_policy } = booking;
  if (subtotal_cents === null || items === null || refund_policy === null) return 0;
  const total_cents = booking.total_cents ?? subtotal_cents;
  const shares = paymentShares(
    items.map((line) => line.price_cents),
    total_cents,
  );
  const n = items.findIndex(({ booking_id }) => booking_id === id);
  // A sample booking has no line in its checkout.
  const paid_cents = shares[n] ?? paymentShares([price_cents, subtotal_cents - price_cents], total_cents)[0]!;
  const policy = full ? { full_refund_hours: -Infinity } : refund_policy;
  return refundCents(policy, paid_cents, start_time, now);
}

async function queueRefund(trx: Db, booking: Cancellable, amount_cents: number, now: Date): Promise<void> {
  await trx
    .insertInto('refunds')
    .values({
      checkout_id: booking.checkout_id!,
      booking_id: booking.id,
      amount_cents,
      created_at: now,
      next_attempt_at: now,
    })
    .onConflict((conflict) => conflict.constraint('one_refund_per_cause').doNothing())
    .execute();
}
