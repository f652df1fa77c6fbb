import { createHash } from 'node:crypto';

/** The hash by which a Content-Security-Policy allows an inline script or style sheet. */
export function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/**
 * Removes the mark from a rendered page and returns the hashes of the inline scripts that carried it. Only our own code
 * can mark a script (src/web/layout/inline-mark.ts): if hostile text ever became a script, its hash would be missing
 * from the policy and the browser would not run it.
 */
export function takeOutMark(html: string, mark: string): { html: string; scripts: string[] } {
  const marked = ` nonce="${mark}"`;
  const scripts = new Set<string>();
  // React escapes '>' in attributes, and '<' in the scripts it writes.
  for (const [, attributes, text] of html.matchAll(/<script\b([^>]*)>([^]*?)<\/script/g))
    if (attributes!.includes(marked) && text !== '') scripts.add(hashOf(text!));
  const bare = html.replaceAll(marked, '');
  // Text that could read the mark could write allowed scripts.
  if (bare.includes(mark)) throw new Error('The mark of inline scripts stands in the text of a page');
  return { html: bare, scripts: [...scripts] };
}
