import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** Rows per statement, so that a run does not block others for long. */
const BATCH_SIZE = 5000;

/**
 * Deletes webhook events that were processed before this instant and returns their number. An unprocessed event stays,
 * whatever its age, because its payment is not settled.
 */
export async function deleteEventsProcessedBefore(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_events where id in (
      select id from webhook_events where processed_at < ${before} order by processed_at limit ${BATCH_SIZE}
      for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
