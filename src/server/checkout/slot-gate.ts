/**
 * Does the work; while other work with the same key is being done, only after that. `hasWaited`: what was read before
 * may no longer be true.
 */
export type SlotGate = <T>(key: string, work: (hasWaited: boolean) => Promise<T>) => Promise<T>;

/**
 * In a rush on one slot each loser would hold a connection in which it waits for the winner's lock, until there is
 * none left for anybody else. When the first has been let go ahead, the others find out by one cheap read that the slot
 * is gone. A courtesy within this process and nothing else: those who waited go all at once, nobody waits longer than
 * `timeout_ms`, and the database decides.
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
