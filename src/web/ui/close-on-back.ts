type Entry = { idx?: number; key?: string; isBelowDialog?: true; isAboveDialog?: true } | null;
const entry = (): Entry => history.state as Entry;
const indexOf = (at: Entry): number => at?.idx ?? 0;

/** From the lowest to the topmost. */
const opened: HTMLDialogElement[] = [];
let last: Entry = null;
/** Back was pressed, and what it closes is not rendered yet. */
let isClosing = false;
/** The address with which Back replaced that of the page, for the entry above too. */
let kept: string | null = null;

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
    history.pushState(aboveOf(markBelow()), '');
    last = entry();
  }
  return () => void opened.splice(opened.indexOf(dialog), 1);
}

function markBelow(): Entry {
  history.replaceState({ ...entry(), isBelowDialog: true }, '');
  return entry();
}

function aboveOf(below: Entry): Entry {
  const { isBelowDialog: _, ...state } = { ...below };
  return { ...state, idx: indexOf(below) + 1, isAboveDialog: true };
}

const isAbove = (at: Entry): boolean => at?.isAboveDialog === true;

function onPop(event: PopStateEvent): void {
  const [from, to] = [last, entry()];
  last = to;
  const isForward = from?.isBelowDialog && isAbove(to) && indexOf(to) === indexOf(from) + 1;
  // Either mark is lost when the page replaces that entry.
  const isBack = (to?.isBelowDialog || isAbove(from)) && indexOf(from) === indexOf(to) + 1;
  if (isForward || isBack) event.stopImmediatePropagation();
  if (isForward && kept !== null) {
    history.replaceState(aboveOf(from), '', kept);
    last = entry();
  }
  kept = null;
  if (!isBack) return;
  const top = opened.at(-1);
  if (!top) return history.back();
  isClosing = true;
  top.dispatchEvent(new Event('cancel', { cancelable: true }));
  setTimeout(() => {
    isClosing = false;
    // A question before it closes, a dialog below it, a locked one, or one that a navigation closes, which renders later.
    if (opened.length === 0) return;
    const isReplaced = entry()?.key !== to?.key;
    kept = isReplaced ? location.href : null;
    last = markBelow();
    history.forward();
  });
}
