import { type Delta, isEmptyNote, normaliseDelta, type Notes, parseNotes } from '#domain/notes.ts';
import { dropDraft, listDrafts, saveDraft } from '#web/client/drafts.ts';

/** A note that was written and not saved yet, with the version that it began from (null: there was no note). */
export type NoteDraft = { notes: Delta; base_updated_at: string | null };

/**
 * A draft as this device has it. Every writing has a slot of its own, so that of two tabs with one note neither writes
 * over what the other keeps. `saved_at` in epoch ms.
 */
export type KeptNote = NoteDraft & { slot: string; saved_at: number };

/** Characters of a draft that tell it from another. */
const OPENING_LENGTH = 80;

const namesOf = (bookingId: string) => `note:${bookingId}:`;

/** A slot that no other tab has; pages without https have no `randomUUID`. */
export const newSlot = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Everything that was written on this device about a booking and not saved, newest first. `now` in epoch ms. */
export function listNoteDrafts(userId: string, bookingId: string, now: number): KeptNote[] {
  const names = namesOf(bookingId);
  return listDrafts(userId, names, now).flatMap(({ name, saved_at, value }) => {
    const draft = readDraft(value);
    return draft ? [{ ...draft, slot: name.slice(names.length), saved_at }] : [];
  });
}

/** Keeps it; tells whether the device could. */
export function keepNoteDraft(
  userId: string,
  bookingId: string,
  slot: string,
  { notes, base_updated_at }: NoteDraft,
  now: number,
): boolean {
  return saveDraft(userId, namesOf(bookingId) + slot, { notes, base_updated_at }, now);
}

export function dropNoteDraft(userId: string, bookingId: string, slot: string): void {
  dropDraft(userId, namesOf(bookingId) + slot);
}

/** Drops a draft that goes on elsewhere now, unless the tab that began it has written more since. */
export function dropIfUnchanged(userId: string, bookingId: string, kept: KeptNote, now: number): void {
  const newest = listNoteDrafts(userId, bookingId, now).find(({ slot }) => slot === kept.slot);
  if (newest && isSameNote(newest.notes, kept.notes)) dropNoteDraft(userId, bookingId, kept.slot);
}

/** How a draft begins, in words, so that it can be told from another. */
export function openingOf({ notes }: NoteDraft): string {
  const words = notes.ops.map(({ insert }) => (typeof insert === 'string' ? insert : ' ')).join('');
  const line = words.replace(/\s+/g, ' ').trim();
  if (line === '') return 'A picture';
  return line.length > OPENING_LENGTH ? `${line.slice(0, OPENING_LENGTH).trimEnd()}…` : line;
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
    const insert = withoutLineEnds(last.insert);
    return JSON.stringify(insert === '' ? ops.slice(0, -1) : [...ops.slice(0, -1), { ...last, insert }]);
  }
  return JSON.stringify(ops);
}

/** By hand: the pattern for it would look at every line end of the text as if it were the last. */
function withoutLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}
