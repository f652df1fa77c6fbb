import { safeImage } from '#domain/text/safe-sources.ts';

/** Data URLs up to this length stay unchanged: small icons, which are often transparent. */
const SMALL_CHARACTERS = 100_000;

/** True for a picture in pasted text that is too large or not allowed in a note. */
export const mustResize = (source: string): boolean =>
  /^\s*data:/i.test(source) && (source.length > SMALL_CHARACTERS || safeImage(source, 'NOTE') === null);

/** The file in a data URL, which the site's policy does not allow to fetch. Throws if there is none. */
export function pictureFile(source: string): Blob {
  const [, type = '', encoded] = /^\s*data:([\w/.+-]*)[^,]*;base64,([\s\S]*)$/i.exec(source) ?? [];
  if (encoded === undefined) throw new Error('This is not a picture.');
  const bytes = Uint8Array.from(atob(encoded.replace(/\s/g, '')), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type });
}

/** Of the longer side, in pixels (rules.md §7). */
const MAX_SIDE = 1280;
const QUALITY = 0.82;

/** Converts a picture file to a JPEG data URL, upright, at most 1280 px on its longer side. Throws if it is not a picture. */
export async function shrinkPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  // A JPEG has no transparency.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL('image/jpeg', QUALITY);
}
