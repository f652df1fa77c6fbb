import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../runtime/config.ts';
import { keyedHash } from '../runtime/keyed-hash.ts';
import { isToken } from './tokens.ts';

export type Site = Pick<Config, 'site_url' | 'app_secret'>;

const ID_BYTES = 16;
const PROOF_BYTES = 16;

/** The id of a booking and 128 bits that only this server can make. Nothing of it is stored (decision 0064). */
function joinToken(app_secret: string, id: string): string {
  const proof = keyedHash(app_secret, 'join', id).subarray(0, PROOF_BYTES);
  return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), proof]).toString('base64url');
}

/** The booking whose token this is; null if this server did not make it. */
export function bookingOfToken(app_secret: string, token: string): string | null {
  if (!isToken(token)) return null;
  const hex = Buffer.from(token, 'base64url').toString('hex', 0, ID_BYTES);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return timingSafeEqual(Buffer.from(joinToken(app_secret, id)), Buffer.from(token)) ? id : null;
}

/** Adds the client's link to an online session; null at other places. It stays the same for the life of the booking. */
export const withJoinUrl =
  ({ site_url, app_secret }: Site) =>
  <B extends { id: string; location_type: string }>(booking: B): B & { join_url: string | null } => ({
    ...booking,
    join_url:
      booking.location_type === 'VIRTUAL' ? `${site_url}/join/${joinToken(app_secret, booking.id)}` : null,
  });
