import { hashOf } from './page-policy.ts';
import type { StaticFile, StaticFiles } from './static-files.ts';

/** The markup that React Router writes for a style sheet. */
const STYLE_SHEET = /<link rel="stylesheet" href="([^"]+)"\/>/g;

interface InlineSheet {
  readonly element: string;
  readonly hash: string;
}

/** Caches sheets, which never change in a build and are larger than the rest of a page. */
const sheets = new WeakMap<StaticFile, InlineSheet | null>();

/**
 * Inlines the built style sheets of a page, so that its first view needs no further request: on a slow line a separate
 * sheet costs a round trip and shares the bandwidth with the fonts. Each link stays but is switched off, because React
 * hydrates the markup it wrote: `disabled` for the browser, `media` for its preload scanner, which ignores `disabled`.
 * A sheet that is not among `files` (in development) keeps its link. Also returns the hashes of the sheets for the
 * page's policy.
 */
export function inlineStyles(html: string, files: StaticFiles): { html: string; styles: string[] } {
  const styles = new Set<string>();
  const styled = html.replace(STYLE_SHEET, (link, href: string) => {
    // React Router marks the sheet of a part that loads later with a '#'.
    const file = files.get(href.replace(/#$/, ''));
    const sheet = file && sheetOf(file);
    if (!sheet) return link;
    styles.add(sheet.hash);
    return `${sheet.element}${link.slice(0, -2)} media="not all" disabled=""/>`;
  });
  return { html: styled, styles: [...styles] };
}

/** Null if a sheet cannot be inlined, because it would end the element early or the parser would change it. */
function sheetOf(file: StaticFile): InlineSheet | null {
  const known = sheets.get(file);
  if (known !== undefined) return known;
  const css = file.plain.toString();
  const sheet = /<\/style|[\r\0]/i.test(css) ? null : { element: `<style>${css}</style>`, hash: hashOf(css) };
  sheets.set(file, sheet);
  return sheet;
}
