import { insertPicture } from '../blog/draft-store.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import type { PhotoStore } from '../ports/photo-store.ts';
import { isWebAddress } from '../runtime/web-address.ts';
import { cleanJpeg } from '../users/clean-jpeg.ts';
import { JPEG_PROBLEMS, newPhotoKey } from '../users/save-photo.ts';

/** Keeps a picture for a post: checked, without metadata, under a new key. */
export async function uploadPicture(
  { db, photos }: Pick<Deps, 'db' | 'photos'>,
  jpeg: string,
  now: Date,
): Promise<{ url: string } | Refusal> {
  const cleaned = cleanJpeg(Buffer.from(jpeg, 'base64'));
  if (!cleaned.ok) return refuse('PHOTO_REFUSED', { message: JPEG_PROBLEMS[cleaned.reason] });
  const photo_key = newPhotoKey();
  // First, so that a process that dies leaves no file that nothing removes.
  await insertPicture(db, photo_key, now);
  await photos.publish(photo_key, cleaned.bytes);
  return { url: photos.urlOf(photo_key) };
}

const DRAWING = /^\/art\/blog-[a-z-]+\.svg$/;
const PHOTO_KEY = /[0-9a-f]{32}/;

/** Whether a post may show this: one of the site's drawings, an uploaded picture, or none yet. */
export function isPostPicture(photos: Pick<PhotoStore, 'urlOf'>, url: string): boolean {
  const key = PHOTO_KEY.exec(url)?.[0];
  return url === '' || DRAWING.test(url) || (key !== undefined && photos.urlOf(key) === url);
}

/** The picture shown where the post is shared. Drawings are left out, since other sites do not render them. */
export const shareImageOf = (url: string): string | null =>
  isWebAddress(url) && !/\.svg(?:$|[?#])/i.test(url) ? url : null;
