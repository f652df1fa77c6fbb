import { practice } from '#content/public/practice.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import { openJson } from '../bookings/sealed-documents.ts';
import { notesField } from '../bookings/sealed-fields.ts';
import { IS_SHARED } from '../bookings/store.ts';
import { selectLatestSuggestions } from '../bookings/suggestions-store.ts';
import { batchesBySize, selectSealed } from '../db/select-sealed.ts';
import type { Db } from '../db/pool.ts';
import { piecesOf } from '../http/json-pieces.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { type AuditAction, auditAll } from '../runtime/audit.ts';
import type { ClientKey, Keyring } from '../runtime/keyring.ts';
import { isUuid } from '../runtime/uuid.ts';
import {
  type FileEntry,
  isClient,
  selectFileEntries,
  selectRecommendations,
  selectShared,
} from './client-file-store.ts';
import { noteJson, type Part, pinnedJson, recommendationJson, withDocument } from './note-json.ts';
import { type Reader, readSinceLastTime } from './since-last-time.ts';
import { selectNotes, selectPinnedNote, subjectOf } from './store.ts';

type Deps = { db: Db; keyring: Keyring };
type FilePage = {
  user_id: string;
  after?: string | undefined;
  from?: string | undefined;
  reader: Reader;
  draft_key: string;
};

const PAGE_ENTRIES = 20;
/** Sealed bytes after which a page ends, so that no answer grows with the number of pictures in notes. */
const PAGE_BYTES = 8 * 1024 * 1024;

/**
 * Reads a page of a client's file as pieces of JSON: what was written about each visit, the latest first, and on the first
 * page what is pinned and what is new since the last time (rules.md §9). Notes that the client does not share are never
 * read. Records that each visit was read.
 */
export async function readClientFile(
  deps: Deps,
  page: FilePage,
  now: Date,
): Promise<AsyncGenerator<Buffer> | Refusal> {
  const { user_id, after, from } = page;
  if (!isUuid(user_id) || !(await isClient(deps.db, user_id))) return refuse('CLIENT_NOT_FOUND');
  if (![after, from].every((id) => id === undefined || isUuid(id))) return refuse('INVALID_INPUT');
  return pieces(deps, page, now);
}

async function* pieces(deps: Deps, page: FilePage, now: Date): AsyncGenerator<Buffer> {
  const { user_id, after, from, reader, draft_key } = page;
  const { db, keyring } = deps;
  const found = await selectFileEntries(db, user_id, { after, from, limit: PAGE_ENTRIES + 1 }, now);
  const entries = pageOf(found);
  const next = entries.length < found.length ? entries.at(-1)!.id : null;
  const key = await keyring.keyOf(db, user_id, now);
  const isFirst = after === undefined;
  const pinned = isFirst ? await selectPinnedNote(db, user_id) : undefined;
  const today = startOfDay(localDateOf(now, practice.zone), practice.zone);
  const since = isFirst
    ? await readSinceLastTime(deps, { user_id, before: today, until: now, reader }, now)
    : null;
  const read = { actor: `staff:${reader.staff_id}`, user_id, session_id: reader.session_id };
  if (pinned) await auditAll(db, [{ ...read, action: 'pinned-note.read', object_id: user_id }], now);
  yield* piecesOf([
    `{"next":${JSON.stringify(next)},"draft_key":${JSON.stringify(draft_key)},"since_last_time":${JSON.stringify(since)},"pinned_note":`,
    ...pinnedJson(key, user_id, pinned),
    ',"visits":[',
  ]);
  let separator = '';
  for (const batch of batchesBySize(entries, ({ bytes }) => bytes)) {
    const documents = await readEntries(db, batch);
    await auditAll(
      db,
      batch.flatMap(({ id: object_id }) =>
        documents.readsOf(object_id).map((action) => ({ ...read, action, object_id })),
      ),
      now,
    );
    for (const entry of batch) {
      yield* piecesOf([separator, ...(entry.contact ? contactJson : visitJson)(key, entry, documents)]);
      separator = ',';
    }
  }
  yield Buffer.from(']}');
}

