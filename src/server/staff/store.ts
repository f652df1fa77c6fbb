import { type Selectable, sql } from 'kysely';
import type { SignInSources } from '../auth/sign-in-failures-store.ts';
import type { Db, Trx } from '../db/pool.ts';
import { flag, instant, maybe, object, readOne, readRows, text } from '../db/rows.ts';
import type { Staff } from '../db/types.ts';
import { memberAction, recordStaffAction } from '../runtime/staff-actions.ts';

// Members

export type Member = Pick<
  Selectable<Staff>,
  'id' | 'email' | 'name' | 'totp_secret' | 'totp_last_step' | 'is_demo'
>;

/** Stands in for a missing member, with the same size and cost, so that timing reveals nothing (S4). */
const NO_MEMBER = {
  id: '00000000-0000-0000-0000-000000000000',
  is_demo: false,
  password_hash: `$argon2id$v=19$m=19456,t=2,p=1$${'-'.repeat(66)}`,
};

const SIGN_IN_FACTS = {
  member: object({ id: text, is_demo: flag, password_hash: text }),
  /** When the lock by earlier failures ends, of the source itself or of all unknown browsers together. */
  locked_until: maybe(instant),
};

/**
 * Reads what a sign-in is decided by, in one query that is the same for every address and source. Members who are
 * suspended or not set up count as unknown. `counted_as` is the name under which failures are counted.
 */
export async function selectSignInFacts(
  db: Db,
  { email, counted_as, sources }: { email: string; counted_as: string; sources: SignInSources },
  now: Date,
) {
  const facts = sql`select
    coalesce(
      (select json_build_object('id', id, 'is_demo', is_demo, 'password_hash', password_hash) from staff
        where email = ${email} and password_hash is not null and suspended_at is null),
      ${sql.lit(JSON.stringify(NO_MEMBER))}::json) as member,
    (select max(locked_until) from sign_in_failures
      where email = ${counted_as} and source = any(${[...sources]}::text[]) and locked_until > ${now}) as locked_until`;
  const { member, locked_until } = await readOne(db, SIGN_IN_FACTS, facts);
  return { member: member.id === NO_MEMBER.id ? null : member, locked_until };
}

const memberColumns = [
  'staff.id',
  'staff.email',
  'staff.name',
  'staff.totp_secret',
  'staff.totp_last_step',
  'staff.is_demo',
] as const;

/**
 * A member who may sign in, locked until the transaction ends: a change of factors, a suspension and a sign-in wait for
 * each other. Null if suspended or unknown.
 */
export async function lockMember(trx: Trx, id: string): Promise<Member | null> {
  const member = await trx
    .selectFrom('staff')
    .select(memberColumns)
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return member ?? null;
}

export async function selectDemoOwner(db: Db): Promise<Member | null> {
  const member = await db
    .selectFrom('staff')
    .select(memberColumns)
    .where('is_demo', '=', true)
    .where('suspended_at', 'is', null)
    .where('totp_secret', 'is not', null)
    .orderBy('created_at')
    .executeTakeFirst();
  return member ?? null;
}

export async function selectPasswordHash(db: Db, id: string): Promise<string | null> {
  const member = await db.selectFrom('staff').select('password_hash').where('id', '=', id).executeTakeFirst();
  return member?.password_hash ?? null;
}

/** The addresses of the members who may sign in. */
export async function selectEmails(db: Db): Promise<string[]> {
  const members = await db.selectFrom('staff').select('email').where('suspended_at', 'is', null).execute();
  return members.map(({ email }) => email);
}

/** Everybody that a notice about the staff area goes to. The demo owner has a mailbox only in the sandbox. */
export async function selectOwnerEmails(db: Db, { sandbox }: { sandbox: boolean }): Promise<string[]> {
  const owners = await db
    .selectFrom('staff')
    .select('email')
    .where('suspended_at', 'is', null)
    .$if(!sandbox, (query) => query.where('is_demo', '=', false))
    .orderBy('email')
    .execute();
  return owners.map(({ email }) => email);
}

/** Members whose unknown browsers are paused and who have not been notified. `counted_as` is as for a sign-in. */
export async function selectPausedMembers(db: Db, now: Date) {
  const paused = sql`select staff.email, f.email as counted_as
    from sign_in_failures f join staff on f.email = 'staff:' || staff.email
    where f.source = 'unknown' and f.locked_until > ${now} and f.notified_at is null
      and staff.suspended_at is null and not staff.is_demo`;
  return await readRows(db, { email: text, counted_as: text }, paused);
}

