import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Config } from '../runtime/config.ts';
import type { Db } from '../db/pool.ts';
import { selectStaffSession, touchStaffSession } from './staff-session-store.ts';
import { hashToken, isToken } from './tokens.ts';

// rules.md §9, milliseconds
export const STAFF_IDLE_MS = 12 * 60 * 60 * 1000;
export const STAFF_SESSION_MS = 7 * 24 * 60 * 60 * 1000;
/** How exact `seen_at` is: a session that polls every ten seconds should not write every ten seconds. */
const SEEN_MS = 60 * 1000;

/** A signed-in browser of staff. */
export type StaffSession = { id: string; expires_at: Date };
/** The member who is signed in. */
export type StaffMember = { id: string; name: string; email: string; role: string; is_demo: boolean };

type Https = Pick<Config, 'https'>;

/** The cookie of a staff session. With the prefix `__Host-` no subdomain can set it. */
export const staffCookieName = ({ https }: Https): string => (https ? '__Host-staff' : 'staff');

const staffCookieOptions = ({ https }: Https): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: https,
});

/** Between the password and the code (rules.md §9). */
export const STAFF_SIGN_IN_MS = 5 * 60 * 1000;
const pendingCookieName = ({ https }: Https): string => (https ? '__Host-staff-sign-in' : 'staff-sign-in');
const secondsOf = (ms: number) => Math.floor(ms / 1000);

/** Signs the browser in as staff. */
export function setStaffCookie(reply: FastifyReply, config: Https, token: string): void {
  const maxAge = secondsOf(STAFF_SESSION_MS);
  reply.setCookie(staffCookieName(config), token, { ...staffCookieOptions(config), maxAge });
}

export function clearStaffCookie(reply: FastifyReply, config: Https): void {
  reply.clearCookie(staffCookieName(config), staffCookieOptions(config));
}

/** The token of a sign-in whose password was correct and which waits for a code; null without one. */
export function staffSignInTokenOf(request: FastifyRequest, config: Https): string | null {
  return request.cookies[pendingCookieName(config)] || null;
}

export function setStaffSignInCookie(reply: FastifyReply, config: Https, token: string): void {
  const maxAge = secondsOf(STAFF_SIGN_IN_MS);
  reply.setCookie(pendingCookieName(config), token, { ...staffCookieOptions(config), maxAge });
}

export function clearStaffSignInCookie(reply: FastifyReply, config: Https): void {
  reply.clearCookie(pendingCookieName(config), staffCookieOptions(config));
}

/** The staff token of a request; null without one. */
export function staffTokenOf(request: FastifyRequest, config: Https): string | null {
  return request.cookies[staffCookieName(config)] || null;
}

/**
 * Finds the staff session of a token and its member. Null if the token is unknown, the session has ended, the member is
 * suspended, or it is the demo owner outside the sandbox.
 */
export async function findStaffSession(
  db: Db,
  { sandbox }: Pick<Config, 'sandbox'>,
  token: string,
  now: Date,
): Promise<{ session: StaffSession; staff: StaffMember } | null> {
  if (!isToken(token)) return null;
  const found = await selectStaffSession(db, hashToken(token), now);
  if (!found || (found.is_demo && !sandbox)) return null;
  const { id, seen_at, expires_at, staff_id, name, email, role, is_demo } = found;
  if (now.getTime() - seen_at.getTime() >= SEEN_MS)
    await touchStaffSession(db, id, {
      seen_at: now,
      idle_until: new Date(Math.min(now.getTime() + STAFF_IDLE_MS, expires_at.getTime())),
    });
  return { session: { id, expires_at }, staff: { id: staff_id, name, email, role, is_demo } };
}
