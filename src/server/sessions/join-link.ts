import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../runtime/config.ts';
import { keyedHash } from '../runtime/keyed-hash.ts';
import { isToken } from './tokens.ts';

export type Site = Pick<Config, 'site_url' | 'app_secret'>;

const ID_BYTES = 16;
const PROOF_BYTES = 16;

/** The id of a booking and 128 bits that only this server can make. Nothing of it is stored (decision 0064). */
export function bookingToken(
  app_secret: string,
  purpose: 'join' | 'visit',
  id: string,
  ...bound: string[]
): string {
  const proof = keyedHash(app_secret, purpose, id, ...bound).subarray(0, PROOF_BYTES);
  return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), proof]).toString('base64url');
}

/** The booking that a token names, which proves nothing yet; null if it is no token. */
export function bookingNamedBy(token: string): string | null {
  if (!isToken(token)) return null;
  const hex = Buffer.from(token, 'base64url').toString('hex', 0, ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Compares a token with the one that is right; both are tokens. */
export const isSameToken = (token: string, right: string): boolean =>
  timingSafeEqual(Buffer.from(right), Buffer.from(token));

/** The booking whose token this is; null if this server did not make it. */
export function bookingOfToken(app_secret: string, token: string): string | null {
  const id = bookingNamedBy(token);
  return id !== null && isSameToken(token, bookingToken(app_secret, 'join', id)) ? id : null;
}

/** Adds the client's link to an online session; null at other places. It stays the same for the life of the booking. */
export const withJoinUrl =
  ({ site_url, app_secret }: Site) =>
  <B extends { id: string; location_type: string }>(booking: B): B & { join_url: string | null } => ({
    ...booking,
    join_url:
      booking.location_type === 'VIRTUAL'
        ? `${site_url}/join/${bookingToken(app_secret, 'join', booking.id)}`
        : null,
  });
