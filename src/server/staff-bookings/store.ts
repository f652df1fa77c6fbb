import type { BookingStatus } from '#domain/visits/booking.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { MailedBooking } from '../mail/mailed-booking.ts';
import { sql } from 'kysely';
import { offlineCents } from '../bookings/store.ts';

/** The client of a booking, as they can be reached. */
export type ContactRow = Awaited<ReturnType<typeof selectContacts>>[number];

export async function selectContacts(db: Db, booking_ids: readonly string[]) {
  if (booking_ids.length === 0) return [];
  return await db
    .selectFrom('bookings as b')
    .leftJoin('users as u', 'u.id', 'b.user_id')
    .select(['b.id', 'b.start_time', 'b.status', 'b.user_id', 'u.first_name', 'u.last_name', 'u.phone'])
    .select([
      sql<boolean>`coalesce(u.email <> '', false)`.as('has_email'),
      offlineCents(sql`b.id`).as('by_hand_cents'),
    ])
    .where('b.id', 'in', booking_ids)
    .execute();
}

/** The data that a mail shows of a booking. */
export async function selectBookingToMail(
  db: Db,
  id: string,
): Promise<(MailedBooking & { told_sequence: number }) | undefined> {
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
      'told_sequence',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** True if this member has looked at the amount of a booking, which its client chose. */
export async function wasRevealed(db: Db, booking_id: string, staff_id: string | null): Promise<boolean> {
  const action = await db
    .selectFrom('staff_actions')
    .select('id')
    .where('object_kind', '=', 'BOOKING')
    .where('object_id', '=', booking_id)
    .where('action', '=', 'booking.reveal-amount')
    .where('staff_id', '=', staff_id)
    .limit(1)
    .executeTakeFirst();
  return action !== undefined;
}

/** Closes a time for everybody. The transaction must hold lockTime. */
export async function insertClosure(
  trx: Trx,
  closure: { starts_at: Date; ends_at: Date; reason: string; public_text?: string | null },
): Promise<void> {
  await trx.insertInto('closures').values(closure).execute();
}

/** What decides about an attendance; `appointment_id` is null once the seat is released. */
export type AttendedBooking = {
  id: string;
  user_id: string | null;
  appointment_id: string | null;
  status: BookingStatus;
  start_time: Date;
  blocked_until: Date;
  arrived_at: Date | null;
  updated_at: Date;
};

export async function selectAttended(db: Db, id: string): Promise<AttendedBooking | undefined> {
  return await db
    .selectFrom('bookings')
    .select([
      'id',
      'user_id',
      'appointment_id',
      'status',
      'start_time',
      'blocked_until',
      'arrived_at',
      'updated_at',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Records when a client arrived; null takes it back. False if the booking is not confirmed, or it is recorded already. */
export async function setArrived(
  trx: Trx,
  { id }: Pick<AttendedBooking, 'id'>,
  arrived_at: Date | null,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bookings')
    .set({ arrived_at, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'CONFIRMED')
    .where('arrived_at', arrived_at === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Moves a booking to another attendance, with its history. It has no seat afterwards. False if it has changed. */
export async function moveAttendance(
  trx: Trx,
  { id, status, appointment_id }: Pick<AttendedBooking, 'id' | 'status' | 'appointment_id'>,
  { to, actor }: { to: 'NO_SHOW' | 'COMPLETED'; actor: string | null },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bookings')
    .set({ status: to, appointment_id: null, arrived_at: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('appointment_id', 'is not distinct from', appointment_id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await trx
    .insertInto('booking_history')
    .values({ booking_id: id, at: now, from_status: status, to_status: to, cause: 'practice', actor })
    .execute();
  return true;
}
