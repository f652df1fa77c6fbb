import type { BodyOf, OutputOf } from '#contract/call.ts';
import { type staffAddPasskey, staffPasskeyChallenge } from '#contract/staff.calls.ts';
import type { PasskeyProof } from '#contract/staff.schemas.ts';
import { callStaff } from '#staff/api/call-staff.ts';

// The browser's prompts for passkeys. Their library is loaded with the first prompt.

type Prompt = OutputOf<typeof staffPasskeyChallenge>;
export type NewPasskey = Pick<BodyOf<typeof staffAddPasskey>, 'challenge_id' | 'attestation'>;

/** Whether this browser knows passkeys and may use them here: they need https or localhost. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && typeof window.PublicKeyCredential === 'function';

/** Asks for a passkey: for SIGN_IN any of this site, for UNLOCK one of the member's. */
export async function promptPasskey(purpose: 'SIGN_IN' | 'UNLOCK'): Promise<PasskeyProof> {
  const [{ startAuthentication }, { challenge_id, get }] = await prepare(purpose);
  const { id, response } = await ended(get!, startAuthentication({ optionsJSON: get! }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    challenge_id,
    assertion: { id, response: { clientDataJSON, authenticatorData, signature, userHandle } },
  };
}

/** Asks the browser to make a passkey. */
export async function makePasskey(): Promise<NewPasskey> {
  const [{ startRegistration }, { challenge_id, create }] = await prepare('REGISTER');
  const { id, response } = await ended(create!, startRegistration({ optionsJSON: create! }));
  const { clientDataJSON, attestationObject } = response;
  return { challenge_id, attestation: { id, response: { clientDataJSON, attestationObject } } };
}

const prepare = (purpose: 'SIGN_IN' | 'UNLOCK' | 'REGISTER') =>
  Promise.all([import('@simplewebauthn/browser'), callStaff(staffPasskeyChallenge, { body: { purpose } })]);

/** Waits for a prompt. If it ends without a passkey, the error's message says what to do. */
async function ended<T>(options: NonNullable<Prompt['get' | 'create']>, prompt: Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await prompt;
  } catch (error) {
    const isMade = 'rp' in options;
    const host = isMade ? options.rp.id : options.rpId;
    // Browsers do not say why, so that a page cannot find out who has a passkey: only the time differs.
    const isOver = performance.now() - started >= options.timeout;
    throw new Error(messageOf(error, { isMade, isOver, host }), { cause: error });
  }
}

function messageOf(
  error: unknown,
  { isMade, isOver, host }: { isMade: boolean; isOver: boolean; host: string },
): string {
  const { name, code } = error as { name?: string; code?: unknown };
  if (name === 'NotAllowedError' || name === 'AbortError') {
    if (isOver) return 'The passkey prompt was open too long. Please try again.';
    return isMade
      ? 'No passkey was added, because the prompt was closed. Press the button to try again.'
      : 'No passkey was used. Try again, or use your password and code if this device has no passkey for the staff area.';
  }
  if (name === 'InvalidStateError') return 'This device has a passkey for the staff area already.';
  if (name === 'SecurityError') return `Passkeys work only at ${host}. Open the staff area there.`;
  if (code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
    return 'This security key has no PIN, finger or face. Set one up for it, or use another key.';
  if (name === 'ConstraintError' || name === 'NotSupportedError')
    return 'This security key can’t keep a passkey. Use another one, or this device.';
  return 'The browser couldn’t use a passkey. Please try again, or use a code.';
}
