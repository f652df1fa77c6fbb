import { sql } from 'kysely';
import type { Contact } from '#domain/visits/contacts.ts';
import { hasText } from '../agenda/store.ts';
import { flag, instant, maybe, number, oneOf, readRows, type RowOf, text } from '../db/rows.ts';
import type { Db, Trx } from '../db/pool.ts';

/** The recommendation of a visit, with its sealed texts. */
export type RecommendationRow = NonNullable<Awaited<ReturnType<typeof selectRecommendation>>>;

export async function selectRecommendation(db: Db, booking_id: string) {
  return await recommendations(db, booking_id).executeTakeFirst();
}

/** Locks the booking, so that neither another device nor the client's deletion changes it before the transaction ends. */
export async function lockRecommendation(trx: Trx, booking_id: string) {
  return await recommendations(trx, booking_id).forUpdate('b').executeTakeFirst();
}

const recommendations = (db: Db, booking_id: string) =>
  visits(db, booking_id).select([
    'b.recommendation_version as version',
    'b.recommendations_draft as draft',
    'b.suggestion_draft',
    'b.published_recommendations as published',
    'b.published_at',
    'b.republished_at',
    'b.recommendation_withdrawn_at as withdrawn_at',
  ]);

type Written = {
  version: number;
  draft: Buffer | null;
  suggestion_draft: Buffer | null;
  published: Buffer | null;
  published_at: Date | null;
  republished_at: Date | null;
  withdrawn_at: Date | null;
};

/** Writes the next version of a recommendation that this transaction has locked. */
export async function writeRecommendation(trx: Trx, booking_id: string, row: Written): Promise<void> {
  await trx
    .updateTable('bookings')
    .set({
      recommendation_version: row.version + 1,
      recommendations_draft: row.draft,
      suggestion_draft: row.suggestion_draft,
      published_recommendations: row.published,
      published_at: row.published_at,
      republished_at: row.republished_at,
      recommendation_withdrawn_at: row.withdrawn_at,
    })
    .where('id', '=', booking_id)
    .execute();
}

