import { createStore } from '#web/ui/store.ts';

/** Whether the search is open. */
export const searchIsOpen = createStore(false);
