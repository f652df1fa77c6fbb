import type { Delta } from '#domain/text/notes.ts';
import { now } from '#web/ui/use-now.ts';

// What is typed and not yet on the server, sealed in this browser with a key that only an unlocked session has: after a lock
// nothing of it can be read. A draft goes when it is saved, at sign-out, and after seven days.

const DATABASE = 'staff-drafts';
const STORE = 'drafts';
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** A document, and the version that it was typed over. */
export type DeviceDraft<Body = Delta> = { body: Body; version: number };
type Sealed = { saved_at: number; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

export type DeviceDrafts = {
  /** False if this browser keeps nothing. */
  save: (name: string, draft: DeviceDraft<unknown>) => Promise<boolean>;
  /** Null if there is none, it is too old, or another session has sealed it. */
  load: <Body = Delta>(name: string) => Promise<DeviceDraft<Body> | null>;
  drop: (name: string) => Promise<void>;
};

let isSwept = false;
/** Removes drafts that are too old, once for a page. */
async function dropExpired(): Promise<void> {
  if (isSwept) return;
  isSwept = true;
  const oldest = now().getTime() - LIFETIME_MS;
  await inStore('readwrite', (store) => {
    const request = store.openCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      if ((cursor.value as Sealed).saved_at < oldest) cursor.delete();
      cursor.continue();
    };
    return request;
  }).catch(() => undefined);
}

/** The drafts that this key opens; `draft_key`: 32 bytes in base64url. Without https a browser seals and keeps nothing. */
export function deviceDrafts(draft_key: string): DeviceDrafts {
  void dropExpired();
  let imported: Promise<CryptoKey> | undefined;
  const key = () =>
    (imported ??= crypto.subtle.importKey('raw', bytesOf(draft_key), 'AES-GCM', false, [
      'encrypt',
      'decrypt',
    ]));
  const sealing = (name: string, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(name),
  });
  return {
    async save(name, draft) {
      try {
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const text = new TextEncoder().encode(JSON.stringify(draft));
        const data = await crypto.subtle.encrypt(sealing(name, iv), await key(), text);
        await inStore('readwrite', (store) =>
          store.put({ saved_at: now().getTime(), iv, data } satisfies Sealed, name),
        );
        return true;
      } catch {
        return false;
      }
    },
    async load<Body>(name: string) {
      try {
        const sealed = await inStore<Sealed | undefined>('readonly', (store) => store.get(name));
        if (!sealed || now().getTime() - sealed.saved_at > LIFETIME_MS) return null;
        const text = await crypto.subtle.decrypt(sealing(name, sealed.iv), await key(), sealed.data);
        return JSON.parse(new TextDecoder().decode(text)) as DeviceDraft<Body>;
      } catch {
        return null;
      }
    },
    async drop(name) {
      await inStore('readwrite', (store) => store.delete(name)).catch(() => undefined);
    },
  };
}

/** Removes every draft from this browser. */
export async function dropDeviceDrafts(): Promise<void> {
  await inStore('readwrite', (store) => store.clear()).catch(() => undefined);
}

/** How many drafts this browser keeps, of all members. */
export async function countDeviceDrafts(): Promise<number> {
  return await inStore<number>('readonly', (store) => store.count()).catch(() => 0);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** One request in a transaction of its own; rejects where the browser has no database. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('This browser keeps no drafts'));
  });
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(new Error('The draft was not kept'));
    });
  } finally {
    database.close();
  }
}
