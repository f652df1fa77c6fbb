import { hash, randomBytes } from 'node:crypto';
import type { BodyOf, OutputOf } from '#contract/call.ts';
import type { staffAddPasskey, staffPasskeyChallenge } from '#contract/staff.calls.ts';
import type { Passkey, PasskeyProof } from '#contract/staff.schemas.ts';
import type { Db, Trx } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import type { StaffMember } from '../sessions/staff-session.ts';
import { hashToken, isToken, newToken } from '../sessions/tokens.ts';
import * as passkeyStore from './passkey-store.ts';
import type { ChallengeKey, PasskeyPurpose, PasskeyRow, StoredPasskey } from './passkey-store.ts';
import { type StaffBrowser, startStaffSession } from './start-session.ts';
import * as store from './store.ts';
import {
  base64urlOf,
  bytesOf,
  creationOptions,
  PROMPT_MS,
  relyingPartyOf,
  requestOptions,
  userHandleOf,
  verifyAssertion,
  verifyAttestation,
} from './webauthn.ts';

type PasskeyDeps = Pick<Deps, 'config' | 'db'>;

// rules.md §9
const MOST_PASSKEYS = 20;
const CHALLENGE_BYTES = 32;

const NOT_KNOWN = 'This passkey can’t sign you in. Use another one, or your password.';
const TOO_LATE = 'That took too long. Please try again.';
const notKnown = () => refuse('NotAuthorizedException', { message: NOT_KNOWN });

const keyOf = (challenge_id: string, purpose: PasskeyPurpose, staff_id: string | null): ChallengeKey | null =>
  isToken(challenge_id) ? { id_hash: hashToken(challenge_id), purpose, staff_id } : null;

/** Makes a challenge and the options of the browser's prompt. `member` is null for a sign-in. */
export async function makeChallenge(
  { config, db }: PasskeyDeps,
  purpose: PasskeyPurpose,
  member: StaffMember | null,
  now: Date,
): Promise<OutputOf<typeof staffPasskeyChallenge> | Refusal> {
  const party = relyingPartyOf(config);
  if (!party) return refuse('PASSKEYS_UNAVAILABLE');
  const passkeys = member ? await passkeyStore.selectPasskeys(db, member.id) : [];
  const known = passkeys.map(({ credential_id }) => credential_id);
  if (purpose === 'UNLOCK' && known.length === 0) return refuse('PASSKEY_NOT_FOUND');
  if (purpose === 'REGISTER' && known.length >= MOST_PASSKEYS) return refuse('TOO_MANY_PASSKEYS');
  const challenge_id = newToken();
  const challenge = randomBytes(CHALLENGE_BYTES);
  await passkeyStore.insertChallenge(db, {
    id_hash: hashToken(challenge_id),
    purpose,
    staff_id: member?.id ?? null,
    challenge,
    expires_at: new Date(now.getTime() + PROMPT_MS),
  });
  return member && purpose === 'REGISTER'
    ? { challenge_id, get: null, create: creationOptions(party, { challenge, member, known }) }
    : { challenge_id, get: requestOptions(party, { challenge, allowed: known }), create: null };
}

/** Uses up the challenge of a sign-in. */
export async function takeSignInChallenge(
  { config, db }: PasskeyDeps,
  challenge_id: string,
  now: Date,
): Promise<Buffer | Refusal> {
  if (!relyingPartyOf(config)) return refuse('PASSKEYS_UNAVAILABLE');
  const key = keyOf(challenge_id, 'SIGN_IN', null);
  const challenge = key && (await passkeyStore.takeChallenge(db, key, now));
  return challenge ?? refuse('NotAuthorizedException', { message: TOO_LATE });
}

/** Signs in with a passkey, which replaces password and code. Locks after wrong passwords do not count here. */
export async function signInWithPasskey(
  deps: PasskeyDeps,
  { challenge, assertion }: { challenge: Buffer; assertion: PasskeyProof['assertion'] },
  browserOf: (email: string) => StaffBrowser,
  now: Date,
): Promise<{ member: store.Member; token: string } | Refusal> {
  const { config, db } = deps;
  const party = relyingPartyOf(config);
  if (!party) return refuse('PASSKEYS_UNAVAILABLE');
  const passkey = await passkeyStore.selectPasskey(db, bytesOf(assertion.id));
  // No address was typed, so the authenticator must name the member.
  if (!passkey || assertion.response.userHandle !== userHandleOf(passkey.staff_id)) return notKnown();
  const sign_count = await verifyAssertion(party, passkey, challenge, assertion);
  if (sign_count === null) return notKnown();
  return await decidedTransaction<{ member: store.Member; token: string } | Refusal>(db, async (trx) => {
    const no = { answer: notKnown(), isKept: false };
    const member = await store.lockMember(trx, passkey.staff_id);
    if (!member || (member.is_demo && !config.sandbox)) return no;
    if (!(await passkeyStore.recordPasskeyUse(trx, passkey, sign_count, now))) return no;
    const browser = browserOf(member.email);
    const token = await startStaffSession(trx, deps, member, browser, now);
    await store.recordSignIn(trx, { staff_id: member.id, device: browser.device, by: 'PASSKEY' }, now);
    return { answer: { member, token }, isKept: true };
  });
}

