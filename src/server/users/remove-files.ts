import type { Deps } from '../deps.ts';
import { deletePhotoRemoval } from './store.ts';

/** Removes the file under a key that was recorded for removal, published or not, and then the record. */
export async function removeFiles({ db, photos }: Pick<Deps, 'db' | 'photos'>, key: string): Promise<void> {
  await photos.removePhoto(key);
  await photos.removeUpload(key);
  await deletePhotoRemoval(db, key);
}
