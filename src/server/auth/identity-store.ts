import { type RawBuilder, type Selectable, sql } from 'kysely';
import { HOT } from '../db/hot-statements.ts';
import type { Db, Trx } from '../db/pool.ts';
import { list, maybe, number, object, oneOf, readOne, text } from '../db/rows.ts';
import type { Accounts, SignUpAttempts } from '../db/types.ts';
import {
  ALL_UNKNOWN,
  deleteSignInFailures,
  type SignInLock,
  type SignInSources,
} from './sign-in-failures-store.ts';

// Accounts and attempts

export async function selectAccount(db: Db, email: string): Promise<Selectable<Accounts> | null> {
  return (await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()) ?? null;
}

const SIGN_IN_FACTS = {
  account: object({ id: text, password_hash: text }),
  /** Newest first. */
  attempts: list(object({ id: text, password_hash: text, password_hint: number })),
  /** The lock by earlier failures: of the source itself, or of all unknown browsers together. */
  lock: maybe(oneOf<SignInLock>()),
};

/** Stands in for a missing account or attempt, with the same size and cost, so that timing reveals nothing (S4). */
const NO_ACCOUNT = {
  id: '00000000-0000-0000-0000-000000000000',
  password_hash: `$argon2id$v=19$m=19456,t=2,p=1$${'-'.repeat(66)}`,
  password_hint: -1,
};

/** Reads what a sign-in is decided by, in one query that is the same for every address and source. */
export async function selectSignInFacts(db: Db, email: string, sources: SignInSources, now: Date) {
  const { id, password_hash } = NO_ACCOUNT;
  const facts = sql`${sql.raw(HOT)} select
    coalesce(
      (select json_build_object('id', id, 'password_hash', password_hash) from accounts where email = ${email}),
      ${sql.lit(JSON.stringify({ id, password_hash }))}::json) as account,
    (select coalesce(json_agg(json_build_object('id', id, 'password_hash', password_hash, 'password_hint', password_hint)
        order by created_at desc, id), ${sql.lit(JSON.stringify([NO_ACCOUNT]))}::json)
      from sign_up_attempts where email = ${email} and expires_at > ${now}) as attempts,
    (select case when source = ${ALL_UNKNOWN} then 'PAUSED' else 'LOCKED' end from sign_in_failures
      where email = ${email} and source = any(${[...sources]}::text[]) and locked_until > ${now}
      order by source = ${ALL_UNKNOWN} desc limit 1) as lock`;
  const { account, attempts, lock } = await readOne(db, SIGN_IN_FACTS, facts);
  return {
    account: account.id === id ? null : account,
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
 * A condition for the statement that inserts a session: the account still has this address and password. It locks the
 * account row, so that a change or deletion waits for the new session and then ends it.
 */
export function passwordHolds(
  account: { id: string; password_hash: string },
  email: string,
): RawBuilder<boolean> {
  return sql`exists (select from accounts
    where id = ${account.id}::uuid and email = ${email}::text and password_hash = ${account.password_hash}::text for share)`;
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

/** Gives an account another address; returns the one it leaves, null without such an account. */
export async function moveAccount(
  trx: Trx,
  { account_id, ...changes }: { account_id: string; email: string; password_hash?: string | undefined },
  now: Date,
): Promise<string | null> {
  const before = await trx
    .selectFrom('accounts')
    .select('email')
    .where(sql`id::text`, '=', account_id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return null;
  await trx
    .updateTable('accounts')
    .set({ ...changes, updated_at: now })
    .where('email', '=', before.email)
    .execute();
  return before.email;
}

export async function deleteAccount(db: Db, account: { account_id: string; email: string }): Promise<void> {
  const gone = await db
    .deleteFrom('accounts')
    .where(sql`id::text`, '=', account.account_id)
    .executeTakeFirst();
  // The address may have signed up again in the meantime: only data of the old account is deleted.
  if (gone.numDeletedRows === 0n) return;
  await db.deleteFrom('codes').where('email', '=', account.email).execute();
  await db.deleteFrom('email_undos').where('account_id', '=', account.account_id).execute();
  await deleteLinksOf(db, account.email);
  await deleteSignInFailures(db, account.email);
}

export type Attempt = Selectable<SignUpAttempts>;

/** Serialises sign-ups of one address until the transaction ends. */
export async function lockAddress(trx: Trx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up:${email}`}, 0))`.execute(trx);
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

export type CodePurpose = 'CONFIRM' | 'RESET' | 'CHANGE';
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

/** Whether a code waits to be entered. */
export async function isCodeLive(db: Db, { purpose, subject }: CodeSubject, now: Date): Promise<boolean> {
  const code = await db
    .selectFrom('codes')
    .select('subject')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return code !== undefined;
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

/** Gives back the try of a code that could not be used. */
export async function giveBackTry(db: Db, { purpose, subject }: CodeSubject): Promise<void> {
  await db
    .updateTable('codes')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('tries', '>', 0)
    .execute();
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

// Retention

/** Deletes expired attempts and links, old codes, old failures and expired counters. */
export async function deleteStaleIdentityRows(db: Db, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000);
  const attempts = await db.deleteFrom('sign_up_attempts').where('expires_at', '<=', now).executeTakeFirst();
  const codes = await db.deleteFrom('codes').where('expires_at', '<=', dayAgo).executeTakeFirst();
  const links = await db.deleteFrom('mailbox_links').where('expires_at', '<=', now).executeTakeFirst();
  const undos = await db.deleteFrom('email_undos').where('expires_at', '<=', now).executeTakeFirst();
  const failures = await db.deleteFrom('sign_in_failures').where('last_at', '<=', dayAgo).executeTakeFirst();
  const counters = await db.deleteFrom('rate_limits').where('expire', '<=', now.getTime()).executeTakeFirst();
  return Number(
    attempts.numDeletedRows +
      codes.numDeletedRows +
      links.numDeletedRows +
      undos.numDeletedRows +
      failures.numDeletedRows +
      counters.numDeletedRows,
  );
}