/** At least one entry, and no more than fit. */
function pageOf(found: readonly FileEntry[]): FileEntry[] {
  let bytes = 0;
  const entries = found.slice(0, PAGE_ENTRIES);
  const end = entries.findIndex((entry, at) => (bytes += entry.bytes) > PAGE_BYTES && at > 0);
  return end < 0 ? entries : entries.slice(0, end);
}

export type Documents = Awaited<ReturnType<typeof readEntries>>;

/** Reads what was written about a batch of entries, sealed. The caller audits the reading. */
export async function readEntries(db: Db, entries: readonly FileEntry[]) {
  const ids = entries.map(({ id }) => id);
  const rows = await selectNotes(db, ids);
  const bodies = await selectSealed(
    db,
    'session_notes.body',
    rows.map(({ id }) => id),
  );
  const drafts = await selectSealed(db, 'bookings.recommendations_draft', ids);
  const published = await selectSealed(db, 'bookings.published_recommendations', ids);
  const recommendations = await selectRecommendations(db, ids);
  const suggestions = await selectLatestSuggestions(db, ids);
  const shared = await selectShared(db, ids);
  // The client may take a note back at any moment, so the statement that reads it decides.
  const reflections = await selectSealed(db, 'bookings.client_notes', ids, IS_SHARED);
  return {
    rows,
    bodies,
    drafts,
    published,
    reflections,
    notesOf: (id: string) => rows.filter((row) => subjectOf(row) === id),
    recommendationOf: (id: string) => recommendations.find((row) => row.id === id),
    suggestionOf: (id: string) => suggestions.find(({ booking_id }) => booking_id === id),
    sharedOf: (id: string) => shared.find((row) => row.id === id),
    readsOf: (id: string): AuditAction[] => {
      const reads: [boolean, AuditAction][] = [
        [rows.some((row) => subjectOf(row) === id), 'session-note.read'],
        [drafts.has(id) || published.has(id), 'recommendations.read'],
        [reflections.has(id), 'notes.read'],
      ];
      return reads.filter(([isRead]) => isRead).map(([, action]) => action);
    },
  };
}

function contactJson(key: ClientKey, { id, contact, start_time }: FileEntry, documents: Documents): Part[] {
  const facts = { note_id: id, contact, begun_at: start_time.toISOString() };
  const note = noteJson(key, documents.notesOf(id), documents.bodies);
  return [`${JSON.stringify(facts).slice(0, -1)},"note":`, ...note, '}'];
}

function visitJson(key: ClientKey, visit: FileEntry, documents: Documents): Part[] {
  const { id, service_name, service_type, start_time, end_time, status } = visit;
  const facts = {
    booking_id: id,
    service_name,
    service_type,
    start_time: start_time.toISOString(),
    end_time: end_time!.toISOString(),
    status,
  };
  return [
    `${JSON.stringify(facts).slice(0, -1)},"note":`,
    ...noteJson(key, documents.notesOf(id), documents.bodies),
    ',"recommendation":',
    ...recommendationOf(key, id, documents),
    ',"shared_reflection":',
    ...reflectionJson(key, id, documents),
    '}',
  ];
}

/** Null where nothing was written or published. */
function recommendationOf(key: ClientKey, id: string, documents: Documents): Part[] {
  const facts = documents.recommendationOf(id);
  const [draft, published] = [documents.drafts.get(id) ?? null, documents.published.get(id) ?? null];
  if (!facts || !(draft ?? published)) return ['null'];
  return recommendationJson(key, { ...facts, draft, published }, documents.suggestionOf(id));
}

function reflectionJson(key: ClientKey, id: string, { reflections, sharedOf }: Documents): Part[] {
  const sealed = reflections.get(id);
  const shared = sharedOf(id);
  if (!sealed || !shared) return ['null'];
  const facts = {
    shared_at: shared.shared_at!.toISOString(),
    written_at: shared.written_at?.toISOString() ?? null,
  };
  return withDocument(facts, 'body', openJson(key, notesField(id), sealed), '}');
}
