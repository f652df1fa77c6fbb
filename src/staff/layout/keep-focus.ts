const LISTS = 'tbody, ol, ul';
const STOPS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]';

const stopsOf = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.tabIndex >= 0);

/**
 * Once, for the whole page. An answer can remove the row, cell or button that has the focus, and the next key would go to
 * nothing. Then the focus goes to the same row if it is still there, else to what has taken its place in the list.
 */
export function keepFocusInLists(): void {
  let last: { element: HTMLElement; list: Element; row: string | undefined; at: number } | null = null;
  document.addEventListener('focusin', ({ target }) => {
    const element = target as HTMLElement;
    const list = element.closest(LISTS);
    const row = element.closest<HTMLElement>('[data-row]')?.dataset.row;
    last = list && { element, list, row, at: stopsOf(list).indexOf(element) };
  });
  // A press on nothing takes the focus away on purpose.
  const onPress = ({ target }: Event) => {
    if (!last?.element.contains(target as Node)) last = null;
  };
  document.addEventListener('pointerdown', onPress, true);
  new MutationObserver(() => {
    if (!last || last.element.isConnected) return;
    const { list, row, at } = last;
    last = null;
    if (document.activeElement !== document.body) return;
    const same = row && list.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] [data-row-target]`);
    const stops = stopsOf(list);
    (same || stops[Math.max(at, 0)] || stops.at(-1))?.focus();
  }).observe(document.body, { childList: true, subtree: true });
}
