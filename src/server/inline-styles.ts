import type { StaticFiles } from './static-files.ts';

/** As React Router writes the style sheets of a page. */
const STYLE_SHEET = /<link (?:nonce="[^"]*" )?rel="stylesheet" href="([^"]+)"\/>/g;

/**
 * Puts the built style sheets of a page into it, so that its first view waits for nothing but itself: on a slow line
 * a sheet of its own costs a journey there and back, and shares the line with the fonts. Each link stays, switched
 * off, because React takes the page over as it wrote it: `disabled` for the browser, `media` for its scanner ahead,
 * which does not mind the other. A sheet that is not among `files` (in development) is left to its link.
 */
export function inlineStyles(html: string, files: StaticFiles, nonce: string): string {
  return html.replace(STYLE_SHEET, (link, href: string) => {
    const css = files.get(href)?.plain.toString();
    // What would end the element early cannot be said in it.
    if (css === undefined || /<\/style/i.test(css)) return link;
    return `<style nonce="${nonce}">${css}</style>${link.slice(0, -2)} media="not all" disabled=""/>`;
  });
}
