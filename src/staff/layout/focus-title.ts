/** Moves the focus to the title of a screen, as soon as it is there. Returns a function that gives up. */
export function focusTitle(): () => void {
  if (focusNow()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (focusNow()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function focusNow(): boolean {
  const title = document.querySelector<HTMLElement>('h1');
  title?.focus();
  return title !== null;
}
