import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { number, readRows, text } from '../db/rows.ts';

const COLUMNS = [
  'id',
  'title',
  'description',
  'start_time',
  'end_time',
  'location',
  'url',
  'service_id',
] as const;

/** Selects all events by start. */
export async function selectEvents(db: Db) {
  return await db.selectFrom('events').select(COLUMNS).orderBy('start_time').orderBy('title').execute();
}

export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number];

/** Selects one event. With `lock` no other transaction changes it until this one ends. */
export async function selectEvent(db: Db, id: string, lock?: 'lock'): Promise<EventRow | undefined> {
  return await db
    .selectFrom('events')
    .select(COLUMNS)
    .where('id', '=', id)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function insertEvent(db: Db, event: Omit<EventRow, 'id'>, now: Date): Promise<string> {
  const row = { ...event, updated_at: now };
  const { id } = await db.insertInto('events').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateEvent(db: Db, id: string, event: Omit<EventRow, 'id'>, now: Date): Promise<void> {
  // The time of a change is the version of the row, so it always increases.
  const updated_at = sql<Date>`greatest(${now}::timestamptz, coalesce(updated_at, '-infinity') + interval '1 millisecond')`;
  await db
    .updateTable('events')
    .set({ ...event, updated_at })
    .where('id', '=', id)
    .execute();
}

export async function deleteEvent(db: Db, id: string): Promise<void> {
  await db.deleteFrom('events').where('id', '=', id).execute();
}

/** Counts the booked and held seats in the class that begins at `start_time`. */
export async function selectSeatsAt(db: Db, service_id: string, start_time: Date): Promise<number> {
  const appointments = await db
    .selectFrom('appointments')
    .select('taken')
    .where('service_id', '=', service_id)
    .where('start_time', '=', start_time)
    .execute();
  return appointments.reduce((sum, { taken }) => sum + taken, 0);
}

/** Events with their version and the name of their class. */
function storedEvents(db: Db) {
  return db
    .selectFrom('events as e')
    .leftJoin('services as s', 's.id', 'e.service_id')
    .select(COLUMNS.map((column) => `e.${column}` as const))
    .select(['e.updated_at', 's.name as service_name']);
}

/** Selects the events that end after a moment, by start. */
export async function selectEventsSince(db: Db, from: Date) {
  return await storedEvents(db)
    .where('e.end_time', '>', from)
    .orderBy('e.start_time')
    .orderBy('e.title')
    .execute();
}

/** Selects one event with its version. With `lock` no other transaction changes it until this one ends. */
export async function selectStoredEvent(db: Db, id: string, lock?: 'lock') {
  return await storedEvents(db)
    .where('e.id', '=', id)
    .$if(lock !== undefined, (query) => query.forUpdate('e'))
    .executeTakeFirst();
}

/** Counts the booked and held seats in the classes that these events announce, by the event. */
export async function selectSeatsOfEvents(
  db: Db,
  events: readonly Pick<EventRow, 'id'>[],
): Promise<Map<string, number>> {
  if (events.length === 0) return new Map();
  const seats = sql`
    select e.id, sum(a.taken)::int as taken from events e
    join appointments a on a.service_id = e.service_id and a.start_time = e.start_time
    where e.id = any(${events.map(({ id }) => id)}::uuid[]) group by e.id`;
  const rows = await readRows(db, { id: text, taken: number }, seats);
  return new Map(rows.map(({ id, taken }) => [id, taken]));
}
