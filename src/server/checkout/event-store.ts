import { sql } from 'kysely';
import { claimDue } from '../db/claim-due.ts';
import type { Db } from '../db/pool.ts';

export type EventRow = { id: string; type: string; object_id: string | null; attempts: number };

/** Stores an event of the provider; a repeated event changes nothing. `due: null`: the event needs no processing. */
export async function insertEvent(
  db: Db,
  event: { id: string; type: string; object_id: string | null; checkout_id: string | null },
  due: Date | null,
  now: Date,
): Promise<void> {
  await db
    .insertInto('webhook_events')
    .values({
      id: event.id,
      type: event.type,
      object_id: event.object_id,
      // Only ids, so that no personal data is stored; the state is read from the provider.
      body: JSON.stringify({ checkout_id: event.checkout_id }),
      received_at: now,
      next_attempt_at: due ?? now,
      processed_at: due === null ? now : null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Claims due events for this process, or only the one named. */
export async function claimDueEvents(
  db: Db,
  limit: number,
  leased_until: Date,
  now: Date,
  only?: string,
): Promise<EventRow[]> {
  const queue = {
    table: 'webhook_events',
    key: 'id',
    where: sql`processed_at is null and (${only ?? null}::text is null or id = ${only ?? null})`,
    // Without the body, which may be 256 KB.
    columns: ['id', 'type', 'object_id', 'attempts'],
  } as const;
  return await claimDue(db, queue, { limit, leased_until, now });
}

export async function finishEvent(db: Db, id: string, note: string | null, now: Date): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ processed_at: now, last_error: note })
    .where('id', '=', id)
    .execute();
}

export async function postponeEvent(db: Db, id: string, error: string, next_attempt_at: Date): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ next_attempt_at, last_error: error.slice(0, 500) })
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .execute();
}

/** Rows per statement, so that a run does not block others for long. */
const DELETED_AT_ONCE = 5000;

/**
 * Deletes webhook events that were processed before this instant and returns their number. An unprocessed event stays,
 * whatever its age, because its payment is not settled.
 */
export async function deleteEventsProcessedBefore(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_events where id in (
      select id from webhook_events where processed_at < ${before} order by processed_at limit ${DELETED_AT_ONCE}
      for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
