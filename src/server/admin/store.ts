import type { BookingStatus } from '#domain/booking.ts';
import type { Db } from '../db/pool.ts';
import type { MailedBooking } from '../mail/mailed-booking.ts';

/** Returns the clients who have this address, changed or not. */
export async function setHouseCallApproval(
  db: Db,
  email: string,
  approved: boolean,
  now: Date,
): Promise<{ id: string; first_name: string; last_name: string }[]> {
  return await db
    .updateTable('users')
    .set({ house_call_approved: approved, updated_at: now })
    .where((where) => where(where.fn('lower', ['email']), '=', email.trim().toLowerCase()))
    .returning(['id', 'first_name', 'last_name'])
    .execute();
}

export async function lockBookingForNote(db: Db, booking_id: string) {
  return await db
    .selectFrom('bookings')
    .select(['id', 'user_id', 'service_name', 'start_time'])
    .where('id', '=', booking_id)
    .forUpdate()
    .executeTakeFirst();
}

export async function writeRecommendations(
  db: Db,
  booking_id: string,
  sealed: Buffer,
  now: Date,
): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ published_recommendations: sealed, recommendations_draft: null, updated_at: now })
    .where('id', '=', booking_id)
    .execute();
}

export async function insertClosure(
  db: Db,
  closure: { starts_at: Date; ends_at: Date; reason: string },
): Promise<void> {
  await db.insertInto('closures').values(closure).execute();
}

export async function selectClosures(db: Db, from: Date, to: Date | null) {
  return await db
    .selectFrom('closures')
    .select(['id', 'starts_at', 'ends_at', 'reason'])
    .where('ends_at', '>', from)
    .$if(to !== null, (query) => query.where('starts_at', '<', to!))
    .orderBy('starts_at')
    .execute();
}

export async function deleteClosure(db: Db, id: string): Promise<boolean> {
  const gone = await db.deleteFrom('closures').where('id', '=', id).returning('id').executeTakeFirst();
  return gone !== undefined;
}

/** Booked and held seats in a time range, with the client if there is one, ordered by start. */
export async function selectBookingsBetween(db: Db, from: Date, to: Date) {
  return await db
    .selectFrom('bookings as b')
    .leftJoin('users as u', 'u.id', 'b.user_id')
    .select([
      'b.id',
      'b.service_name',
      'b.status',
      'b.start_time',
      'b.end_time',
      'b.location_type',
      'b.visit_address',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.phone',
    ])
    .where('b.start_time', '<', to)
    .where('b.end_time', '>', from)
    .where('b.status', 'in', ['PENDING', 'CONFIRMED', 'COMPLETED'])
    .orderBy('b.start_time')
    .orderBy('b.service_name')
    .execute();
}

export async function selectBookingsOfAddress(db: Db, email: string) {
  return await db
    .selectFrom('bookings as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select(['b.id', 'b.service_name', 'b.status', 'b.start_time'])
    .where((where) => where(where.fn('lower', ['u.email']), '=', email.trim().toLowerCase()))
    .orderBy('b.start_time')
    .execute();
}

/** The data that a mail shows of a booking. */
export async function selectBookingToMail(db: Db, id: string): Promise<MailedBooking | undefined> {
  return await db
    .selectFrom('bookings')
    .select([
      'id',
      'service_name',
      'service_type',
      'start_time',
      'end_time',
      'location_type',
      'location_name',
      'visit_address',
      'price_cents',
      'sequence',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A booking that has begun or ended. After its end a job marks it COMPLETED and later releases its appointment. */
export async function selectBegunBooking(db: Db, id: string, now: Date) {
  return await db
    .selectFrom('bookings')
    .select(['id', 'appointment_id', 'status', 'service_name', 'start_time', 'blocked_until'])
    .where('id', '=', id)
    .where('status', 'in', ['CONFIRMED', 'COMPLETED'])
    .where('start_time', '<=', now)
    .executeTakeFirst();
}

/** False if the booking has changed since it was read. */
export async function markNoShow(
  trx: Db,
  { id, status, appointment_id }: { id: string; status: BookingStatus; appointment_id: string | null },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bookings')
    .set({ status: 'NO_SHOW', appointment_id: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('appointment_id', 'is not distinct from', appointment_id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await trx
    .insertInto('booking_history')
    .values({ booking_id: id, at: now, from_status: status, to_status: 'NO_SHOW', cause: 'practice' })
    .execute();
  return true;
}

/** Booked and held seats by start, for lists of the bookings that a change of hours or services leaves in place. */
export function liveBookings(db: Db) {
  return db
    .selectFrom('bookings')
    .select(['id', 'service_name', 'status', 'start_time'])
    .where('status', 'in', ['PENDING', 'CONFIRMED'])
    .orderBy('start_time')
    .orderBy('id');
}

/** Checkouts that can still be paid, with the client if there is one, oldest first. */
export async function selectOpenCheckouts(db: Db) {
  const rows = await db
    .selectFrom('checkouts as c')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.email', 'c.is_known', 'c.holds', 'c.cancel_requested', 'c.created_at', 'c.items'])
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