/** A verified use of a member's passkey, to be recorded under the member's lock. */
type PasskeyUse = { passkey: StoredPasskey; sign_count: number };

/** Verifies a passkey that confirms a change of a signed-in member. Its challenge is used up. */
export async function confirmPasskey(
  { config, db }: PasskeyDeps,
  staff_id: string,
  { challenge_id, assertion }: PasskeyProof,
  now: Date,
): Promise<PasskeyUse | Refusal> {
  const party = relyingPartyOf(config);
  if (!party) return refuse('PASSKEYS_UNAVAILABLE');
  const key = keyOf(challenge_id, 'UNLOCK', staff_id);
  const challenge = key && (await passkeyStore.takeChallenge(db, key, now));
  if (!challenge) return refuse('PASSKEY_NOT_ACCEPTED', { message: TOO_LATE });
  const passkey = await passkeyStore.selectPasskey(db, bytesOf(assertion.id));
  if (passkey?.staff_id !== staff_id) return refuse('PASSKEY_NOT_ACCEPTED');
  const sign_count = await verifyAssertion(party, passkey, challenge, assertion);
  return sign_count === null ? refuse('PASSKEY_NOT_ACCEPTED') : { passkey, sign_count };
}

export type NewPasskey = Pick<BodyOf<typeof staffAddPasskey>, 'challenge_id' | 'attestation' | 'name'>;
type VerifiedKey = NonNullable<Awaited<ReturnType<typeof verifyAttestation>>>;

/** Verifies a new passkey. Its challenge stays usable, so that a mistyped code needs no second prompt. */
export async function verifyNewPasskey(
  { config, db }: PasskeyDeps,
  staff_id: string,
  { challenge_id, attestation }: NewPasskey,
  now: Date,
): Promise<{ challenge: ChallengeKey; key: VerifiedKey } | Refusal> {
  const party = relyingPartyOf(config);
  if (!party) return refuse('PASSKEYS_UNAVAILABLE');
  const challenge = keyOf(challenge_id, 'REGISTER', staff_id);
  const bytes = challenge && (await passkeyStore.selectChallenge(db, challenge, now));
  if (!bytes) return refuse('PASSKEY_NOT_ACCEPTED', { message: TOO_LATE });
  const key = await verifyAttestation(party, bytes, attestation);
  if (key) return { challenge, key };
  await passkeyStore.takeChallenge(db, challenge, now);
  return refuse('PASSKEY_NOT_ACCEPTED');
}

/** Adds a verified passkey and uses up its challenge. The member is locked. */
export async function addPasskey(
  trx: Trx,
  staff_id: string,
  { challenge, key, name }: { challenge: ChallengeKey; key: VerifiedKey; name: string },
  now: Date,
): Promise<Passkey | Refusal> {
  if (!(await passkeyStore.takeChallenge(trx, challenge, now)))
    return refuse('PASSKEY_NOT_ACCEPTED', { message: TOO_LATE });
  if ((await passkeyStore.selectPasskeys(trx, staff_id)).length >= MOST_PASSKEYS)
    return refuse('TOO_MANY_PASSKEYS');
  const row = { ...key, staff_id, name, created_at: now };
  if (!(await passkeyStore.insertPasskey(trx, row))) return refuse('PASSKEY_NOT_ACCEPTED');
  return toPasskey({ ...row, last_used_at: null });
}

/** Removes a member's passkey by the id that it has on the wire. */
export async function removePasskey(trx: Trx, staff_id: string, id: string): Promise<boolean> {
  const passkeys = await passkeyStore.selectPasskeys(trx, staff_id);
  const passkey = passkeys.find(({ credential_id }) => wireId(credential_id) === id);
  return passkey !== undefined && (await passkeyStore.deletePasskey(trx, staff_id, passkey.credential_id));
}

export const listPasskeys = async (db: Db, staff_id: string): Promise<Passkey[]> =>
  (await passkeyStore.selectPasskeys(db, staff_id)).map(toPasskey);

/** Credential ids have up to 1023 bytes, which is too long for an address. */
const wireId = (credential_id: Buffer): string => base64urlOf(hash('sha256', credential_id, 'buffer'));

const toPasskey = ({ credential_id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id: wireId(credential_id),
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});
