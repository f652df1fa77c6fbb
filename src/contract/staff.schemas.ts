import { z } from 'zod';
import { clientName } from './personal.schemas.ts';
import { id, instant, localDate, opaque, text, type CallSchemas } from './schemas.ts';

// Identity of staff, their security settings and the audit log (rules.md §9).

/** The member who is signed in, and what every screen needs: the practice's zone (IANA), and whether this is the sandbox. */
const me = z.object({
  id,
  name: z.string(),
  email: z.string(),
  zone: z.string(),
  sandbox: z.boolean(),
  /** The owner that the sandbox offers to everybody. */
  is_demo: z.boolean(),
});
export type Me = z.infer<typeof me>;

const password = opaque(1024);
/** Six digits of an authenticator app. Blanks are allowed, since apps show '123 456'. */
const code = text(12);
const recovery_code = text(40);

// Passkeys (WebAuthn). Binary values are base64url, as in the JSON of the browser's API.

const binary = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);
const credential_id = binary(1400);
const credential = z.object({ id: credential_id, type: z.literal('public-key') });
const PROMPT_PURPOSES = ['SIGN_IN', 'REGISTER', 'UNLOCK'] as const;

/** Options of `navigator.credentials.get`. Without `allowCredentials` the member chooses among the site's passkeys. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credential),
});
/** Options of `navigator.credentials.create`. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
/** UNLOCK proves that a signed-in member is at the browser. `create` is for REGISTER, `get` for the others. */
export const staffPasskeyChallenge = {
  body: z.object({ purpose: z.enum(PROMPT_PURPOSES) }),
  answer: z.object({
    challenge_id: z.string(),
    get: requestOptions.nullable(),
    create: creationOptions.nullable(),
  }),
} satisfies CallSchemas;

/** What `navigator.credentials.get` answered. */
const assertion = z.object({
  id: credential_id,
  response: z.object({
    clientDataJSON: binary(4000),
    authenticatorData: binary(2000),
    signature: binary(4000),
    userHandle: binary(100).nullish(),
  }),
});
const passkeyProof = z.object({ challenge_id: opaque(100), assertion });
export type PasskeyProof = z.infer<typeof passkeyProof>;
export const staffSignInPasskey = { body: passkeyProof, answer: me } satisfies CallSchemas;

/** Proof for a change of security settings: a code of the app, a recovery code, or a passkey. Without one CODE_REQUIRED. */
const proof = { code: text(40).optional(), passkey: passkeyProof.optional() };

export const staffSignIn = {
  body: z.object({ email: text(254), password }),
  answer: z.object({ next: z.literal('CODE') }),
} satisfies CallSchemas;
/** One of the two. */
export const staffSignInCode = {
  body: z.object({ code: code.optional(), recovery_code: recovery_code.optional() }),
  answer: me,
} satisfies CallSchemas;
export const staffDemoCode = {
  answer: z.object({ code: z.string(), seconds_left: z.number() }),
} satisfies CallSchemas;
export const staffSignOut = { status: 204 } satisfies CallSchemas;
export const staffMe = { answer: me } satisfies CallSchemas;

/** `draft_key`: seals what is typed on the device. It is the same while the session lasts. */
export const staffUnlock = {
  body: z.object(proof),
  answer: z.object({ unlocked_until: instant, draft_key: z.string() }),
} satisfies CallSchemas;
export const staffLock = { status: 204 } satisfies CallSchemas;
/** Why health data is locked: by hand or never opened, after 15 quiet minutes, or after an hour in all. */
export type LockReason = 'LOCKED' | 'IDLE' | 'HOUR';

const token = z.object({ token: opaque(100) });
/** A TOTP secret in base32 for typing, and as otpauth:// URI for a QR code. */
const offeredSecret = z.object({ secret: z.string(), uri: z.string() });

