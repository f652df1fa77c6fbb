import { type RawBuilder, type Selectable, sql } from 'kysely';
import { HOT } from '../db/hot-statements.ts';
import type { Db, Trx } from '../db/pool.ts';
import { json, list, maybe, number, object, readFirst, type RowOf, text } from '../db/rows.ts';
import type { Logins, Users } from '../db/types.ts';
import type { Counting, Points } from '../runtime/rate-counter-store.ts';
import { hashToken, isToken, type SessionTimes } from './tokens.ts';

/** A signed-in browser. `account_id` is the identity's opaque id (users.cognito_sub). */
export type Session = RowOf<typeof SESSION>;
/** The record of a client who signs in. Records that the practice keeps for others have no `cognito_sub`. */
export type UserRow = Omit<Selectable<Users>, 'cognito_sub' | 'search_key'> & { cognito_sub: string };

/** Timestamps arrive as ISO text inside JSON. */
type Moment = 'created_at' | 'updated_at';
type OptionalMoment = 'house_call_requested_at' | 'house_call_decided_at';
type RecordRow = Omit<UserRow, Moment | OptionalMoment> &
  Record<Moment, string> &
  Record<OptionalMoment, string | null>;

const SESSION = { id: text, account_id: text, email: text };
const FOUND = {
  found: object({
    ...SESSION,
    record: maybe(json<RecordRow>()),
    extra: maybe(json<unknown>()),
    points: maybe(list(maybe(number))),
  }),
};

export const NOTHING = sql<null>`null`;
export const ALWAYS = sql<boolean>`true`;

/**
 * Finds the session of an access token and its user record, if there is one. Null if the token is unknown or expired, or
 * the session has ended. `extra` is an expression read in the same statement, in which `users` is the record; `counting`
 * counts the request in it, so that `points` are not null. The result is one JSON value: every signed-in call begins with
 * this query, and describing twenty columns costs the driver more than parsing them. One value also keeps the prepared
 * plan valid when a newer process adds a column to users.
 */
export async function findSession<B>(
  db: Db,
  access_token: string,
  extra: RawBuilder<B>,
  now: Date,
  counting: Pick<Counting, 'ctes' | 'points'> | null = null,
): Promise<{ session: Session; user: UserRow | null; extra: B; points: Points | null } | null> {
  // A malformed token needs no query.
  if (!isToken(access_token)) return null;
  const live = sql`(select id, account_id, email from logins
    where access_hash = ${hashToken(access_token)} and access_expires_at > ${now})`;
  const query = sql`${sql.raw(HOT)} ${counting ? sql`with login as ${live}, ${counting.ctes}` : sql``}
    select json_build_object('id', login.id, 'account_id', login.account_id, 'email', login.email,
      'record', row_to_json(users), 'extra', ${extra}, 'points', ${counting?.points ?? NOTHING}) as found
    from ${counting ? sql`login` : sql`${live} login`} left join users on users.cognito_sub = login.account_id`;
  const row = await readFirst(db, FOUND, query);
  if (!row) return null;
  const { record, extra: read, points, ...session } = row.found;
  return { session, user: record && userOf(record), extra: read as B, points };
}

const userOf = (record: RecordRow): UserRow => ({
  ...record,
  created_at: new Date(record.created_at),
  updated_at: new Date(record.updated_at),
  house_call_requested_at: dateOrNull(record.house_call_requested_at),
  house_call_decided_at: dateOrNull(record.house_call_decided_at),
});
const dateOrNull = (text: string | null) => (text === null ? null : new Date(text));

type NewSession = SessionTimes & {
  account_id: string;
  email: string;
  browser?: string | null;
  access_hash: Buffer;
  refresh_hash: Buffer;
  created_at: Date;
  expires_at: Date;
};

