import type { Passkey, PasskeyProof } from '#contract/staff.schemas.ts';
import {
  countSignIn,
  decided,
  forgiveSignInFailures,
  type SignInSources,
  takeBackSignIn,
} from '../auth/sign-in-failures-store.ts';
import { failuresAllowed } from '../auth/sign-in-sources.ts';
import type { Db, Trx } from '../db/pool.ts';
import { decidedTransaction, inTransaction } from '../db/transactions.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse, refusePassword } from '../http/refusal.ts';
import { offeredTotpField, totpField } from '../runtime/keyring.ts';
import { memberAction, recordStaffAction } from '../runtime/staff-actions.ts';
import type { StaffMember, StaffSession } from '../sessions/staff-session.ts';
import { recordPasskeyUse } from './passkey-store.ts';
import { addPasskey, confirmPasskey, type NewPasskey, removePasskey, verifyNewPasskey } from './passkeys.ts';
import { proveFactor } from './prove-factor.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { hashesOf } from './set-up.ts';
import { countedAs, lockedUntil } from './sign-in.ts';
import { type StaffBrowser, startStaffSession } from './start-session.ts';
import * as sessions from './session-store.ts';
import { lockSessionsOf } from './session-store.ts';
import * as store from './store.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

export type SecurityDeps = Pick<Deps, 'config' | 'db' | 'hasher' | 'keyring'>;
/** A code of the app, a recovery code, or a passkey. */
export type ChangeProof = { code?: string | undefined; passkey?: PasskeyProof | undefined };
export type Signed = { session: Pick<StaffSession, 'id'>; staff: StaffMember };

/** How long a new app may take to be added. */
const OFFER_MS = 10 * 60 * 1000;

const isGiven = ({ code, passkey }: ChangeProof): boolean => passkey !== undefined || !!code?.trim();

/** Changes something after a current code or a passkey. */
export async function withProof<T>(
  deps: SecurityDeps,
  signed: Signed,
  proof: ChangeProof,
  change: (trx: Trx, member: store.Member) => Promise<T | Refusal>,
  now: Date,
): Promise<T | Refusal> {
  if (!isGiven(proof)) return refuse('CODE_REQUIRED');
  return proof.passkey
    ? await withPasskey(deps, signed, proof.passkey, change, now)
    : await withCode(deps, signed, proof.code!, change, now);
}

/** A passkey cannot be guessed, so its failures are not counted. */
async function withPasskey<T>(
  deps: SecurityDeps,
  signed: Signed,
  passkey: PasskeyProof,
  change: (trx: Trx, member: store.Member) => Promise<T | Refusal>,
  now: Date,
): Promise<T | Refusal> {
  const use = await confirmPasskey(deps, signed.staff.id, passkey, now);
  if (use instanceof Refusal) return use;
  const prove = async (trx: Trx) =>
    (await recordPasskeyUse(trx, use.passkey, use.sign_count, now)) ? null : refuse('PASSKEY_NOT_ACCEPTED');
  return await changeProved(deps.db, signed, prove, change);
}

/** Wrong codes and passwords are counted for this session alone: they lock it for a while and no sign-in. */
const attemptOf = ({ config }: SecurityDeps, { session, staff }: Signed) => ({
  email: countedAs(staff.email),
  sources: [`session:${session.id}`] satisfies SignInSources,
  allowed: failuresAllowed(config.RATE_LIMIT_SCALE),
});

/** Null if it is the member's password. It forgives no earlier failures. */
async function checkCurrentPassword(
  deps: SecurityDeps,
  signed: Signed,
  current_password: string,
  now: Date,
): Promise<Refusal | null> {
  const { db, hasher } = deps;
  const attempt = attemptOf(deps, signed);
  const { email, sources, allowed } = attempt;
  if (await countSignIn(db, email, sources, allowed, now)) return lockedUntil(null, now);
  const isCorrect = await decided(db, attempt, now, async () => {
    const hash = await store.selectPasswordHash(db, signed.staff.id);
    return await hasher.verify(hash, current_password, signed.session.id);
  });
  if (!isCorrect) return refusePassword('current_password');
  await takeBackSignIn(db, email, sources, allowed, now);
  return null;
}

