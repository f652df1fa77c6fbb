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

/** What happens at the practice, by start. */
export async function selectEvents(db: Db) {
  return await db.selectFrom('events').select(COLUMNS).orderBy('start_time').orderBy('title').execute();
}

export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number];

/** `lock`: nobody else changes it until the transaction ends. */
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

/** Seats that are booked or held in the class that begins then. */
export async function selectSeatsAt(db: Db, service_id: string, start_time: Date): Promise<number> {
  const standing = await db
    .selectFrom('appointments')
    .select('taken')
    .where('service_id', '=', service_id)
    .where('start_time', '=', start_time)
    .execute();
  return standing.reduce((sum, { taken }) => sum + taken, 0);
}
