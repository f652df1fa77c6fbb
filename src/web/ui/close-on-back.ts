/** From the lowest to the topmost. */
const opened: HTMLDialogElement[] = [];
/** Keys of the entries of the history that stand above those of a page. A key stays when the page replaces its entry. */
const guards = new Set<string>();
let left: NavigationHistoryEntry | null = null;
const canWatch = 'navigation' in globalThis;

/** Once, before the router is there: it must not see these steps, since the page stays the same. */
export function watchBack(): void {
  if (!canWatch) return;
  keepMark();
  navigation.addEventListener('currententrychange', ({ from }) => {
    left = from;
    keepMark();
  });
  window.addEventListener('popstate', onPop, { capture: true });
}

/**
 * Back cancels the topmost dialog, as Esc does, instead of leaving the page. For this a guard, an entry of the history,
 * stands above that of the page. It stays for the next dialog, because taking it back could undo a navigation.
 */
export function closeOnBack(dialog: HTMLDialogElement): () => void {
  opened.push(dialog);
  if (canWatch && !guards.has(current().key)) {
    const state = history.state as { idx?: number } | null;
    history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, isGuard: true }, '');
  }
  return () => void opened.splice(opened.indexOf(dialog), 1);
}

const current = (): NavigationHistoryEntry => navigation.currentEntry!;

/** A guard is marked in its state, for after a reload. The page loses the mark when it replaces the entry. */
function keepMark(): void {
  const state = history.state as { isGuard?: true } | null;
  if (state?.isGuard) guards.add(current().key);
  else if (guards.has(current().key)) history.replaceState({ ...state, isGuard: true }, '');
}

function onPop(event: PopStateEvent): void {
  if (!left) return;
  const { key, index } = current();
  const top = opened.at(-1);
  if (guards.has(left.key) && index === left.index - 1) {
    event.stopImmediatePropagation();
    // Without a dialog Back passes over the page's own entry.
    if (top) history.forward();
    else history.back();
  } else if (top && guards.has(key) && index === left.index + 1) {
    event.stopImmediatePropagation();
    top.dispatchEvent(new Event('cancel', { cancelable: true }));
  }
}
