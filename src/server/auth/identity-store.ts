import { type RawBuilder, type Selectable, sql } from 'kysely';
import { HOT } from '../db/hot-statements.ts';
import type { Db } from '../db/pool.ts';
import type { Accounts, SignUpAttempts } from '../db/types.ts';

// Accounts and attempts

export async function selectAccount(db: Db, email: string): Promise<Selectable<Accounts> | null> {
  return (await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()) ?? null;
}

export type SignInFacts = {
  account: { id: string; password_hash: string } | null;
  /** Newest first. */
  attempts: Pick<Attempt, 'id' | 'password_hash' | 'password_hint'>[];
  /** The lock by earlier failures: of the source itself, or of all unknown browsers together. */
  lock: SignInLock | null;
};

/** Stands in for a missing account or attempt, with the same size and cost, so that timing reveals nothing (S4). */
const NOBODY = {
  id: '00000000-0000-0000-0000-000000000000',
  password_hash: `$argon2id$v=19$m=19456,t=2,p=1$${'-'.repeat(66)}`,
  password_hint: -1,
};

/** Reads what a sign-in is decided by, in one query that is the same for every address and source. */
export async function selectSignInFacts(
  db: Db,
  email: string,
  sources: SignInSources,
  now: Date,
): Promise<SignInFacts> {
  const { id, password_hash } = NOBODY;
  const { rows } = await sql<SignInFacts>`${sql.raw(HOT)} select
    coalesce(
      (select json_build_object('id', id, 'password_hash', password_hash) from accounts where email = ${email}),
      ${sql.lit(JSON.stringify({ id, password_hash }))}::json) as account,
    (select coalesce(json_agg(json_build_object('id', id, 'password_hash', password_hash, 'password_hint', password_hint)
        order by created_at desc, id), ${sql.lit(JSON.stringify([NOBODY]))}::json)
      from sign_up_attempts where email = ${email} and expires_at > ${now}) as attempts,
    (select case when source = ${ALL_UNKNOWN} then 'PAUSED' else 'LOCKED' end from sign_in_failures
      where email = ${email} and source = any(${[...sources]}::text[]) and locked_until > ${now}
      order by source = ${ALL_UNKNOWN} desc limit 1) as lock`.execute(db);
  const { account, attempts, lock } = rows[0]!;
  return {
    account: account?.id === id ? null : account,
    attempts: attempts.filter((attempt) => attempt.id !== id),
    lock,
  };
}

/** Returns the new id; null if the address has an account. */
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
 * A condition for the statement that inserts a session: the account still has this password. It locks the account row,
 * so that a password change or deletion waits for the new session and then ends it.
 */
export function passwordHolds(account: { id: string; password_hash: string }): RawBuilder<boolean> {
  return sql`exists (select from accounts
    where id = ${account.id}::uuid and password_hash = ${account.password_hash}::text for share)`;
}

/** Returns the account's id; null if the address has none. */
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
  // The address may have signed up again in the meantime: only data of the old account is deleted.
  if (gone.numDeletedRows === 0n) return;
  await db.deleteFrom('codes').where('email', '=', account.email).execute();
  await deleteLinksOf(db, account.email);
  await deleteSignInFailures(db, account.email);
}

export type Attempt = Selectable<SignUpAttempts>;

/** Serialises sign-ups of one address until the transaction ends. */
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

// Codes

export type CodePurpose = 'CONFIRM' | 'RESET';
export type CodeSubject = { purpose: CodePurpose; subject: string };

/** Replaces the code of a subject and resets its tries. */
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

/** The newest code of an address, for pages loaded before codes had an id. */
export async function selectNewestCode(
  db: Db,
  { purpose, email }: { purpose: CodePurpose; email: string },
): Promise<string | null> {
  const newest = await db
    .selectFrom('codes')
    .select('subject')
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.subject ?? null;
}

