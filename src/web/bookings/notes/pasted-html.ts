/**
 * Makes pasted HTML fit for being read into a document under the site's policy, which has no room for style and event
 * attributes or style sheets: they are set aside (`data-style`) or left out. What may stand in a note is decided
 * afterwards, from the document; this only keeps the browser from reporting what would never have been shown.
 */
export function withoutInlineCode(html: string): string {
  return (
    html
      .replace(/<style\b[^<>]*>[\s\S]*?(?:<\/style\s*>|$)/gi, '')
      // Up to the next sign of a tag only: of unfinished ones each would be looked through to the end of the text.
      .replace(/<[a-z][^<>]*>/gi, (tag) =>
        tag.replace(/([\s"'/])style\s*=/gi, '$1data-style=').replace(/([\s"'/])on\w+\s*=/gi, '$1data-off='),
      )
  );
}

/** The formats of a note that a set-aside style stands for: other programs write bold as a weight. */
export function formatsOfStyle(style: string): Record<string, true> {
  const formats: Record<string, true> = {};
  if (/font-weight\s*:\s*(?:bold|[6-9]00)/i.test(style)) formats['bold'] = true;
  if (/font-style\s*:\s*italic/i.test(style)) formats['italic'] = true;
  if (/text-decoration[^;]*:[^;]*underline/i.test(style)) formats['underline'] = true;
  return formats;
}
