import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** So many at most in one statement, so that no run holds up others for long. */
const BATCH_SIZE = 5000;

/**
 * Deletes webhook events that were acted upon before this instant; how many. One that waits stays however old it is:
 * its money is not settled yet.
 */
export async function deleteEventsProcessedBefore(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_events where id in (
      select id from webhook_events where processed_at < ${before} order by processed_at limit ${BATCH_SIZE}
      for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
