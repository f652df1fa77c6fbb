/**
 * What a client has typed and not yet sent (notes, forms, what she says about herself), kept under her user id or
 * address, so that nothing of it is lost. Drafts go when they are sent, at sign-out, when the account is deleted, and
 * after seven days (rules.md §7). They are health data: never put anything else here, and nothing of here anywhere else.
 */

const PREFIX = 'draft:';
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** On the device a draft outlives its tab; in the tab it goes with it, and no sign-out of another tab takes it. */
type Where = 'device' | 'tab';
const EVERYWHERE: readonly Where[] = ['device', 'tab'];

/** Throws where the browser allows none. */
const storageOf = (where: Where): Storage => (where === 'tab' ? sessionStorage : localStorage);

type Stored = { saved_at: number; value: unknown };

const keyOf = (userId: string, name: string) => `${PREFIX}${userId}:${name}`;

/** The draft of that name, for example 'form:{form id}'; null if there is none, or it is too old. `now` in epoch ms. */
export function loadDraft(userId: string, name: string, now: number, where: Where = 'device'): unknown {
  const key = keyOf(userId, name);
  const stored = read(key, where);
  if (!stored) return null;
  if (now - stored.saved_at <= LIFETIME_MS) return stored.value;
  storageOf(where).removeItem(key);
  return null;
}

/** The drafts of a client whose names begin so, newest first. `now` and `saved_at` in epoch ms. */
export function listDrafts(
  userId: string,
  names: string,
  now: number,
): { name: string; saved_at: number; value: unknown }[] {
  const begin = keyOf(userId, names);
  return draftKeys('device')
    .filter((key) => key.startsWith(begin))
    .flatMap((key) => {
      const stored = read(key, 'device');
      return stored && now - stored.saved_at <= LIFETIME_MS
        ? [{ ...stored, name: key.slice(keyOf(userId, '').length) }]
        : [];
    })
    .toSorted((one, other) => other.saved_at - one.saved_at);
}

/** Keeps a draft; tells whether the device could. `value` must survive JSON. */
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
    return false; // full or refused: what is typed stands on the screen all the same
  }
}

/** Sent, or given up. */
export function dropDraft(userId: string, name: string, where: Where = 'device'): void {
  try {
    storageOf(where).removeItem(keyOf(userId, name));
  } catch {
    // nothing can be stored, so nothing is
  }
}

/** Is there anything on this device that a sign-out would lose? Drafts past their time are dropped on the way. */
export function hasDrafts(now: number): boolean {
  for (const where of EVERYWHERE)
    for (const key of draftKeys(where)) {
      const stored = read(key, where);
      if (stored && now - stored.saved_at <= LIFETIME_MS) return true;
      storageOf(where).removeItem(key);
    }
  return false;
}

/** At sign-out and deletion: every draft of every client on this device and in this tab. */
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
