import { isPast } from '#domain/visits/booking.ts';
import type { Delta } from '#contract/bookings.schemas.ts';
import { audit } from '../runtime/audit.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import type { Keyring } from '../runtime/keyring.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { notesField } from './sealed-fields.ts';
import { documentOf, openDocument, sealDocument } from './sealed-documents.ts';
import { lockNote, writeNote } from './store.ts';

type NoteToSave = {
  user_id: string;
  booking_id: string;
  /** A Delta, its JSON text, or plain text. */
  notes: string | { ops: unknown[] };
  /** The version that the client saw: null for no note; absent: overwrite any version. */
  base_updated_at?: string | null;
};
type SavedNote = { client_notes: Delta | null; notes_updated_at: string };

/**
 * Saves a client's note on their own past booking (rules.md §7). A change to an older version is refused and answered
 * with the stored note, so that two tabs never overwrite each other silently. An empty document deletes the note.
 */
export async function saveNote(
  db: Db,
  keyring: Keyring,
  note: NoteToSave,
  now: Date,
): Promise<SavedNote | Refusal> {
  const document = documentOf(note.notes);
  if (document instanceof Refusal) return document;
  if (!isUuid(note.booking_id)) return refuse('BOOKING_NOT_FOUND');

  return inTransaction(db, async (trx) => {
    const { user_id } = note;
    const stored = await lockNote(trx, user_id, note.booking_id);
    if (!stored) return refuse('BOOKING_NOT_FOUND');
    if (!isPast(stored, now)) return refuse('NOTE_TOO_SOON');

    const key = await keyring.keyOf(trx, user_id, now);
    const field = notesField(stored.id);
    if (note.base_updated_at !== undefined && !isSameMoment(note.base_updated_at, stored.notes_updated_at)) {
      await audit(trx, { actor: 'client', user_id, action: 'notes.read', object_id: stored.id }, now);
      return refuse('NOTE_CHANGED', {
        details: {
          client_notes: stored.client_notes ? openDocument(key, field, stored.client_notes) : null,
          notes_updated_at: stored.notes_updated_at?.toISOString() ?? null,
        },
      });
    }

    // Two writes within one millisecond must be two versions.
    const notes_updated_at = new Date(Math.max(now.getTime(), (stored.notes_updated_at?.getTime() ?? 0) + 1));
    const client_notes = document && sealDocument(key, field, document);
    await writeNote(trx, stored.id, client_notes, notes_updated_at);
    await audit(trx, { actor: 'client', user_id, action: 'notes.write', object_id: stored.id }, now);
    return { client_notes: document, notes_updated_at: notes_updated_at.toISOString() };
  });
}

function isSameMoment(base: string | null, stored: Date | null): boolean {
  if (base === null || stored === null) return base === null && stored === null;
  return new Date(base).getTime() === stored.getTime();
}
