import { sql } from 'kysely';
import type { FormContent } from '#domain/visits/forms.ts';
import type { SubmissionOrigin } from '#domain/visits/submission-origin.ts';
import type { Db, Trx } from '../db/pool.ts';
import {
  flag,
  instant,
  json,
  maybe,
  number,
  oneOf,
  readFirst,
  readRows,
  type RowOf,
  text,
} from '../db/rows.ts';

/** One version of a form; `created_at` is the form's, `updated_at` the version's. */
export const FORM = {
  form_id: text,
  version: number,
  is_global: flag,
  name: text,
  description: text,
  type: text,
  content: json<FormContent>(),
  created_at: instant,
  updated_at: instant,
};
export type FormRow = RowOf<typeof FORM>;
const VISIT = { booking_id: maybe(text), service_id: maybe(text), service_name: maybe(text) };
const REQUIRED = { ...FORM, ...VISIT, booking_start: maybe(instant) };
export type RequiredRow = RowOf<typeof REQUIRED>;
export const ORIGIN = {
  source: oneOf<SubmissionOrigin['source']>(),
  signed_on: maybe(text),
  signed_by: maybe(text),
};
const SUBMISSION = {
  ...FORM,
  ...VISIT,
  ...ORIGIN,
  id: text,
  /** Size of the sealed answers, which are read separately. */
  answers_bytes: number,
  submitted_at: instant,
};
export type SubmissionRow = RowOf<typeof SUBMISSION>;

/** The columns FORM of a form `f` in its version `v`. */
export const FORM_SQL = sql`f.id as form_id, v.version, f.is_global, v.name, v.description, v.type, v.content,
  f.created_at, v.created_at as updated_at`;
/** The columns ORIGIN of a submission `s`. */
const ORIGIN_SQL = sql`s.source, s.signed_on::text as signed_on, s.signed_by`;
export const NEWEST = sql`join lateral (
  select * from form_versions where form_id = f.id order by version desc limit 1) v on true`;

/**
 * Selects the forms that a client still has to answer (rules.md §7): global forms without a submission, and the forms of
 * a service for each booked future session of it. A hold requires nothing, because it may expire. A new version does not
 * ask again unless the practice chooses so (decisions/0012).
 */
export async function selectRequiredForms(db: Db, user_id: string, now: Date): Promise<RequiredRow[]> {
  const forms = sql`
    select ${FORM_SQL}, null::uuid as booking_id, null::uuid as service_id, null as service_name,
      null::timestamptz as booking_start
    from forms f ${NEWEST}
    where f.is_active and f.is_global
      and not exists (
        select from submissions s
        where s.user_id = ${user_id} and s.form_id = f.id and s.form_version >= f.asked_since_version)
    union all
    select ${FORM_SQL}, b.id, b.service_id, b.service_name, b.start_time
    from bookings b
    join form_services fs on fs.service_id = b.service_id
    join forms f on f.id = fs.form_id and f.is_active and not f.is_global ${NEWEST}
    where b.user_id = ${user_id} and b.status = 'CONFIRMED' and b.start_time > ${now}
      and not exists (
        select from submissions s
        where s.user_id = ${user_id} and s.form_id = f.id and s.booking_id = b.id
          and s.form_version >= f.asked_since_version)
    order by booking_start nulls last, name, form_id`;
  return await readRows(db, REQUIRED, forms);
}

/** Selects the names of the forms that a client would be asked for with one more booking of a service. */
export async function selectFormsOfNextVisit(db: Db, user_id: string, service_id: string): Promise<string[]> {
  const forms = sql`
    select v.name from forms f ${NEWEST}
    where f.is_active and case when f.is_global
      then not exists (
        select from submissions s
        where s.user_id = ${user_id} and s.form_id = f.id and s.form_version >= f.asked_since_version)
      else exists (select from form_services fs where fs.form_id = f.id and fs.service_id = ${service_id}) end
    order by v.name, f.id`;
  return (await readRows(db, { name: text }, forms)).map(({ name }) => name);
}

