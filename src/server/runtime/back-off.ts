/** The pauses of an exponential back-off: the first one, doubled by each failure up to the longest one. */
export type BackOff = { readonly first_ms: number; readonly longest_ms: number };

/** Returns the time of the next attempt. `attempts` includes the failed one. */
export function retryAt({ first_ms, longest_ms }: BackOff, attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(longest_ms, first_ms * 2 ** (attempts - 1)));
}
