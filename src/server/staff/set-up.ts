import { deleteSignInFailures } from '../auth/sign-in-failures-store.ts';
import type { Trx } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { invitedTotpField, totpField } from '../runtime/keyring.ts';
import { hashToken, isToken, newToken } from '../sessions/tokens.ts';
import { memberAction, recordStaffAction } from '../runtime/staff-actions.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import {
  deleteUnusedInvites,
  insertInvite,
  type Invite,
  offerSecret,
  selectInvite,
  spendInvite,
} from './member-store.ts';
import { countedAs } from './sign-in.ts';
import { type StaffBrowser, startStaffSession } from './start-session.ts';
import { endAllSessions } from './session-store.ts';
import * as store from './store.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

type SetUpDeps = Pick<Deps, 'config' | 'db' | 'hasher' | 'keyring'>;

// rules.md §9
const LINK_MS = 24 * 60 * 60 * 1000;

/** Makes a link with which a member sets up password and app, and ends earlier ones. Returns its token. */
export async function makeSetUpLink(trx: Trx, staff_id: string, now: Date): Promise<string> {
  const token = newToken();
  await deleteUnusedInvites(trx, staff_id);
  await insertInvite(trx, {
    token_hash: hashToken(token),
    staff_id,
    created_at: now,
    expires_at: new Date(now.getTime() + LINK_MS),
  });
  return token;
}

/** The invite of a set-up link. */
export async function readInvite(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  token: string,
  now: Date,
): Promise<Invite | Refusal> {
  const invite = isToken(token) ? await selectInvite(db, hashToken(token), now) : null;
  return invite && (config.sandbox || !invite.is_demo) ? invite : refuse('SET_UP_LINK_EXPIRED');
}

/** Offers a secret for the authenticator app. It stays the same, so that the page can be loaded again. */
export async function offerTotp(
  { db, keyring }: Pick<Deps, 'db' | 'keyring'>,
  invite: Invite,
  now: Date,
): Promise<{ secret: string; uri: string } | Refusal> {
  const field = invitedTotpField(invite.token_hash);
  const sealed = await offerSecret(db, invite.token_hash, keyring.sealOwn(field, newTotpSecret()), now);
  if (!sealed) return refuse('SET_UP_LINK_EXPIRED');
  const secret = keyring.openOwn(field, sealed);
  return { secret, uri: totpUri(secret, invite.email) };
}

type SetUp = { member: store.Member; token: string; recovery_codes: string[] };

/**
 * Sets password, app and recovery codes, and signs the browser in, in one transaction: until it commits, the link stays
 * usable. The password has passed the policy.
 */
export async function finishSetUp(
  deps: SetUpDeps,
  invite: Invite,
  { password, code, browser }: { password: string; code: string; browser: StaffBrowser },
  now: Date,
): Promise<SetUp | Refusal> {
  const { db, hasher, keyring } = deps;
  const { token_hash, staff_id, totp_secret } = invite;
  if (!totp_secret) return refuse('CodeMismatchException');
  const secret = keyring.openOwn(invitedTotpField(token_hash), totp_secret);
  const step = stepOfCode(secret, code, now);
  if (step === null) return refuse('CodeMismatchException');
  const password_hash = await hasher.hash(password, invite.token_hash.toString('base64url'));
  const recovery_codes = newRecoveryCodes();
  return await decidedTransaction<SetUp | Refusal>(db, async (trx) => {
    const member = await store.lockMember(trx, staff_id);
    if (!member || !(await spendInvite(trx, token_hash, now)))
      return { answer: refuse('SET_UP_LINK_EXPIRED'), isKept: false };
    const sealed = keyring.sealOwn(totpField(staff_id), secret);
    await store.updateFactors(
      trx,
      staff_id,
      { password_hash, totp_secret: sealed, totp_last_step: step },
      now,
    );
    await store.replaceRecoveryCodes(trx, staff_id, hashesOf(recovery_codes));
    await endAllSessions(trx, staff_id);
    await deleteSignInFailures(trx, countedAs(member.email));
    const token = await startStaffSession(trx, deps, member, browser, now);
    await store.recordSignIn(trx, { staff_id, device: browser.device, by: 'SET_UP' }, now);
    const action = memberAction({ staff_id, via: 'WEB', action: 'staff.set-up', object_id: staff_id });
    await recordStaffAction(trx, action, now);
    return { answer: { member, token, recovery_codes }, isKept: true };
  });
}

/** What is stored of recovery codes. */
export const hashesOf = (codes: readonly string[]): Buffer[] => codes.map((code) => hashRecoveryCode(code)!);
