import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { claimDue } from '../db/claim-due.ts';
import type { Db, Trx } from '../db/pool.ts';
import { instant, maybe, number, readOne, readRows, text } from '../db/rows.ts';
import type { BusyCalendars } from '../db/types.ts';

export type CalendarRow = Selectable<BusyCalendars>;
/** [start, end) in epoch ms. */
type Span = { start: number; end: number };

export async function selectCalendars(db: Db): Promise<CalendarRow[]> {
  return await db.selectFrom('busy_calendars').selectAll().orderBy('created_at').orderBy('id').execute();
}

/** Selects the calendars of the Hours page, with how many times each closes until a moment. */
export async function selectShownCalendars(db: Db, { now, until }: { now: Date; until: Date }) {
  return await db
    .selectFrom('busy_calendars as c')
    .select(['c.id', 'c.host', 'c.ending', 'c.all_day', 'c.read_at', 'c.failed_since', 'c.problem'])
    .select(
      sql<number>`(select count(*)::int from busy_times t where t.calendar_id = c.id and t.closes
        and t.ends_at > ${now} and t.starts_at < ${until})`.as('times'),
    )
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute();
}

/** Two members of staff may add one at once. */
export async function lockCalendars(trx: Trx): Promise<void> {
  await sql`lock table busy_calendars in share row exclusive mode`.execute(trx);
}

export async function insertCalendar(trx: Trx, row: Insertable<BusyCalendars>): Promise<void> {
  await trx.insertInto('busy_calendars').values(row).execute();
}

/** Removes a calendar with its times. Returns undefined if there is none. */
export async function deleteCalendar(trx: Trx, id: string): Promise<{ host: string } | undefined> {
  return await trx.deleteFrom('busy_calendars').where('id', '=', id).returning('host').executeTakeFirst();
}

/** Claims the calendars that are to be read, each by one process. */
export async function claimCalendars(db: Db, leased_until: Date, now: Date): Promise<CalendarRow[]> {
  return await claimDue(
    db,
    { table: 'busy_calendars', key: 'id', where: sql`true` },
    { limit: 5, leased_until, now },
  );
}

/** Writes what became of a reading. Returns false if the calendar is no longer used. */
export async function updateCalendar(db: Db, id: string, set: Updateable<BusyCalendars>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('busy_calendars')
    .set(set)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts the known times that are not over. */
export async function countTimes(db: Db, calendar_id: string, now: Date): Promise<number> {
  const counted = sql`select count(*)::int as count from busy_times where calendar_id = ${calendar_id} and ends_at > ${now}`;
  return (await readOne(db, { count: number }, counted)).count;
}

/**
 * Makes these the times of a calendar. Times are compared, never ids of events: some calendars give new ones at each
 * reading. Without a difference nothing is written, so that no process reads its facts anew. The caller holds the row.
 */
export async function replaceTimes(
  trx: Trx,
  calendar_id: string,
  times: readonly (Span & { all_day: boolean })[],
  seen_at: Date,
): Promise<void> {
  const moments = (list: readonly number[]) => list.map((ms) => new Date(ms));
  const read = sql`(select unnest(${moments(times.map(({ start }) => start))}::timestamptz[]) as starts_at,
    unnest(${moments(times.map(({ end }) => end))}::timestamptz[]) as ends_at,
    unnest(${times.map(({ all_day }) => all_day)}::boolean[]) as all_day)`;
  const gone = sql`t.calendar_id = ${calendar_id} and not exists (
    select from ${read} r where r.starts_at = t.starts_at and r.ends_at = t.ends_at)`;
  const added = sql`not exists (select from busy_times t
    where t.calendar_id = ${calendar_id} and t.starts_at = r.starts_at and t.ends_at = r.ends_at)`;
  const counted = sql`select (select count(*)::int from busy_times t where ${gone}) as gone,
    (select count(*)::int from ${read} r where ${added}) as added`;
  const changes = await readOne(trx, { gone: number, added: number }, counted);
  if (changes.gone > 0) await sql`delete from busy_times t where ${gone}`.execute(trx);
  if (changes.added > 0)
    await sql`insert into busy_times (calendar_id, starts_at, ends_at, all_day, seen_at)
      select ${calendar_id}, r.starts_at, r.ends_at, r.all_day, ${seen_at} from ${read} r where ${added}`.execute(
      trx,
    );
}

/** A copy of a session in another calendar may stay there for a while after the session has left. */
const COPY_HOURS = 36;

/**
 * Lets the copies of sessions that were just cancelled or moved close nothing, and closes again what was one for too
 * long. Writes only if something changes.
 */
export async function reopenCopies(db: Db, now: Date): Promise<void> {
  const isCopy = sql`(t.starts_at, t.ends_at) in (
    select coalesce(h.moved_from, b.start_time), coalesce(h.moved_from, b.start_time) + (b.end_time - b.start_time)
    from booking_history h join bookings b on b.id = h.booking_id
    where h.at > ${now}::timestamptz - ${COPY_HOURS} * interval '1 hour'
      and (h.to_status = 'CANCELLED' or h.moved_from is not null))`;
  const wrong = sql`t.ends_at > ${now} and t.closes = ${isCopy}`;
  const { count } = await readOne(
    db,
    { count: number },
    sql`select count(*)::int as count from busy_times t where ${wrong}`,
  );
  if (count > 0) await sql`update busy_times t set closes = not t.closes where ${wrong}`.execute(db);
}

const MET = {
  id: text,
  start_time: instant,
  service_name: text,
  first_name: maybe(text),
  last_name: maybe(text),
};

/** Selects the bookings to come that meet one of these times, at most 100. */
export async function selectMetBookings(db: Db, times: readonly Span[], now: Date) {
  const moments = (list: readonly number[]) => list.map((ms) => new Date(ms));
  const met = sql`
    select b.id, b.start_time, b.service_name, u.first_name, u.last_name
    from bookings b left join users u on u.id = b.user_id
    where b.status = 'CONFIRMED' and b.start_time > ${now} and exists (
      select from unnest(${moments(times.map(({ start }) => start))}::timestamptz[],
        ${moments(times.map(({ end }) => end))}::timestamptz[]) as t(starts_at, ends_at)
      where t.starts_at < b.end_time and t.ends_at > b.start_time)
    order by b.start_time, b.id limit 100`;
  return await readRows(db, MET, met);
}