/** Sets password and authenticator app, or one of them. */
export async function updateFactors(
  trx: Trx,
  id: string,
  factors: { password_hash?: string; totp_secret?: Buffer; totp_last_step?: number },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('staff')
    .set({ ...factors, updated_at: now })
    .where('id', '=', id)
    .execute();
}

// Codes

/** Uses the code of a step; false if it or a later one was used before. */
export async function spendStep(db: Db, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes the code of a step usable again, for the demo owner, whom many visitors share. */
export async function forgetStepsFrom(db: Db, id: string, step: number): Promise<void> {
  await db
    .updateTable('staff')
    .set({ totp_last_step: step - 1 })
    .where('id', '=', id)
    .where('is_demo', '=', true)
    .where('totp_last_step', '>=', step)
    .execute();
}

/** Uses a recovery code; false if it was used before or belongs to no member. */
export async function spendRecoveryCode(db: Db, id: string, code_hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff_recovery_codes')
    .set({ used_at: now })
    .where('code_hash', '=', code_hash)
    .where('staff_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function replaceRecoveryCodes(trx: Trx, id: string, hashes: readonly Buffer[]): Promise<void> {
  await trx.deleteFrom('staff_recovery_codes').where('staff_id', '=', id).execute();
  if (hashes.length === 0) return;
  await trx
    .insertInto('staff_recovery_codes')
    .values(hashes.map((code_hash) => ({ code_hash, staff_id: id })))
    .execute();
}

export async function countRecoveryCodes(db: Db, id: string): Promise<number> {
  const { left } = await db
    .selectFrom('staff_recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('staff_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

// Sign-ins that wait for a code

/** Codes that are compared for one sign-in. */
export const MOST_CODES = 5;

export async function insertSignIn(
  db: Db,
  signIn: { token_hash: Buffer; staff_id: string; expires_at: Date },
): Promise<void> {
  await db.insertInto('staff_sign_ins').values(signIn).execute();
}

/**
 * Takes one of the tries of a sign-in and returns its member; null if it has none left, has ended or expired. The count
 * precedes the comparison, so that no more than five concurrent codes are compared.
 */
export async function takeCodeTry(db: Db, token_hash: Buffer, now: Date): Promise<Member | null> {
  const member = await db
    .updateTable('staff_sign_ins')
    .from('staff')
    .set((eb) => ({ tries: eb('staff_sign_ins.tries', '+', 1) }))
    .whereRef('staff.id', '=', 'staff_sign_ins.staff_id')
    .where('staff_sign_ins.token_hash', '=', token_hash)
    .where('staff_sign_ins.tries', '<', MOST_CODES)
    .where('staff_sign_ins.expires_at', '>', now)
    .where('staff.suspended_at', 'is', null)
    .returning(memberColumns)
    .executeTakeFirst();
  return member ?? null;
}

/** Gives back the try of a code that could not be decided. */
export async function giveBackCodeTry(db: Db, token_hash: Buffer): Promise<void> {
  await db
    .updateTable('staff_sign_ins')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('token_hash', '=', token_hash)
    .where('tries', '>', 0)
    .execute();
}

/** Ends a sign-in; false if it has ended in the meantime. */
export async function deleteSignIn(db: Db, token_hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('staff_sign_ins')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

// Actions

const SIGN_IN = 'staff.sign-in';
/** How a member signed in, besides the password. */
export type SecondFactor = 'CODE' | 'RECOVERY_CODE' | 'PASSKEY' | 'SET_UP';

export async function recordSignIn(
  trx: Trx,
  { staff_id, device, by }: { staff_id: string; device: string; by: SecondFactor },
  now: Date,
): Promise<void> {
  const details = { device, by };
  const action = memberAction({ staff_id, via: 'WEB', action: SIGN_IN, object_id: staff_id, details });
  await recordStaffAction(trx, action, now);
}

/** The last sign-ins of a member, newest first. */
export async function selectRecentSignIns(db: Db, staff_id: string) {
  const rows = await db
    .selectFrom('staff_actions')
    .select(['at', 'details'])
    .where('object_kind', '=', 'STAFF')
    .where('object_id', '=', staff_id)
    .where('action', '=', SIGN_IN)
    .orderBy('at', 'desc')
    .limit(10)
    .execute();
  return rows.map(({ at, details }) => ({ at, ...(details as { device: string; by: SecondFactor }) }));
}
