import { createStore } from '#web/ui/store.ts';

/** Whether the search is open. */
export const searchIsOpen = createStore(false);

let kept = '';
/** Stops keeping what is typed; null if nothing is being kept. */
let stop: (() => void) | null = null;

/** Opens the search. What is typed from now on is kept until its field has the focus: its code may still have to load. */
export function openSearch(): void {
  if (searchIsOpen.get()) return;
  kept = '';
  const keep = (event: KeyboardEvent) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === 'Escape') closeSearch();
    else if (event.key === 'Backspace') kept = kept.slice(0, -1);
    else if (event.key === 'Enter') kept += '\n';
    else if (isText) kept += event.key;
    else return;
    // What has the focus until then is not what it is meant for.
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', keep, true);
  stop = () => window.removeEventListener('keydown', keep, true);
  searchIsOpen.set(true);
}

export function closeSearch(): void {
  takeTyped();
  searchIsOpen.set(false);
}

/** What was typed before the field had the focus; `opens`: then Enter was pressed. From now on keys go to the field. */
export function takeTyped(): { text: string; opens: boolean } {
  stop?.();
  stop = null;
  const typed = kept;
  kept = '';
  return { text: typed.replaceAll('\n', ''), opens: typed.endsWith('\n') };
}
