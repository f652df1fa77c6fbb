/**
 * Words alone that are longer than their box can only be scrolled by keys if the box can have the focus: so it takes
 * part in the tab order for as long as that is so, whatever the window or the words come to. Returns how to stop.
 */
export function letKeysScroll(box: HTMLElement): () => void {
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
