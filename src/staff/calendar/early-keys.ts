import { holdKeys } from '#staff/parts/held-keys.ts';

const held = new WeakMap<HTMLElement, () => KeyboardEvent[]>();

/** R and Alt with an arrow begin to move the session of a cell. */
export const isMoveKey = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  (event.altKey ? event.key.startsWith('Arrow') : event.key.toLowerCase() === 'r');

/** Holds the keys that move a session, and those after them, until the code that moves it has loaded. */
export function holdMoveKeys(frame: HTMLElement): void {
  if (held.has(frame)) return;
  held.set(
    frame,
    holdKeys(frame, (event, before) => event.key !== 'Tab' && (before.length > 0 || isMoveKey(event))),
  );
}

/** Ends the holding; the keys go to their cells once more. */
export function replayMoveKeys(frame: HTMLElement): void {
  for (const key of held.get(frame)?.() ?? [])
    key.target?.dispatchEvent(
      new KeyboardEvent(key.type, { ...keyOf(key), bubbles: true, cancelable: true }),
    );
}

const keyOf = ({ key, code, altKey, shiftKey }: KeyboardEvent) => ({ key, code, altKey, shiftKey });
