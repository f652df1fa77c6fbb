import { hashOf } from './page-policy.ts';
import type { StaticFile, StaticFiles } from './static-files.ts';

/** As React Router writes the style sheets of a page. */
const STYLE_SHEET = /<link rel="stylesheet" href="([^"]+)"\/>/g;

interface InlineSheet {
  readonly element: string;
  readonly hash: string;
}

/** A sheet of the build never changes, and is larger than the rest of a page. */
const sheets = new WeakMap<StaticFile, InlineSheet | null>();

/**
 * Puts the built style sheets of a page into it, so that its first view waits for nothing but itself: on a slow line
 * a sheet of its own costs a journey there and back, and shares the line with the fonts. Each link stays, switched
 * off, because React takes the page over as it wrote it: `disabled` for the browser, `media` for its scanner ahead,
 * which does not mind the other. A sheet that is not among `files` (in development) is left to its link.
 * Answers the hashes of the sheets too, for the page's policy.
 */
export function inlineStyles(html: string, files: StaticFiles): { html: string; styles: string[] } {
  const styles = new Set<string>();
  const styled = html.replace(STYLE_SHEET, (link, href: string) => {
    const file = files.get(href);
    const sheet = file && sheetOf(file);
    if (!sheet) return link;
    styles.add(sheet.hash);
    return `${sheet.element}${link.slice(0, -2)} media="not all" disabled=""/>`;
  });
  return { html: styled, styles: [...styles] };
}

/** Null if the sheet cannot stand in a page: it would end the element early, or the parser would change it. */
function sheetOf(file: StaticFile): InlineSheet | null {
  const known = sheets.get(file);
  if (known !== undefined) return known;
  const css = file.plain.toString();
  const sheet = /<\/style|[\r\0]/i.test(css) ? null : { element: `<style>${css}</style>`, hash: hashOf(css) };
  sheets.set(file, sheet);
  return sheet;
}
