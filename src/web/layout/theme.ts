import { REMEMBER_EARLY_PRESS } from '#web/ui/early-press.ts';

/** Key of the chosen theme in local storage: 'light' or 'dark' as a plain string (product.md §2.3.6). */
const THEME_KEY = 'theme';

type Theme = 'light' | 'dark';

/**
 * Runs in the head before anything is painted: the chosen theme, else the system's; whether this browser holds
 * a login (the test of login-mark.ts), so that the right header stands there at once; and whether the page is opened
 * at its top, not gone back to or entered at an anchor, so that what is far below need not be laid out, and later what
 * has been painted: its words, so that a drawing beside them has not held them up, and a frame after them that drawing,
 * so that what is far below has held up neither (layout.css).
 * React writes it as text and escapes quotes, ampersands and angle brackets, so it has none.
 */
export const PRE_PAINT_SCRIPT = [
  '(function(){var e=document.documentElement,t;',
  `try{t=localStorage.getItem(\`${THEME_KEY}\`)}catch{}`,
  'var d=matchMedia(`(prefers-color-scheme: dark)`).matches;',
  'e.dataset.theme=t===`dark`||t===`light`?t:d?`dark`:`light`;',
  'if(/(?:^|;\\s*)(?:__Host-)?login=1(?:;|$)/.test(document.cookie))e.dataset.login=``;',
  'if(!location.hash)for(var n of performance.getEntriesByType(`navigation`))',
  'if(n.type===`navigate`)e.dataset.fresh=``;',
  'function painted(){e.dataset.painted=`words`;',
  'requestAnimationFrame(function(){setTimeout(function(){e.dataset.painted=`drawing`})})}',
  REMEMBER_EARLY_PRESS,
  'try{if(!PerformanceObserver.supportedEntryTypes.includes(`paint`))throw 0;',
  'new PerformanceObserver(function(p){if(p.getEntriesByName(`first-contentful-paint`).length)painted()})',
  '.observe({type:`paint`,buffered:true})}catch{painted()}',
  '})()',
].join('');

function storedTheme(): Theme | null {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === 'dark' || stored === 'light' ? stored : null;
  } catch {
    return null;
  }
}

/** Every colour changes at once: parts that fade on their own would lag behind the page. */
function show(theme: Theme): void {
  const { dataset } = document.documentElement;
  dataset.themeChanging = '';
  dataset.theme = theme;
  requestAnimationFrame(() => requestAnimationFrame(() => delete dataset.themeChanging));
}

/** Turns light to dark and back, and remembers it where the browser allows. */
export function toggleTheme(): void {
  const next: Theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  show(next);
  try {
    localStorage.setItem(THEME_KEY, next);
  } catch {
    // Storage may be refused (private windows); the theme then lasts as long as the page.
  }
}

/** Follows the other tabs, and the system as long as nothing was chosen. Returns how to stop. */
export function followTheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const update = () => show(storedTheme() ?? (system.matches ? 'dark' : 'light'));
  const onStorage = (event: StorageEvent) => {
    if (event.key === THEME_KEY || event.key === null) update();
  };
  system.addEventListener('change', update);
  window.addEventListener('storage', onStorage);
  return () => {
    system.removeEventListener('change', update);
    window.removeEventListener('storage', onStorage);
  };
}
