/**
 * How long a screen may rest before it is as expected. Only rests count, by what they were set to, so that a machine which
 * is slow because others use it has more time.
 */
const PATIENCE_MS = 8000;
const FIRST_MS = 10;
const LAST_MS = 160;

/** Resolves with the first value of `look` that is not undefined; looks again after each change of the document. */
export async function until<T>(look: () => T | undefined, complain: () => string): Promise<T> {
  let left = PATIENCE_MS;
  // A look costs time that the page needs too, so looks become rarer.
  for (let rest = FIRST_MS; ; rest = Math.min(2 * rest, LAST_MS)) {
    const seen = look();
    if (seen !== undefined) return seen;
    if (left < 0) throw new Error(complain());
    left -= (await hasChanged(rest)) ? 1 : rest;
  }
}

/** True with the next change of the document, false after a rest: some states change no node. */
async function hasChanged(rest: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const watch = new MutationObserver(() => resolve(true));
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const timer = setTimeout(resolve, rest, false);
  const changed = await promise;
  watch.disconnect();
  clearTimeout(timer);
  return changed;
}
