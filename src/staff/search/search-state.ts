import { createStore } from '#web/ui/store.ts';

/** Whether the search is open. */
export const searchIsOpen = createStore(false);

let typedAhead = '';

/** Keeps what is typed while the code of the search loads. Returns a function that stops it. */
export function keepTyped(): () => void {
  typedAhead = '';
  const keep = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    typedAhead += event.key;
  };
  window.addEventListener('keydown', keep);
  return () => window.removeEventListener('keydown', keep);
}

/** What was typed before the search was there. */
export const takeTyped = (): string => typedAhead;
