import { holdKeys } from '#staff/parts/held-keys.ts';

const held = new WeakMap<HTMLElement, () => (KeyboardEvent | PointerEvent)[]>();

/** R and Alt with an arrow begin to move the session of a cell. */
export const isMoveKey = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  (event.altKey ? event.key.startsWith('Arrow') : event.key.toLowerCase() === 'r');

/** Holds the press and the keys that move a session, and the keys after them, until the code that moves it has loaded. */
export function holdMoves(frame: HTMLElement): void {
  if (held.has(frame)) return;
  const pressOf = holdPress(frame);
  const keysOf = holdKeys(
    frame,
    (event, before) => event.key !== 'Tab' && (before.length > 0 || isMoveKey(event)),
  );
  held.set(frame, () => [...pressOf(), ...keysOf()]);
}

/** Holds the pointer that is down. Returns a function that ends the holding and returns the press, if it still lasts. */
function holdPress(frame: HTMLElement): () => PointerEvent[] {
  let press: PointerEvent[] = [];
  const ending = new AbortController();
  const { signal } = ending;
  frame.addEventListener('pointerdown', (event) => (press = [event]), { signal });
  // The browser would drag the link that a block is, and end the press.
  frame.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  for (const end of ['pointerup', 'pointercancel'])
    window.addEventListener(end, () => (press = []), { capture: true, signal });
  return () => {
    ending.abort();
    return press;
  };
}

/** Ends the holding; what was held goes to its target once more. */
export function replayMoves(frame: HTMLElement): void {
  for (const event of held.get(frame)?.() ?? []) {
    const Again = event instanceof KeyboardEvent ? KeyboardEvent : PointerEvent;
    event.target?.dispatchEvent(new Again(event.type, event));
  }
}
