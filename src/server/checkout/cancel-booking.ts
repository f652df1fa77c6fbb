import { type InferResult, sql } from 'kysely';
import { privatePractice } from '#content/private/practice.ts';
import { type BookingMoney, cancellationQuote, leftCents } from '#domain/money/cancellation.ts';
import { shareCents } from '#domain/checkout/paid-money.ts';
import { type BookingPolicy, policyOf, type RefundPolicy } from '#domain/money/refunds.ts';
import { IS_HIDDEN, OWED, PAYMENT_LEFT } from '../bookings/payment-store.ts';
import type { Db, Trx } from '../db/pool.ts';
import { number, readRows, text } from '../db/rows.ts';
import { presentPolicy } from '../runtime/settings-store.ts';
import { lockTime } from '../seats/hold-seats.ts';
import { releaseSeats } from '../seats/release-seats.ts';

/** A CONFIRMED booking with the columns of its checkout that a refund needs; null without a checkout. */
type Cancellable = InferResult<ReturnType<typeof confirmedBookings>>[number];
/** The columns that decide a booking's share of its payment. */
type Priced = Pick<Cancellable, 'id' | 'price_cents' | 'subtotal_cents' | 'total_cents' | 'items'>;
export type Cancelled = Pick<Cancellable, 'id' | 'service_name' | 'start_time' | 'end_time'> & {
  refunded_cents: number;
};
type Cancellation = {
  cause: string;
  /**
   * POLICY: by the terms of the sale, as if the client cancels. FULL: everything that the booking has left. Cents: that
   * much of what it has left.
   */
  refund: 'POLICY' | 'FULL' | number;
  /** 'staff:<id>' */
  actor?: string | null;
  /** What the client reads. */
  message?: string | null;
};

/** When a booking `b` was paid: the policy's grace begins then. */
export const paidAt = sql<Date | null>`(
  select max(h.at) from booking_history h where h.booking_id = b.id and h.cause = 'paid')`.as('paid_at');

function bookingsWithCheckout(db: Db) {
  return db
    .selectFrom('bookings as b')
    .leftJoin('checkouts as c', 'c.id', 'b.checkout_id')
    .select([
      'b.id',
      'b.user_id',
      'b.appointment_id',
      'b.service_id',
      'b.service_name',
      'b.location_type',
      'b.start_time',
      'b.end_time',
      'b.blocked_until',
      'b.price_cents',
      'b.checkout_id',
      'c.subtotal_cents',
      'c.total_cents',
      'c.refund_policy',
      'c.items',
      'b.told_at',
      'b.rescheduled_by_staff_at',
    ])
    .select([paidAt, presentPolicy.as('present_policy')]);
}

/** Returns the policy of the sale; without a sale, the present one. */
export const policyOfSale = ({
  refund_policy,
  present_policy,
}: {
  refund_policy: RefundPolicy | null;
  present_policy: RefundPolicy | null;
}): BookingPolicy => policyOf(refund_policy ?? present_policy ?? privatePractice.refund_policy);

const confirmedBookings = (db: Db) => bookingsWithCheckout(db).where('b.status', '=', 'CONFIRMED');

/** Selects a client's CONFIRMED bookings that have not begun. */
export async function selectFutureBookings(db: Db, user_id: string, now: Date): Promise<Cancellable[]> {
  const future = confirmedBookings(db).where('b.user_id', '=', user_id).where('b.start_time', '>', now);
  return await future.orderBy('b.start_time').execute();
}

/** Selects the times of a client's held and booked seats that are not over: one that lasts may be moved. */
export async function selectSeatsToCome(
  db: Db,
  user_id: string,
  now: Date,
): Promise<Pick<Cancellable, 'start_time' | 'blocked_until'>[]> {
  return await db
    .selectFrom('bookings')
    .select(['start_time', 'blocked_until'])
    .where('user_id', '=', user_id)
    .where('status', 'in', ['PENDING', 'CONFIRMED'])
    .where('end_time', '>', now)
    .execute();
}

export async function selectCancellable(db: Db, booking_id: string): Promise<Cancellable | undefined> {
  return await confirmedBookings(db).where('b.id', '=', booking_id).executeTakeFirst();
}

/** Selects a booking in any state, for staff. */
export async function selectBookingToCancel(db: Db, booking_id: string) {
  return (await selectBookingsToCancel(db, [booking_id]))[0];
}

