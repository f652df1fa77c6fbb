import { Secret, TOTP } from 'otpauth';
import { practice } from '#content/public/practice.ts';

// Codes of authenticator apps (RFC 6238): six digits, SHA-1, 30 seconds, which every app supports.

const STEP_MS = 30 * 1000;
/** A code of the step before or after counts too, for clocks that differ. */
const WINDOW = 1;

const totpOf = (secret: string, email = '') =>
  new TOTP({ issuer: practice.name, label: email, secret: Secret.fromBase32(secret) });

/** A new secret of 160 bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The otpauth:// URI that an app reads from a QR code. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The step in which an instant lies. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** The code of a step. */
export const codeOfStep = (secret: string, step: number): string =>
  totpOf(secret).generate({ timestamp: step * STEP_MS });

/** The instant after which the code of a step is no longer accepted. */
export const endOfCode = (step: number): Date => new Date((step + 1 + WINDOW) * STEP_MS);

/** The step whose code this is; null if it is none that is accepted now. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : stepAt(now) + delta;
}
