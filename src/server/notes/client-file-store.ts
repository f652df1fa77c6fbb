import { sql } from 'kysely';
import type { BookingStatus } from '#domain/visits/booking.ts';
import type { ServiceType } from '#domain/slots/services.ts';
import type { Contact } from '#domain/visits/contacts.ts';
import type { Db } from '../db/pool.ts';
import { hasText } from '../agenda/store.ts';
import { instant, maybe, number, oneOf, readRows, type RowOf, text } from '../db/rows.ts';
import { SUBJECT } from './store.ts';

/** An entry of a client's file: a visit, or a note without one, which has no service. */
const ENTRY = {
  id: text,
  /** Of a note without a visit. */
  contact: maybe(oneOf<Contact>()),
  service_name: maybe(text),
  service_type: maybe(oneOf<ServiceType>()),
  start_time: instant,
  end_time: maybe(instant),
  status: maybe(oneOf<BookingStatus>()),
  /** Sealed bytes of everything that is shown about it. */
  bytes: number,
};
export type FileEntry = RowOf<typeof ENTRY>;

/** A visit is in the file from a day before it, so that notes can be prepared. */
const AHEAD_MS = 86_400_000;

/** Whether there is such a client. */
export async function isClient(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/**
 * Selects visits that took place or are near, every other one about which something was written, and notes without a visit,
 * the latest first, after the entry `after`, or from the entry `from` on.
 */
export async function selectFileEntries(
  db: Db,
  user_id: string,
  { after, from, limit }: { after: string | undefined; from: string | undefined; limit: number },
  now: Date,
): Promise<FileEntry[]> {
  const until = new Date(now.getTime() + AHEAD_MS);
  const edge = after ?? from;
  const isLater = edge
    ? sql`(f.start_time, f.id) ${sql.raw(after ? '<' : '<=')} (
        select a.start_time, a.id from bookings a where a.id = ${edge}::uuid
        union all select a.created_at, a.id from session_notes a where a.id = ${edge}::uuid)`
    : sql`true`;
  const entries = sql`
    with written as (
      select ${SUBJECT} as id, sum(octet_length(n.body)) as bytes from session_notes n
      where n.user_id = ${user_id} group by ${SUBJECT})
    select f.* from (
      select b.id, null as contact, b.service_name, b.service_type, b.start_time, b.end_time, b.status,
        (coalesce(w.bytes, 0) + coalesce(octet_length(b.recommendations_draft), 0)
          + coalesce(octet_length(b.published_recommendations), 0)
          + case when b.client_notes_shared_at is null then 0 else coalesce(octet_length(b.client_notes), 0) end)::int as bytes
      from bookings b left join written w on w.id = b.id
      where b.user_id = ${user_id} and b.status not in ('PENDING', 'WAITLISTED')
        and (b.status in ('CONFIRMED', 'COMPLETED') and b.start_time < ${until}
          or w.bytes > 0 or b.recommendations_draft is not null or b.published_recommendations is not null
          or b.client_notes_shared_at is not null and b.client_notes is not null)
      union all
      select n.id, n.contact, null, null, n.created_at, null, null, w.bytes::int
      from session_notes n join written w on w.id = n.id
      where n.booking_id is null and ${hasText}) f
    where ${isLater}
    order by f.start_time desc, f.id desc limit ${limit}`;
  return await readRows(db, ENTRY, entries);
}

/** When recommendations were published and changed, and what is suggested next, without the texts. */
export async function selectRecommendations(db: Db, booking_ids: readonly string[]) {
  return await db
    .selectFrom('bookings')
    .select([
      'id',
      'recommendation_version as version',
      'suggestion_draft',
      'published_at',
      'republished_at',
      'recommendation_withdrawn_at as withdrawn_at',
    ])
    .where('id', 'in', booking_ids)
    .execute();
}

/** What a client shares now, without the texts. */
export async function selectShared(db: Db, booking_ids: readonly string[]) {
  return await db
    .selectFrom('bookings')
    .select(['id', 'client_notes_shared_at as shared_at', 'notes_updated_at as written_at'])
    .where('id', 'in', booking_ids)
    .where('client_notes_shared_at', 'is not', null)
    .where('client_notes', 'is not', null)
    .execute();
}

// What happened since the last visit

const MOST_VISITS = 200;

export async function selectVisitFacts(db: Db, user_id: string) {
  return await db
    .selectFrom('bookings')
    .select(['id', 'status', 'service_name', 'start_time', 'end_time'])
    .where('user_id', '=', user_id)
    .orderBy('start_time', 'desc')
    .limit(MOST_VISITS)
    .execute();
}

export async function selectSubmissionFacts(db: Db, user_id: string) {
  return await db
    .selectFrom('submissions')
    .select(['id', 'form_id', 'submitted_at'])
    .where('user_id', '=', user_id)
    .execute();
}

const WRITTEN = { booking_id: text, kind: oneOf<'ADDENDUM' | 'REFLECTION'>(), at: instant };

/** When addenda were signed, and when shared reflections were shared or changed. */
export async function selectWrittenFacts(db: Db, user_id: string) {
  const written = sql`
    select n.booking_id, 'ADDENDUM' as kind, n.signed_at as at from session_notes n
    where n.user_id = ${user_id} and n.amends is not null and n.booking_id is not null
    union all
    select b.id, 'REFLECTION', greatest(b.client_notes_shared_at, b.notes_updated_at) from bookings b
    where b.user_id = ${user_id} and b.client_notes_shared_at is not null and b.client_notes is not null`;
  return await readRows(db, WRITTEN, written);
}