/** Selects bookings in any state by start, for staff. */
export async function selectBookingsToCancel(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await bookingsWithCheckout(db)
    .select(['b.status', 'b.format', 'b.updated_at', IS_HIDDEN.as('is_hidden')])
    .where('b.id', 'in', ids)
    .orderBy('b.start_time')
    .orderBy('b.id')
    .execute();
}

/**
 * Locks the time and the payments of bookings: the first step of a transaction that cancels them. From here on no refund
 * can be added to these payments.
 */
export async function lockToCancel(
  trx: Trx,
  bookings: readonly Pick<Cancellable, 'start_time' | 'blocked_until' | 'checkout_id'>[],
): Promise<void> {
  await lockTime(trx, bookings);
  await lockCheckouts(trx, bookings);
}

/** Locks the payments of bookings, in their order. */
export async function lockCheckouts(
  trx: Trx,
  bookings: readonly Pick<Cancellable, 'checkout_id'>[],
): Promise<void> {
  const ids = bookings.flatMap(({ checkout_id }) => checkout_id ?? []);
  // NO KEY: a concurrent insert into refunds only needs the checkout's key.
  if (ids.length > 0)
    await sql`select id from checkouts where id = any(${ids}::uuid[]) order by id for no key update`.execute(
      trx,
    );
}

/**
 * Cancels CONFIRMED bookings, releases their seats and queues their refunds (rules.md §3). Runs in the caller's
 * transaction, before it touches any other row, because of lockTime. Returns the bookings that this call cancelled.
 */
export async function cancelBookings(
  trx: Trx,
  bookings: readonly Cancellable[],
  { cause, refund, actor = null, message = null }: Cancellation,
  now: Date,
): Promise<Cancelled[]> {
  await lockToCancel(trx, bookings);
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
      // Else it has moved since it was read, and its seat is another one.
      .where('appointment_id', 'is not distinct from', booking.appointment_id)
      .where('start_time', '=', booking.start_time)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) continue;
    await releaseSeats(trx, [booking], now);
    const step = { from_status: 'CONFIRMED', to_status: 'CANCELLED', cause, actor, message } as const;
    await trx
      .insertInto('booking_history')
      .values({ booking_id: booking.id, at: now, ...step })
      .execute();
    const refunded_cents = await refundableCents(trx, booking, refund, now);
    if (refunded_cents > 0) await queueRefund(trx, booking, refunded_cents, now);
    const { id, service_name, start_time, end_time } = booking;
    cancelled.push({ id, service_name, start_time, end_time, refunded_cents });
  }
  return cancelled;
}

async function refundableCents(
  trx: Trx,
  booking: Cancellable,
  refund: Cancellation['refund'],
  now: Date,
): Promise<number> {
  const money = await readMoney(trx, booking);
  if (typeof refund === 'number') return Math.min(refund, leftCents(money));
  const by = refund === 'FULL' ? 'PRACTICE' : 'CLIENT';
  return cancellationQuote(policyOfSale(booking), money, booking, by, now).now.cents;
}

/** Reads what a booking has left of its payment: a part may have been refunded at the provider's dashboard. */
export async function readMoney(db: Db, booking: Priced): Promise<BookingMoney> {
  return (await readMoneyOf(db, [booking])).get(booking.id)!;
}

const MONEY = { id: text, refunded_cents: number, owed_cents: number, payment_left_cents: number };

/** Reads by booking what each has left of its payment. */
export async function readMoneyOf(
  db: Db,
  bookings: readonly Priced[],
): Promise<ReadonlyMap<string, BookingMoney>> {
  const ids = bookings.map(({ id }) => id);
  const money = sql`
    select b.id, b.refunded_cents, ${OWED} as owed_cents, coalesce(${PAYMENT_LEFT}, 0) as payment_left_cents
    from bookings b left join checkouts c on c.id = b.checkout_id
    where b.id = any(${ids}::uuid[])`;
  const rows = await readRows(db, MONEY, money);
  const shares = new Map(bookings.map((booking) => [booking.id, shareOf(booking)]));
  return new Map(rows.map(({ id, ...money }) => [id, { share_cents: shares.get(id)!, ...money }]));
}

const shareOf = ({ subtotal_cents, total_cents, items, ...booking }: Priced): number =>
  subtotal_cents === null || items === null
    ? 0
    : shareCents(booking, { subtotal_cents, total_cents, lines: items });

async function queueRefund(trx: Trx, booking: Cancellable, amount_cents: number, now: Date): Promise<void> {
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
