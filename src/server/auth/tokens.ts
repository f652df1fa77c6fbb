import { hash, randomBytes } from 'node:crypto';
import { keyedHash } from './keyed-hash.ts';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
// rules.md §1, milliseconds
export const ACCESS_MS = 15 * 60 * SECOND;
export const REFRESH_IDLE_MS = 7 * DAY;
export const LOGIN_MS = 30 * DAY;
/** How long the refresh token before the present one still gives the same successor. */
export const PREDECESSOR_MS = 10 * SECOND;

/** What a browser holds: the tokens themselves, which the server never stores. */
export type Tokens = { access: string; refresh: string };

/** 256 random bits, as text. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The access token that goes with a refresh token. */
function accessTokenFor(app_secret: string, refresh: string): string {
  return keyedHash(app_secret, 'access', refresh).toString('base64url');
}

/**
 * The tokens that follow a refresh token. Always the same ones, so that two tabs that refresh at once get one
 * answer although only hashes are stored (rules.md §1).
 */
export function successorOf(app_secret: string, refresh: string): Tokens {
  const next = keyedHash(app_secret, 'refresh', refresh).toString('base64url');
  return { refresh: next, access: accessTokenFor(app_secret, next) };
}

/** The tokens of a new login. */
export function firstTokens(app_secret: string): Tokens {
  const refresh = newToken();
  return { refresh, access: accessTokenFor(app_secret, refresh) };
}

export type LoginTimes = { access_expires_at: Date; refresh_expires_at: Date };

/** Access 15 min, refresh 7 days idle, both within the 30 days of the login. */
export function timesFrom(now: Date, login_expires_at: Date): LoginTimes {
  const until = (ms: number) => new Date(Math.min(now.getTime() + ms, login_expires_at.getTime()));
  return { access_expires_at: until(ACCESS_MS), refresh_expires_at: until(REFRESH_IDLE_MS) };
}
