import { type RawBuilder, sql } from 'kysely';
import type { Payment } from '#domain/slots/placement-warnings.ts';
import type { OfflineMethod } from '#domain/visits/balance.ts';
import type { BookingStatus } from '#domain/visits/booking.ts';
import { IS_HIDDEN, OWED, PAYMENT_LEFT } from './payment-store.ts';
import { lockTime } from '../seats/hold-seats.ts';
import { roomOf } from './join-store.ts';
import type { Db, Trx } from '../db/pool.ts';
import { number, readOne } from '../db/rows.ts';
import { inTransaction } from '../db/transactions.ts';

type PaymentLinkRow = { user_id: string; booking_ids: string[] };

/**
 * Records which bookings are paid on the page of the first one, and until when. It ends what was asked for them before: each
 * is paid by the newest link alone.
 */
export async function insertPaymentLink(
  trx: Trx,
  link: PaymentLinkRow & { token_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  await sql`delete from payment_links where user_id = ${link.user_id}::uuid
    and booking_ids && ${link.booking_ids}::uuid[]`.execute(trx);
  await trx
    .insertInto('payment_links')
    .values(link)
    // Two actions at once ask for the same visit: the later one counts.
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(link))
    .execute();
}

/** Ends every link of a client, for instance because the mails went to an address that is no longer theirs. */
export async function endPaymentLinks(trx: Trx, user_id: string): Promise<void> {
  await trx.deleteFrom('payment_links').where('user_id', '=', user_id).execute();
}

/** The visit whose page replaces that of a link which was mailed before decision 0065, with its client's address. */
export async function selectVisitOfLink(
  db: Db,
  token_hash: Buffer,
  now: Date,
): Promise<{ id: string; email: string } | undefined> {
  return await db
    .selectFrom('payment_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .innerJoin('bookings as b', (join) =>
      join.onRef('b.user_id', '=', 'l.user_id').on(sql<boolean>`b.id = any(l.booking_ids)`),
    )
    .select(['b.id', 'u.email'])
    .where('l.token_hash', '=', token_hash)
    .where('l.expires_at', '>', now)
    .orderBy(sql`array_position(l.booking_ids, b.id)`)
    .limit(1)
    .executeTakeFirst();
}

