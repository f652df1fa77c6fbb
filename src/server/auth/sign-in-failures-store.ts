import { sql } from 'kysely';
import { HOT } from '../db/hot-statements.ts';
import { persistently } from '../db/persistently.ts';
import type { Db } from '../db/pool.ts';
import { number, readOne, readRows, type RowOf, text } from '../db/rows.ts';

const COUNTED = { own: number, all: number };
const LONG_AGO = new Date(0);
const MAX_LOCK_SECONDS = 900;
/** The source that counts all unknown browsers together. */
export const ALL_UNKNOWN = 'unknown';
/** The same for codes after a right password, which strangers cannot use up. */
const ALL_UNKNOWN_CODES = 'code:unknown';

/** LOCKED: this browser, or its network. PAUSED: all unknown browsers. */
export type SignInLock = 'LOCKED' | 'PAUSED';
/** The sources that a sign-in is counted under: its own, and for an unknown browser also all of them together. */
export type SignInSources = readonly [own: string, all?: typeof ALL_UNKNOWN | typeof ALL_UNKNOWN_CODES];

export const sourcesOfKnown = (id: string): SignInSources => [`browser:${id}`];
/** Where a code is entered after a right password. */
export const sourcesOfCode = ([own, all]: SignInSources): SignInSources =>
  all === undefined ? [own] : [`code:${own}`, ALL_UNKNOWN_CODES];
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
  const counting = sql`with own as (
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
    select (select count(*)::int from own) as own, (select count(*)::int from together) as all`;
  const counted = await readOne(db, COUNTED, counting);
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

/** Wrong codes after a right password, of all unknown browsers within 24 hours of the first. */
export async function countWrongCodes(db: Db, email: string): Promise<number> {
  const counted = await db
    .selectFrom('sign_in_failures')
    .select('failures')
    .where('email', '=', email)
    .where('source', '=', ALL_UNKNOWN_CODES)
    .executeTakeFirst();
  return counted?.failures ?? 0;
}

/**
 * Takes back one count: of a right password that still needs a code, or of an attempt that could not be decided. Earlier
 * failures stay, and so does a lock that a later one has set.
 */
export async function takeBackSignIn(
  db: Db,
  email: string,
  [own, all]: SignInSources,
  { free, all_free }: { free: number; all_free: number },
  now: Date,
): Promise<void> {
  // One statement each, in the order of counting, so that none waits for another while it holds a row.
  const takeBack = async (source: string, least: number) => {
    await sql`with gone as (
        delete from sign_in_failures where email = ${email} and source = ${source} and failures <= 1)
      update sign_in_failures set failures = failures - 1,
        locked_until = case when failures - 1 < ${least}::integer or last_at = ${now}::timestamptz
          then ${LONG_AGO}::timestamptz else locked_until end
      where email = ${email} and source = ${source} and failures > 1`.execute(db);
  };
  await takeBack(own, free);
  if (all !== undefined) await takeBack(all, all_free);
}

/** Takes an attempt's count back if `check` throws: what the server could not decide counts nothing. */
export async function decided<T>(
  db: Db,
  { email, sources, allowed }: CountedAttempt,
  now: Date,
  check: () => Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    await persistently(() => takeBackSignIn(db, email, sources, allowed, now));
    throw error;
  }
}
type CountedAttempt = {
  email: string;
  sources: SignInSources;
  allowed: { free: number; all_free: number };
};

const PAUSED = { email: text, account_id: text };
export type PausedAccount = RowOf<typeof PAUSED>;

/** Accounts paused for unknown browsers whose owners have not been notified yet. */
export async function selectPausedAccounts(db: Db, now: Date, most: number): Promise<PausedAccount[]> {
  // Random order, so that rows that fail repeatedly do not always block the same others.
  const paused = sql`select f.email, accounts.id::text as account_id
    from sign_in_failures f join accounts on accounts.email = f.email
    where f.source = ${ALL_UNKNOWN} and f.locked_until > ${now} and f.notified_at is null
    order by random() limit ${most}`;
  return await readRows(db, PAUSED, paused);
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
  const paused = sql`select count(*) from sign_in_failures
    where source = ${ALL_UNKNOWN} and last_at > ${since} and locked_until > ${now}`;
  return (await readOne(db, { count: number }, paused)).count;
}
