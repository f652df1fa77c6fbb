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

/** Whether a path of this site leads to a call. No text may name one: whoever reads it would make the call. */
function isCallPath(url: string): boolean {
  let path = url.split(/[?#]/, 1)[0]!;
  try {
    path = decodeURIComponent(path);
  } catch {
    // Compared as it is.
  }
  return /(?:^|[\\/])(?:api|auth|sign-out)(?:[\\/]|$)/i.test(path);
}

/**
 * Returns the link target if it is http, https, mailto, tel, sms or a path of this site that is no call, else
 * 'about:blank' (product.md §5.12.1).
 */
export function safeLink(href: string): string {
  const url = withoutControls(href);
  if (!url) return BLANK;
  // 'https:path' without slashes is a path of this site.
  const path = url.replace(/^https?:(?![\\/]{2})/i, '');
  const scheme = schemeOf(path);
  const isSafe = scheme === null ? !isCallPath(path) : LINK_SCHEMES.has(scheme);
  return isSafe ? url : BLANK;
}

/**
 * What a document may load. SELF_CONTAINED: nothing, so that reading a text that a client wrote asks no other host and
 * makes no call. NOTE: what the writer's own editor takes (product.md §5.12). ARTICLE: files of this site as well, and
 * the image block of the blog.
 */
export type DocumentKind = 'SELF_CONTAINED' | 'NOTE' | 'ARTICLE';

/** A picture that the document carries itself, in a pixel format: an SVG can carry script. */
const DATA_IMAGE = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,[a-z0-9+/=]+$/i;

/** True if an address of a picture leads to another host and may be a link instead. */
export const isRemoteImage = (src: string): boolean => /^https?:\/\//i.test(withoutControls(src));

/** Returns the image source if a document of this kind may load it. Null: the image must not be shown. */
export function safeImage(src: string, kind: DocumentKind): string | null {
  const url = withoutControls(src);
  if (DATA_IMAGE.test(url)) return url;
  if (kind === 'SELF_CONTAINED') return null;
  if (isRemoteImage(url)) return url;
  return kind === 'ARTICLE' && url && schemeOf(url) === null && !isCallPath(url) ? url : null;
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
