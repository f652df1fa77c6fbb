import { holdKeys } from '#staff/parts/held-keys.ts';
import { createStore } from '#web/ui/store.ts';

/** Whether the search is open. */
export const searchIsOpen = createStore(false);

/** Ends the keeping of what is typed and returns its keys. */
let endHolding: (() => KeyboardEvent[]) | null = null;

/** Opens the search. What is typed from now on is kept until its field has the focus: its code may still have to load. */
export function openSearch(): void {
  if (searchIsOpen.get()) return;
  endHolding = holdKeys(window, (event) => {
    if (event.key === 'Escape') closeSearch();
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    return isText || ['Escape', 'Backspace', 'Enter'].includes(event.key);
  });
  searchIsOpen.set(true);
}

export function closeSearch(): void {
  takeTyped();
  searchIsOpen.set(false);
}

/** What was typed before the field had the focus; `opens`: then Enter was pressed. From now on keys go to the field. */
export function takeTyped(): { text: string; opens: boolean } {
  const keys = (endHolding?.() ?? []).map(({ key }) => key);
  endHolding = null;
  const text = keys
    .filter((key) => key !== 'Enter')
    .reduce((typed, key) => (key === 'Backspace' ? typed.slice(0, -1) : typed + key), '');
  return { text, opens: keys.at(-1) === 'Enter' };
}
