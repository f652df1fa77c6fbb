import type { PinnedNote, SessionNote } from '#contract/notes.schemas.ts';
import { openDocument } from '../bookings/sealed-documents.ts';
import { noteField, pinnedField } from '../bookings/sealed-fields.ts';
import type { ClientKey } from '../runtime/keyring.ts';
import type { NoteRow, NoteWithBody } from './store.ts';

/** Opens the note of one visit with its addenda; null if there is none. */
export function presentNote(key: ClientKey, rows: readonly NoteWithBody[]): SessionNote | null {
  const note = rows.find(({ amends }) => amends === null);
  if (!note) return null;
  const bodyOf = ({ id, body }: NoteWithBody) => openDocument(key, noteField(id), body);
  return {
    body: bodyOf(note),
    version: note.version,
    updated_at: note.updated_at.toISOString(),
    signed: signatureOf(note),
    addenda: rows
      .filter(({ amends }) => amends === note.id)
      .map((row) => ({ id: row.id, body: bodyOf(row), signed: signatureOf(row)! })),
  };
}

/** Who signed and when; null for a draft. */
export const signatureOf = ({ signed_at, signer }: Pick<NoteRow, 'signed_at' | 'signer'>) =>
  signed_at && { at: signed_at.toISOString(), by: signer ?? '' };

/** Opens the note that is pinned to a client. */
export function presentPinned(
  key: ClientKey,
  user_id: string,
  { body, version, updated_at }: { body: Buffer; version: number; updated_at: Date },
): PinnedNote {
  return {
    body: openDocument(key, pinnedField(user_id), body),
    version,
    updated_at: updated_at.toISOString(),
  };
}
