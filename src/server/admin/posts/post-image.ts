import { isWebAddress } from '../../runtime/web-address.ts';

/** Accepts one of the site's drawings or any https address. Returns an error message, or null. */
export function imageProblem(address: string, drawings: readonly string[]): string | null {
  if (drawings.includes(address) || isWebAddress(address)) return null;
  return `A picture has an address with https://, or is one of ${drawings.join(', ')}; this one is ${address || 'empty'}`;
}

/** The picture shown where the post is shared. SVG drawings are left out, since other sites do not render them. */
export function shareImageOf(address: string): string | null {
  return address.startsWith('https:') && !/\.svg(?:$|[?#])/i.test(address) ? address : null;
}
