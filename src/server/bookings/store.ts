import { type RawBuilder, sql } from 'kysely';
import { lockTime } from '../seats/lock-time.ts';
import type { Db } from '../db/pool.ts';

/** A booking with what its checkout knows of the payment. */
export type BookingRow = Awaited<ReturnType<typeof selectClientBookings>>[number];

function bookingsWithPayment(db: Db) {
  return db
    .selectFrom('bookings as b')
    .leftJoin('checkouts as c', 'c.id', 'b.checkout_id')
    .select([
      'b.id',
      'b.user_id',
      'b.service_id',
      'b.service_type',
      'b.service_name',
      'b.format',
      'b.start_time',
      'b.end_time',
      'b.status',
      'b.notes_updated_at',
      'b.location_type',
      'b.location_name',
      'b.visit_address',
      'b.price_cents',
      'b.refunded_cents',
      'b.sequence',
      'b.created_at',
      'b.updated_at',
      'c.currency',
      'c.receipt_url',
    ])
    .select(
      sql<number>`coalesce(octet_length(b.client_notes), 0) + coalesce(octet_length(b.published_recommendations), 0)`.as(
        'documents_bytes',
      ),
    )
    .orderBy('b.start_time')
    .orderBy('b.id');
}

/** A client's bookings by start time. A hold counts while its checkout can still be paid, or is (rules.md §7). */
export async function selectClientBookings(db: Db, user_id: string, now: Date) {
  return await bookingsWithPayment(db)
    .where('b.user_id', '=', user_id)
    .where((where) =>
      where.or([
        where('b.status', '<>', 'PENDING'),
        where.and([where('c.state', 'in', ['CREATED', 'OPEN']), where('c.hold_expires_at', '>', now)]),
        where('c.state', '=', 'PAID'),
      ]),
    )
    .execute();
}

/** What one checkout holds or bought. */
export async function selectCheckoutBookings(db: Db, checkout_id: string): Promise<BookingRow[]> {
  return await bookingsWithPayment(db).where('b.checkout_id', '=', checkout_id).execute();
}

/** One of the client's own bookings; undefined for anybody else's. */
export async function selectOwnBooking(
  db: Db,
  user_id: string,
  booking_id: string,
): Promise<BookingRow | undefined> {
  return await bookingsWithPayment(db)
    .where('b.user_id', '=', user_id)
    .where('b.id', '=', booking_id)
    .executeTakeFirst();
}

/** The note of one of the client's own bookings, locked until the transaction ends. */
export async function lockNote(db: Db, user_id: string, booking_id: string) {
  return await db
    .selectFrom('bookings')
    .select(['id', 'status', 'end_time', 'start_time', 'client_notes', 'notes_updated_at'])
    .where('id', '=', booking_id)
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst();
}

export async function writeNote(
  db: Db,
  booking_id: string,
  client_notes: Buffer | null,
  notes_updated_at: Date,
): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ client_notes, notes_updated_at })
    .where('id', '=', booking_id)
    .execute();
}

/** Makes sessions that have ended COMPLETED; one that is being cancelled at this moment is left. Answers how many. */
export async function completeEndedBookings(db: Db, now: Date, limit: number): Promise<number> {
  const ended = sql`select id from bookings where status = 'CONFIRMED' and end_time <= ${now}
    order by end_time limit ${limit}`;
  return await move(db, ended, { from: 'CONFIRMED', to: 'COMPLETED', cause: 'session ended' }, now);
}

/**
 * Makes sessions CONFIRMED again that end only after a moment: a clock that ran ahead had completed them. Whoever has
 * taken another seat of that class meanwhile keeps that one, and a seat whose client has left the site is nobody's to
 * confirm. Answers how many.
 */
export async function reopenBookings(db: Db, after: Date, now: Date, limit: number): Promise<number> {
  const early = sql`select id from bookings b
    where status = 'COMPLETED' and appointment_id is not null and user_id is not null and end_time > ${after}
      and not exists (select from bookings other where other.appointment_id = b.appointment_id
        and other.user_id = b.user_id and (other.status in ('PENDING', 'CONFIRMED')
          or other.status = 'COMPLETED' and other.id < b.id))
    limit ${limit}`;
  return await move(db, early, { from: 'COMPLETED', to: 'CONFIRMED', cause: 'session still to come' }, now);
}

/** `which`: a select of ids; those that somebody else is changing are left. With its history, in one statement. */
async function move(
  db: Db,
  which: RawBuilder<unknown>,
  { from, to, cause }: { from: string; to: string; cause: string },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with chosen as (${which} for update skip locked), moved as (
      update bookings set status = ${to}, updated_at = ${now} from chosen where bookings.id = chosen.id
    ), noted as (
      insert into booking_history (booking_id, at, from_status, to_status, cause)
      select id, ${now}::timestamptz, ${from}::text, ${to}::text, ${cause}::text from chosen
    )
    select count(*)::int as count from chosen`.execute(db);
  return rows[0]!.count;
}

/**
 * Lets go of the time of completed sessions that ended before a moment: the last seat out deletes the appointment.
 * Under the locks of their time, as every change of seats: two who each let go of a seat of one class at once would
 * both leave it to the other to delete the appointment. Answers how many.
 */
export async function releasePastSeats(db: Db, before: Date, limit: number): Promise<number> {
  const past = await db
    .selectFrom('bookings')
    .select(['id', 'start_time', 'blocked_until'])
    .where('status', '=', 'COMPLETED')
    .where('appointment_id', 'is not', null)
    .where('end_time', '<=', before)
    .limit(limit)
    .execute();
  if (past.length === 0) return 0;
  return await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      await lockTime(trx, past);
      return await leaveAppointments(
        trx,
        past.map(({ id }) => id),
      );
    });
}

/** One statement, so that seats taken equal the bookings that stand in them at every moment. */
async function leaveAppointments(trx: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with past as (
      select id, appointment_id from bookings
      where id = any(${ids}::uuid[]) and status = 'COMPLETED' and appointment_id is not null
      for update skip locked
    ), left_behind as (
      update bookings set appointment_id = null from past where bookings.id = past.id
    ), seats as (
      select appointment_id, count(*)::int as let_go from past group by 1
    ), emptied as (
      delete from appointments using seats
      where appointments.id = seats.appointment_id and appointments.taken <= seats.let_go
    ), left_over as (
      update appointments set taken = taken - seats.let_go from seats
      where appointments.id = seats.appointment_id and appointments.taken > seats.let_go
    )
    select count(*)::int as count from past`.execute(trx);
  return rows[0]!.count;
}
