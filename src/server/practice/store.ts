import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { MailedBooking } from '../mail/mailed-booking.ts';
import type { OfferedService } from '../services/slot-facts.ts';
import type { KeptService } from './weekly-store.ts';

/** Answers how many records have this address and were changed or stood so already. */
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

/** Booked and held sessions of a time, with the client if there is one; by start. */
export async function selectSessions(db: Db, from: Date, to: Date) {
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

const isOpening = sql<boolean>`r.start_date = r.end_date and r.is_active`;

/** Extra openings that are not over. */
export async function selectOpenings(db: Db, today: string) {
  return await db
    .selectFrom('rules as r')
    .innerJoin('services as s', 's.id', 'r.service_id')
    .select(['r.id', 's.name', 'r.start_date', 'r.start_time', 'r.end_time'])
    .where(isOpening)
    .where('r.start_date', '>=', today)
    .orderBy('r.start_date')
    .orderBy('r.start_time')
    .execute();
}

/** What its mail tells of a booking. */
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

/** A booked session that has begun or is over; over, the job has made it COMPLETED. */
export async function selectBegunBooking(db: Db, id: string, now: Date) {
  return await db
    .selectFrom('bookings')
    .select(['id', 'appointment_id', 'status', 'service_name', 'start_time', 'blocked_until'])
    .where('id', '=', id)
    .where('status', 'in', ['CONFIRMED', 'COMPLETED'])
    .where('start_time', '<=', now)
    .executeTakeFirst();
}

/** Answers whether it still stood as it was read. */
export async function markNoShow(
  trx: Db,
  { id, status }: { id: string; status: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bookings')
    .set({ status: 'NO_SHOW', appointment_id: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await trx
    .insertInto('booking_history')
    .values({ booking_id: id, at: now, from_status: status, to_status: 'NO_SHOW', cause: 'practice' })
    .execute();
  return true;
}

/** A service that is offered, for who is about to change it: nobody else does so meanwhile. */
export async function lockService(db: Db, key: string): Promise<KeptService | undefined> {
  const row = await db
    .selectFrom('services')
    .selectAll()
    .where('key', '=', key)
    .where('is_active', '=', true)
    .forUpdate()
    .executeTakeFirst();
  return row as unknown as KeptService | undefined;
}

/** What is said of it, its prices, minutes, places and seats. Bookings and checkouts have copies of their own. */
export async function updateService(db: Db, service: OfferedService): Promise<void> {
  const { id, name, description, type, category, duration, buffer_time, max_capacity } = service;
  const { base_price_cents, suggested_price_cents, min_price_cents, max_price_cents } = service;
  const { service_location_type, location_name } = service;
  await db
    .updateTable('services')
    .set({
      name,
      description,
      type,
      category,
      duration,
      buffer_time,
      max_capacity,
      base_price_cents,
      suggested_price_cents,
      min_price_cents,
      max_price_cents,
      service_location_type,
      location_name,
    })
    .where('id', '=', id)
    .execute();
}

export type NewService = Omit<OfferedService, 'id'>;

/** At the end of the price list; false if there is one of that key, also a retired one. */
export async function insertService(db: Db, service: NewService): Promise<boolean> {
  const added = await db
    .insertInto('services')
    .values({
      ...service,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from services)`,
    })
    .onConflict((conflict) => conflict.constraint('one_service_per_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Whether it is sold; the row stays either way, for bookings name it. */
export async function setOffered(db: Db, id: string, is_active: boolean): Promise<void> {
  await db.updateTable('services').set({ is_active }).where('id', '=', id).execute();
}

/** Seats of a service that are booked or held and not over. */
export async function selectSessionsOfService(db: Db, service_id: string, now: Date) {
  return await db
    .selectFrom('bookings')
    .select(['id', 'service_name', 'status', 'start_time'])
    .where('service_id', '=', service_id)
    .where('end_time', '>', now)
    .where('status', 'in', ['PENDING', 'CONFIRMED'])
    .orderBy('start_time')
    .orderBy('id')
    .execute();
}

/** Names of the forms that are asked for with a service, as their newest version has them. */
export async function selectFormsOfService(db: Db, service_id: string): Promise<string[]> {
  const forms = await db
    .selectFrom('form_services as s')
    .innerJoin('forms as f', 'f.id', 's.form_id')
    .innerJoin('form_versions as v', 'v.form_id', 'f.id')
    .select('v.name')
    .distinctOn('f.id')
    .where('s.service_id', '=', service_id)
    .where('f.is_active', '=', true)
    .orderBy('f.id')
    .orderBy('v.version', 'desc')
    .execute();
  return forms.map(({ name }) => name);
}
