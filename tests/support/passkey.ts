import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import type { BodyOf, OutputOf } from '#contract/call.ts';
import { staffAddPasskey, staffPasskeyChallenge, staffSignInPasskey } from '#contract/staff.calls.ts';
import type { PasskeyProof } from '#contract/staff.schemas.ts';
import type { Browser } from './browser.ts';

type Challenge = OutputOf<typeof staffPasskeyChallenge>;
type Attestation = BodyOf<typeof staffAddPasskey>['attestation'];

/** What an authenticator or a page does wrong. */
export type Deviation = {
  origin?: string;
  rp_id?: string;
  isVerified?: boolean;
  type?: string;
  sign_count?: number;
  userHandle?: string;
  challenge?: string;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;
const ES256 = -7;

/** An authenticator in software (W3C Web Authentication): ES256 keys, found without an address. */
export class Authenticator {
  readonly credential_id = randomBytes(32);
  /** Keys that are synced between devices do not count. */
  readonly counts: boolean;
  readonly #origin: string;
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;
  #signCount = 0;
  #userHandle = '';

  constructor({ counts = true, origin = 'http://localhost:3000' } = {}) {
    this.counts = counts;
    this.#origin = origin;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#publicKey = publicKey;
    this.#privateKey = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  }

  /** Answers `navigator.credentials.create`. */
  create({ create }: Challenge, wrong: Deviation = {}): Attestation {
    if (!create) throw new Error('these are no options for a new passkey');
    this.#userHandle = create.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credential_id.length);
    const key = Buffer.concat([Buffer.alloc(16), length, this.credential_id, this.#coseKey()]);
    const authData = Buffer.concat([this.#authenticatorData(create.rp.id, HAS_KEY, wrong), key]);
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return {
      id: this.credential_id.toString('base64url'),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', create.challenge, wrong).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
      },
    };
  }

  /** Answers `navigator.credentials.get`. */
  get({ challenge_id, get }: Challenge, wrong: Deviation = {}): PasskeyProof {
    if (!get) throw new Error('these are no options for a passkey that exists');
    const clientData = this.#clientData('webauthn.get', get.challenge, wrong);
    const authenticatorData = this.#authenticatorData(get.rpId, 0, wrong);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    return {
      challenge_id,
      assertion: {
        id: this.credential_id.toString('base64url'),
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
          userHandle: wrong.userHandle ?? this.#userHandle,
        },
      },
    };
  }

  #clientData(type: string, challenge: string, wrong: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? this.#origin,
        crossOrigin: false,
      }),
    );
  }

  #authenticatorData(rp_id: string, more: number, wrong: Deviation): Buffer {
    if (this.counts) this.#signCount += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.sign_count ?? this.#signCount);
    const flags = PRESENT | (wrong.isVerified === false ? 0 : VERIFIED) | more;
    const site = createHash('sha256')
      .update(wrong.rp_id ?? rp_id)
      .digest();
    return Buffer.concat([site, Buffer.from([flags]), count]);
  }

  /** The public key as COSE (RFC 9053). */
  #coseKey(): Buffer {
    const { x, y } = this.#publicKey.export({ format: 'jwk' });
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, ES256],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    );
  }
}

/** CBOR (RFC 8949) of what an authenticator writes: integers, bytes, texts and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (!(value instanceof Map)) throw new Error(`no CBOR for ${String(value)}`);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}

/** The options of a prompt, as the page asks for them. */
export async function askForPrompt(
  browser: Browser,
  purpose: BodyOf<typeof staffPasskeyChallenge>['purpose'],
): Promise<Challenge> {
  const { status, json, text } = await browser.call(staffPasskeyChallenge, { body: { purpose } });
  if (status !== 200) throw new Error(text);
  return json;
}

/** Adds a passkey to a signed-in member. Returns its authenticator and its id on the wire. */
export async function registerPasskey(
  { browser, nextCode }: { browser: Browser; nextCode(): string },
  authenticator = new Authenticator(),
): Promise<{ authenticator: Authenticator; id: string }> {
  const prompt = await askForPrompt(browser, 'REGISTER');
  const { status, json, text } = await browser.call(staffAddPasskey, {
    body: {
      challenge_id: prompt.challenge_id,
      attestation: authenticator.create(prompt),
      name: 'Laptop',
      code: nextCode(),
    },
  });
  if (status !== 200) throw new Error(text);
  return { authenticator, id: json.id };
}

/** Signs in with a passkey, or tries to. */
export async function signInWithPasskey(browser: Browser, authenticator: Authenticator, wrong?: Deviation) {
  const prompt = await askForPrompt(browser, 'SIGN_IN');
  return await browser.call(staffSignInPasskey, { body: authenticator.get(prompt, wrong) });
}
