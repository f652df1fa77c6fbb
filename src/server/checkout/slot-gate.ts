export type SlotGate = {
  /**
   * Runs the work. If other work with the same key is running, waits for it first; `hasWaited` then says that facts which
   * were read before may be outdated.
   */
  run<T>(key: string, work: (hasWaited: boolean) => Promise<T>): Promise<T>;
  /**
   * Announces a request for this key. True if another one is ahead: this one will probably wait, so facts that it reads
   * now would be read in vain.
   */
  isContested(key: string): boolean;
};

/**
 * Creates a thundering-herd guard for this process. In a rush on one slot, every loser would occupy a database
 * connection while it waits for the winner's lock, until no connection is left. With the gate the first one goes ahead,
 * and the others find out with one cheap read that the slot is gone. The gate only reduces load: the others then run all
 * at once, no one waits longer than `timeout_ms`, and the database decides.
 */
export function createSlotGate(timeout_ms: number): SlotGate {
  const first = new Map<string, Promise<unknown>>();
  const announced = new Set<string>();
  return {
    async run(key, work) {
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
        announced.delete(key);
      }
    },
    isContested(key) {
      if (first.has(key) || announced.has(key)) return true;
      announced.add(key);
      // An announced request may be refused before it gets here.
      setTimeout(() => announced.delete(key), timeout_ms).unref();
      return false;
    },
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
