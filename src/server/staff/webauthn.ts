import { isIP } from 'node:net';
import { practice } from '#content/public/practice.ts';
import type { PasskeyProof } from '#contract/staff.schemas.ts';
import type { Config } from '../runtime/config.ts';
import type { StoredPasskey } from './passkey-store.ts';

// What browsers and authenticators exchange (W3C Web Authentication). The library is loaded when the first passkey is
// verified, so that a start does not wait for it.

/** How long a prompt may stay open. */
export const PROMPT_MS = 5 * 60 * 1000;
/** COSE algorithms, preferred first: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

/** The site that passkeys belong to. */
export type RelyingParty = { id: string; origin: string };

/**
 * Passkeys belong to the host of SITE_URL and end when it changes. Null where browsers offer none: without https,
 * unless on localhost, and at an IP address.
 */
export function relyingPartyOf({ site_url }: Pick<Config, 'site_url'>): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(site_url);
  const isAddress = isIP(hostname) > 0 || hostname.startsWith('[');
  const isPossible = protocol === 'https:' ? !isAddress : hostname === 'localhost';
  return isPossible ? { id: hostname, origin } : null;
}

export const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, 'base64url');
export const base64urlOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** The name under which an authenticator keeps a member's passkeys. It is no name of a person. */
export const userHandleOf = (staff_id: string): string =>
  Buffer.from(staff_id.replaceAll('-', ''), 'hex').toString('base64url');

const credentials = (ids: readonly Buffer[]) =>
  ids.map((id) => ({ id: base64urlOf(id), type: 'public-key' as const }));

/** Options of a prompt for one of these passkeys; without any, for those that the authenticator has for this site. */
export const requestOptions = (
  { id }: RelyingParty,
  { challenge, allowed }: { challenge: Buffer; allowed: readonly Buffer[] },
) => ({
  challenge: base64urlOf(challenge),
  rpId: id,
  timeout: PROMPT_MS,
  userVerification: 'required' as const,
  allowCredentials: credentials(allowed),
});

/** Options of a prompt that makes a passkey. It can be found without an e-mail address, and asks for finger, face or PIN. */
export const creationOptions = (
  { id }: RelyingParty,
  {
    challenge,
    member,
    known,
  }: { challenge: Buffer; member: { id: string; email: string; name: string }; known: readonly Buffer[] },
) => ({
  challenge: base64urlOf(challenge),
  rp: { id, name: practice.name },
  user: { id: userHandleOf(member.id), name: member.email, displayName: member.name },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout: PROMPT_MS,
  excludeCredentials: credentials(known),
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
});

/**
 * Verifies challenge, origin, relying party, user verification, signature and sign count. Returns the new sign count,
 * null if any of them is wrong. A count that goes back means a copied key.
 */
export async function verifyAssertion(
  { id, origin }: RelyingParty,
  passkey: StoredPasskey,
  challenge: Buffer,
  { id: credential_id, response }: PasskeyProof['assertion'],
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { userHandle, ...signed } = response;
  if (userHandle && userHandle !== userHandleOf(passkey.staff_id)) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: credential_id,
        rawId: credential_id,
        type: 'public-key',
        response: signed,
        clientExtensionResults: {},
      },
      expectedChallenge: base64urlOf(challenge),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.sign_count,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for each of them, and for bytes that it cannot read.
    return null;
  }
}

/** Verifies what an authenticator answered to creationOptions. Returns the new key, null if it is not acceptable. */
export async function verifyAttestation(
  { id, origin }: RelyingParty,
  challenge: Buffer,
  attestation: { id: string; response: { clientDataJSON: string; attestationObject: string } },
): Promise<{ credential_id: Buffer; public_key: Buffer; sign_count: number } | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: attestation.id,
        rawId: attestation.id,
        type: 'public-key',
        response: attestation.response,
        clientExtensionResults: {},
      },
      expectedChallenge: base64urlOf(challenge),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { credential } = registrationInfo;
    return {
      credential_id: bytesOf(credential.id),
      public_key: Buffer.from(credential.publicKey),
      sign_count: credential.counter,
    };
  } catch {
    return null;
  }
}
