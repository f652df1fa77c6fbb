import type { NotesOfVisit } from '#contract/notes.schemas.ts';
import { namesOf } from '../agenda/present-session.ts';
import { selectLatestSuggestions } from '../bookings/suggestions-store.ts';
import type { Db } from '../db/pool.ts';
import { selectSealed } from '../db/select-sealed.ts';
import { piecesOf } from '../http/json-pieces.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { audit } from '../runtime/audit.ts';
import type { Keyring } from '../runtime/keyring.ts';
import { isUuid } from '../runtime/uuid.ts';
import { noteJson, type Part, pinnedJson, recommendationJson } from './note-json.ts';
import * as store from './store.ts';
import { selectRecommendation } from './store.ts';
import { readSinceLastTime } from './since-last-time.ts';

type ReadNotes = {
  booking_id: string;
  /** The member and the session that read. */
  reader: { staff_id: string; session_id: string };
  draft_key: string;
};

/**
 * Reads what the practitioner needs next to the editor while writing about a visit, as pieces of JSON: the documents can have
 * 2 MB each, and are copied as stored. Records that it was read.
 */
export async function readNotesOfVisit(
  { db, keyring }: { db: Db; keyring: Keyring },
  { booking_id, reader, draft_key }: ReadNotes,
  now: Date,
): Promise<Buffer[] | Refusal> {
  const visit = isUuid(booking_id) ? await store.selectVisit(db, booking_id) : undefined;
  if (!visit) return refuse('BOOKING_NOT_FOUND');
  const { user_id } = visit;
  const key = await keyring.keyOf(db, user_id, now);
  const last = await store.selectLastNotedVisit(db, user_id, visit.start_time);
  const visits = last ? [visit, last] : [visit];
  const rows = await store.selectNotes(
    db,
    visits.map(({ id }) => id),
  );
  const sealed = await selectSealed(
    db,
    'session_notes.body',
    rows.map(({ id }) => id),
  );
  const pinned = await store.selectPinnedNote(db, user_id);
  const recommendation = await selectRecommendation(db, booking_id);
  if (!recommendation) return refuse('BOOKING_NOT_FOUND');
  const [suggestion] = await selectLatestSuggestions(db, [booking_id]);
  for (const { id: object_id } of visits)
    await audit(
      db,
      {
        actor: `staff:${reader.staff_id}`,
        user_id,
        action: 'session-note.read',
        object_id,
        session_id: reader.session_id,
      },
      now,
    );

  if (recommendation.draft ?? recommendation.published)
    await audit(
      db,
      {
        actor: `staff:${reader.staff_id}`,
        user_id,
        action: 'recommendations.read',
        object_id: booking_id,
        session_id: reader.session_id,
      },
      now,
    );

  const noteOf = (id: string, more: object): Part[] =>
    noteJson(
      key,
      rows.filter((row) => row.booking_id === id),
      sealed,
      more,
    );
  const names = namesOf(visit);
  const facts: NotesOfVisit['visit'] = {
    booking_id: visit.id,
    client: {
      id: user_id,
      name: names.name,
      first_name: names.first_name,
      gets_mail: visit.has_login && visit.email !== '',
      house_call_approved: visit.house_call_approved,
    },
    status: visit.status as NotesOfVisit['visit']['status'],
    service_name: visit.service_name,
    start_time: visit.start_time.toISOString(),
    end_time: visit.end_time.toISOString(),
  };
  const of_last = last && {
    booking_id: last.id,
    service_name: last.service_name,
    start_time: last.start_time.toISOString(),
  };
  const { start_time: before, end_time: until } = visit;
  const since = await readSinceLastTime({ db, keyring }, { user_id, before, until, reader }, now);
  return piecesOf([
    `{"visit":${JSON.stringify(facts)},"draft_key":${JSON.stringify(draft_key)},"note":`,
    ...noteOf(visit.id, {}),
    ',"recommendation":',
    ...recommendationJson(key, recommendation, suggestion),
    ',"last_note":',
    ...(last ? noteOf(last.id, of_last!) : ['null']),
    `,"since_last_time":${JSON.stringify(since)},"pinned_note":`,
    ...pinnedJson(key, user_id, pinned),
    '}',
  ]);
}
