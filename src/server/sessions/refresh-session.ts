import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import {
  deleteLoginOfSpentToken,
  insertLogin,
  rotateRefreshToken,
  selectRecentLogin,
} from './session-store.ts';
import {
  ACCESS_MS,
  firstTokens,
  FRESH_MS,
  hashToken,
  LOGIN_MS,
  PREDECESSOR_MS,
  REFRESH_IDLE_MS,
  successorOf,
  timesFrom,
  tokensOf,
  type LoginTimes,
  type Tokens,
} from './tokens.ts';

type HeldLogin = { tokens: Tokens; times: LoginTimes };

const hashesOf = (tokens: Tokens) => ({
  access_hash: hashToken(tokens.access),
  refresh_hash: hashToken(tokens.refresh),
});

const ALWAYS = sql<boolean>`true`;

/** Signs a browser in, if `condition` holds in the statement that does so. */
export async function startLogin(
  db: Db,
  app_secret: string,
  account: { account_id: string; email: string; browser?: string | null },
  now: Date,
  condition: RawBuilder<boolean> = ALWAYS,
): Promise<HeldLogin | null> {
  const tokens = firstTokens(app_secret);
  const expires_at = new Date(now.getTime() + LOGIN_MS);
  const times = timesFrom(now, expires_at);
  const login = { ...account, ...hashesOf(tokens), ...times, created_at: now, expires_at };
  return (await insertLogin(db, login, condition)) ? { tokens, times } : null;
}

/**
 * New tokens for a refresh token (rules.md §1). The present one is replaced, unless it is fresh itself: then it is given
 * again. Its immediate predecessor gives the same successor for a while (a tab that woke at the same moment, or an
 * answer that got lost); any other spent one was stolen, so that the login ends: REUSED.
 */
export async function refreshLogin(
  db: Db,
  app_secret: string,
  refresh_token: string,
  now: Date,
): Promise<HeldLogin | 'REUSED' | null> {
  const presented = hashToken(refresh_token);
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const fresh_after = ago(FRESH_MS);
  const next = successorOf(app_secret, refresh_token);
  const seconds = { access_seconds: ACCESS_MS / 1000, refresh_seconds: REFRESH_IDLE_MS / 1000 };
  const times = await rotateRefreshToken(db, presented, hashesOf(next), seconds, { now, fresh_after });
  if (times) return { tokens: next, times };
  const rotated_after = { present: fresh_after, previous: ago(PREDECESSOR_MS) };
  const recent = await selectRecentLogin(db, presented, rotated_after, now);
  if (recent) {
    const { is_present, ...held } = recent;
    return { tokens: is_present ? tokensOf(app_secret, refresh_token) : next, times: held };
  }
  return (await deleteLoginOfSpentToken(db, presented)) ? 'REUSED' : null;
}
