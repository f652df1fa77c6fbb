import { hash, randomBytes } from 'node:crypto';
import { keyedHash } from '../runtime/keyed-hash.ts';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
// rules.md §1, milliseconds
export const ACCESS_MS = 15 * 60 * SECOND;
export const REFRESH_IDLE_MS = 7 * DAY;
export const LOGIN_MS = 30 * DAY;
/**
 * How long the refresh token before the present one still gives the same successor. A tab waits 10 s at most for its
 * new tokens, so one that sends the old token just before another's answer arrives is heard within 20 s.
 */
export const PREDECESSOR_MS = 30 * SECOND;
/**
 * For how long new tokens are not replaced by others: tabs that wake at once end with the same ones, in whatever order
 * they ask and are answered. Longer than PREDECESSOR_MS, so that no token that is still answered is the last but one.
 */
export const FRESH_MS = 60 * SECOND;

/** What a browser holds: the tokens themselves, which the server never stores. */
export type Tokens = { access: string; refresh: string };

/** 256 random bits, as text. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Whether a text could be a token: 43 characters of base64url. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** What is stored of a token. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** A refresh token with the access token that goes with it. */
export function tokensOf(app_secret: string, refresh: string): Tokens {
  return { refresh, access: keyedHash(app_secret, 'access', refresh).toString('base64url') };
}

/**
 * The tokens that follow a refresh token. Always the same ones, so that two tabs that refresh at once get one
 * answer although only hashes are stored (rules.md §1).
 */
export function successorOf(app_secret: string, refresh: string): Tokens {
  return tokensOf(app_secret, keyedHash(app_secret, 'refresh', refresh).toString('base64url'));
}

/** The tokens of a new login. */
export function firstTokens(app_secret: string): Tokens {
  return tokensOf(app_secret, newToken());
}

export type LoginTimes = { access_expires_at: Date; refresh_expires_at: Date };

/** Access 15 min, refresh 7 days idle, both within the 30 days of the login. */
export function timesFrom(now: Date, login_expires_at: Date): LoginTimes {
  const until = (ms: number) => new Date(Math.min(now.getTime() + ms, login_expires_at.getTime()));
  return { access_expires_at: until(ACCESS_MS), refresh_expires_at: until(REFRESH_IDLE_MS) };
}