/** A service that clients can book. */
export async function selectSuggestedService(db: Db, id: string) {
  return await db
    .selectFrom('services')
    .select(['id', 'service_location_type', 'audience'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('bookable_online', '=', true)
    .where('format', '<>', 'PRODUCT')
    .executeTakeFirst();
}

/** Bookings that a note can be about: a visit that is booked, took place or was missed, or was cancelled after a note. */
const WITHOUT_VISIT = ['PENDING', 'WAITLISTED'] as const;

/** The visit that a note is about, with its client. None for a hold, and after the client has been erased. */
export async function selectVisit(db: Db, booking_id: string) {
  return await visits(db, booking_id).executeTakeFirst();
}

/** Locks the booking, so that the client is not erased before the transaction ends. */
export async function lockVisit(trx: Trx, booking_id: string) {
  return await visits(trx, booking_id).forUpdate('b').executeTakeFirst();
}

/** A visit with the client whom a note about it concerns. */
function visits(db: Db, booking_id: string) {
  return db
    .selectFrom('bookings as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select([
      'b.id',
      'u.id as user_id',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.house_call_approved',
      'b.service_name',
      'b.start_time',
      'b.end_time',
      'b.status',
    ])
    .select(sql<boolean>`u.cognito_sub is not null`.as('has_login'))
    .where('b.id', '=', booking_id)
    .where('b.status', 'not in', WITHOUT_VISIT);
}

/** A note or addendum without its text, with the name of who signed it. */
export type NoteRow = Awaited<ReturnType<typeof selectNotes>>[number];
/** The same with its sealed text. */
export type NoteWithBody = NoteRow & { body: Buffer };

/** What a note or an addendum is about: the visit, or the note where there is none. */
export const subjectOf = ({ booking_id, amends, id }: Pick<NoteRow, 'booking_id' | 'amends' | 'id'>) =>
  booking_id ?? amends ?? id;

/** The same of a note `n`, as the index has it. */
export const SUBJECT = sql.raw('coalesce(n.booking_id, n.amends, n.id)');

/** The note of each of these visits, or these notes without one, with their addenda, oldest first. */
export async function selectNotes(db: Db, subjects: readonly string[]) {
  return await notes(db, subjects).execute();
}

/** The same for one, with the texts. */
export async function selectNotesWithBody(db: Db, subject: string): Promise<NoteWithBody[]> {
  return await notes(db, [subject]).select('n.body').execute();
}

/** All notes and addenda about a client without the texts, with their sealed bytes; a note before what was added to it. */
export async function selectNotesOfClient(db: Db, user_id: string) {
  return await notesWith(db)
    .select(sql<number>`octet_length(n.body)`.as('bytes'))
    .where('n.user_id', '=', user_id)
    .execute();
}

function notes(db: Db, subjects: readonly string[]) {
  return notesWith(db).where(SUBJECT, 'in', subjects);
}

function notesWith(db: Db) {
  return db
    .selectFrom('session_notes as n')
    .leftJoin('staff', 'staff.id', 'n.signed_by')
    .select(['n.id', 'n.user_id', 'n.booking_id', 'n.amends', 'n.version', 'n.updated_at', 'n.signed_at'])
    .select(['n.created_at', 'staff.name as signer'])
    .select(sql<Contact | null>`n.contact`.as('contact'))
    .orderBy('n.created_at')
    .orderBy('n.amends', (order) => order.asc().nullsFirst())
    .orderBy('n.id');
}

/** The client's last visit before a moment that has a note. */
export async function selectLastNotedVisit(db: Db, user_id: string, before: Date) {
  return await db
    .selectFrom('session_notes as n')
    .innerJoin('bookings as b', 'b.id', 'n.booking_id')
    .select(['b.id', 'b.service_name', 'b.start_time'])
    .where('n.user_id', '=', user_id)
    .where('n.amends', 'is', null)
    .where('b.start_time', '<', before)
    .orderBy('b.start_time', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type Draft = {
  id: string;
  /** Null: about a contact. */
  booking_id: string | null;
  contact: Contact | null;
  user_id: string;
  body: Buffer;
  staff_id: string;
};

/** False if there is a note already. */
export async function insertDraft(trx: Trx, { staff_id, ...draft }: Draft, now: Date): Promise<boolean> {
  const inserted = await trx
    .insertInto('session_notes')
    .values({ ...draft, written_by: staff_id, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** False if the note has another version by now, or is signed. */
export async function updateDraft(
  trx: Trx,
  { id, version, body, staff_id }: Pick<Draft, 'id' | 'body' | 'staff_id'> & { version: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('session_notes')
    .set({ body, version: version + 1, updated_at: now, written_by: staff_id })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('signed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False if the note has another version by now, or is signed. */
export async function signDraft(
  trx: Trx,
  { id, version, staff_id }: { id: string; version: number; staff_id: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('session_notes')
    .set({ signed_by: staff_id, signed_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('signed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function insertAddendum(
  trx: Trx,
  { staff_id, ...addendum }: Draft & { amends: string },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('session_notes')
    .values({
      ...addendum,
      written_by: staff_id,
      signed_by: staff_id,
      signed_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export async function selectPinnedNote(db: Db, user_id: string) {
  return await db
    .selectFrom('pinned_notes')
    .select(['body', 'version', 'updated_at'])
    .where('user_id', '=', user_id)
    .executeTakeFirst();
}

/** Locks the client's record, so that it is not erased before the transaction ends. False if there is none. */
export async function lockRecord(trx: Trx, user_id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user_id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

type Pinned = { user_id: string; version: number; body: Buffer; staff_id: string };

/** Writes the next version; 0: the first one. False if there is another version by now. */
export async function writePinnedNote(
  trx: Trx,
  { user_id, version, body, staff_id }: Pinned,
  now: Date,
): Promise<boolean> {
  const row = { body, version: version + 1, updated_at: now, updated_by: staff_id };
  if (version > 0) {
    const { numUpdatedRows } = await trx
      .updateTable('pinned_notes')
      .set(row)
      .where('user_id', '=', user_id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }
  const inserted = await trx
    .insertInto('pinned_notes')
    .values({ user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A note, an addendum or what is pinned, without its text. */
const SEARCHED = {
  /** Of what is pinned that of the client. */
  id: text,
  amends: maybe(text),
  user_id: text,
  first_name: maybe(text),
  last_name: maybe(text),
  booking_id: maybe(text),
  contact: maybe(oneOf<Contact>()),
  service_name: maybe(text),
  start_time: maybe(instant),
  is_pinned: flag,
  /** When it was last written. */
  at: instant,
  bytes: number,
};
export type SearchedNote = RowOf<typeof SEARCHED>;

/** Selects what staff wrote about one client or all, until a moment, the newest first. */
export async function selectNotesToSearch(
  db: Db,
  { user_id, before, limit }: { user_id: string | null; before: string | null; limit: number },
): Promise<SearchedNote[]> {
  const isAsked = sql`(${user_id}::uuid is null or n.user_id = ${user_id}::uuid) and ${hasText}
    and (${before}::timestamptz is null or n.updated_at < ${before}::timestamptz + interval '1 ms')`;
  const notes = sql`
    select n.*, u.first_name, u.last_name, b.service_name, b.start_time from (
      select n.id, n.amends, n.user_id, n.booking_id, n.contact, false as is_pinned, n.updated_at as at,
        octet_length(n.body) as bytes
      from session_notes n where ${isAsked}
      union all
      select n.user_id, null, n.user_id, null, null, true, n.updated_at, octet_length(n.body)
      from pinned_notes n where ${isAsked}
      order by at desc, id limit ${limit}) n
    join users u on u.id = n.user_id left join bookings b on b.id = n.booking_id
    order by n.at desc, n.id`;
  return await readRows(db, SEARCHED, notes);
}
