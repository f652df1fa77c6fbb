/**
 * The addresses that rich text may point to (product.md §5.12): links, images, videos. Patterns instead of the URL
 * class keep the domain free of platform APIs. Control characters, which browsers skip in a URL, are removed first.
 */

const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms']);
const BLANK = 'about:blank';

function withoutControls(url: string): string {
  // oxlint-disable-next-line no-control-regex -- browsers drop exactly these, so 'java\tscript:' is a scheme
  return url.replace(/[\u0000-\u001f\u007f]/g, '').trim();
}

const schemeOf = (url: string) => /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase() ?? null;

/**
 * Returns the link target if it is http, https, mailto, tel, sms or a path of this site, else 'about:blank'
 * (product.md §5.12.1).
 */
export function safeLink(href: string): string {
  const url = withoutControls(href);
  if (!url) return BLANK;
  const scheme = schemeOf(url);
  return scheme === null || LINK_SCHEMES.has(scheme) ? url : BLANK;
}

/**
 * Returns the image source if it is http, https, a path of this site, or a data URL of a pixel format (an SVG can carry
 * script). Null: the image must not be shown.
 */
export function safeImage(src: string): string | null {
  const url = withoutControls(src);
  if (!url) return null;
  const scheme = schemeOf(url);
  if (scheme === null || scheme === 'http' || scheme === 'https') return url;
  return /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,[a-z0-9+/=]+$/i.test(url) ? url : null;
}

/**
 * Returns the embed address of a YouTube or Vimeo video from any of its usual addresses (product.md §5.12.3); null for
 * other hosts.
 */
export function videoEmbed(url: string): string | null {
  const text = withoutControls(url);
  const youtube =
    /^(?:https?:)?(?:\/\/)?(?:(?:www|m)\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)([\w-]{6,20})(?![\w-])/i.exec(
      text,
    ) ?? /^(?:https?:)?(?:\/\/)?(?:www\.)?youtu\.be\/([\w-]{6,20})(?![\w-])/i.exec(text);
  if (youtube) return `https://www.youtube.com/embed/${youtube[1]}`;
  const vimeo =
    /^(?:https?:)?(?:\/\/)?(?:(?:www\.)?vimeo\.com|player\.vimeo\.com\/video)\/(\d{4,12})(?!\d)/i.exec(text);
  return vimeo ? `https://player.vimeo.com/video/${vimeo[1]}` : null;
}