/** Inserts the session if `condition` is true; false if it is not, or if the account is being removed. */
export async function insertSession(
  db: Db,
  session: NewSession,
  condition: RawBuilder<boolean>,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`${sql.raw(HOT)} insert into logins (account_id, email, browser, access_hash, access_expires_at,
      refresh_hash, refresh_expires_at, created_at, expires_at)
    select ${session.account_id}, ${session.email}, ${session.browser ?? null}, ${session.access_hash}::bytea, ${session.access_expires_at}::timestamptz,
      ${session.refresh_hash}::bytea, ${session.refresh_expires_at}::timestamptz, ${session.created_at}::timestamptz,
      ${session.expires_at}::timestamptz
    where ${condition}
      and not exists (select from account_removals where account_id = ${session.account_id})`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Replaces a valid refresh token with its successor and records it as spent, in one statement: of two concurrent
 * refreshes one wins and the other sees its result. Null if the token is not the current one, or has become current only
 * after `fresh_after`.
 */
export async function rotateRefreshToken(
  db: Db,
  spent_hash: Buffer,
  next: { access_hash: Buffer; refresh_hash: Buffer },
  times: { access_seconds: number; refresh_seconds: number },
  { now, fresh_after }: { now: Date; fresh_after: Date },
): Promise<SessionTimes | null> {
  const within = (seconds: number) =>
    sql<Date>`least(expires_at, ${now}::timestamptz + ${seconds} * interval '1 second')`;
  const rotated = await db
    .with('rotated', (cte) =>
      cte
        .updateTable('logins')
        .set({
          access_hash: next.access_hash,
          refresh_hash: next.refresh_hash,
          access_expires_at: within(times.access_seconds),
          refresh_expires_at: within(times.refresh_seconds),
          previous_hash: spent_hash,
          rotated_at: now,
        })
        .where('refresh_hash', '=', spent_hash)
        .where('refresh_expires_at', '>', now)
        .where(sql<boolean>`(rotated_at is null or rotated_at <= ${fresh_after}::timestamptz)`)
        .returning(['id', 'access_expires_at', 'refresh_expires_at']),
    )
    .with('spent', (cte) =>
      cte
        .insertInto('spent_refresh_tokens')
        .columns(['token_hash', 'login_id'])
        .expression((from) =>
          from
            .selectFrom('rotated')
            .select([sql<Buffer>`${spent_hash}::bytea`.as('token_hash'), 'rotated.id']),
        ),
    )
    .selectFrom('rotated')
    .select(['access_expires_at', 'refresh_expires_at'])
    .executeTakeFirst();
  return rotated ?? null;
}

/** The session that a refresh token belongs to, or belonged to before it was spent; null if the token is unknown. */
export async function selectSessionOfRefreshToken(db: Db, token_hash: Buffer): Promise<string | null> {
  const sessions = sql`select id from logins where refresh_hash = ${token_hash}
    union all select login_id from spent_refresh_tokens where token_hash = ${token_hash} limit 1`;
  const session = await readFirst(db, { id: text }, sessions);
  return session?.id ?? null;
}

/**
 * The recently rotated session whose present or previous refresh token this is. `rotated_after` bounds how long ago the
 * rotation may be in each case.
 */
export async function selectRecentlyRotatedSession(
  db: Db,
  token_hash: Buffer,
  rotated_after: { present: Date; previous: Date },
  now: Date,
): Promise<(SessionTimes & { is_present: boolean }) | null> {
  const session = await db
    .selectFrom('logins')
    .select(['access_expires_at', 'refresh_expires_at'])
    .select(sql<boolean>`refresh_hash = ${token_hash}::bytea`.as('is_present'))
    .where('refresh_expires_at', '>', now)
    .where(({ and, eb, or }) =>
      or([
        and([eb('refresh_hash', '=', token_hash), eb('rotated_at', '>', rotated_after.present)]),
        and([eb('previous_hash', '=', token_hash), eb('rotated_at', '>', rotated_after.previous)]),
      ]),
    )
    .executeTakeFirst();
  return session ?? null;
}

/** Ends the session that a spent refresh token belonged to; false if the token is unknown. */
export async function deleteSessionOfSpentToken(db: Db, token_hash: Buffer): Promise<boolean> {
  const deleted = await db
    .deleteFrom('logins')
    .where('id', 'in', (from) =>
      from.selectFrom('spent_refresh_tokens').select('login_id').where('token_hash', '=', token_hash),
    )
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Ends the session that holds either token, present or spent. */
export async function deleteSessionByTokens(
  db: Db,
  tokens: { access_hash: Buffer | null; refresh_hash: Buffer | null },
): Promise<void> {
  const { access_hash, refresh_hash } = tokens;
  if (access_hash) await db.deleteFrom('logins').where('access_hash', '=', access_hash).execute();
  if (!refresh_hash) return;
  await db.deleteFrom('logins').where('refresh_hash', '=', refresh_hash).execute();
  await deleteSessionOfSpentToken(db, refresh_hash);
}

/**
 * Locks a session until the transaction ends; false if it has ended or its account is being removed. Deleting an account
 * ends its sessions first, so the deletion waits for this lock and then finds every row written under it.
 */
export async function lockSession(tx: Trx, { id, account_id }: SessionToLock): Promise<boolean> {
  const session = await tx
    .selectFrom('logins')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (!session) return false;
  const removal = await tx
    .selectFrom('account_removals')
    .select('account_id')
    .where('account_id', '=', account_id)
    .executeTakeFirst();
  return removal === undefined;
}
type SessionToLock = { id: string; account_id: string };

/** Signs an account out everywhere. */
export async function deleteSessionsOfAccount(db: Db, account_id: string): Promise<void> {
  await db.deleteFrom('logins').where('account_id', '=', account_id).execute();
}

/** Signs an account out in every other browser. */
export async function deleteOtherSessions(db: Db, { id, account_id }: SessionToLock): Promise<void> {
  await db.deleteFrom('logins').where('account_id', '=', account_id).where('id', '<>', id).execute();
}

/** A session keeps the address of its account. */
export async function updateSessionEmail(db: Db, id: string, email: string): Promise<void> {
  await db.updateTable('logins').set({ email }).where('id', '=', id).execute();
}

/** Signs an account out everywhere, for identity providers that only return its address. */
export async function deleteSessionsOfEmail(db: Db, email: string): Promise<void> {
  await db.deleteFrom('logins').where('email', '=', email).execute();
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<number> {
  const deleted = await db.deleteFrom('logins').where('refresh_expires_at', '<=', now).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

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