/** Deletes links that expired before a moment. Returns their number. */
export async function deletePaymentLinks(db: Db, expired_before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('payment_links')
    .where('expires_at', '<', expired_before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Whether the booking of this alias took place by now, as domain/visits/booking.ts says: every count of visits in SQL asks this. */
export const tookPlace = (booking: string, now: Date): RawBuilder<boolean> => {
  const b = sql.raw(booking);
  return sql<boolean>`(${b}.status in ('CONFIRMED', 'COMPLETED') and ${b}.start_time <= ${now}::timestamptz)`;
};

/** Returns the SQL expression of what was paid for a booking outside the payment page, in cents, less corrections. */
export const offlineCents = (booking_id: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce((select sum(o.amount_cents) from offline_payments o where o.booking_id = ${booking_id}), 0)::int`;

/** A booking with the payment data of its checkout. */
export type BookingRow = Awaited<ReturnType<typeof selectClientBookings>>[number];

/** A condition on a row of bookings: the client shares the note on this visit. */
export const IS_SHARED = sql`client_notes_shared_at is not null`;

function bookingsWithPayment(db: Db) {
  return db
    .selectFrom('bookings as b')
    .innerJoin('services as s', 's.id', 'b.service_id')
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
      // A time that is offered is still waited for.
      sql<BookingStatus>`case when c.state = 'OFFERED' then 'WAITLISTED' else b.status end`.as('status'),
      'b.notes_updated_at',
      'b.client_notes_shared_at',
      'b.published_at',
      'b.republished_at',
      'b.recommendation_withdrawn_at',
      'b.location_type',
      'b.location_name',
      'b.visit_address',
      'b.price_cents',
      'b.refunded_cents',
      'b.price_chosen_by_client',
      's.base_price_cents',
      's.suggested_price_cents',
      's.min_price_cents',
      's.max_price_cents',
      IS_HIDDEN.as('is_hidden'),
      'b.sequence',
      'b.created_at',
      'b.updated_at',
      'c.currency',
      'c.receipt_url',
      'c.state',
      'c.subtotal_cents',
      'c.total_cents',
      'c.items',
      PAYMENT_LEFT.as('left_cents'),
      OWED.as('owed_cents'),
    ])
    .select([
      sql<Payment>`b.payment`.as('payment'),
      sql<boolean>`b.checkout_id is not null and b.status <> 'PENDING'`.as('is_paid_online'),
      offlineCents(sql`b.id`).as('offline_cents'),
      sql<boolean>`${roomOf('b')} is not null`.as('has_room'),
    ])
    .select(
      sql<number>`coalesce(octet_length(b.client_notes), 0) + coalesce(octet_length(b.published_recommendations), 0)`.as(
        'documents_bytes',
      ),
    )
    .orderBy('b.start_time')
    .orderBy('b.id');
}

/**
 * Selects a client's bookings by start time. A hold is included while its checkout can be paid or is paid
 * (rules.md §7).
 */
export async function selectClientBookings(db: Db, user_id: string, now: Date) {
  return await bookingsWithPayment(db)
    .where('b.user_id', '=', user_id)
    .where((where) =>
      where.or([
        where('b.status', '<>', 'PENDING'),
        where.and([
          where('c.state', 'in', ['OFFERED', 'CREATED', 'OPEN']),
          where('c.hold_expires_at', '>', now),
        ]),
        where('c.state', '=', 'PAID'),
      ]),
    )
    // Its class is offered: that booking stands for it.
    .where(
      sql<boolean>`not exists (select from waitlist_entries e where e.booking_id = b.id and e.state = 'OFFERED')`,
    )
    .execute();
}

/** The birthdate of a client, null for none; undefined if there is no such client. */
export async function selectBirthdate(db: Db, id: string): Promise<string | null | undefined> {
  const client = await db.selectFrom('users').select('birthdate').where('id', '=', id).executeTakeFirst();
  return client?.birthdate;
}

/** Selects a client's bookings that have begun by start time, with the ways in which money was taken at the visit. */
export async function selectBegunBookings(db: Db, user_id: string, now: Date) {
  return await bookingsWithPayment(db)
    .select(
      sql<OfflineMethod[]>`array(select o.method from offline_payments o where o.booking_id = b.id
        group by o.method having sum(o.amount_cents) > 0 order by min(o.receipt_number))`.as(
        'offline_methods',
      ),
    )
    .where('b.user_id', '=', user_id)
    .where('b.start_time', '<=', now)
    .where('b.status', 'not in', ['PENDING', 'WAITLISTED'])
    .execute();
}

/** Selects the held or booked sessions of a checkout. */
export async function selectCheckoutBookings(db: Db, checkout_id: string): Promise<BookingRow[]> {
  return await bookingsWithPayment(db).where('b.checkout_id', '=', checkout_id).execute();
}

/** Selects one of the client's own bookings; undefined for a booking of another client. */
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

/** Selects the note of one of the client's own bookings and locks it until the transaction ends. */
export async function lockNote(trx: Trx, user_id: string, booking_id: string) {
  return await trx
    .selectFrom('bookings')
    .select([
      'id',
      'status',
      'end_time',
      'start_time',
      'client_notes',
      'notes_updated_at',
      'client_notes_shared_at',
    ])
    .where('id', '=', booking_id)
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst();
}

/** Without a note nothing is shared: the next one is the client's alone again. */
export async function writeNote(
  db: Db,
  booking_id: string,
  client_notes: Buffer | null,
  notes_updated_at: Date,
): Promise<void> {
  const unshared = client_notes === null ? { client_notes_shared_at: null } : {};
  await db
    .updateTable('bookings')
    .set({ client_notes, notes_updated_at, ...unshared })
    .where('id', '=', booking_id)
    .execute();
}

export async function shareNote(
  db: Db,
  booking_id: string,
  client_notes_shared_at: Date | null,
): Promise<void> {
  await db.updateTable('bookings').set({ client_notes_shared_at }).where('id', '=', booking_id).execute();
}

/**
 * Moves ended bookings from CONFIRMED to COMPLETED, except those that another transaction is changing. Returns their
 * number.
 */
export async function completeEndedBookings(db: Db, now: Date, limit: number): Promise<number> {
  const ended = sql`select id from bookings where status = 'CONFIRMED' and end_time <= ${now}
    order by end_time limit ${limit}`;
  return await move(db, ended, { from: 'CONFIRMED', to: 'COMPLETED', cause: 'session ended' }, now);
}

/**
 * Moves bookings that end after a moment back from COMPLETED to CONFIRMED, because a clock that ran ahead completed them.
 * Skips a client who has taken another seat in that class, and bookings whose account was deleted. Returns their number.
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

/**
 * Moves the bookings that `which` selects, with their history, in one statement. Skips rows that another transaction
 * has locked.
 */
async function move(
  db: Db,
  which: RawBuilder<unknown>,
  { from, to, cause }: { from: string; to: string; cause: string },
  now: Date,
): Promise<number> {
  const moving = sql`
    with chosen as (${which} for update skip locked), moved as (
      update bookings set status = ${to}, updated_at = ${now} from chosen where bookings.id = chosen.id
    ), recorded as (
      insert into booking_history (booking_id, at, from_status, to_status, cause)
      select id, ${now}::timestamptz, ${from}::text, ${to}::text, ${cause}::text from chosen
    )
    select count(*)::int as count from chosen`;
  return (await readOne(db, { count: number }, moving)).count;
}

/**
 * Releases the seats of completed sessions that ended before a moment; the last seat deletes its appointment. Like every
 * change of seats it locks their time: two transactions that each release a seat of one class at once would both leave
 * the appointment to the other. Returns the number of seats.
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
  return await inTransaction(db, async (trx) => {
    await lockTime(trx, past);
    return await releaseAppointments(
      trx,
      past.map(({ id }) => id),
    );
  });
}

/** Releases in one statement, so that an appointment's count of seats always equals its bookings. */
async function releaseAppointments(trx: Trx, ids: readonly string[]): Promise<number> {
  const releasing = sql`
    with past as (
      select id, appointment_id from bookings
      where id = any(${ids}::uuid[]) and status = 'COMPLETED' and appointment_id is not null
      for update skip locked
    ), cleared as (
      update bookings set appointment_id = null from past where bookings.id = past.id
    ), seats as (
      select appointment_id, count(*)::int as released from past group by 1
    ), emptied as (
      delete from appointments using seats
      where appointments.id = seats.appointment_id and appointments.taken <= seats.released
    ), reduced as (
      update appointments set taken = taken - seats.released from seats
      where appointments.id = seats.appointment_id and appointments.taken > seats.released
    )
    select count(*)::int as count from past`;
  return (await readOne(trx, { count: number }, releasing)).count;
}
