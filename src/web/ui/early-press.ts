/**
 * Runs in the head, before the page's code has loaded: the last clicked `data-early`, or button inside `data-early-part`,
 * is shown as busy until hydration, 10 s or a scroll. `e` is the html element. The attributes mark controls that work as
 * soon as the page, or that part of it, is hydrated.
 * React writes the script as text and escapes quotes, ampersands and angle brackets, so it has none.
 */
export const REMEMBER_EARLY_PRESS = [
  'var b,w;function drop(){clearTimeout(w);if(b)b.removeAttribute(`aria-busy`);b=0}',
  'addEventListener(`click`,function(v){',
  'var c=v.target.closest(`:root:not([data-hydrated]) [data-early],[data-early-part] button`);',
  'if(c){v.preventDefault();v.stopPropagation();drop();b=c;c.setAttribute(`aria-busy`,true);',
  'w=setTimeout(drop,10000)}},true);',
  'addEventListener(`scroll`,drop,true);',
].join('');

/** Clicks the button that was pressed before the page was hydrated. */
export function replayEarlyPress(): void {
  replay(document.querySelector<HTMLElement>('[data-early][aria-busy]'));
}

/** The same for a part of the page that is hydrated later. */
export function replayEarlyPressIn(part: HTMLElement): void {
  part.removeAttribute('data-early-part');
  replay(part.querySelector<HTMLElement>('button[aria-busy]'));
}

function replay(button: HTMLElement | null): void {
  button?.removeAttribute('aria-busy');
  button?.click();
}
