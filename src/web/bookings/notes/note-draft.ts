import { type Delta, normaliseDelta } from '#domain/text/notes.ts';
import { dropDraft, listDrafts, saveDraft } from '#web/api/drafts.ts';
import { isSameNote } from '#web/editor/same-note.ts';

/** An unsaved note, with the version that it is based on (null: there was no note). */
export type NoteDraft = { notes: Delta; base_updated_at: string | null };

/**
 * A draft stored on this device. Every editor has its own slot, so that two tabs with one note do not overwrite each
 * other's drafts. `saved_at` in epoch ms.
 */
export type StoredDraft = NoteDraft & { slot: string; saved_at: number };

/** Characters that identify a draft in the list. */
const OPENING_LENGTH = 80;

const prefixOf = (bookingId: string) => `note:${bookingId}:`;

/** A slot that no other tab has. Not `randomUUID`, which pages without https do not have. */
export const newSlot = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** All drafts of a booking's note on this device, newest first. `now` in epoch ms. */
export function listNoteDrafts(userId: string, bookingId: string, now: number): StoredDraft[] {
  const prefix = prefixOf(bookingId);
  return listDrafts(userId, prefix, now).flatMap(({ name, saved_at, value }) => {
    const draft = readDraft(value);
    return draft ? [{ ...draft, slot: name.slice(prefix.length), saved_at }] : [];
  });
}

/** Returns whether the draft could be stored. */
export function saveNoteDraft(
  userId: string,
  bookingId: string,
  slot: string,
  { notes, base_updated_at }: NoteDraft,
  now: number,
): boolean {
  return saveDraft(userId, prefixOf(bookingId) + slot, { notes, base_updated_at }, now);
}

export function dropNoteDraft(userId: string, bookingId: string, slot: string): void {
  dropDraft(userId, prefixOf(bookingId) + slot);
}

/** Drops a draft that another editor has resumed, unless the first one has written more since. */
export function dropNoteDraftIfUnchanged(
  userId: string,
  bookingId: string,
  draft: StoredDraft,
  now: number,
): void {
  const newest = listNoteDrafts(userId, bookingId, now).find(({ slot }) => slot === draft.slot);
  if (newest && isSameNote(newest.notes, draft.notes)) dropNoteDraft(userId, bookingId, draft.slot);
}

/** The beginning of a draft as plain text, to distinguish it from others. */
export function openingOf({ notes }: NoteDraft): string {
  const text = notes.ops.map(({ insert }) => (typeof insert === 'string' ? insert : ' ')).join('');
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return 'A picture';
  return line.length > OPENING_LENGTH ? `${line.slice(0, OPENING_LENGTH).trimEnd()}…` : line;
}

/** Other code can write to the device's storage, so stored drafts are parsed like untrusted input. */
function readDraft(value: unknown): NoteDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { notes, base_updated_at } = value as Record<string, unknown>;
  if (typeof notes !== 'object' || notes === null) return null;
  return {
    notes: normaliseDelta(notes),
    base_updated_at: typeof base_updated_at === 'string' ? base_updated_at : null,
  };
}
