import { randomUUID } from 'node:crypto';
import type { Delta } from '#contract/bookings.schemas.ts';
import type {
  ContactOf,
  SessionNote,
  staffAddToSessionNote,
  staffSignSessionNote,
} from '#contract/notes.schemas.ts';
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
 * Saves the draft of a note over the version that the writer saw. `id`: the visit, or the note where there is none.
 * Another version, or a signed note, is refused and comes with the refusal, so that two devices never overwrite each other
 * silently (rules.md §9).
 */
export async function saveSessionNote(
  deps: Deps,
  {
    id: subject,
    contact,
    body,
    version,
    actor,
  }: { id: string; contact?: ContactOf | undefined; body: Body; version: number; actor: Signer },
  now: Date,
): Promise<{ version: number; updated_at: string } | Refusal> {
  const document = documentOf(body);
  if (document instanceof Refusal) return document;
  if (!isUuid(subject)) return refuse('BOOKING_NOT_FOUND');
  return await decidedTransaction<{ version: number; updated_at: string } | Refusal>(deps.db, async (trx) => {
    const at = await stateOf(trx, deps.keyring, subject, now, contact);
    if (at instanceof Refusal) return { answer: at, isKept: false };
    const { user_id, booking_id, key, note } = at;
    const id = note?.id ?? (booking_id ? randomUUID() : subject);
    const about = booking_id ? { booking_id, contact: null } : { booking_id, contact: contact?.kind ?? null };
    const sealed = sealDocument(key, noteField(id), document ?? EMPTY);
    const { staff_id } = actor;
    const isSaved =
      version === 0
        ? !note && (await store.insertDraft(trx, { id, ...about, user_id, body: sealed, staff_id }, now))
        : note !== undefined && (await store.updateDraft(trx, { id, version, body: sealed, staff_id }, now));
    if (!isSaved) {
      // A contact has no row to lock: another device may have saved since.
      const present = presentNote(key, await store.selectNotesWithBody(trx, subject));
      return { answer: conflict(present), isKept: false };
    }
    await audit(
      trx,
      {
        actor: actorName(actor)!,
        user_id,
        action: 'session-note.write',
        object_id: subject,
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
  noteAction(deps, 'session-note.add', async (trx, { user_id, key, note, rows }, { actor, body, now }) => {
    const document = documentOf(body.body);
    if (document instanceof Refusal) return document;
    if (document === null) return refuse('NOTE_EMPTY');
    if (!note?.signed_at) return conflict(presentNote(key, rows));
    const id = randomUUID();
    await store.insertAddendum(
      trx,
      {
        id,
        booking_id: note.booking_id,
        contact: note.contact,
        user_id,
        amends: note.id,
        body: sealDocument(key, noteField(id), document),
        staff_id: actor.staff_id,
      },
      now,
    );
    return null;
  });

type State = Exclude<Awaited<ReturnType<typeof stateOf>>, Refusal>;

/** Locks the visit, or the client where there is none, and reads the note. `contact`: of a note that may not be begun. */
async function stateOf(trx: Trx, keyring: Keyring, id: string, now: Date, contact?: ContactOf) {
  const visit = await store.lockVisit(trx, id);
  const rows = await store.selectNotesWithBody(trx, id);
  const user_id = visit?.user_id ?? rows[0]?.user_id ?? contact?.client_id ?? '';
  if (!visit && !(isUuid(user_id) && (await store.lockRecord(trx, user_id))))
    return refuse('BOOKING_NOT_FOUND');
  const key = await keyring.keyOf(trx, user_id, now);
  const booking_id = visit?.id ?? null;
  return { user_id, booking_id, key, rows, note: rows.find(({ amends }) => amends === null) };
}

/** An action on a note, answered with the note as it is then. */
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
    const { user_id, booking_id } = state;
    await audit(trx, { actor: actorName(actor)!, user_id, action, object_id: params.id }, now);
    return booking_id ? { user_id } : { user_id, object_kind: 'CLIENT', object_id: user_id };
  },
  answer: async ({ params, now }) => {
    const rows = await store.selectNotesWithBody(db, params.id);
    if (!rows[0]) return refuse('BOOKING_NOT_FOUND');
    return presentNote(await keyring.keyOf(db, rows[0].user_id, now), rows) ?? refuse('BOOKING_NOT_FOUND');
  },
});

/** NOTE_SIGNED of a signed note, else NOTE_CHANGED; both with the note as it is. */
const conflict = (note: SessionNote | null): Refusal =>
  refuse(note?.signed ? 'NOTE_SIGNED' : 'NOTE_CHANGED', { details: { note } });
