import { hash, randomBytes } from 'node:crypto';
import { keyedHash } from '../runtime/keyed-hash.ts';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
// rules.md §1, milliseconds
export const ACCESS_MS = 15 * 60 * SECOND;
export const REFRESH_IDLE_MS = 7 * DAY;
export const SESSION_MS = 30 * DAY;
/**
 * How long the previous refresh token still yields the same successor. A tab waits at most 10 s for new tokens, so one
 * that sends the old token just before another tab's answer arrives is served within 20 s.
 */
export const PREDECESSOR_MS = 30 * SECOND;
/**
 * How long new tokens are not rotated again, so that tabs waking at once end with the same tokens in any order. Longer
 * than PREDECESSOR_MS, so that every token still accepted is at most one rotation old.
 */
export const FRESH_MS = 60 * SECOND;

/** The tokens that a browser holds. The server stores only their hashes. */
export type Tokens = { access: string; refresh: string };

/** 256 random bits, as text. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Whether a text could be a token: 43 characters of base64url. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** The hash that the server stores instead of a token. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Derives the access token that belongs to a refresh token. */
export function tokensOf(app_secret: string, refresh: string): Tokens {
  return { refresh, access: keyedHash(app_secret, 'access', refresh).toString('base64url') };
}

/**
 * Derives the tokens that follow a refresh token. They are always the same, so that two tabs that refresh at once get
 * one answer although only hashes are stored (rules.md §1).
 */
export function successorOf(app_secret: string, refresh: string): Tokens {
  return tokensOf(app_secret, keyedHash(app_secret, 'refresh', refresh).toString('base64url'));
}

/** The tokens of a new session. */
export function firstTokens(app_secret: string): Tokens {
  return tokensOf(app_secret, newToken());
}

export type SessionTimes = { access_expires_at: Date; refresh_expires_at: Date };

/** Access 15 min, refresh 7 days idle, both within the 30 days of the session. */
export function timesFrom(now: Date, session_expires_at: Date): SessionTimes {
  const until = (ms: number) => new Date(Math.min(now.getTime() + ms, session_expires_at.getTime()));
  return { access_expires_at: until(ACCESS_MS), refresh_expires_at: until(REFRESH_IDLE_MS) };
}
