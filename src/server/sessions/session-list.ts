import { type Selectable, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Logins } from '../db/types.ts';

/** Enough to recognize an unknown session; "Sign out everywhere" ends older ones. */
const LISTED = 100;

type SessionRow = Pick<Selectable<Logins>, 'id' | 'browser' | 'created_at'> & { last_active_at: Date };

/** The live sessions of an account, the most recently used first. */
export async function selectSessions(db: Db, account_id: string, now: Date): Promise<SessionRow[]> {
  return await db
    .selectFrom('logins')
    .select(['id', 'browser', 'created_at', sql<Date>`coalesce(rotated_at, created_at)`.as('last_active_at')])
    .where('account_id', '=', account_id)
    .where('refresh_expires_at', '>', now)
    .orderBy('last_active_at', 'desc')
    .orderBy('id')
    .limit(LISTED)
    .execute();
}

/**
 * Ends one session of an account; false if there is none. It deletes by id, which survives a concurrent token rotation;
 * a statement by tokens would miss the row.
 */
export async function deleteSession(db: Db, session: { id: string; account_id: string }): Promise<boolean> {
  const deleted = await db
    .deleteFrom('logins')
    .where('id', '=', session.id)
    .where('account_id', '=', session.account_id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
