const underWay = new Set<Promise<unknown>>();

/** Starts work that no answer waits for. If it fails, `failed` says so, and a job must do it later. */
export function unawaited(work: Promise<unknown>, failed: (error: unknown) => void): void {
  const run: Promise<unknown> = work.catch(failed).finally(() => underWay.delete(run));
  underWay.add(run);
}

/**
 * Resolves when all of it has ended. A process awaits it on shutdown; otherwise what was under way waits for the end of
 * its lease, or is done twice.
 */
export async function unawaitedSettled(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}
