import type { Db } from '../db/pool.ts';

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

export async function insertEvent(db: Db, event: Omit<EventRow, 'id'>): Promise<string> {
  const { id } = await db.insertInto('events').values(event).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateEvent(db: Db, id: string, event: Omit<EventRow, 'id'>): Promise<void> {
  await db.updateTable('events').set(event).where('id', '=', id).execute();
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
