const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
/** The one module that starts to work by itself when it is imported. */
const ENTRY = /\/entry\.client/;
const MODULE_SCRIPT = /(<script nonce="[^"]*" type=")module" async=""([^>]*>)/;

/**
 * Defers the code of a rendered page until after the first paint. The server sends the whole page, so its first view
 * needs no code; on a slow phone the code would only take bandwidth from the style sheet and the fonts. The page's
 * module script becomes inert, and a small loader preloads all modules after the first frame (or after three seconds
 * where nothing is painted, as in a background tab). It runs the modules one by one, each in its own task, so that input
 * in between is answered; dependencies run first. The entry is left to the page's own script, which says what to
 * hydrate. `mark` is the mark of the page's own scripts: the policy allows a script by its text, so the deferred text may
 * run when the loader inserts it.
 */
export function afterFirstPaint(html: string, mark: string): string {
  const modules: string[] = [];
  const withoutPreloads = html.replace(PRELOAD, (_, href: string) => {
    modules.push(href);
    return '';
  });
  const deferred = withoutPreloads.replace(MODULE_SCRIPT, '$1text/deferred"$2');
  if (modules.length === 0 || deferred === withoutPreloads) return html;
  const loader = `<script nonce="${mark}">${loaderFor(modules)}</script>`;
  const end = deferred.lastIndexOf('</body>');
  return deferred.slice(0, end) + loader + deferred.slice(end);
}

/** Runs in the browser, so it is written for every browser that supports modules. */
function loaderFor(modules: readonly string[]): string {
  return [
    '(function(){var started=false,',
    `rest=${JSON.stringify(modules.filter((href) => !ENTRY.test(href)))};`,
    'function load(){if(started)return;started=true;',
    `${JSON.stringify(modules)}.forEach(function(href){`,
    "var link=document.createElement('link');link.rel='modulepreload';link.href=href;document.head.append(link)});",
    'next()}',
    // A module that fails is reported by the page's script, which imports it again.
    'function next(){rest.length?import(rest.pop()).then(pause,pause):start()}',
    'function pause(){setTimeout(next)}',
    "function start(){var script=document.createElement('script');script.type='module';",
    'script.textContent=document.querySelector(\'script[type="text/deferred"]\').textContent;',
    'document.head.append(script)}',
    'requestAnimationFrame(function(){setTimeout(load)});setTimeout(load,3000)})()',
  ].join('');
}
