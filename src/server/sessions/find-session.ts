import type { RawBuilder, Selectable } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Users } from '../db/types.ts';
import { type RecordRow, selectSessionByAccessToken } from './session-store.ts';
import { hashToken, isToken } from './tokens.ts';

/** A signed-in browser. `account_id` is the identity's opaque id (users.cognito_sub). */
export type Session = { id: string; account_id: string; email: string };
export type UserRow = Selectable<Users>;

/**
 * Finds the session of an access token and its user record, if there is one, in one query. Null if the token is unknown
 * or expired, or the session has ended. `extra` is an expression read by the same query, in which `users` is the record.
 */
export async function findSession<B>(
  db: Db,
  access_token: string,
  extra: RawBuilder<B>,
  now: Date,
): Promise<{ session: Session; user: UserRow | null; extra: B } | null> {
  // A malformed token needs no query.
  if (!isToken(access_token)) return null;
  const row = await selectSessionByAccessToken(db, hashToken(access_token), extra, now);
  if (!row) return null;
  const { record, extra: read, ...session } = row;
  return { session, user: record && userOf(record), extra: read };
}

const userOf = (record: RecordRow): UserRow => ({
  ...record,
  created_at: new Date(record.created_at),
  updated_at: new Date(record.updated_at),
});
