import type { Delta } from '#domain/text/notes.ts';
import { inStore } from '#staff/api/device-store.ts';
import { now } from '#web/ui/use-now.ts';

// What is typed and not yet on the server. Health data is sealed in this browser with a key that only an unlocked session has:
// after a lock nothing of it can be read. A draft goes when it is saved, at sign-out, and after seven days.

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

type Sealer = {
  seal: (name: string, iv: Uint8Array<ArrayBuffer>, text: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;
  open: (name: string, iv: Uint8Array<ArrayBuffer>, data: ArrayBuffer) => Promise<ArrayBuffer>;
};

/** Keeps a text as it is. */
const OPEN: Sealer = { seal: async (_, __, text) => text.buffer, open: async (_, __, data) => data };

function sealerWith(draft_key: string): Sealer {
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
    seal: async (name, iv, text) => crypto.subtle.encrypt(sealing(name, iv), await key(), text),
    open: async (name, iv, data) => crypto.subtle.decrypt(sealing(name, iv), await key(), data),
  };
}

/**
 * The drafts that this key opens; `draft_key`: 32 bytes in base64url. Without https a browser seals and keeps nothing. Null:
 * drafts that are no health data, and are not sealed.
 */
export function deviceDrafts(draft_key: string | null): DeviceDrafts {
  void dropExpired();
  const { seal, open } = draft_key === null ? OPEN : sealerWith(draft_key);
  return {
    async save(name, draft) {
      try {
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const text = new TextEncoder().encode(JSON.stringify(draft));
        const data = await seal(name, iv, text);
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
        const text = await open(name, sealed.iv, sealed.data);
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

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
