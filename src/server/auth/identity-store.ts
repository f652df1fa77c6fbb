import { type RawBuilder, type Selectable, sql } from 'kysely';
import { HOT } from '../db/hot-statements.ts';
import type { Db } from '../db/pool.ts';
import type { Accounts, SignUpAttempts } from '../db/types.ts';

// Accounts and attempts ----------------------------------------------------------------------------------------

export async function selectAccount(db: Db, email: string): Promise<Selectable<Accounts> | null> {
  return (await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()) ?? null;
}

export type SignInFacts = {
  account: { id: string; password_hash: string } | null;
  /** Newest first. */
  attempts: Pick<Attempt, 'id' | 'password_hash' | 'password_hint'>[];
  /** By failures before this one. */
  is_locked: boolean;
};

/** Stands in where there is no account or attempt: as long in the making, on the way and in the reading (S4). */
const NOBODY = {
  id: '00000000-0000-0000-0000-000000000000',
  password_hash: `$argon2id$v=19$m=19456,t=2,p=1$${'-'.repeat(66)}`,
  password_hint: -1,
};

/** What a sign-in is judged by, in one query that is the same for every address. */
export async function selectSignInFacts(db: Db, email: string, now: Date): Promise<SignInFacts> {
  const { id, password_hash } = NOBODY;
  const { rows } = await sql<SignInFacts>`${sql.raw(HOT)} select
    coalesce(
      (select json_build_object('id', id, 'password_hash', password_hash) from accounts where email = ${email}),
      ${sql.lit(JSON.stringify({ id, password_hash }))}::json) as account,
    (select coalesce(json_agg(json_build_object('id', id, 'password_hash', password_hash, 'password_hint', password_hint)
        order by created_at desc, id), ${sql.lit(JSON.stringify([NOBODY]))}::json)
      from sign_up_attempts where email = ${email} and expires_at > ${now}) as attempts,
    exists (select from sign_in_failures where email = ${email} and locked_until > ${now}) as is_locked`.execute(
    db,
  );
  const { account, attempts, is_locked } = rows[0]!;
  return {
    account: account?.id === id ? null : account,
    attempts: attempts.filter((attempt) => attempt.id !== id),
    is_locked,
  };
}

