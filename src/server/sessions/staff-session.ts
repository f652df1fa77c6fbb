import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Config } from '../runtime/config.ts';
import type { Db } from '../db/pool.ts';
import type { LockReason } from '#contract/staff.schemas.ts';
import { extendUnlock, selectStaffSession, touchStaffSession } from './staff-session-store.ts';
import { hashToken, isToken } from './tokens.ts';

// rules.md §9, milliseconds
export const STAFF_IDLE_MS = 12 * 60 * 60 * 1000;
export const STAFF_SESSION_MS = 7 * 24 * 60 * 60 * 1000;
/** How exact `seen_at` is: a session that polls every ten seconds should not write every ten seconds. */
const SEEN_MS = 60 * 1000;

/** How long health data stays open: without a call that reads it, and in all. */
export const UNLOCK_IDLE_MS = 15 * 60 * 1000;
const UNLOCK_MS = 60 * 60 * 1000;
/** How long the token that an unlock has replaced is accepted, for other tabs whose calls are under way. */
const PREVIOUS_TOKEN_MS = 30 * 1000;

/** The last moment at which a token may have been replaced and still count. */
export const rotatedAfter = (now: Date): Date => new Date(now.getTime() - PREVIOUS_TOKEN_MS);

/** A signed-in browser of staff. */
export type StaffSession = {
  id: string;
  expires_at: Date;
  /** Until when it may read health data; null: locked. */
  unlocked_until: Date | null;
};
export type UnlockedSession = StaffSession & { unlocked_until: Date };
/** The member who is signed in. */
export type StaffMember = { id: string; name: string; email: string; is_demo: boolean };

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
): Promise<{ session: StaffSession; staff: StaffMember; lock_reason: LockReason } | null> {
  if (!isToken(token)) return null;
  const times = { now, rotated_after: rotatedAfter(now) };
  const found = await selectStaffSession(db, hashToken(token), times);
  if (!found || (found.is_demo && !sandbox)) return null;
  const { id, seen_at, expires_at, staff_id, name, email, is_demo } = found;
  // A token from before the unlock may be a stolen one, so it opens no health data (decisions/0010).
  const until = found.is_current ? found.unlocked_until : null;
  if (now.getTime() - seen_at.getTime() >= SEEN_MS)
    await touchStaffSession(db, id, {
      seen_at: now,
      idle_until: new Date(Math.min(now.getTime() + STAFF_IDLE_MS, expires_at.getTime())),
    });
  return {
    session: { id, expires_at, unlocked_until: until && until > now ? until : null },
    staff: { id: staff_id, name, email, is_demo },
    lock_reason: until === null ? 'LOCKED' : lockReason(until, found.unlocked_at!),
  };
}

const lockReason = (until: Date, unlocked_at: Date): LockReason =>
  until.getTime() >= unlocked_at.getTime() + UNLOCK_MS ? 'HOUR' : 'IDLE';

/** Keeps a session unlocked that reads health data with this token; null if it is locked by now. */
export async function stayUnlocked(
  db: Db,
  session: StaffSession,
  token: string,
  now: Date,
): Promise<UnlockedSession | null> {
  const end = { idle_until: new Date(now.getTime() + UNLOCK_IDLE_MS), hour_ms: UNLOCK_MS };
  const unlocked_until = await extendUnlock(db, { id: session.id, token_hash: hashToken(token) }, end, now);
  return unlocked_until && { ...session, unlocked_until };
}
