import { REMEMBER_EARLY_PRESS } from '#web/ui/early-press.ts';
import { THEME_KEY } from '#web/ui/theme.ts';

/**
 * Runs in the head before the first paint and sets on the html element:
 * - `data-theme`: the chosen theme, else the system's;
 * - `data-signed-in`: this browser holds a session (the same test as session-mark.ts), so that the right header is shown;
 * - `data-first-load`: the page is opened at its top, not returned to or opened at an anchor, so sections below the fold
 *   can be rendered later (footer.css);
 * - `data-paint`: 'text' once the text is painted, 'drawing' one frame later. The hero drawing waits for the first, the
 *   sections below the fold for the second.
 * React writes it as text and escapes quotes, ampersands and angle brackets, so it has none.
 */
export const PRE_PAINT_SCRIPT = [
  '(function(){var e=document.documentElement,t;',
  `try{t=localStorage.getItem(\`${THEME_KEY}\`)}catch{}`,
  'var d=matchMedia(`(prefers-color-scheme: dark)`).matches;',
  'e.dataset.theme=t===`dark`||t===`light`?t:d?`dark`:`light`;',
  'if(/(?:^|;\\s*)(?:__Host-)?login=1(?:;|$)/.test(document.cookie))e.dataset.signedIn=``;',
  'if(!location.hash)for(var n of performance.getEntriesByType(`navigation`))',
  'if(n.type===`navigate`)e.dataset.firstLoad=``;',
  'function painted(){e.dataset.paint=`text`;',
  'requestAnimationFrame(function(){setTimeout(function(){e.dataset.paint=`drawing`})})}',
  REMEMBER_EARLY_PRESS,
  'try{if(!PerformanceObserver.supportedEntryTypes.includes(`paint`))throw 0;',
  'new PerformanceObserver(function(p){if(p.getEntriesByName(`first-contentful-paint`).length)painted()})',
  '.observe({type:`paint`,buffered:true})}catch{painted()}',
  '})()',
].join('');
