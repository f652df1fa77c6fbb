import { randomUUID } from 'node:crypto';
import type { Delta } from '#contract/bookings.schemas.ts';
import type { SessionNote, staffAddToSessionNote, staffSignSessionNote } from '#contract/notes.schemas.ts';
import { isEmptyNote } from '#domain/text/notes.ts';
import { type Acting, type Action, type ActionOf, BOOKING } from '../actions/staff-action.ts';
import { documentOf, sealDocument } from '../bookings/sealed-documents.ts';
import { noteField } from '../bookings/sealed-fields.ts';
import type { Db, Trx } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { audit, type AuditAction } from '../runtime/audit.ts';
import type { Keyring } from '../runtime/keyring.ts';
import { type Actor, actorName } from '../runtime/staff-actions.ts';
import { isUuid } from '../runtime/uuid.ts';
import { presentNote } from './present-note.ts';
import * as store from './store.ts';

type Deps = { db: Db; keyring: Keyring };
/** What a writer sends: a Delta, its JSON text, or plain text. */
type Body = string | { ops: unknown[] };
type Signer = Actor & { staff_id: string };

const EMPTY: Delta = { ops: [] };

/**
 * Saves the draft of a session note over the version that the writer saw. Another version, or a signed note, is refused
 * and comes with the refusal, so that two devices never overwrite each other silently (rules.md §9).
 */
export async function saveSessionNote(
  deps: Deps,
  { booking_id, body, version, actor }: { booking_id: string; body: Body; version: number; actor: Signer },
  now: Date,
): Promise<{ version: number; updated_at: string } | Refusal> {
  const document = documentOf(body);
  if (document instanceof Refusal) return document;
  if (!isUuid(booking_id)) return refuse('BOOKING_NOT_FOUND');
  return await decidedTransaction<{ version: number; updated_at: string } | Refusal>(deps.db, async (trx) => {
    const at = await stateOf(trx, deps.keyring, booking_id, now);
    if (at instanceof Refusal) return { answer: at, isKept: false };
    const { visit, key, note, rows } = at;
    const id = note?.id ?? randomUUID();
    const sealed = sealDocument(key, noteField(id), document ?? EMPTY);
    const { staff_id } = actor;
    const isSaved =
      version === 0
        ? !note &&
          (await store.insertDraft(
            trx,
            { id, booking_id, user_id: visit.user_id, body: sealed, staff_id },
            now,
          ))
        : note !== undefined && (await store.updateDraft(trx, { id, version, body: sealed, staff_id }, now));
    if (!isSaved) return { answer: conflict(presentNote(key, rows)), isKept: false };
    await audit(
      trx,
      {
        actor: actorName(actor)!,
        user_id: visit.user_id,
        action: 'session-note.write',
        object_id: booking_id,
      },
      now,
    );
    return { answer: { version: version + 1, updated_at: now.toISOString() }, isKept: true };
  });
}

/** Signs the version that the writer saw. From then on the note is final (docs/decisions/0052). */
export const signSessionNote = (deps: Deps): Action<typeof staffSignSessionNote> =>
  noteAction(deps, 'session-note.sign', async (trx, { key, note, rows }, { actor, params, body, now }) => {
    const { version } = body;
    const present = presentNote(key, rows);
    if (!note || !present || present.version !== version || present.signed) return conflict(present);
    if (isEmptyNote(present.body)) return refuse('NOTE_EMPTY');
    const isSigned = await store.signDraft(trx, { id: note.id, version, staff_id: actor.staff_id }, now);
    return isSigned ? null : conflict(presentNote(key, await store.selectNotesWithBody(trx, params.id)));
  });

/** Adds to a signed note; the addendum is signed at once. */
export const addToSessionNote = (deps: Deps): Action<typeof staffAddToSessionNote> =>
  noteAction(deps, 'session-note.add', async (trx, { visit, key, note, rows }, { actor, body, now }) => {
    const document = documentOf(body.body);
    if (document instanceof Refusal) return document;
    if (document === null) return refuse('NOTE_EMPTY');
    if (!note?.signed_at) return conflict(presentNote(key, rows));
    const id = randomUUID();
    await store.insertAddendum(
      trx,
      {
        id,
        booking_id: visit.id,
        user_id: visit.user_id,
        amends: note.id,
        body: sealDocument(key, noteField(id), document),
        staff_id: actor.staff_id,
      },
      now,
    );
    return null;
  });

type State = Exclude<Awaited<ReturnType<typeof stateOf>>, Refusal>;

/** Locks the visit and reads its note. */
async function stateOf(trx: Trx, keyring: Keyring, booking_id: string, now: Date) {
  const visit = await store.lockVisit(trx, booking_id);
  if (!visit) return refuse('BOOKING_NOT_FOUND');
  const rows = await store.selectNotesWithBody(trx, booking_id);
  const key = await keyring.keyOf(trx, visit.user_id, now);
  return { visit, key, rows, note: rows.find(({ amends }) => amends === null) };
}

/** An action on the note of a visit, answered with the note as it is then. */
const noteAction = <Body>(
  { db, keyring }: Deps,
  action: AuditAction,
  work: (trx: Trx, state: State, acting: Acting<{ id: string }, Body>) => Promise<Refusal | null>,
): ActionOf<{ id: string }, Body, SessionNote> => ({
  action,
  object: BOOKING,
  work: async (trx, acting) => {
    const { actor, params, now } = acting;
    const state = await stateOf(trx, keyring, params.id, now);
    if (state instanceof Refusal) return state;
    const refused = await work(trx, state, acting);
    if (refused) return refused;
    const { user_id } = state.visit;
    await audit(trx, { actor: actorName(actor)!, user_id, action, object_id: params.id }, now);
    return { user_id };
  },
  answer: async ({ params, now }) => {
    const visit = await store.selectVisit(db, params.id);
    if (!visit) return refuse('BOOKING_NOT_FOUND');
    const key = await keyring.keyOf(db, visit.user_id, now);
    return presentNote(key, await store.selectNotesWithBody(db, params.id)) ?? refuse('BOOKING_NOT_FOUND');
  },
});

/** NOTE_SIGNED of a signed note, else NOTE_CHANGED; both with the note as it is. */
const conflict = (note: SessionNote | null): Refusal =>
  refuse(note?.signed ? 'NOTE_SIGNED' : 'NOTE_CHANGED', { details: { note } });
