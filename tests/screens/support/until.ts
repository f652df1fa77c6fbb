/** How long a screen may take. Far more than any does: only what hangs takes as long. */
const PATIENCE_MS = 8000;
const FIRST_MS = 10;
const LAST_MS = 160;

/** Resolves with the first value of `look` that is not undefined; looks again after each change of the document. */
export async function until<T>(look: () => T | undefined, complain: () => string): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  // A look costs time that the page needs too, so looks at an unchanged document become rarer.
  for (let wait = FIRST_MS; ; wait = Math.min(2 * wait, LAST_MS)) {
    const seen = look();
    if (seen !== undefined) return seen;
    if (performance.now() > end) throw new Error(complain());
    await change(wait);
  }
}

/** The next change of the document, or a moment: some states change no node. */
async function change(wait: number): Promise<void> {
  let watch: MutationObserver | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve) => {
    watch = new MutationObserver(() => resolve());
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    timer = setTimeout(resolve, wait);
  });
  watch?.disconnect();
  clearTimeout(timer);
}
