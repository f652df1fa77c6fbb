import { isWebAddress } from '../web-address.ts';

/** A picture of a post: one of the drawings that come with the site, or any at an https address. Null: it is one. */
export function imageProblem(address: string, drawings: readonly string[]): string | null {
  if (drawings.includes(address) || isWebAddress(address)) return null;
  return `A picture has an address with https://, or is one of ${drawings.join(', ')}; this one is ${address || 'empty'}`;
}

/** What is shown where the post is shared: not a drawing, which other sites do not draw. */
export function shareImageOf(address: string): string | null {
  return address.startsWith('https:') && !/\.svg(?:$|[?#])/i.test(address) ? address : null;
}
