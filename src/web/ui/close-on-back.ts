type Entry = { idx?: number; isBelowDialog?: true } | null;
const entry = (): Entry => history.state as Entry;
const indexOf = (at: Entry): number => at?.idx ?? 0;

/** From the lowest to the topmost. */
const opened: HTMLDialogElement[] = [];
let last: Entry = null;
/** Back was pressed, and what it closes is not rendered yet. */
let isClosing = false;

/** Once, before the router is there: it must not see these steps, since the page stays the same. */
export function watchBack(): void {
  last = entry();
  window.addEventListener('popstate', onPop, { capture: true });
}

/**
 * Back cancels the topmost dialog, as Esc does, instead of leaving the page. For this an entry of the history stands above
 * that of the page. It is kept for the next dialog, because taking it back could undo a navigation; Back passes over the
 * page's own.
 */
export function closeOnBack(dialog: HTMLDialogElement): () => void {
  opened.push(dialog);
  const state = entry();
  if (!isClosing && !isAbove(state)) {
    history.replaceState({ ...state, isBelowDialog: true }, '');
    history.pushState({ ...state, idx: indexOf(state) + 1, isAboveDialog: true }, '');
    last = entry();
  }
  return () => void opened.splice(opened.indexOf(dialog), 1);
}

const isAbove = (at: Entry): boolean => at !== null && 'isAboveDialog' in at;

function onPop(event: PopStateEvent): void {
  const [from, to] = [last, entry()];
  last = to;
  const isForward = from?.isBelowDialog && isAbove(to) && indexOf(to) === indexOf(from) + 1;
  const isBack = to?.isBelowDialog && indexOf(from) === indexOf(to) + 1;
  if (isForward || isBack) event.stopImmediatePropagation();
  if (!isBack) return;
  const top = opened.at(-1);
  if (!top) return history.back();
  isClosing = true;
  top.dispatchEvent(new Event('cancel', { cancelable: true }));
  setTimeout(() => {
    isClosing = false;
    // A question before it closes, a dialog below it, or a locked one.
    if (opened.length > 0) history.forward();
  });
}
