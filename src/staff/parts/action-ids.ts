import type { ApiError } from '#web/api/request.ts';

type Sent = { id: string; content: string; isRefused: boolean };

/** True if the change may have been made all the same: no answer came, or one that says nothing about it. */
export const isUnanswered = (error: ApiError | null): boolean =>
  error !== null && (error.status === 0 || error.status >= 500);

/**
 * The action ids of what one place sends. `subject`: the address that it is sent to. An id is kept while a try is
 * unanswered, whatever is typed meanwhile, and for the same content after a refusal. What is done needs no repeat.
 * `storage`: a name under which the tab keeps them when it is loaded anew.
 */
export function actionIds(storage?: string) {
  const sent = new Map<string, Sent>(readStored(storage));
  const store = () => {
    if (storage === undefined) return;
    try {
      sessionStorage.setItem(storage, JSON.stringify([...sent]));
    } catch {
      // Without storage the ids live as long as the page.
    }
  };
  return {
    idFor(subject: string, content: string): string {
      const last = sent.get(subject);
      const isKept = last !== undefined && (!last.isRefused || last.content === content);
      const id = isKept ? last.id : newUuid();
      sent.set(subject, { id, content, isRefused: false });
      store();
      return id;
    },
    /** An answer came, or the try failed; null: it is done. */
    settle(subject: string, error: ApiError | null): void {
      const last = sent.get(subject);
      if (last && error && error.code !== 'ACTION_REUSED')
        sent.set(subject, { ...last, isRefused: !isUnanswered(error) });
      else sent.delete(subject);
      store();
    },
  };
}

function readStored(storage: string | undefined): [string, Sent][] {
  if (storage === undefined) return [];
  try {
    return JSON.parse(sessionStorage.getItem(storage) ?? '[]') as [string, Sent][];
  } catch {
    // A storage that is blocked or was written by another version.
    return [];
  }
}

/** Makes a UUID, such as the one that names a change, so that its repeat counts once. Not `randomUUID`, which pages without https do not have. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
