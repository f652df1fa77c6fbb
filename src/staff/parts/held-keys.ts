/**
 * Holds the keys of a target whose own code still loads; Escape drops them. Returns a function that ends the holding and
 * returns the keys, in their order.
 */
export function holdKeys(
  target: Window | HTMLElement,
  isHeld: (event: KeyboardEvent, held: readonly KeyboardEvent[]) => boolean,
): () => KeyboardEvent[] {
  let held: KeyboardEvent[] = [];
  const hold = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || !isHeld(event, held)) return;
    // The element that has the focus until then must not react.
    event.preventDefault();
    event.stopPropagation();
    held = event.key === 'Escape' ? [] : [...held, event];
  };
  target.addEventListener('keydown', hold, true);
  return () => {
    target.removeEventListener('keydown', hold, true);
    return held;
  };
}
