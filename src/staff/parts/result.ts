import type { Reached } from '#domain/visits/reach.ts';
import { createStore } from '#web/ui/store.ts';

type Result = { text: string; reached: readonly Reached[] };

/** What the sheet over every screen says, which the frame loads when there is something. */
export const result = createStore<Result | null>(null);

/**
 * Asks to call those whom a change did not reach by mail. It outlives the screen that made the change, which may show
 * something else by then. Returns false if no client has to be called.
 */
export function askToCall(text: string, reached: readonly Reached[]): boolean {
  if (reached.length > 0) result.set({ text, reached });
  return reached.length > 0;
}
