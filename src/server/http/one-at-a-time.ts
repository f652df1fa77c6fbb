/** Maximum number of waiting callers per key. */
const MOST_WAITING = 4;

/** Runs one caller per key at a time in this process. */
type OneAtATime = {
  /** Waits for its turn and returns the function that ends it; null if too many are waiting. */
  enter(key: string): Promise<(() => void) | null>;
};

export function oneAtATime(mostWaiting = MOST_WAITING): OneAtATime {
  const waiting = new Map<string, (() => void)[]>();
  return {
    async enter(key) {
      const queue = waiting.get(key);
      if (queue === undefined) waiting.set(key, []);
      else if (queue.length >= mostWaiting) return null;
      else await new Promise<void>((resolve) => queue.push(resolve));
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const next = waiting.get(key)?.shift();
        if (next) next();
        else waiting.delete(key);
      };
    },
  };
}
