import { sql } from 'kysely';
import type { UserRow } from '../sessions/session-store.ts';
import type { Db } from '../db/pool.ts';

/**
 * Records that a client asks for house calls, unless a request is open, the client is approved, had no visit yet, or was
 * answered after `answered_before`. False: nothing was recorded.
 */
export async function insertHouseCallRequest(
  db: Db,
  id: string,
  answered_before: Date,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ house_call_requested_at: now })
    .where('id', '=', id)
    .where('house_call_approved', '=', false)
    .where(
      sql<boolean>`(house_call_requested_at is null
        or house_call_decided_at >= house_call_requested_at and house_call_decided_at < ${answered_before}::timestamptz)`,
    )
    .where(hadVisit(now))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

const hadVisit = (now: Date) => sql<boolean>`exists (select from bookings b where b.user_id = users.id
  and b.status in ('CONFIRMED', 'COMPLETED') and b.end_time <= ${now}::timestamptz)`;

/** What decides about a request; undefined if the record is gone. */
export async function selectHouseCallFacts(
  db: Db,
  id: string,
  now: Date,
): Promise<
  | (Pick<UserRow, 'house_call_approved' | 'house_call_requested_at' | 'house_call_decided_at'> & {
      had_visit: boolean;
    })
  | undefined
> {
  return await db
    .selectFrom('users')
    .select(['house_call_approved', 'house_call_requested_at', 'house_call_decided_at'])
    .select(hadVisit(now).as('had_visit'))
    .where('id', '=', id)
    .executeTakeFirst();
}
