/** Does the work when it is its turn among all that has the same key. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * In a rush on one slot each loser would hold a connection in which it waits for the winner's lock, until there is
 * none left for anybody else. In turn, each finds out by one cheap read that the slot is gone. A courtesy within this
 * process and nothing else: after `patience_ms` work begins anyway, and the database decides.
 */
export function oneAtATime(patience_ms: number): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const done = before === undefined ? work() : waitAtMost(before, patience_ms).then(work);
    const over = done.catch(() => undefined);
    last.set(key, over);
    try {
      return await done;
    } finally {
      if (last.get(key) === over) last.delete(key);
    }
  };
}

function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, ms);
    void work.finally(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
