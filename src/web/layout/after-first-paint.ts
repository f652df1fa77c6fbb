const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
/** The one module that begins to work by itself. */
const ENTRY = /\/entry\.client/;
const MODULE_SCRIPT = /(<script nonce="[^"]*" type=")module" async=""([^>]*>)/;

/**
 * Lets a rendered page be seen before its code is fetched. The page comes whole from the server, so nothing in its
 * first view waits for the code; on a slow phone the code would only take the line away from the style sheet and
 * the fonts. The module script of the page is put to sleep, and a small script wakes it, with all its modules asked
 * for at once, when the first frame has been painted (or after three seconds where none is, as in a tab behind).
 * The modules start one after the other, each in a task of its own, so that a touch in between is answered; those
 * that others are made of come first. The entry is left to the page's script, which tells it what to take over.
 * `mark` is that of the page's own scripts: the policy allows a script by its text, so the text that was put to sleep
 * may run when the small script inserts it.
 */
export function afterFirstPaint(html: string, mark: string): string {
  const modules: string[] = [];
  const unasked = html.replace(PRELOAD, (_, href: string) => {
    modules.push(href);
    return '';
  });
  const asleep = unasked.replace(MODULE_SCRIPT, '$1text/asleep"$2');
  if (modules.length === 0 || asleep === unasked) return html;
  const waker = `<script nonce="${mark}">${wakerOf(modules)}</script>`;
  const end = asleep.lastIndexOf('</body>');
  return asleep.slice(0, end) + waker + asleep.slice(end);
}

/** Runs in the browser, so it is written for every browser that knows modules. */
function wakerOf(modules: readonly string[]): string {
  return [
    '(function(){var awake=false,',
    `rest=${JSON.stringify(modules.filter((href) => !ENTRY.test(href)))};`,
    'function wake(){if(awake)return;awake=true;',
    `${JSON.stringify(modules)}.forEach(function(href){`,
    "var link=document.createElement('link');link.rel='modulepreload';link.href=href;document.head.append(link)});",
    'next()}',
    // A module that fails is the page's to report: its script asks for the same one again.
    'function next(){rest.length?import(rest.pop()).then(pause,pause):start()}',
    'function pause(){setTimeout(next)}',
    "function start(){var script=document.createElement('script');script.type='module';",
    'script.textContent=document.querySelector(\'script[type="text/asleep"]\').textContent;',
    'document.head.append(script)}',
    'requestAnimationFrame(function(){setTimeout(wake)});setTimeout(wake,3000)})()',
  ].join('');
}