/** Null if the address has an account already. */
export async function insertAccount(
  db: Db,
  account: { email: string; password_hash: string },
  now: Date,
): Promise<string | null> {
  const inserted = await db
    .insertInto('accounts')
    .values({ ...account, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.constraint('one_account_per_email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/**
 * For the statement that makes a login: whether the account is there with the same password still. If so nobody changes
 * or deletes it before that is committed: the login is there to be ended by whoever does so next.
 */
export function passwordHolds(account: { id: string; password_hash: string }): RawBuilder<boolean> {
  return sql`exists (select from accounts
    where id = ${account.id}::uuid and password_hash = ${account.password_hash}::text for share)`;
}

/** The account's id; null if the address has none. */
export async function updatePassword(
  db: Db,
  account: { email: string; password_hash: string },
  now: Date,
): Promise<string | null> {
  const updated = await db
    .updateTable('accounts')
    .set({ password_hash: account.password_hash, updated_at: now })
    .where('email', '=', account.email)
    .returning('id')
    .executeTakeFirst();
  return updated?.id ?? null;
}

export async function deleteAccount(db: Db, account: { account_id: string; email: string }): Promise<void> {
  const gone = await db
    .deleteFrom('accounts')
    .where(sql`id::text`, '=', account.account_id)
    .executeTakeFirst();
  // The address may have signed up anew in the meantime: only what went with the old account goes.
  if (gone.numDeletedRows === 0n) return;
  await db.deleteFrom('codes').where('email', '=', account.email).execute();
  await deleteSignInFailures(db, account.email);
}

export type Attempt = Selectable<SignUpAttempts>;

/** Keeps concurrent sign-ups of one address apart until the transaction ends. */
export async function lockAddress(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up:${email}`}, 0))`.execute(db);
}

/** Newest first. */
export async function selectLiveAttempts(db: Db, email: string, now: Date): Promise<Attempt[]> {
  return await db
    .selectFrom('sign_up_attempts')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function insertAttempt(db: Db, attempt: Attempt): Promise<void> {
  await db.insertInto('sign_up_attempts').values(attempt).execute();
}

export async function deleteAttempts(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('codes').where('purpose', '=', 'CONFIRM').where('subject', 'in', ids).execute();
  await db.deleteFrom('sign_up_attempts').where('id', 'in', ids).execute();
}

export async function deleteAttemptsOf(db: Db, email: string): Promise<void> {
  await db.deleteFrom('codes').where('purpose', '=', 'CONFIRM').where('email', '=', email).execute();
  await db.deleteFrom('sign_up_attempts').where('email', '=', email).execute();
}

// Codes --------------------------------------------------------------------------------------------------------

export type CodePurpose = 'CONFIRM' | 'RESET';
export type CodeSubject = { purpose: CodePurpose; subject: string };

/** Puts a new code in the place of the one before, with all its tries. */
export async function replaceCode(
  db: Db,
  code: CodeSubject & { email: string; code_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  const { code_hash, created_at, expires_at } = code;
  await db
    .insertInto('codes')
    .values({ ...code, tries: 0 })
    .onConflict((conflict) =>
      conflict.constraint('newest_code_only').doUpdateSet({ code_hash, created_at, expires_at, tries: 0 }),
    )
    .execute();
}

/**
 * Takes one of the tries of a code; whoever gets the row may compare once. However many guess at once, no more than
 * `tries` of them get it, as the row is counted before it is read.
 */
export async function takeTry(
  db: Db,
  { purpose, subject }: CodeSubject,
  tries: number,
): Promise<{ code_hash: Buffer; expires_at: Date } | 'NONE' | 'NO_TRIES_LEFT'> {
  const taken = await db
    .updateTable('codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('tries', '<', tries)
    .returning(['code_hash', 'expires_at'])
    .executeTakeFirst();
  if (taken) return taken;
  const there = await db
    .selectFrom('codes')
    .select('tries')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return there ? 'NO_TRIES_LEFT' : 'NONE';
}

/** Uses a code up; false if it was used or replaced in the meantime. */
export async function deleteCode(db: Db, code: CodeSubject & { code_hash: Buffer }): Promise<boolean> {
  const deleted = await db
    .deleteFrom('codes')
    .where('purpose', '=', code.purpose)
    .where('subject', '=', code.subject)
    .where('code_hash', '=', code.code_hash)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

// Wrong passwords ----------------------------------------------------------------------------------------------

const LONG_AGO = new Date(0);
const MAX_LOCK_SECONDS = 900;

/**
 * Counts a sign-in as failed before anybody learns whether its password was right, so that guesses made at once count
 * too; success takes it back. From the `free`th failure on the address is locked for 1, 2, 4 … 900 s; a day without
 * one forgets all. False: locked now.
 */
export async function countSignIn(db: Db, email: string, free: number, now: Date): Promise<boolean> {
  const failures = sql<number>`case when sign_in_failures.last_at < ${now}::timestamptz - interval '1 day' then 1
    else sign_in_failures.failures + 1 end`;
  const lock = sql<number>`least(${MAX_LOCK_SECONDS}::numeric, power(2::numeric, least(${failures} - ${free}::integer, 20)))`;
  const locked = sql<Date>`case when ${failures} >= ${free}::integer then ${now}::timestamptz + ${lock}::float8 * interval '1 second'
    else ${LONG_AGO}::timestamptz end`;
  const counted = await db
    .insertInto('sign_in_failures')
    .values({ email, failures: 1, last_at: now, locked_until: LONG_AGO })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ failures, last_at: now, locked_until: locked })
        .where('sign_in_failures.locked_until', '<=', now),
    )
    .returning('failures')
    .executeTakeFirst();
  return counted !== undefined;
}

export async function deleteSignInFailures(db: Db, email: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('email', '=', email).execute();
}

/**
 * The same after a sign-in, not in a transaction, and not waiting for the disk: a crash brings back no more than
 * failures that were forgiven.
 */
export async function forgiveSignInFailures(db: Db, email: string): Promise<void> {
  await sql`${sql.raw(HOT)} delete from sign_in_failures where email = ${email}
    returning set_config('synchronous_commit', 'off', true)`.execute(db);
}

// What time makes useless --------------------------------------------------------------------------------------

/** Expired attempts, codes of which nobody has to be told any more, and old failures. */
export async function deleteStaleIdentityRows(db: Db, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000);
  const attempts = await db.deleteFrom('sign_up_attempts').where('expires_at', '<=', now).executeTakeFirst();
  const codes = await db.deleteFrom('codes').where('expires_at', '<=', dayAgo).executeTakeFirst();
  const failures = await db.deleteFrom('sign_in_failures').where('last_at', '<=', dayAgo).executeTakeFirst();
  const counters = await db.deleteFrom('rate_limits').where('expire', '<=', now.getTime()).executeTakeFirst();
  return Number(
    attempts.numDeletedRows + codes.numDeletedRows + failures.numDeletedRows + counters.numDeletedRows,
  );
}
