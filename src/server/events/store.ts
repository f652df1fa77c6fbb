import type { Db } from '../db/pool.ts';

/** What happens at the practice, by start. */
export async function selectEvents(db: Db) {
  return await db
    .selectFrom('events')
    .select(['id', 'title', 'description', 'start_time', 'end_time', 'location', 'url', 'service_id'])
    .orderBy('start_time')
    .orderBy('title')
    .execute();
}
