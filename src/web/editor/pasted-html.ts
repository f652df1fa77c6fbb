/**
 * Moves (`data-style`) or removes style and event attributes and style sheets in pasted HTML. The site's content security
 * policy forbids them, so the browser would report them when the HTML is parsed. What a note may contain is decided
 * later, from the parsed document.
 */
export function withoutInlineCode(html: string): string {
  return (
    html
      .replace(/<style\b[^<>]*>[\s\S]*?(?:<\/style\s*>|$)/gi, '')
      // Stops at the next angle bracket: otherwise every unfinished tag would be scanned to the end of the text.
      .replace(/<[a-z][^<>]*>/gi, (tag) =>
        tag.replace(/([\s"'/])style\s*=/gi, '$1data-style=').replace(/([\s"'/])on\w+\s*=/gi, '$1data-off='),
      )
  );
}

/** The formats of a note for a moved style, such as bold for a font weight. */
export function formatsOfStyle(style: string): Record<string, true> {
  const formats: Record<string, true> = {};
  if (/font-weight\s*:\s*(?:bold|[6-9]00)/i.test(style)) formats['bold'] = true;
  if (/font-style\s*:\s*italic/i.test(style)) formats['italic'] = true;
  if (/text-decoration[^;]*:[^;]*underline/i.test(style)) formats['underline'] = true;
  return formats;
}
