import { type RawBuilder, type Selectable, sql } from 'kysely';
import { HOT } from '../db/hot-statements.ts';
import type { Db } from '../db/pool.ts';
import type { Users } from '../db/types.ts';
import type { LoginTimes } from './tokens.ts';

/** Moments arrive as ISO text inside JSON. */
export type RecordRow = Omit<Selectable<Users>, 'created_at' | 'updated_at'> & {
  created_at: string;
  updated_at: string;
};
type LoginRow<B> = {
  login_id: string;
  account_id: string;
  email: string;
  record: RecordRow | null;
  beside: B;
};
export const NOTHING = sql<null>`null`;

/**
 * The login of an access token, with its user record if there is one. `beside`: an expression that is read in the same
 * statement, in which `users` is that record. All of it comes as one JSON value: every call of a client begins with
 * this query, and to be told of twenty columns costs the driver more than to read them. It also stays one value when a
 * newer process adds a column to users, so that the kept plan holds.
 */
export async function selectLogin<B>(
  db: Db,
  access_hash: Buffer,
  beside: RawBuilder<B>,
  now: Date,
): Promise<LoginRow<B> | undefined> {
  const { rows } = await sql<{ found: LoginRow<B> }>`${sql.raw(HOT)}
    select json_build_object('login_id', logins.id, 'account_id', logins.account_id, 'email', logins.email,
      'record', row_to_json(users), 'beside', ${beside}) as found
    from logins left join users on users.cognito_sub = logins.account_id
    where logins.access_hash = ${access_hash} and logins.access_expires_at > ${now}`.execute(db);
  return rows[0]?.found;
}

type NewLogin = LoginTimes & {
  account_id: string;
  email: string;
  browser?: string | null;
  access_hash: Buffer;
  refresh_hash: Buffer;
  created_at: Date;
  expires_at: Date;
};

/** Makes the login if `condition` is true; false if it was not, or if the account is being removed. */
export async function insertLogin(db: Db, login: NewLogin, condition: RawBuilder<boolean>): Promise<boolean> {
  const { rows } =
    await sql`${sql.raw(HOT)} insert into logins (account_id, email, browser, access_hash, access_expires_at,
      refresh_hash, refresh_expires_at, created_at, expires_at)
    select ${login.account_id}, ${login.email}, ${login.browser ?? null}, ${login.access_hash}::bytea, ${login.access_expires_at}::timestamptz,
      ${login.refresh_hash}::bytea, ${login.refresh_expires_at}::timestamptz, ${login.created_at}::timestamptz,
      ${login.expires_at}::timestamptz
    where ${condition}
      and not exists (select from account_removals where account_id = ${login.account_id}) returning id`.execute(
      db,
    );
  return rows.length > 0;
}

/**
 * Puts the successor in the place of a refresh token that is still good, and remembers it as spent: one statement,
 * so that of two at once one wins and the other sees its work. Null if the token is not the present one, or has become
 * it only after `fresh_after`.
 */
export async function rotateRefreshToken(
  db: Db,
  spent_hash: Buffer,
  next: { access_hash: Buffer; refresh_hash: Buffer },
  times: { access_seconds: number; refresh_seconds: number },
  { now, fresh_after }: { now: Date; fresh_after: Date },
): Promise<LoginTimes | null> {
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

/**
 * The login that was given new tokens just now, of which this refresh token is the present or the previous one; each
 * has a moment after which that must have been.
 */
export async function selectRecentLogin(
  db: Db,
  token_hash: Buffer,
  rotated_after: { present: Date; previous: Date },
  now: Date,
): Promise<(LoginTimes & { is_present: boolean }) | null> {
  const login = await db
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
  return login ?? null;
}

/** Ends the login that a spent refresh token belonged to; false if the token was never ours. */
export async function deleteLoginOfSpentToken(db: Db, token_hash: Buffer): Promise<boolean> {
  const deleted = await db
    .deleteFrom('logins')
    .where('id', 'in', (from) =>
      from.selectFrom('spent_refresh_tokens').select('login_id').where('token_hash', '=', token_hash),
    )
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Ends the login that holds either token, present or spent. */
export async function deleteLoginByTokens(
  db: Db,
  tokens: { access_hash: Buffer | null; refresh_hash: Buffer | null },
): Promise<void> {
  const { access_hash, refresh_hash } = tokens;
  if (access_hash) await db.deleteFrom('logins').where('access_hash', '=', access_hash).execute();
  if (!refresh_hash) return;
  await db.deleteFrom('logins').where('refresh_hash', '=', refresh_hash).execute();
  await deleteLoginOfSpentToken(db, refresh_hash);
}

/**
 * Whether a login is there still, which nobody ends before the transaction does; false also if its account is being
 * removed. What is written after it is found by whoever deletes the account, as logins are ended first.
 */
export async function holdLogin(tx: Db, { login_id, account_id }: LoginToHold): Promise<boolean> {
  const login = await tx
    .selectFrom('logins')
    .select('id')
    .where('id', '=', login_id)
    .forKeyShare()
    .executeTakeFirst();
  if (!login) return false;
  const removal = await tx
    .selectFrom('account_removals')
    .select('account_id')
    .where('account_id', '=', account_id)
    .executeTakeFirst();
  return removal === undefined;
}
type LoginToHold = { login_id: string; account_id: string };

/** Signs an account out everywhere. */
export async function deleteLoginsOfAccount(db: Db, account_id: string): Promise<void> {
  await db.deleteFrom('logins').where('account_id', '=', account_id).execute();
}

/** The same by address, where the identity does not tell its id. */
export async function deleteLoginsOfEmail(db: Db, email: string): Promise<void> {
  await db.deleteFrom('logins').where('email', '=', email).execute();
}

export async function deleteExpiredLogins(db: Db, now: Date): Promise<number> {
  const deleted = await db.deleteFrom('logins').where('refresh_expires_at', '<=', now).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
