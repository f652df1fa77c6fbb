import { createHmac } from 'node:crypto';

/** The purpose of a keyed hash; hashes with different purposes never collide. */
type HashPurpose =
  | 'refresh'
  | 'access'
  | 'attempt'
  | 'code'
  | 'password-hint'
  | 'upload'
  | 'security-log'
  | 'network'
  | 'browser'
  | 'closed-account'
  | 'card'
  | 'staff-action'
  | 'staff-token'
  | 'draft-key'
  | 'cancellation-quote'
  | 'erasure-quote'
  | 'join'
  | 'visit';

/** HMAC-SHA256 under the server's key (config.app_secret). */
export function keyedHash(app_secret: string, purpose: HashPurpose, ...parts: string[]): Buffer {
  const hmac = createHmac('sha256', app_secret);
  // The length precedes each part, so that no two lists of parts produce the same input.
  for (const part of [purpose, ...parts]) hmac.update(`${Buffer.byteLength(part)}:${part}`);
  return hmac.digest();
}