/**
 * Takes one of the tries of a code; the caller that gets the row may compare once. The count precedes the read, so no
 * more than `tries` concurrent guesses get the row.
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

/** Deletes a used code; false if it was used or replaced in the meantime. */
export async function deleteCode(db: Db, code: CodeSubject & { code_hash: Buffer }): Promise<boolean> {
  const deleted = await db
    .deleteFrom('codes')
    .where('purpose', '=', code.purpose)
    .where('subject', '=', code.subject)
    .where('code_hash', '=', code.code_hash)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function deleteCodesOf(
  db: Db,
  { purpose, email }: { purpose: CodePurpose; email: string },
): Promise<void> {
  await db.deleteFrom('codes').where('purpose', '=', purpose).where('email', '=', email).execute();
}

// Links in code mails

type MailboxLink = { token_hash: Buffer; email: string; purpose: CodePurpose };

/** Earlier links stay valid, so that a mail requested by a stranger takes nothing from the owner. */
export async function insertLink(
  db: Db,
  link: MailboxLink & { created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto('mailbox_links').values(link).execute();
}

/** The unexpired link of this token; null without one. */
export async function selectLink(db: Db, token_hash: Buffer, now: Date): Promise<MailboxLink | null> {
  const link = await db
    .selectFrom('mailbox_links')
    .select(['token_hash', 'email', 'purpose'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return link ? { ...link, purpose: link.purpose as CodePurpose } : null;
}

/** Deletes a used link; false if another request used it first. */
export async function deleteLink(db: Db, token_hash: Buffer): Promise<boolean> {
  const deleted = await db
    .deleteFrom('mailbox_links')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function deleteLinksOf(db: Db, email: string): Promise<void> {
  await db.deleteFrom('mailbox_links').where('email', '=', email).execute();
}

// Wrong passwords

const LONG_AGO = new Date(0);
const MAX_LOCK_SECONDS = 900;
/** The source that counts all unknown browsers together. */
const ALL_UNKNOWN = 'unknown';

/** LOCKED: this browser, or its network. PAUSED: all unknown browsers. */
export type SignInLock = 'LOCKED' | 'PAUSED';
/** The sources that a sign-in is counted under: its own, and for an unknown browser also all of them together. */
export type SignInSources = readonly [own: string, all?: typeof ALL_UNKNOWN];

export const sourcesOfKnown = (id: string): SignInSources => [`browser:${id}`];
export const sourcesOfUnknown = (network: string): SignInSources => [`network:${network}`, ALL_UNKNOWN];

/**
 * Counts a sign-in as failed before its password is checked, so that concurrent guesses count too; success takes it
 * back. From the `free`th failure on the source is locked for 1, 2, 4 … 900 s; a day without failures resets it. All
 * unknown browsers together may fail `all_free` times within 24 hours of the first. A refused source is not counted for
 * all of them, so that one network cannot pause them. Null means that the sign-in may proceed.
 */
export async function countSignIn(
  db: Db,
  email: string,
  [own, all]: SignInSources,
  { free, all_free }: { free: number; all_free: number },
  now: Date,
): Promise<SignInLock | null> {
  const day = sql`interval '1 day'`;
  const failures = sql`case when f.last_at < ${now}::timestamptz - ${day} then 1 else f.failures + 1 end`;
  const seconds = sql`least(${MAX_LOCK_SECONDS}::numeric, power(2::numeric, least(${failures} - ${free}::integer, 20)))`;
  const isNewDay = sql`f.first_at <= ${now}::timestamptz - ${day}`;
  const allFailures = sql`case when ${isNewDay} then 1 else f.failures + 1 end`;
  const { rows } = await sql<{ own: number; all: number }>`with own as (
      insert into sign_in_failures as f (email, source, failures, first_at, last_at, locked_until)
      values (${email}, ${own}, 1, ${now}, ${now}, ${LONG_AGO})
      on conflict (email, source) do update set failures = ${failures}, last_at = ${now}::timestamptz,
        locked_until = case when ${failures} >= ${free}::integer
          then ${now}::timestamptz + ${seconds}::float8 * interval '1 second' else ${LONG_AGO}::timestamptz end
      where f.locked_until <= ${now}::timestamptz
      returning f.source),
    together as (
      insert into sign_in_failures as f (email, source, failures, first_at, last_at, locked_until)
      select ${email}::text, ${all ?? ''}::text, 1, ${now}::timestamptz, ${now}::timestamptz, ${LONG_AGO}::timestamptz from own
      where ${all ?? ''}::text <> ''
      on conflict (email, source) do update set failures = ${allFailures}, last_at = ${now}::timestamptz,
        first_at = case when ${isNewDay} then ${now}::timestamptz else f.first_at end,
        notified_at = case when ${isNewDay} then null else f.notified_at end,
        locked_until = case when ${allFailures} >= ${all_free}::integer
          then f.first_at + ${day} else ${LONG_AGO}::timestamptz end
      where f.locked_until <= ${now}::timestamptz
      returning f.source)
    select (select count(*)::int from own) as own, (select count(*)::int from together) as all`.execute(db);
  const counted = rows[0]!;
  if (counted.own === 0) return 'LOCKED';
  return all !== undefined && counted.all === 0 ? 'PAUSED' : null;
}

export async function deleteSignInFailures(db: Db, email: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('email', '=', email).execute();
}

/**
 * After a correct password: deletes the failures of the source, and takes this sign-in's own count from all unknown
 * browsers. It needs no transaction and does not wait for the disk: a crash can only bring back failures that were
 * forgiven. The second row is locked after the first, as in `countSignIn`: PostgreSQL runs the last part of a statement
 * first by default, and two sign-ins to one account would deadlock.
 */
export async function forgiveSignInFailures(
  db: Db,
  email: string,
  [own, all]: SignInSources,
  all_free: number,
): Promise<void> {
  await sql`${sql.raw(HOT)} with own as (
      delete from sign_in_failures where email = ${email} and source = ${own} returning source),
    together as (update sign_in_failures set failures = greatest(failures - 1, 0),
      locked_until = case when failures - 1 >= ${all_free}::integer then locked_until else ${LONG_AGO}::timestamptz end
      where email = ${email} and source = ${all ?? ''} and (select count(*) from own) >= 0)
    select set_config('synchronous_commit', 'off', true)`.execute(db);
}

/**
 * Takes back the own count of a sign-in whose password was correct but which still needs a code. Unlike forgiving, it
 * leaves the failures before it, so that a correct password does not allow more guesses of the code.
 */
export async function takeBackSignIn(
  db: Db,
  email: string,
  [own, all]: SignInSources,
  all_free: number,
): Promise<void> {
  await sql`with own as (update sign_in_failures set failures = greatest(failures - 1, 0), locked_until = ${LONG_AGO}
      where email = ${email} and source = ${own} returning source)
    update sign_in_failures set failures = greatest(failures - 1, 0),
      locked_until = case when failures - 1 >= ${all_free}::integer then locked_until else ${LONG_AGO}::timestamptz end
      where email = ${email} and source = ${all ?? ''} and (select count(*) from own) >= 0`.execute(db);
}

export type PausedAccount = { email: string; account_id: string };

/** Accounts paused for unknown browsers whose owners have not been notified yet. */
export async function selectPausedAccounts(db: Db, now: Date, most: number): Promise<PausedAccount[]> {
  // Random order, so that rows that fail repeatedly do not always block the same others.
  const { rows } = await sql<PausedAccount>`select f.email, accounts.id::text as account_id
    from sign_in_failures f join accounts on accounts.email = f.email
    where f.source = ${ALL_UNKNOWN} and f.locked_until > ${now} and f.notified_at is null
    order by random() limit ${most}`.execute(db);
  return rows;
}

/** False if another process notifies the owner, or the pause is over. */
export async function claimPausedAccount(db: Db, email: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_failures')
    .set({ notified_at: now })
    .where('email', '=', email)
    .where('source', '=', ALL_UNKNOWN)
    .where('locked_until', '>', now)
    .where('notified_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Number of addresses, known or not, paused since then. */
export async function countPausedSince(db: Db, since: Date, now: Date): Promise<number> {
  const { rows } = await sql<{ paused: number }>`select count(*)::int as paused from sign_in_failures
    where source = ${ALL_UNKNOWN} and last_at > ${since} and locked_until > ${now}`.execute(db);
  return rows[0]!.paused;
}

// Retention

/** Deletes expired attempts and links, old codes, old failures and expired counters. */
export async function deleteStaleIdentityRows(db: Db, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000);
  const attempts = await db.deleteFrom('sign_up_attempts').where('expires_at', '<=', now).executeTakeFirst();
  const codes = await db.deleteFrom('codes').where('expires_at', '<=', dayAgo).executeTakeFirst();
  const links = await db.deleteFrom('mailbox_links').where('expires_at', '<=', now).executeTakeFirst();
  const failures = await db.deleteFrom('sign_in_failures').where('last_at', '<=', dayAgo).executeTakeFirst();
  const counters = await db.deleteFrom('rate_limits').where('expire', '<=', now.getTime()).executeTakeFirst();
  return Number(
    attempts.numDeletedRows +
      codes.numDeletedRows +
      links.numDeletedRows +
      failures.numDeletedRows +
      counters.numDeletedRows,
  );
}
