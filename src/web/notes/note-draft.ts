import { type Delta, isEmptyNote, normaliseDelta, type Notes, parseNotes } from '#domain/notes.ts';
import { dropDraft, loadDraft, saveDraft } from '#web/session/drafts.ts';

/** A note that was written and not saved yet, with the version that it began from (null: there was no note). */
export type NoteDraft = { notes: Delta; base_updated_at: string | null };

const nameOf = (bookingId: string) => `note:${bookingId}`;

/** What was written on this device about a booking and not saved; null if nothing. `now` in epoch ms. */
export function loadNoteDraft(userId: string, bookingId: string, now: number): NoteDraft | null {
  return readDraft(loadDraft(userId, nameOf(bookingId), now));
}

/** Keeps it; tells whether the device could. */
export function keepNoteDraft(userId: string, bookingId: string, draft: NoteDraft, now: number): boolean {
  return saveDraft(userId, nameOf(bookingId), draft, now);
}

export function dropNoteDraft(userId: string, bookingId: string): void {
  dropDraft(userId, nameOf(bookingId));
}

/** The device's storage is not ours alone: whatever is there is read like something from outside. */
function readDraft(value: unknown): NoteDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { notes, base_updated_at } = value as Record<string, unknown>;
  if (typeof notes !== 'object' || notes === null) return null;
  return {
    notes: normaliseDelta(notes),
    base_updated_at: typeof base_updated_at === 'string' ? base_updated_at : null,
  };
}

/** The stored note as the editor takes it; an empty document for none. */
export const noteOf = (notes: Notes): Delta => normaliseDelta(parseNotes(notes));

/** Do two notes say the same? Line ends at the end do not count: every editor adds its own. */
export function isSameNote(a: Notes, b: Notes): boolean {
  return textOf(a) === textOf(b);
}

function textOf(notes: Notes): string {
  if (isEmptyNote(notes)) return '';
  const { ops } = noteOf(notes);
  const last = ops.at(-1);
  if (last && typeof last.insert === 'string' && !last.attributes) {
    const insert = last.insert.replace(/\n+$/, '');
    return JSON.stringify(insert === '' ? ops.slice(0, -1) : [...ops.slice(0, -1), { ...last, insert }]);
  }
  return JSON.stringify(ops);
}