async function withCode<T>(
  deps: SecurityDeps,
  signed: Signed,
  code: string,
  change: (trx: Trx, member: store.Member) => Promise<T | Refusal>,
  now: Date,
): Promise<T | Refusal> {
  const { db, keyring } = deps;
  const attempt = attemptOf(deps, signed);
  const { email, sources, allowed } = attempt;
  if (await countSignIn(db, email, sources, allowed, now)) return lockedUntil(null, now);
  const proof = /^[\d\s]*$/.test(code) ? { code } : { recovery_code: code };
  const prove = async (trx: Trx, member: store.Member) =>
    (await proveFactor(trx, keyring, member, proof, now)) ? null : refuse('CodeMismatchException');
  let isProved = false;
  const changeAfter = (trx: Trx, member: store.Member) => {
    isProved = true;
    return change(trx, member);
  };
  const result = await decided(db, attempt, now, () => changeProved(db, signed, prove, changeAfter));
  if (isProved) await forgiveSignInFailures(db, email, sources, allowed.all_free);
  return result;
}

/** Proves and changes in one transaction, under the member's lock. A refused change uses up no code. */
async function changeProved<T>(
  db: Db,
  { session, staff }: Signed,
  prove: (trx: Trx, member: store.Member) => Promise<Refusal | null>,
  change: (trx: Trx, member: store.Member) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  return await decidedTransaction<T | Refusal>(db, async (trx) => {
    const member = await store.lockMember(trx, staff.id);
    // Read again under the lock: the session may have ended with a change elsewhere.
    if (!member || !(await sessions.hasSession(trx, session.id)))
      return { answer: refuse('NOT_SIGNED_IN'), isKept: false };
    const refusal = await prove(trx, member);
    if (refusal) return { answer: refusal, isKept: false };
    const answer = await change(trx, member);
    return { answer, isKept: !(answer instanceof Refusal) };
  });
}

/** Records a change by a member to their own account or session. */
export const recordChange = (
  trx: Trx,
  staff_id: string,
  action: string,
  now: Date,
  details: Record<string, string> = {},
) =>
  recordStaffAction(trx, memberAction({ staff_id, via: 'WEB', action, object_id: staff_id, details }), now);

/**
 * Sets a new password, which has passed the policy. All sessions end; this browser gets a new one, whose token is
 * returned.
 */
export async function changePassword(
  deps: SecurityDeps,
  signed: Signed,
  {
    proof,
    current_password,
    password,
    browser,
  }: { proof: ChangeProof; current_password: string; password: string; browser: StaffBrowser },
  now: Date,
): Promise<string | Refusal> {
  if (!isGiven(proof)) return refuse('CODE_REQUIRED');
  // A password that changes meanwhile ends this session, which is read again under the lock.
  const refusal = await checkCurrentPassword(deps, signed, current_password, now);
  if (refusal) return refusal;
  const password_hash = await deps.hasher.hash(password, signed.session.id);
  return await withProof(
    deps,
    signed,
    proof,
    async (trx, member) => {
      await store.updateFactors(trx, member.id, { password_hash }, now);
      await sessions.endAllSessions(trx, member.id);
      const token = await startStaffSession(trx, deps, member, { ...browser, is_known: true }, now);
      await recordChange(trx, member.id, 'staff.change-password', now);
      return token;
    },
    now,
  );
}

/** Offers the secret of another authenticator app. The present one counts until a code of the new one confirms it. */
export async function offerOtherTotp(
  deps: SecurityDeps,
  signed: Signed,
  proof: ChangeProof,
  now: Date,
): Promise<{ secret: string; uri: string } | Refusal> {
  const { session } = signed;
  return await withProof(
    deps,
    signed,
    proof,
    async (trx, member) => {
      const secret = newTotpSecret();
      const sealed = deps.keyring.sealOwn(offeredTotpField(session.id), secret);
      await sessions.setOfferedSecret(trx, session.id, { sealed, until: new Date(now.getTime() + OFFER_MS) });
      return { secret, uri: totpUri(secret, member.email) };
    },
    now,
  );
}

