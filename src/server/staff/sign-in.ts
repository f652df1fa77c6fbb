import { practice } from '#content/public/practice.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { SignInSource } from '../ports/identity.ts';
import { failuresAllowed, sourcesOf } from '../auth/sign-in-sources.ts';
import {
  countSignIn,
  countWrongCodes,
  decided,
  forgiveSignInFailures,
  sourcesOfCode,
  takeBackSignIn,
} from '../auth/sign-in-failures-store.ts';
import { persistently } from '../db/persistently.ts';
import { decidedTransaction } from '../db/transactions.ts';
import type { Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { queueMail } from '../mail/outbox.ts';
import { staffPasswordKnownMail } from '../mail/templates/staff-account.ts';
import { STAFF_SIGN_IN_MS } from '../sessions/staff-session.ts';
import { hashToken, isToken, newToken } from '../sessions/tokens.ts';
import { type Proof, proveFactor } from './prove-factor.ts';
import { type StaffBrowser, startStaffSession } from './start-session.ts';
import * as store from './store.ts';

type SignInDeps = Pick<Deps, 'config' | 'db' | 'hasher' | 'keyring'>;
type Attempt = { email: string; password: string; source: SignInSource };
/** The member who signed in, and the token of the new session. */
type SignedIn = { member: store.Member; token: string };

const MINUTE_MS = 60 * 1000;
const LONGEST_LOCK_MINUTES = 15;

/** The name under which failures of a staff address are counted, apart from those of a client with this address. */
export const countedAs = (email: string): string => `staff:${email}`;

const INCORRECT = 'Email, password or code is incorrect.';
const incorrect = () => refuse('NotAuthorizedException', { message: INCORRECT });
const wrongCode = () => refuse('CodeMismatchException', { message: INCORRECT });

/** The refusal while failures lock a source. */
export function lockedUntil(until: Date | null, now: Date): Refusal {
  if (until === null) return refuse('LimitExceededException');
  const minutes = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / MINUTE_MS));
  // Only the pause of all unknown browsers is that long.
  if (minutes > LONGEST_LOCK_MINUTES)
    return refuse('LimitExceededException', {
      message: 'Too many attempts from new browsers. Use one where you have signed in before.',
    });
  const wait = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  return refuse('LimitExceededException', { message: `Too many attempts. Try again ${wait}.` });
}

/**
 * Checks the password and returns the token of a sign-in that waits for a code. Suspended members, members who are not
 * set up and, outside the sandbox, the demo owner are answered like unknown addresses, in the same time.
 */
export async function checkStaffPassword(
  { config, db, hasher }: SignInDeps,
  { email, password, source }: Attempt,
  now: Date,
): Promise<{ token: string } | Refusal> {
  const sources = sourcesOf(config.app_secret, source);
  const allowed = failuresAllowed(config.RATE_LIMIT_SCALE);
  const counted_as = countedAs(email);
  const { member, locked_until } = await store.selectSignInFacts(db, { email, counted_as, sources }, now);
  if (locked_until) return lockedUntil(locked_until, now);
  const candidate = member?.is_demo && !config.sandbox ? null : member;
  // The attempt is counted while the hash is computed; the result is only used if the count allows it.
  const matches = hasher.verify(candidate?.password_hash ?? null, password, source.known ? source.id : null);
  matches.catch(() => undefined);
  if (await countSignIn(db, counted_as, sources, allowed, now)) return lockedUntil(null, now);
  const isCorrect = await decided(db, { email: counted_as, sources, allowed }, now, () => matches);
  if (!candidate || !isCorrect) return incorrect();
  // Earlier failures are forgiven only after the code, so that the password does not allow more guesses of codes.
  await takeBackSignIn(db, counted_as, sources, allowed, now);
  const token = newToken();
  const expires_at = new Date(now.getTime() + STAFF_SIGN_IN_MS);
  await store.insertSignIn(db, { token_hash: hashToken(token), staff_id: candidate.id, expires_at });
  return { token };
}

/** The member whose sign-in this token belongs to, after taking one of its tries. */
export async function takeCodeTry(
  { config, db }: SignInDeps,
  token: string,
  now: Date,
): Promise<store.Member | null> {
  const member = isToken(token) ? await store.takeCodeTry(db, hashToken(token), now) : null;
  return member && (config.sandbox || !member.is_demo) ? member : null;
}

/**
 * Completes a sign-in with a code. Wrong ones count as failures of the source, apart from wrong passwords: those who have
 * the password are not locked by those who have not.
 */
export async function finishStaffSignIn(
  deps: SignInDeps,
  member: store.Member,
  {
    token,
    proof,
    source,
    browser,
  }: { token: string; proof: Proof; source: SignInSource; browser: StaffBrowser },
  now: Date,
): Promise<SignedIn | Refusal> {
  const { config, db, keyring } = deps;
  const passwordSources = sourcesOf(config.app_secret, source);
  const sources = sourcesOfCode(passwordSources);
  const allowed = failuresAllowed(config.RATE_LIMIT_SCALE);
  const email = countedAs(member.email);
  if (await countSignIn(db, email, sources, allowed, now)) return lockedUntil(null, now);
  const prove = async (trx: Trx): Promise<{ answer: SignedIn | Refusal; isKept: boolean }> => {
    const no = (refusal: Refusal) => ({ answer: refusal, isKept: false });
    // Read again under the lock: the factors may have changed, or the member may have been suspended.
    const present = await store.lockMember(trx, member.id);
    if (!present) return no(refuse('SIGN_IN_EXPIRED'));
    const by = await proveFactor(trx, keyring, present, proof, now);
    if (by === null) return no(wrongCode());
    if (!(await store.deleteSignIn(trx, hashToken(token)))) return no(refuse('SIGN_IN_EXPIRED'));
    const session = await startStaffSession(trx, deps, present, browser, now);
    await store.recordSignIn(trx, { staff_id: present.id, device: browser.device, by }, now);
    return { answer: { member: present, token: session }, isKept: true };
  };
  const signedIn = await decided(db, { email, sources, allowed }, now, () =>
    decidedTransaction(db, prove),
  ).catch(async (error: unknown) => {
    await persistently(() => store.giveBackCodeTry(db, hashToken(token)));
    throw error;
  });
  if ('token' in signedIn)
    for (const each of [sources, passwordSources])
      await forgiveSignInFailures(db, email, each, allowed.all_free);
  else if (signedIn.code === 'CodeMismatchException' && !source.known)
    await notifyOfKnownPassword(deps, member, now);
  return signedIn;
}

/**
 * Mails the member, at most once a day, that someone knows the password. Codes are counted across attempts and networks,
 * so that more sign-ins with fewer codes each are noticed too.
 */
async function notifyOfKnownPassword(
  { config, db }: SignInDeps,
  { id, email, is_demo }: store.Member,
  now: Date,
): Promise<void> {
  if (is_demo || (await countWrongCodes(db, countedAs(email))) < store.MOST_CODES) return;
  const mail = staffPasswordKnownMail({ site_url: config.site_url });
  const kind = 'staff-password-known';
  const dedupe_key = `${kind}:${id}:${localDateOf(now, practice.zone)}`;
  await queueMail(db, { ...mail, dedupe_key, kind, user_id: null, to: email }, now);
}
