import { randomUUID, timingSafeEqual } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MAX_PHOTO_BYTES } from '#domain/people/photo.ts';
import { keyedHash } from '../runtime/keyed-hash.ts';
import { makeFolder } from '../runtime/make-folder.ts';
import type { PhotoStore } from './photo-store.ts';

type EmbeddedPhotoOptions = { folder: string; site_url: string; app_secret: string };

const KEY = /^[0-9a-f]{32}$/;

/** Photos in a folder of DATA_DIR, uploaded to and served by this server (src/server/users/photo-routes.ts). */
export function createEmbeddedPhotoStore({ folder, site_url, app_secret }: EmbeddedPhotoOptions): PhotoStore {
  const sign = (upload_key: string, expires: number, size: number | null) =>
    keyedHash(app_secret, 'upload', upload_key, String(expires), String(size ?? '')).toString('base64url');
  const quarantined = (key: string) => pathOf(folder, 'quarantine', key);
  const published = (key: string) => pathOf(folder, 'published', key);
  return {
    issueUpload: async (upload_key, { size, expires_at }) => {
      const expires = expires_at.getTime();
      const query = new URLSearchParams({
        expires: String(expires),
        ...(size === null ? {} : { size: String(size) }),
        signature: sign(upload_key, expires, size),
      });
      return `${site_url}/uploads/${upload_key}?${query.toString()}`;
    },
    readUpload: async (upload_key) => {
      const path = quarantined(upload_key);
      const size = await sizeOf(path);
      if (size === null) return null;
      return size > MAX_PHOTO_BYTES ? 'TOO_LARGE' : await readFile(path);
    },
    removeUpload: async (upload_key) => await removeWhole(quarantined(upload_key)),
    publish: async (photo_key, bytes) => await writeWhole(published(photo_key), bytes),
    removePhoto: async (photo_key) => await removeWhole(published(photo_key)),
    urlOf: (photo_key) => `${site_url}/photos/${photo_key}.jpg`,
    origins: [],
    local: {
      isSigned: (upload_key, expires, size, signature) => {
        const expected = Buffer.from(sign(upload_key, expires, size));
        const given = Buffer.from(signature);
        return KEY.test(upload_key) && given.length === expected.length && timingSafeEqual(given, expected);
      },
      accept: async (upload_key, bytes) => await writeWhole(quarantined(upload_key), bytes),
      read: async (photo_key) => {
        if (!KEY.test(photo_key)) return null;
        const path = published(photo_key);
        return (await sizeOf(path)) === null ? null : await readFile(path);
      },
    },
  };
}

/** @throws RangeError for a key that this server did not create, since a key is part of a path */
function pathOf(folder: string, shelf: 'quarantine' | 'published', key: string): string {
  if (!KEY.test(key)) throw new RangeError('not a photo key');
  return join(folder, shelf, `${key}.jpg`);
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Also removes partial files left by processes that were killed while writing. */
async function removeWhole(path: string): Promise<void> {
  const names = await namesIn(dirname(path));
  const own = names.filter((name) => name === basename(path) || name.startsWith(`${basename(path)}.`));
  for (const name of own) await rm(join(dirname(path), name), { force: true });
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Writes to a temporary file and renames it, so that no reader sees a partial file. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  makeFolder(dirname(path));
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
