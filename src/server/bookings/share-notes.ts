import { audit } from '../runtime/audit.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { lockNote, shareNote } from './store.ts';

type NoteToShare = { user_id: string; booking_id: string; shared: boolean };

/**
 * Lets the practitioner read the client's note on a visit, or no longer (rules.md §7). Later changes of a shared note are
 * shared too, until the client takes it back or deletes the note.
 */
export async function shareNotes(
  db: Db,
  { user_id, booking_id, shared }: NoteToShare,
  now: Date,
): Promise<{ shared_at: string | null } | Refusal> {
  if (!isUuid(booking_id)) return refuse('BOOKING_NOT_FOUND');
  return await inTransaction(db, async (trx) => {
    const stored = await lockNote(trx, user_id, booking_id);
    if (!stored) return refuse('BOOKING_NOT_FOUND');
    if (shared && !stored.client_notes) return refuse('NOTE_EMPTY');
    const before = stored.client_notes_shared_at;
    if (shared === (before !== null)) return { shared_at: before?.toISOString() ?? null };
    await shareNote(trx, stored.id, shared ? now : null);
    const action = shared ? 'notes.share' : 'notes.unshare';
    await audit(trx, { actor: 'client', user_id, action, object_id: stored.id }, now);
    return { shared_at: shared ? now.toISOString() : null };
  });
}
