import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { instant, maybe, number, readRows, type RowOf, text } from '../db/rows.ts';
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

/** What the feed at this address shows; undefined if there is none, or its member may not sign in any more. */
export async function selectStaffFeedDetail(
  db: Db,
  token_hash: Buffer,
  { with_demo }: { with_demo: boolean },
): Promise<'BUSY' | 'INITIALS' | undefined> {
  const row = await db
    .selectFrom('staff_calendar_feeds as f')
    .innerJoin('staff as s', 's.id', 'f.staff_id')
    .select('f.detail')
    .where('f.token_hash', '=', token_hash)
    .where('s.suspended_at', 'is', null)
    .$if(!with_demo, (query) => query.where('s.is_demo', '=', false))
    .executeTakeFirst();
  return row?.detail as 'BUSY' | 'INITIALS' | undefined;
}

/** A session or a class of the practice. `initials`: of the client; null in a class. */
const APPOINTMENT = {
  id: text,
  start_time: instant,
  end_time: instant,
  service_name: text,
  capacity: number,
  booked: number,
  initials: maybe(text),
  changed_at: instant,
  /** Increases with each change, so that a newer entry replaces an older one. */
  sequence: number,
};
export type FeedAppointment = RowOf<typeof APPOINTMENT>;

const MOST_APPOINTMENTS = 5000;

/** Selects the booked appointments of the last three months and the next year. Held times are no appointments yet. */
export async function selectAppointmentsNear(db: Db, now: Date): Promise<FeedAppointment[]> {
  // A seat that moved away or was cancelled is a change too, so history is found by the time, not by the appointment.
  const appointments = sql`
    with changes as (
      select b.start_time, h.id, h.at from booking_history h join bookings b on b.id = h.booking_id
      union all select moved_from, id, at from booking_history where moved_from is not null),
    latest as (select start_time, max(id)::int as sequence, max(at) as changed_at from changes group by start_time)
    select a.id, a.start_time, a.end_time, min(b.service_name) as service_name, a.capacity, count(*)::int as booked,
      case when a.capacity = 1 then min(upper(left(u.first_name, 1) || left(u.last_name, 1))) end as initials,
      coalesce(max(l.sequence), 0) as sequence, coalesce(max(l.changed_at), max(b.updated_at)) as changed_at
    from appointments a
    join bookings b on b.appointment_id = a.id and b.status in ('CONFIRMED', 'COMPLETED')
    left join users u on u.id = b.user_id
    left join latest l on l.start_time = a.start_time
    where a.start_time between ${now}::timestamptz - interval '90 days' and ${now}::timestamptz + interval '366 days'
    group by a.id order by a.start_time limit ${MOST_APPOINTMENTS}`;
  return await readRows(db, APPOINTMENT, appointments);
}
