/**
 * Makes a box focusable while it overflows and has no controls, so that the keyboard can scroll it. Follows changes of its
 * size and content. Returns a function that stops it.
 */
export function enableKeyboardScroll(box: HTMLElement): () => void {
  const look = () => {
    const holdsControls = box.querySelector('a, button, input, select, textarea, [tabindex]');
    if (!holdsControls && box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look);
  const changes = new MutationObserver(look);
  sizes.observe(box);
  changes.observe(box, { childList: true, subtree: true });
  return () => {
    sizes.disconnect();
    changes.disconnect();
  };
}
