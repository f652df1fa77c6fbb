import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '../sessions/tokens.ts';
import type { Attempt } from './identity-store.ts';

/** rules.md §2 */
export const CODE_MS = 10 * 60 * 1000;
const LIVE_ATTEMPTS = 5;
const LIVE_ATTEMPTS_OF_NETWORK = 2;

/** How many attempts an address may have at once, and how many of one network. */
type AllowedAttempts = { live: number; of_network: number };

export const allowedAttempts = (scaled: (times: number) => number): AllowedAttempts => ({
  live: scaled(LIVE_ATTEMPTS),
  of_network: scaled(LIVE_ATTEMPTS_OF_NETWORK),
});

/** The attempt that this browser began. */
export function ownAttempt(live: readonly Attempt[], token: string | null): Attempt | undefined {
  if (token === null) return undefined;
  const hash = hashToken(token);
  return live.find(({ token_hash }) => timingSafeEqual(token_hash, hash));
}

/**
 * Chooses the attempts to delete for a new one: the browser's own, and the oldest where an address or a network has
 * reached its limit. Null if the oldest still has a valid code; then the new attempt is refused.
 */
export function makeRoom(
  live: readonly Attempt[],
  { own, network, allowed }: { own: Attempt | undefined; network: string; allowed: AllowedAttempts },
  now: Date,
): string[] | null {
  const gone = own ? [own.id] : [];
  const kept = live.filter(({ id }) => id !== own?.id);
  const dropOldest = (attempts: readonly Attempt[]): boolean => {
    const oldest = attempts.at(-1);
    if (oldest === undefined || oldest.created_at.getTime() > now.getTime() - CODE_MS) return false;
    gone.push(oldest.id);
    kept.splice(kept.indexOf(oldest), 1);
    return true;
  };
  const ofNetwork = kept.filter((attempt) => attempt.network === network);
  if (ofNetwork.length >= allowed.of_network && !dropOldest(ofNetwork)) return null;
  if (kept.length >= allowed.live && !dropOldest(kept)) return null;
  return gone;
}
