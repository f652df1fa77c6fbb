import type { RawBuilder } from 'kysely';
import type { Db } from '../db/pool.ts';
import {
  ALWAYS,
  deleteSessionOfSpentToken,
  insertSession,
  rotateRefreshToken,
  selectRecentlyRotatedSession,
} from './session-store.ts';
import {
  ACCESS_MS,
  firstTokens,
  FRESH_MS,
  hashToken,
  SESSION_MS,
  PREDECESSOR_MS,
  REFRESH_IDLE_MS,
  successorOf,
  timesFrom,
  tokensOf,
  type SessionTimes,
  type Tokens,
} from './tokens.ts';

type IssuedSession = { tokens: Tokens; times: SessionTimes };

const hashesOf = (tokens: Tokens) => ({
  access_hash: hashToken(tokens.access),
  refresh_hash: hashToken(tokens.refresh),
});

/** Signs a browser in if `condition` holds in the inserting statement. */
export async function startSession(
  db: Db,
  app_secret: string,
  account: { account_id: string; email: string; browser?: string | null },
  now: Date,
  condition: RawBuilder<boolean> = ALWAYS,
): Promise<IssuedSession | null> {
  const tokens = firstTokens(app_secret);
  const expires_at = new Date(now.getTime() + SESSION_MS);
  const times = timesFrom(now, expires_at);
  const session = { ...account, ...hashesOf(tokens), ...times, created_at: now, expires_at };
  return (await insertSession(db, session, condition)) ? { tokens, times } : null;
}

/**
 * New tokens for a refresh token (rules.md §1). The current one is rotated, or returned again while it is fresh. Its
 * immediate predecessor yields the same successor for a while, for a tab that woke at the same time or an answer that
 * got lost. Any other spent token is treated as stolen and ends the session: REUSED.
 */
export async function refreshSession(
  db: Db,
  app_secret: string,
  refresh_token: string,
  now: Date,
): Promise<IssuedSession | 'REUSED' | null> {
  const presented = hashToken(refresh_token);
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const fresh_after = ago(FRESH_MS);
  const next = successorOf(app_secret, refresh_token);
  const seconds = { access_seconds: ACCESS_MS / 1000, refresh_seconds: REFRESH_IDLE_MS / 1000 };
  const times = await rotateRefreshToken(db, presented, hashesOf(next), seconds, { now, fresh_after });
  if (times) return { tokens: next, times };
  const rotated_after = { present: fresh_after, previous: ago(PREDECESSOR_MS) };
  const recent = await selectRecentlyRotatedSession(db, presented, rotated_after, now);
  if (recent) {
    const { is_present, ...held } = recent;
    return { tokens: is_present ? tokensOf(app_secret, refresh_token) : next, times: held };
  }
  return (await deleteSessionOfSpentToken(db, presented)) ? 'REUSED' : null;
}
