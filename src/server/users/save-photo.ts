import { randomBytes } from 'node:crypto';
import { formatFileSize, MAX_PHOTO_BYTES, WRONG_PHOTO_TYPE } from '#domain/people/photo.ts';
import type { UserRow } from '../sessions/session-store.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { cleanJpeg, type JpegProblem } from './clean-jpeg.ts';
import { removeFiles } from './remove-files.ts';
import {
  deletePhotoRemoval,
  deleteTicket,
  insertPhotoRemoval,
  lockPhotoKey,
  selectTicket,
  updateUser,
} from './store.ts';
import { inTransaction } from '../db/transactions.ts';

/** Keys are random and chosen by the server; the public address contains nothing else. */
export const newPhotoKey = (): string => randomBytes(16).toString('hex');

export const JPEG_PROBLEMS: Readonly<Record<JpegProblem, string>> = {
  NOT_JPEG: WRONG_PHOTO_TYPE,
  SUSPICIOUS: WRONG_PHOTO_TYPE,
  TRAILING_DATA: WRONG_PHOTO_TYPE,
  UNSUPPORTED: WRONG_PHOTO_TYPE,
  TRUNCATED: 'This photo is incomplete. Please choose it again.',
  TOO_MANY_PIXELS: 'This photo has too many pixels. Please choose a smaller one.',
};

/**
 * Publishes an upload of this client: validated, without metadata, under a new key. The old file is removed. A process
 * may die at any step without leaving a file that nothing refers to.
 */
export async function savePhoto(
  { db, photos }: Pick<Deps, 'db' | 'photos'>,
  user: UserRow,
  photo_url: string,
  now: Date,
): Promise<UserRow | Refusal> {
  const ticket = await selectTicket(db, { photo_url, user_id: user.id }, now);
  if (!ticket) return refuse('PHOTO_NOT_FOUND');
  const uploaded = await photos.readUpload(ticket.upload_key);
  if (uploaded === null) return refuse('PHOTO_NOT_FOUND');
  if (uploaded === 'TOO_LARGE') return refuse('PHOTO_REFUSED', { message: tooLarge(MAX_PHOTO_BYTES + 1) });
  const cleaned = cleanJpeg(uploaded);
  if (!cleaned.ok) {
    await photos.removeUpload(ticket.upload_key);
    return refuse('PHOTO_REFUSED', { message: JPEG_PROBLEMS[cleaned.reason] });
  }

  const photo_key = newPhotoKey();
  await insertPhotoRemoval(db, photo_key, now);
  await photos.publish(photo_key, cleaned.bytes);
  const saved = await inTransaction(db, async (tx) => {
    // Locks the record before its ticket, in the same order as account deletion. Only under this lock is it known which
    // photo is replaced, since another tab may have saved one.
    const replaced = await lockPhotoKey(tx, user.id);
    if (replaced === undefined) return refuse('NO_RECORD');
    if (!(await deleteTicket(tx, ticket.upload_key))) return refuse('PHOTO_NOT_FOUND');
    const changed = await updateUser(tx, user.id, {
      photo_key,
      photo: photos.urlOf(photo_key),
      updated_at: now,
    });
    if (!changed) return refuse('NO_RECORD');
    await deletePhotoRemoval(tx, photo_key);
    const useless = [ticket.upload_key, ...(replaced === null ? [] : [replaced])];
    for (const key of useless) await insertPhotoRemoval(tx, key, now);
    return { changed, useless };
  });
  if (saved instanceof Refusal) {
    await removeFiles({ db, photos }, photo_key);
    return saved;
  }
  for (const key of saved.useless) await removeFiles({ db, photos }, key);
  return saved.changed;
}

export const tooLarge = (bytes: number): string =>
  `File too large (${formatFileSize(bytes)}). Please select an image under 5 MB.`;
