import { sql } from 'kysely';
import type { FormDraftBody } from '#contract/staff-forms.schemas.ts';
import type { Audience, FormText } from '#domain/visits/form-drafts.ts';
import type { Db, Trx } from '../db/pool.ts';
import {
  flag,
  instant,
  json,
  list,
  maybe,
  number,
  readFirst,
  readOne,
  readRows,
  type RowOf,
  text,
} from '../db/rows.ts';
import { FORM, FORM_SQL, NEWEST } from '../forms/store.ts';

const DRAFT = { content: maybe(json<FormDraftBody>()), version: number, updated_at: instant };
export type DraftRow = RowOf<typeof DRAFT>;

/** Selects the draft of a form. Its content is null once it was published or discarded. */
export async function selectDraft(db: Db, key: string): Promise<DraftRow | undefined> {
  const draft = sql`select content, version, updated_at from form_drafts where form_key = ${key}`;
  return await readFirst(db, DRAFT, draft);
}

/** Writes a draft over the version that the writer saw; 0: there was none. Returns false if there is another one. */
export async function writeDraft(
  db: Db,
  key: string,
  { body, version }: { body: FormDraftBody | null; version: number },
  now: Date,
): Promise<boolean> {
  const content = body && JSON.stringify(body);
  const row = { content, version: version + 1, updated_at: now };
  if (version === 0) {
    const insert = db.insertInto('form_drafts').values({ form_key: key, ...row });
    const { numInsertedOrUpdatedRows } = await insert
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const update = db.updateTable('form_drafts').set(row).where('form_key', '=', key);
  return (await update.where('version', '=', version).executeTakeFirst()).numUpdatedRows === 1n;
}

/** Removes the empty draft of a form that was never published. */
export async function removeDraft(db: Db, key: string): Promise<void> {
  await db.deleteFrom('form_drafts').where('form_key', '=', key).where('content', 'is', null).execute();
}

const VERSION = {
  version: number,
  name: text,
  description: text,
  type: text,
  content: json<FormText['content']>(),
  created_at: instant,
};
/** A form with its versions, newest first, and its audience. */
export type StoredForm = NonNullable<Awaited<ReturnType<typeof selectStoredForm>>>;

/** Selects a form, which is locked until the transaction ends. */
export async function selectStoredForm(db: Db, key: string) {
  const form = await db
    .selectFrom('forms')
    .select(['id', 'key', 'is_active', 'is_global', 'asked_since_version'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (!form) return undefined;
  const versions = sql`select version, name, description, type, content, created_at from form_versions
    where form_id = ${form.id} order by version desc`;
  const services = await db
    .selectFrom('form_services')
    .select('service_id')
    .where('form_id', '=', form.id)
    .orderBy('service_id')
    .execute();
  const audience: Audience = form.is_global ? 'EVERYBODY' : services.map(({ service_id }) => service_id);
  return { ...form, audience, versions: await readRows(db, VERSION, versions) };
}

/** Selects every service in the order of the price list. */
export async function selectServiceNames(db: Db) {
  return await db.selectFrom('services').select(['id', 'name', 'is_active']).orderBy('position').execute();
}

const LISTED = {
  key: text,
  name: text,
  version: number,
  is_active: flag,
  is_global: flag,
  services: list(text),
  people: number,
  changed_at: instant,
  is_draft: flag,
};

/**
 * Selects every form with its newest version, the services that ask for it and how many clients have answered any version;
 * version 0 is a draft of a form that was never published. Those that are asked come first, by name.
 */
export async function selectForms(db: Db) {
  const forms = sql`
    select * from (
      select f.key, v.name, v.version, f.is_active, f.is_global,
        array(select s.name from form_services fs join services s on s.id = fs.service_id
          where fs.form_id = f.id order by s.position) as services,
        (select count(distinct a.user_id)::int from submissions a where a.form_id = f.id) as people,
        coalesce(case when d.content is not null then d.updated_at end, v.created_at) as changed_at,
        d.content is not null as is_draft
      from forms f ${NEWEST} left join form_drafts d on d.form_key = f.key
      union all
      select d.form_key, d.content ->> 'name', 0, true, false, '{}', 0, d.updated_at, true
      from form_drafts d where d.content is not null and not exists (select from forms f where f.key = d.form_key)) x
    order by is_active desc, name, key`;
  return await readRows(db, LISTED, forms);
}

/** Selects a form in its newest version, with the services that ask for it. */
export async function selectNewestVersion(db: Db, key: string) {
  const form = sql`
    select ${FORM_SQL}, f.is_active,
      array(select fs.service_id::text from form_services fs where fs.form_id = f.id order by 1) as service_ids
    from forms f ${NEWEST} where f.key = ${key}`;
  return await readFirst(db, { ...FORM, is_active: flag, service_ids: list(text) }, form);
}

/**
 * Counts the clients whose answers to a form count, and those whom it is asked of right now: who lacks answers, for a form
 * of services before a visit that is booked.
 */
export async function countPeople(db: Db, form_id: string, now: Date) {
  const answered = (visit: ReturnType<typeof sql>) => sql`exists (
    select from submissions a where a.user_id = u.id and a.form_id = f.id
      and a.form_version >= f.asked_since_version ${visit})`;
  const counts = sql`
    select (select count(distinct a.user_id)::int from submissions a
        where a.form_id = f.id and a.form_version >= f.asked_since_version) as answered,
      (select count(*)::int from users u where f.is_active and case
        when f.is_global then not ${answered(sql``)}
        else exists (select from bookings b join form_services fs on fs.service_id = b.service_id
          where fs.form_id = f.id and b.user_id = u.id and b.status = 'CONFIRMED' and b.start_time > ${now}::timestamptz
            and not ${answered(sql`and a.booking_id = b.id`)}) end) as asked
    from forms f where f.id = ${form_id}`;
  return await readOne(db, { answered: number, asked: number }, counts);
}

type FormRow = Partial<Pick<StoredForm, 'is_active' | 'asked_since_version'>> & { audience?: Audience };

/** Sets whether and of whom a form is asked, and which answers no longer count: those to versions before this one. */
export async function updateForm(trx: Trx, id: string, { audience, ...row }: FormRow): Promise<void> {
  const is_global = audience === undefined ? {} : { is_global: audience === 'EVERYBODY' };
  const set = { ...row, ...is_global };
  await trx.updateTable('forms').set(set).where('id', '=', id).execute();
  if (audience === undefined) return;
  await trx.deleteFrom('form_services').where('form_id', '=', id).execute();
  if (audience === 'EVERYBODY' || audience.length === 0) return;
  const services = audience.map((service_id) => ({ form_id: id, service_id }));
  await trx.insertInto('form_services').values(services).execute();
}

/** Inserts a form, which has no version yet. */
export async function insertForm(trx: Trx, key: string, now: Date): Promise<StoredForm> {
  await trx.insertInto('forms').values({ key, is_global: false, created_at: now }).execute();
  return (await selectStoredForm(trx, key))!;
}

/** Adds a version to a form that the caller has locked. */
export async function insertVersion(
  trx: Trx,
  form_id: string,
  { name, description, type, content, ...version }: FormText & { version: number; created_at: Date },
): Promise<void> {
  const text_of = { name, description, type, content: JSON.stringify(content) };
  await trx
    .insertInto('form_versions')
    .values({ form_id, ...version, ...text_of })
    .execute();
}
