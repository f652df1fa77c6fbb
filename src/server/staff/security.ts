import { countSignIn, forgiveSignInFailures, type SignInSources } from '../auth/identity-store.ts';
import { HasherBusy } from '../runtime/password-hasher.ts';
import { failuresAllowed } from '../auth/sign-in-sources.ts';
import type { Db } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { offeredTotpField, totpField } from '../runtime/keyring.ts';
import type { StaffMember, StaffSession } from '../sessions/staff-session.ts';
import { proveFactor } from './prove-factor.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { hashesOf } from './set-up.ts';
import { countedAs, lockedUntil } from './sign-in.ts';
import { type StaffBrowser, startStaffSession } from './start-session.ts';
import * as store from './store.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

type SecurityDeps = Pick<Deps, 'config' | 'db' | 'hasher' | 'keyring'>;
type Signed = { session: Pick<StaffSession, 'id'>; staff: StaffMember };

/** How long a new app may take to be added. */
const OFFER_MS = 10 * 60 * 1000;

/**
 * Changes something after a current code. Wrong codes are counted for this session alone: they lock it for a while and
 * no sign-in.
 */
async function withProof<T>(
  { config, db, keyring }: SecurityDeps,
  { session, staff }: Signed,
  code: string | undefined,
  change: (trx: Db, member: store.Member) => Promise<T>,
  now: Date,
): Promise<T | Refusal> {
  if (!code?.trim()) return refuse('CODE_REQUIRED');
  const counted_as = countedAs(staff.email);
  const sources: SignInSources = [`session:${session.id}`];
  const allowed = failuresAllowed(config.RATE_LIMIT_SCALE);
  if (await countSignIn(db, counted_as, sources, allowed, now)) return lockedUntil(null, now);
  const result = await decidedTransaction<T | Refusal>(db, async (trx) => {
    const no = (refusal: Refusal) => ({ answer: refusal, isKept: false });
    const member = await store.lockMember(trx, staff.id);
    // Read again under the lock: the session may have ended with a change elsewhere.
    if (!member || !(await store.hasSession(trx, session.id))) return no(refuse('NOT_SIGNED_IN'));
    const proof = /^[\d\s]*$/.test(code) ? { code } : { recovery_code: code };
    if ((await proveFactor(trx, keyring, member, proof, now)) === null)
      return no(refuse('CodeMismatchException'));
    return { answer: await change(trx, member), isKept: true };
  });
  if (!(result instanceof Refusal)) await forgiveSignInFailures(db, counted_as, sources, allowed.all_free);
  return result;
}

const recordChange = (trx: Db, staff_id: string, action: string, now: Date) =>
  store.recordOwnAction(trx, { staff_id, via: 'WEB', action, object_id: staff_id }, now);

/**
 * Sets a new password, which has passed the policy. All sessions end; this browser gets a new one, whose token is
 * returned.
 */
export async function changePassword(
  deps: SecurityDeps,
  signed: Signed,
  { code, password, browser }: { code: string | undefined; password: string; browser: StaffBrowser },
  now: Date,
): Promise<string | Refusal> {
  if (!code?.trim()) return refuse('CODE_REQUIRED');
  let password_hash: string;
  try {
    password_hash = await deps.hasher.hash(password);
  } catch (error) {
    if (error instanceof HasherBusy) return refuse('LimitExceededException');
    throw error;
  }
  return await withProof(
    deps,
    signed,
    code,
    async (trx, member) => {
      await store.updateFactors(trx, member.id, { password_hash }, now);
      await store.endAllSessions(trx, member.id);
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
  code: string | undefined,
  now: Date,
): Promise<{ secret: string; uri: string } | Refusal> {
  const { session } = signed;
  return await withProof(
    deps,
    signed,
    code,
    async (trx, member) => {
      const secret = newTotpSecret();
      const sealed = deps.keyring.sealOwn(offeredTotpField(session.id), secret);
      await store.setOfferedSecret(trx, session.id, { sealed, until: new Date(now.getTime() + OFFER_MS) });
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
    const sealed = await store.selectOfferedSecret(trx, session.id, now);
    if (!sealed) return no(refuse('CODE_REQUIRED'));
    const secret = keyring.openOwn(offeredTotpField(session.id), sealed);
    const step = stepOfCode(secret, new_code, now);
    if (step === null) return no(refuse('CodeMismatchException'));
    const totp_secret = keyring.sealOwn(totpField(member.id), secret);
    await store.updateFactors(trx, member.id, { totp_secret, totp_last_step: step }, now);
    await store.endWaitingSignIns(trx, member.id);
    await store.setOfferedSecret(trx, session.id, null);
    await recordChange(trx, member.id, 'staff.replace-totp', now);
    return { answer: null, isKept: true };
  });
}

/** Replaces all recovery codes by ten new ones. */
export async function replaceRecoveryCodes(
  deps: SecurityDeps,
  signed: Signed,
  code: string | undefined,
  now: Date,
): Promise<string[] | Refusal> {
  return await withProof(
    deps,
    signed,
    code,
    async (trx, member) => {
      const codes = newRecoveryCodes();
      await store.replaceRecoveryCodes(trx, member.id, hashesOf(codes));
      await recordChange(trx, member.id, 'staff.new-recovery-codes', now);
      return codes;
    },
    now,
  );
}

/** Ends another session of the member, or the own one; false if there is none. */
export async function endSession(db: Db, staff_id: string, session_id: string, now: Date): Promise<boolean> {
  return await decidedTransaction(db, async (trx) => {
    const isEnded = await store.deleteSession(trx, { id: session_id, staff_id });
    if (isEnded) await recordChange(trx, staff_id, 'staff.end-session', now);
    return { answer: isEnded, isKept: isEnded };
  });
}
