/**
 * Runs the work. If other work with the same key is running, waits for it first; `hasWaited` then says that facts which
 * were read before may be outdated.
 */
export type SlotGate = <T>(key: string, work: (hasWaited: boolean) => Promise<T>) => Promise<T>;

/**
 * Creates a thundering-herd guard for this process. In a rush on one slot, every loser would occupy a database
 * connection while it waits for the winner's lock, until no connection is left. With the gate the first one goes ahead,
 * and the others find out with one cheap read that the slot is gone. The gate only reduces load: the others then run all
 * at once, no one waits longer than `timeout_ms`, and the database decides.
 */
export function createSlotGate(timeout_ms: number): SlotGate {
  const first = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const ahead = first.get(key);
    if (ahead !== undefined) {
      await waitAtMost(ahead, timeout_ms);
      return await work(true);
    }
    const done = work(false);
    first.set(
      key,
      done.catch(() => undefined),
    );
    try {
      return await done;
    } finally {
      first.delete(key);
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