/** Selects a client's submissions, newest first, each with the version that it answers. */
export async function selectSubmissions(db: Db, user_id: string): Promise<SubmissionRow[]> {
  const submissions = sql`
    select ${FORM_SQL}, ${ORIGIN_SQL}, s.id, s.booking_id, s.service_id, b.service_name,
      octet_length(s.answers) as answers_bytes, s.submitted_at
    from submissions s
    join forms f on f.id = s.form_id
    join form_versions v on v.form_id = s.form_id and v.version = s.form_version
    left join bookings b on b.id = s.booking_id
    where s.user_id = ${user_id}
    order by s.submitted_at desc, v.name, s.id`;
  return await readRows(db, SUBMISSION, submissions);
}

/** A submission as staff read it; `user_id` is the client's. */
const READ_SUBMISSION = { ...SUBMISSION, user_id: text, first_name: text, last_name: text };

/**
 * Selects a submission with the version that it answers. The client's record stays until the transaction ends: a deletion
 * of the account waits, or has happened and there is nothing.
 */
export async function lockSubmission(trx: Trx, id: string) {
  const submission = sql`
    select ${FORM_SQL}, ${ORIGIN_SQL}, s.id, s.booking_id, s.service_id, b.service_name, s.user_id, u.first_name, u.last_name,
      octet_length(s.answers) as answers_bytes, s.submitted_at
    from submissions s
    join users u on u.id = s.user_id
    join forms f on f.id = s.form_id
    join form_versions v on v.form_id = s.form_id and v.version = s.form_version
    left join bookings b on b.id = s.booking_id
    where s.id = ${id}
    for key share of u`;
  return await readFirst(trx, READ_SUBMISSION, submission);
}

const PREVIOUS = { id: text, submitted_at: instant, content: json<FormContent>() };

/** Selects the answers to the same form that came before these, to any version; those on paper are not known. */
export async function selectPreviousSubmission(db: Db, id: string) {
  const previous = sql`
    select s.id, s.submitted_at, v.content
    from submissions this
    join submissions s on s.user_id = this.user_id and s.form_id = this.form_id
      and (s.submitted_at, s.id) < (this.submitted_at, this.id)
    join form_versions v on v.form_id = s.form_id and v.version = s.form_version
    where this.id = ${id} and this.source <> 'PAPER' and s.source <> 'PAPER'
    order by s.submitted_at desc, s.id desc
    limit 1`;
  return await readFirst(db, PREVIOUS, previous);
}

/** Selects a form in its newest version; undefined if there is none. */
export async function selectForm(db: Db, form_id: string) {
  const form = sql`select ${FORM_SQL}, f.is_active from forms f ${NEWEST} where f.id = ${form_id}`;
  return await readFirst(db, { ...FORM, is_active: flag }, form);
}

/** Selects the client's own booking if it requires this form; undefined otherwise. */
export async function selectBookingForForm(
  db: Db,
  user_id: string,
  form_id: string,
  booking_id: string,
): Promise<{ id: string; service_id: string } | undefined> {
  return await db
    .selectFrom('bookings as b')
    .innerJoin('form_services as fs', 'fs.service_id', 'b.service_id')
    .select(['b.id', 'b.service_id'])
    .where('b.id', '=', booking_id)
    .where('b.user_id', '=', user_id)
    .where('b.status', 'in', ['CONFIRMED', 'COMPLETED'])
    .where('fs.form_id', '=', form_id)
    .executeTakeFirst();
}

/** Selects a client's submission to a version of a form, for a booking or (null) for none. */
export async function selectAnswers(
  db: Db,
  given: { user_id: string; form_id: string; form_version: number; booking_id: string | null },
): Promise<{ id: string; answers: Buffer } | undefined> {
  return await db
    .selectFrom('submissions')
    .select(['id', 'answers'])
    .where('user_id', '=', given.user_id)
    .where('form_id', '=', given.form_id)
    .where('form_version', '=', given.form_version)
    .where('booking_id', 'is not distinct from', given.booking_id)
    .executeTakeFirst();
}

/** Inserts a submission. Returns false if this version was already answered for this booking; the first one stays. */
export async function insertSubmission(
  db: Db,
  submission: {
    id: string;
    user_id: string;
    form_id: string;
    form_version: number;
    booking_id: string | null;
    service_id: string | null;
    answers: Buffer;
    submitted_at: Date;
    recorded_by: string | null;
  } & SubmissionOrigin,
): Promise<boolean> {
  const inserted = await db
    .insertInto('submissions')
    .values(submission)
    .onConflict((conflict) => conflict.constraint('one_submission_per_form_and_booking').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
