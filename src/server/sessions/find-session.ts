import type { RawBuilder, Selectable } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Users } from '../db/types.ts';
import { type RecordRow, selectLogin } from './session-store.ts';
import { hashToken, isToken } from './tokens.ts';

/** A signed-in browser. `account_id` is the identity's opaque id (users.cognito_sub). */
export type Login = { login_id: string; account_id: string; email: string };
export type UserRow = Selectable<Users>;

/**
 * Who holds this access token, with the record if there is one: one query. Null if the token is unknown,
 * has expired or its login was ended. `beside`: what the caller wants to know besides, read by the same query; an
 * expression in which `users` is the record.
 */
export async function findLogin<B>(
  db: Db,
  access_token: string,
  beside: RawBuilder<B>,
  now: Date,
): Promise<{ login: Login; user: UserRow | null; beside: B } | null> {
  // Anything else is not worth a query.
  if (!isToken(access_token)) return null;
  const row = await selectLogin(db, hashToken(access_token), beside, now);
  if (!row) return null;
  const { record, beside: read, ...login } = row;
  return { login, user: record && userOf(record), beside: read };
}

const userOf = (record: RecordRow): UserRow => ({
  ...record,
  created_at: new Date(record.created_at),
  updated_at: new Date(record.updated_at),
});
