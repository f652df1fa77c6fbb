/**
 * Drafts: what a client has typed and not yet sent (notes, forms, profile), stored under their user id or address. A draft
 * is deleted when it is sent, at sign-out, when the account is deleted, and after seven days (rules.md §7). Drafts are
 * health data: store nothing else here, and store none of it elsewhere.
 */

const PREFIX = 'draft:';
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** A draft on the device outlives its tab; one in the tab ends with it, and a sign-out in another tab leaves it. */
type Where = 'device' | 'tab';
const EVERYWHERE: readonly Where[] = ['device', 'tab'];

/** Throws if the browser does not allow storage. */
const storageOf = (where: Where): Storage => (where === 'tab' ? sessionStorage : localStorage);

type Stored = { saved_at: number; value: unknown };

const keyOf = (userId: string, name: string) => `${PREFIX}${userId}:${name}`;

/** The draft with this name, for example 'form:{form id}'; null if there is none or it has expired. `now` in epoch ms. */
export function loadDraft(userId: string, name: string, now: number, where: Where = 'device'): unknown {
  const key = keyOf(userId, name);
  const stored = read(key, where);
  if (!stored) return null;
  if (now - stored.saved_at <= LIFETIME_MS) return stored.value;
  storageOf(where).removeItem(key);
  return null;
}

/** The client's drafts whose names start with `prefix`, newest first. `now` and `saved_at` in epoch ms. */
export function listDrafts(
  userId: string,
  prefix: string,
  now: number,
): { name: string; saved_at: number; value: unknown }[] {
  const keyPrefix = keyOf(userId, prefix);
  return draftKeys('device')
    .filter((key) => key.startsWith(keyPrefix))
    .flatMap((key) => {
      const stored = read(key, 'device');
      return stored && now - stored.saved_at <= LIFETIME_MS
        ? [{ ...stored, name: key.slice(keyOf(userId, '').length) }]
        : [];
    })
    .toSorted((one, other) => other.saved_at - one.saved_at);
}

/** Stores a draft; returns whether it could be stored. `value` must survive JSON. */
export function saveDraft(
  userId: string,
  name: string,
  value: unknown,
  now: number,
  where: Where = 'device',
): boolean {
  try {
    storageOf(where).setItem(keyOf(userId, name), JSON.stringify({ saved_at: now, value } satisfies Stored));
    return true;
  } catch {
    return false; // storage is full or not allowed; what is typed stays on the screen
  }
}

/** Deletes a draft that was sent or discarded. */
export function dropDraft(userId: string, name: string, where: Where = 'device'): void {
  try {
    storageOf(where).removeItem(keyOf(userId, name));
  } catch {
    // storage is not allowed, so there is no draft
  }
}

/** True if a sign-out would lose a draft. Deletes expired drafts. */
export function hasDrafts(now: number): boolean {
  for (const where of EVERYWHERE)
    for (const key of draftKeys(where)) {
      const stored = read(key, where);
      if (stored && now - stored.saved_at <= LIFETIME_MS) return true;
      storageOf(where).removeItem(key);
    }
  return false;
}

/** At sign-out and deletion of the account: deletes every draft of every client on this device and in this tab. */
export function dropAllDrafts(): void {
  for (const where of EVERYWHERE) for (const key of draftKeys(where)) storageOf(where).removeItem(key);
}

function draftKeys(where: Where): string[] {
  try {
    return Object.keys(storageOf(where)).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

function read(key: string, where: Where): Stored | null {
  try {
    const stored = JSON.parse(storageOf(where).getItem(key) ?? 'null') as Partial<Stored> | null;
    return stored && typeof stored.saved_at === 'number'
      ? { saved_at: stored.saved_at, value: stored.value }
      : null;
  } catch {
    return null;
  }
}
