/** Callers of one key that may wait behind the one that runs. */
const MOST_WAITING = 4;

/** Lets one caller of each key through at a time in this process. */
type OneAtATime = {
  /** Waits for its turn. Answers how to end it, or null if too many wait already. */
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
