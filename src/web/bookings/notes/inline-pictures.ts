import { safeImage } from '#domain/safe-sources.ts';

/** Data addresses up to this length stay as they are: small drawings and signs, which are often see-through. */
const SMALL_CHARACTERS = 100_000;

/** A picture inside pasted or dropped text that must not stay as it came: too large, or nothing that a note may show. */
export const isUnfit = (source: string): boolean =>
  /^\s*data:/i.test(source) && (source.length > SMALL_CHARACTERS || safeImage(source) === null);

/** The file that stands in a data address. The site's policy does not let a page fetch one. Throws if there is none. */
export function pictureFile(source: string): Blob {
  const [, type = '', encoded] = /^\s*data:([\w/.+-]*)[^,]*;base64,([\s\S]*)$/i.exec(source) ?? [];
  if (encoded === undefined) throw new Error('This is no picture.');
  const bytes = Uint8Array.from(atob(encoded.replace(/\s/g, '')), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type });
}
