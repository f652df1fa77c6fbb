import { practice } from '#content/public/practice.ts';
import type { FoundNotes, staffSearchNotes } from '#contract/notes.schemas.ts';
import { findWords, textOf, wordsToFind } from '#domain/text/find-words.ts';
import { formatDayMonth } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { CONTACT_NAMES } from '#domain/visits/contacts.ts';
import { type Action, CLIENT } from '../actions/staff-action.ts';
import { namesOf } from '../agenda/present-session.ts';
import { openDocument } from '../bookings/sealed-documents.ts';
import { noteField, pinnedField } from '../bookings/sealed-fields.ts';
import type { Db } from '../db/pool.ts';
import { batchesBySize, selectSealed } from '../db/select-sealed.ts';
import type { ClientKey, Keyring } from '../runtime/keyring.ts';
import { isUuid } from '../runtime/uuid.ts';
import { isClient } from './client-file-store.ts';
import { type SearchedNote, selectNotesToSearch, subjectOf } from './store.ts';

type Deps = { db: Db; keyring: Keyring };
/** What one search does at most: the member can go on with what is older. Only a batch of notes is in memory at once. */
const SEARCH_LIMITS = { notes: 5000, hits: 50, milliseconds: 2000 };

/** Searches what staff wrote, of one client or of all, newest first. The search is recorded, not what it looked for, and going on with it is the same search. */
export const searchNotes = (deps: Deps, limits = SEARCH_LIMITS): Action<typeof staffSearchNotes> => ({
  action: 'notes.search',
  content: ({ body: { q, client_id } }) => [q, client_id],
  work: async (trx, { actor: { staff_id }, body: { client_id } }) => {
    if (client_id === null) return { object_kind: 'STAFF', object_id: staff_id, details: { all: true } };
    if (!isUuid(client_id) || !(await isClient(trx, client_id))) return CLIENT.missing;
    return { object_kind: 'CLIENT', object_id: client_id, user_id: client_id };
  },
  answer: async ({ action_id, body: { q, client_id, before }, now }) => ({
    action_id,
    ...(await find(deps, { words: wordsToFind(q), user_id: client_id, before }, limits, now)),
  }),
});

type Search = { words: readonly string[]; user_id: string | null; before: string | null };

async function find(
  { db, keyring }: Deps,
  { words, user_id, before }: Search,
  limits: typeof SEARCH_LIMITS,
  now: Date,
): Promise<Omit<FoundNotes, 'action_id'>> {
  const deadline = performance.now() + limits.milliseconds;
  const rows = await selectNotesToSearch(db, { user_id, before, limit: limits.notes });
  const keys = new Map<string, ClientKey>();
  const hits = new Map<string, FoundNotes['hits'][number]>();
  let searched = 0;
  for (const batch of batchesBySize(rows, ({ bytes }) => bytes)) {
    if (hits.size >= limits.hits || (searched > 0 && performance.now() > deadline)) break;
    const bodies = await readBodies(db, batch);
    for (const row of batch) {
      if (hits.size >= limits.hits) break;
      searched++;
      const body = bodies.get(row.id);
      // Erased meanwhile.
      if (!body) continue;
      const key = keys.get(row.user_id) ?? (await keyring.keyOf(db, row.user_id, now));
      keys.set(row.user_id, key);
      const field = row.is_pinned ? pinnedField(row.user_id) : noteField(row.id);
      const excerpt = findWords(textOf(openDocument(key, field, body)), words);
      const path = pathOf(row);
      if (excerpt && !hits.has(path)) hits.set(path, { ...present(row), path, excerpt });
    }
  }
  const isAll = searched === rows.length && rows.length < limits.notes;
  return { hits: [...hits.values()], before: isAll ? null : rows[searched - 1]!.at.toISOString() };
}

async function readBodies(db: Db, rows: readonly SearchedNote[]): Promise<Map<string, Buffer>> {
  const idsOf = (is_pinned: boolean) => rows.filter((row) => row.is_pinned === is_pinned).map(({ id }) => id);
  const notes = await selectSealed(db, 'session_notes.body', idsOf(false));
  return new Map([...notes, ...(await selectSealed(db, 'pinned_notes.body', idsOf(true)))]);
}

/** A note and what was added to it are one. */
function pathOf(row: SearchedNote): string {
  if (row.booking_id !== null) return `/bookings/${row.booking_id}/notes`;
  const file = `/clients/${row.user_id}?tab=notes`;
  return row.is_pinned ? file : `${file}&from=${subjectOf(row)}`;
}

function present(row: SearchedNote) {
  const title = row.is_pinned ? 'Important' : row.contact ? CONTACT_NAMES[row.contact] : row.service_name!;
  const day = formatDayMonth(localDateOf(row.start_time ?? row.at, practice.zone));
  return { client: namesOf(row).name, title: row.is_pinned ? title : `${title}, ${day}` };
}
