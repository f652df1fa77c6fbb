const LISTS = 'tbody, ol, ul';
const STOPS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

const stopsOf = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.tabIndex >= 0);

/**
 * An answer can remove the row, cell or button that has the focus, and the next key would go to nothing. Then the focus goes
 * to the same row if it is still there, else to what has taken its place in the list. Returns how to stop watching.
 */
export function keepFocusInLists(): () => void {
  let last: { element: HTMLElement; list: Element; row: string | undefined; at: number } | null = null;
  const onFocus = ({ target }: FocusEvent) => {
    const element = target instanceof HTMLElement ? target : null;
    const list = element?.closest(LISTS);
    last =
      element && list
        ? {
            element,
            list,
            row: element.closest<HTMLElement>('[data-row]')?.dataset.row,
            at: stopsOf(list).indexOf(element),
          }
        : null;
  };
  // A press beside everything takes the focus away on purpose.
  const onPress = ({ target }: Event) => {
    if (last && !last.element.contains(target as Node)) last = null;
  };
  const observer = new MutationObserver(() => {
    if (!last || last.element.isConnected) return;
    const { list, row, at } = last;
    last = null;
    if (!list.isConnected || document.activeElement !== document.body) return;
    const same = row && list.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] [data-row-target]`);
    const stops = stopsOf(list);
    (same || stops[Math.min(Math.max(at, 0), stops.length - 1)])?.focus();
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPress, true);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', onPress, true);
    observer.disconnect();
  };
}
