import { createHash } from 'node:crypto';

/** What a Content-Security-Policy names an inline script or style sheet by. */
export function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/**
 * Takes the mark out of a rendered page and answers the hashes of the inline scripts that carried it. Only our own code
 * can mark a script (src/web/layout/inline-mark.ts): if hostile text ever became a script of the page, its hash would
 * not be in the policy, and the browser would not run it.
 */
export function takeOutMark(html: string, mark: string): { html: string; scripts: string[] } {
  const marked = ` nonce="${mark}"`;
  const scripts = new Set<string>();
  // React escapes '>' in attributes, and '<' in what it writes into a script.
  for (const [, attributes, text] of html.matchAll(/<script\b([^>]*)>([^]*?)<\/script/g))
    if (attributes!.includes(marked) && text !== '') scripts.add(hashOf(text!));
  const bare = html.replaceAll(marked, '');
  // Who could read the mark could write scripts that are allowed.
  if (bare.includes(mark)) throw new Error('The mark of inline scripts stands in the text of a page');
  return { html: bare, scripts: [...scripts] };
}