export const staffSetUp = {
  params: token,
  answer: z.object({ name: z.string(), email: z.string() }),
} satisfies CallSchemas;
export const staffSetUpTotp = { params: token, answer: offeredSecret } satisfies CallSchemas;
export const staffFinishSetUp = {
  params: token,
  body: z.object({ password, code }),
  answer: z.object({ recovery_codes: z.array(z.string()), me }),
} satisfies CallSchemas;

const staffSession = z.object({
  id,
  /** 'Firefox on Windows' */
  device: z.string(),
  signed_in_at: instant,
  /** Accurate to a minute. */
  seen_at: instant,
  is_current: z.boolean(),
});
const recentSignIn = z.object({
  at: instant,
  device: z.string(),
  /** What proved the second factor. */
  by: z.enum(['CODE', 'RECOVERY_CODE', 'PASSKEY', 'SET_UP']),
});
const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
});
export type Passkey = z.infer<typeof passkey>;
export const staffSecurity = {
  answer: z.object({
    passkeys: z.array(passkey),
    sessions: z.array(staffSession),
    recovery_codes_left: z.number(),
    recent_sign_ins: z.array(recentSignIn),
  }),
} satisfies CallSchemas;
export type StaffSecurity = z.infer<(typeof staffSecurity)['answer']>;

export const staffChangePassword = {
  body: z.object({ ...proof, current_password: password, password }),
  status: 204,
} satisfies CallSchemas;
export const staffOfferTotp = {
  body: z.object(proof),
  answer: offeredSecret,
} satisfies CallSchemas;
/** `new_code` of the new app proves that it was added. */
export const staffConfirmTotp = {
  body: z.object({ new_code: code }),
  status: 204,
} satisfies CallSchemas;
export const staffNewRecoveryCodes = {
  body: z.object(proof),
  answer: z.object({ recovery_codes: z.array(z.string()) }),
} satisfies CallSchemas;
/** `attestation`: what `navigator.credentials.create` answered. */
export const staffAddPasskey = {
  body: z.object({
    ...proof,
    challenge_id: opaque(100),
    attestation: z.object({
      id: credential_id,
      response: z.object({ clientDataJSON: binary(4000), attestationObject: binary(16_000) }),
    }),
    name: text(60).min(1, 'Please name this passkey.'),
  }),
  answer: passkey,
} satisfies CallSchemas;
export const staffRemovePasskey = {
  params: z.object({ id: opaque(100) }),
  body: z.object(proof),
  status: 204,
} satisfies CallSchemas;
export const staffEndOtherSessions = { status: 204 } satisfies CallSchemas;
export const staffEndSession = { params: z.object({ id }), status: 204 } satisfies CallSchemas;

const auditRow = z.object({
  id: z.string(),
  at: instant,
  /** Name of the staff member; null: a command, a job or the client. */
  staff: z.string().nullable(),
  via: z.enum(['WEB', 'COMMAND', 'JOB', 'READ']),
  /** Such as 'booking.cancel' */
  action: z.string(),
  /** The whole sentence without the actor: 'cancelled a booking of Maren K.' */
  text: z.string(),
  /** Where to look at it, as a path below /staff; null if there is no page. */
  path: z.string().nullable(),
  /** What was read at once: 'Session note, Marma Session on 24 Nov'. Empty for anything else. */
  parts: z.array(z.object({ text: z.string(), path: z.string().nullable() })),
});
export type AuditRow = z.infer<typeof auditRow>;
export const staffAuditLog = {
  query: z.object({
    staff: id.optional(),
    client: id.optional(),
    /** READ: health data, by staff and commands. OWN: by the clients, their own; else these are left out. */
    kind: z.enum(['BOOKING', 'CLIENT', 'STAFF', 'READ', 'OWN']).optional(),
    from: localDate.optional(),
    to: localDate.optional(),
    /** `next` of the page before. */
    after: opaque(200).optional(),
  }),
  answer: z.object({
    rows: z.array(auditRow),
    next: z.string().nullable(),
    staff: z.array(z.object({ id, name: z.string() })),
    /** Of the client in the query; null: none is asked for, or a former one. */
    client_name: clientName.nullable(),
  }),
} satisfies CallSchemas;
