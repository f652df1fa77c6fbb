import { actorName, type Actor } from '../runtime/staff-actions.ts';
import { documentOf, sealDocument } from '../bookings/sealed-documents.ts';
import { pinnedField } from '../bookings/sealed-fields.ts';
import type { Db } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { audit } from '../runtime/audit.ts';
import type { Keyring } from '../runtime/keyring.ts';
import { isUuid } from '../runtime/uuid.ts';
import { presentPinned } from './present-note.ts';
import { lockRecord, selectPinnedNote, writePinnedNote } from './store.ts';

type PinnedNoteToSave = {
  user_id: string;
  body: string | { ops: unknown[] };
  /** The version that the writer saw; 0: there was none. */
  version: number;
  actor: Actor & { staff_id: string };
};

/** Saves 'Important', the note that is pinned to a client, over the version that the writer saw (rules.md §9). */
export async function savePinnedNote(
  { db, keyring }: { db: Db; keyring: Keyring },
  { user_id, body, version, actor }: PinnedNoteToSave,
  now: Date,
): Promise<{ version: number; updated_at: string } | Refusal> {
  const document = documentOf(body);
  if (document instanceof Refusal) return document;
  if (!isUuid(user_id)) return refuse('CLIENT_NOT_FOUND');
  return await decidedTransaction<{ version: number; updated_at: string } | Refusal>(db, async (trx) => {
    if (!(await lockRecord(trx, user_id))) return { answer: refuse('CLIENT_NOT_FOUND'), isKept: false };
    const key = await keyring.keyOf(trx, user_id, now);
    const sealed = sealDocument(key, pinnedField(user_id), document ?? { ops: [] });
    if (!(await writePinnedNote(trx, { user_id, version, body: sealed, staff_id: actor.staff_id }, now))) {
      const stored = await selectPinnedNote(trx, user_id);
      const pinned_note = stored ? presentPinned(key, user_id, stored) : null;
      return { answer: refuse('NOTE_CHANGED', { details: { pinned_note } }), isKept: false };
    }
    await audit(trx, { actor: actorName(actor)!, user_id, action: 'pinned-note.write' }, now);
    return { answer: { version: version + 1, updated_at: now.toISOString() }, isKept: true };
  });
}
