import { createHmac } from 'node:crypto';

/** What a keyed hash is for; hashes of different purposes never meet. */
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
  | 'card';

/** HMAC-SHA256 under the server's key (config.app_secret). */
export function keyedHash(app_secret: string, purpose: HashPurpose, ...parts: string[]): Buffer {
  const hmac = createHmac('sha256', app_secret);
  // Length before each part: no two lists of parts read alike.
  for (const part of [purpose, ...parts]) hmac.update(`${Buffer.byteLength(part)}:${part}`);
  return hmac.digest();
}