/** Replaces the app by the one that was offered to this session. Null, or the refusal. */
export async function confirmOtherTotp(
  { db, keyring }: SecurityDeps,
  { session, staff }: Signed,
  new_code: string,
  now: Date,
): Promise<Refusal | null> {
  return await decidedTransaction<Refusal | null>(db, async (trx) => {
    const no = (refusal: Refusal) => ({ answer: refusal, isKept: false });
    const member = await store.lockMember(trx, staff.id);
    if (!member) return no(refuse('NOT_SIGNED_IN'));
    const sealed = await sessions.selectOfferedSecret(trx, session.id, now);
    if (!sealed) return no(refuse('CODE_REQUIRED'));
    const secret = keyring.openOwn(offeredTotpField(session.id), sealed);
    const step = stepOfCode(secret, new_code, now);
    if (step === null) return no(refuse('CodeMismatchException'));
    const totp_secret = keyring.sealOwn(totpField(member.id), secret);
    await store.updateFactors(trx, member.id, { totp_secret, totp_last_step: step }, now);
    await sessions.endWaitingSignIns(trx, member.id);
    await sessions.setOfferedSecret(trx, session.id, null);
    await lockSessionsOf(trx, member.id);
    await recordChange(trx, member.id, 'staff.replace-totp', now);
    return { answer: null, isKept: true };
  });
}

/** Replaces all recovery codes by ten new ones. */
export async function replaceRecoveryCodes(
  deps: SecurityDeps,
  signed: Signed,
  proof: ChangeProof,
  now: Date,
): Promise<string[] | Refusal> {
  return await withProof(
    deps,
    signed,
    proof,
    async (trx, member) => {
      const codes = newRecoveryCodes();
      await store.replaceRecoveryCodes(trx, member.id, hashesOf(codes));
      await lockSessionsOf(trx, member.id);
      await recordChange(trx, member.id, 'staff.new-recovery-codes', now);
      return codes;
    },
    now,
  );
}

/** Adds a passkey. */
export async function addOwnPasskey(
  deps: SecurityDeps,
  signed: Signed,
  { proof, ...offered }: { proof: ChangeProof } & NewPasskey,
  now: Date,
): Promise<Passkey | Refusal> {
  if (!isGiven(proof)) return refuse('CODE_REQUIRED');
  const verified = await verifyNewPasskey(deps, signed.staff.id, offered, now);
  if (verified instanceof Refusal) return verified;
  return await withProof(
    deps,
    signed,
    proof,
    async (trx, member) => {
      const added = await addPasskey(trx, member.id, { ...verified, name: offered.name }, now);
      if (!(added instanceof Refusal)) await recordChange(trx, member.id, 'staff.add-passkey', now);
      return added;
    },
    now,
  );
}

/** Removes a passkey. Null, or the refusal. */
export async function removeOwnPasskey(
  deps: SecurityDeps,
  signed: Signed,
  { proof, id }: { proof: ChangeProof; id: string },
  now: Date,
): Promise<Refusal | null> {
  return await withProof<null>(
    deps,
    signed,
    proof,
    async (trx, member) => {
      if (!(await removePasskey(trx, member.id, id))) return refuse('PASSKEY_NOT_FOUND');
      await lockSessionsOf(trx, member.id);
      await recordChange(trx, member.id, 'staff.remove-passkey', now);
      return null;
    },
    now,
  );
}

/** Ends all sessions of the member but this one, and the sign-ins that wait for a code. */
export async function endOtherSessions(db: Db, { session, staff }: Signed, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    await store.lockMember(trx, staff.id);
    await sessions.endWaitingSignIns(trx, staff.id);
    await sessions.endOtherSessions(trx, { id: session.id, staff_id: staff.id });
    await recordChange(trx, staff.id, 'staff.end-other-sessions', now);
  });
}

/** Ends another session of the member, or the own one; false if there is none. */
export async function endSession(db: Db, staff_id: string, session_id: string, now: Date): Promise<boolean> {
  return await decidedTransaction(db, async (trx) => {
    const isEnded = await sessions.deleteSession(trx, { id: session_id, staff_id });
    if (isEnded) await recordChange(trx, staff_id, 'staff.end-session', now);
    return { answer: isEnded, isKept: isEnded };
  });
}
