/** How long a screen may take. Far more than any does: only what hangs takes as long. */
const PATIENCE_MS = 8000;

/** Resolves with the first value of `look` that is not undefined; looks again after each change of the document. */
export async function until<T>(look: () => T | undefined, complain: () => string): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = look();
    if (seen !== undefined) return seen;
    if (performance.now() > end) throw new Error(complain());
    await change();
  }
}

/** The next change of the document, or a moment: some states change no node. */
async function change(): Promise<void> {
  let watch: MutationObserver | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve) => {
    watch = new MutationObserver(() => resolve());
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    timer = setTimeout(resolve, 25);
  });
  watch?.disconnect();
  clearTimeout(timer);
}
