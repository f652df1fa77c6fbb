import type { Db } from '../db/pool.ts';
import type { CalendarBooking } from './calendar-file.ts';

export async function selectFeed(db: Db, user_id: string): Promise<{ created_at: Date } | undefined> {
  return await db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
}

/** Creates the feed or gives it a new address, which invalidates the old one. */
export async function upsertFeed(
  db: Db,
  user_id: string,
  token_hash: Buffer,
  created_at: Date,
): Promise<void> {
  await db
    .insertInto('calendar_feeds')
    .values({ user_id, token_hash, created_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash, created_at }))
    .execute();
}

export async function deleteFeed(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', user_id).execute();
}

export async function selectFeedOwner(db: Db, token_hash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('user_id')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  return row?.user_id;
}

/** Bookings for a client's calendar: future, past and cancelled ones. */
export async function selectCalendarBookings(db: Db, user_id: string): Promise<CalendarBooking[]> {
  return await db
    .selectFrom('bookings')
    .select([
      'id',
      'service_name',
      'start_time',
      'end_time',
      'status',
      'location_type',
      'location_name',
      'sequence',
      'updated_at',
    ])
    .where('user_id', '=', user_id)
    .where('status', 'in', ['CONFIRMED', 'COMPLETED', 'CANCELLED'])
    .orderBy('start_time')
    .execute();
}
