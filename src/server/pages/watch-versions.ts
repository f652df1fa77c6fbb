import { setTimeout as wait } from 'node:timers/promises';

/** A change shows after this long at most. */
const CHECK_EVERY_MS = 1000;
/** If the database takes longer, the versions of before are taken, so that pages that are there stay. */
const PATIENCE_MS = 250;

/** The versions of all public content, as one text that changes with each of them. */
export interface VersionWatch {
  /** Null if the database has to be asked first. */
  current(now: number): string | null;
  /** Asks the database; many who ask at once share one question. */
  ask(now: number): Promise<string>;
}

export function watchVersions(read: () => Promise<string>): VersionWatch {
  let known = '';
  let askedAt = -Infinity;
  let asking: Promise<string> | null = null;
  const answer = async (now: number): Promise<string> => {
    const late = wait(PATIENCE_MS, null, { ref: false });
    const versions = await Promise.race([read().catch(() => null), late]);
    known = versions ?? known;
    askedAt = now;
    asking = null;
    return known;
  };
  return {
    current: (now) => (now - askedAt < CHECK_EVERY_MS ? known : null),
    ask: (now) => (asking ??= answer(now)),
  };
}
