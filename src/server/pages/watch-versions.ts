import { setTimeout as wait } from 'node:timers/promises';

/** Maximum delay until a change shows. */
const CHECK_EVERY_MS = 1000;
/** If the database takes longer, the previous versions are used, so that cached pages stay available. */
const PATIENCE_MS = 250;

/** The versions of all public content as one text, which changes with each of them. */
export interface VersionWatch {
  /** Null if the database has to be asked first. */
  current(now: number): string | null;
  /** Asks the database; concurrent callers share one query. */
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
