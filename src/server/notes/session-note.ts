import { randomUUID } from 'node:crypto';
import type { Delta } from '#contract/bookings.schemas.ts';
import type { SessionNote } from '#contract/notes.schemas.ts';
import { isEmptyNote } from '#domain/notes.ts';
import { actorName, type Actor, runAction } from '../agenda/run-action.ts';
import { documentOf, sealDocument } from '../bookings/sealed-documents.ts';
import { noteField } from '../bookings/sealed-fields.ts';
import type { Db } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { audit, type AuditAction } from '../runtime/audit.ts';
import type { Keyring } from '../runtime/keyring.ts';
import { isUuid } from '../runtime/uuid.ts';
import { presentNote } from './present-note.ts';
import * as store from './store.ts';

type Deps = { db: Db; keyring: Keyring; app_secret: string };
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
export async function signSessionNote(
  deps: Deps,
  request: { booking_id: string; action_id: string; version: number; actor: Signer },
  now: Date,
): Promise<SessionNote | Refusal> {
  const { booking_id, version, actor } = request;
  return await actOnNote(
    deps,
    'session-note.sign',
    request,
    { version },
    async (trx, { key, note, rows }) => {
      const present = presentNote(key, rows);
      if (!note || !present || present.version !== version || present.signed) return conflict(present);
      if (isEmptyNote(present.body)) return refuse('NOTE_EMPTY');
      const isSigned = await store.signDraft(trx, { id: note.id, version, staff_id: actor.staff_id }, now);
      return isSigned ? null : conflict(presentNote(key, await store.selectNotesWithBody(trx, booking_id)));
    },
    now,
  );
}

/** Adds to a signed note; the addendum is signed at once. */
export async function addToSessionNote(
  deps: Deps,
  request: { booking_id: string; action_id: string; body: Body; actor: Signer },
  now: Date,
): Promise<SessionNote | Refusal> {
  const { booking_id, actor } = request;
  const document = documentOf(request.body);
  if (document instanceof Refusal) return document;
  if (document === null) return refuse('NOTE_EMPTY');
  return await actOnNote(
    deps,
    'session-note.add',
    request,
    { body: document },
    async (trx, { visit, key, note, rows }) => {
      if (!note?.signed_at) return conflict(presentNote(key, rows));
      const id = randomUUID();
      await store.insertAddendum(
        trx,
        {
          id,
          booking_id,
          user_id: visit.user_id,
          amends: note.id,
          body: sealDocument(key, noteField(id), document),
          staff_id: actor.staff_id,
        },
        now,
      );
      return null;
    },
    now,
  );
}

type State = Exclude<Awaited<ReturnType<typeof stateOf>>, Refusal>;

/** Locks the visit and reads its note. */
async function stateOf(trx: Db, keyring: Keyring, booking_id: string, now: Date) {
  const visit = await store.lockVisit(trx, booking_id);
  if (!visit) return refuse('BOOKING_NOT_FOUND');
  const rows = await store.selectNotesWithBody(trx, booking_id);
  const key = await keyring.keyOf(trx, visit.user_id, now);
  return { visit, key, rows, note: rows.find(({ amends }) => amends === null) };
}

/** Runs and records an action on the note of a visit, and answers the note as it is then. */
async function actOnNote(
  deps: Deps,
  action: AuditAction,
  { booking_id, action_id, actor }: { booking_id: string; action_id: string; actor: Signer },
  input: object,
  work: (trx: Db, state: State) => Promise<Refusal | null>,
  now: Date,
): Promise<SessionNote | Refusal> {
  if (!isUuid(booking_id)) return refuse('BOOKING_NOT_FOUND');
  const refusal = await runAction(
    deps,
    { action_id, action, input: { booking_id, ...input }, ...actor },
    async (trx) => {
      const state = await stateOf(trx, deps.keyring, booking_id, now);
      if (state instanceof Refusal) return state;
      const refused = await work(trx, state);
      if (refused) return refused;
      const { user_id } = state.visit;
      await audit(trx, { actor: actorName(actor)!, user_id, action, object_id: booking_id }, now);
      return { object_kind: 'BOOKING', object_id: booking_id, user_id, details: {} };
    },
    now,
  );
  if (refusal) return refusal;
  const visit = await store.selectVisit(deps.db, booking_id);
  if (!visit) return refuse('BOOKING_NOT_FOUND');
  const key = await deps.keyring.keyOf(deps.db, visit.user_id, now);
  return (
    presentNote(key, await store.selectNotesWithBody(deps.db, booking_id)) ?? refuse('BOOKING_NOT_FOUND')
  );
}

/** NOTE_SIGNED of a signed note, else NOTE_CHANGED; both with the note as it is. */
const conflict = (note: SessionNote | null): Refusal =>
  refuse(note?.signed ? 'NOTE_SIGNED' : 'NOTE_CHANGED', { details: { note } });
