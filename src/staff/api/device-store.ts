// Where this browser keeps drafts (device-drafts.ts). Signing out needs no more of it, so it comes with every screen.

const DATABASE = 'staff-drafts';
const STORE = 'drafts';

/** Removes every draft from this browser. */
export async function dropDeviceDrafts(): Promise<void> {
  await inStore('readwrite', (store) => store.clear()).catch(() => undefined);
}

/** How many drafts this browser keeps, of all members. */
export async function countDeviceDrafts(): Promise<number> {
  return await inStore<number>('readonly', (store) => store.count()).catch(() => 0);
}

/** One request in a transaction of its own; rejects where the browser has no database. */
export async function inStore<Result>(
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
