import { sql } from 'kysely';
import type { FormContent } from '#domain/visits/forms.ts';
import type { Db, Trx } from '../db/pool.ts';
import { flag, number, readOne, readRows, text } from '../db/rows.ts';
import { FORM, FORM_SQL, NEWEST } from './store.ts';

/** A form whose row is locked until the transaction ends. */
export type LockedForm = {
  id: string;
  key: string;
  is_active: boolean;
  is_global: boolean;
  asked_since_version: number;
  /** Newest first, never empty. */
  versions: {
    version: number;
    name: string;
    description: string;
    type: string;
    content: FormContent;
    created_at: Date;
  }[];
  services: LinkedService[];
};
type LinkedService = { id: string; key: string; name: string; is_active: boolean };

export async function lockForm(trx: Trx, key: string): Promise<LockedForm | undefined> {
  const form = await trx
    .selectFrom('forms')
    .select(['id', 'key', 'is_active', 'is_global', 'asked_since_version'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (!form) return undefined;
  const versions = await trx
    .selectFrom('form_versions')
    .select(['version', 'name', 'description', 'type', 'content', 'created_at'])
    .where('form_id', '=', form.id)
    .orderBy('version', 'desc')
    .execute();
  const services = (await selectServicesWithForms(trx)).filter(({ form_ids }) => form_ids.includes(form.id));
  return { ...form, versions, services };
}

/** Selects every service in the order of the price list, with the ids of its forms. */
export async function selectServicesWithForms(db: Db): Promise<(LinkedService & { form_ids: string[] })[]> {
  return await db
    .selectFrom('services as s')
    .select(['s.id', 's.key', 's.name', 's.is_active'])
    .select((select) =>
      select
        .selectFrom('form_services as fs')
        .whereRef('fs.service_id', '=', 's.id')
        .select(sql<string[]>`coalesce(array_agg(fs.form_id), '{}')`.as('ids'))
        .$asScalar()
        .$notNull()
        .as('form_ids'),
    )
    .orderBy('s.position')
    .orderBy('s.name')
    .execute();
}

const LISTED_FORM = { ...FORM, key: text, is_active: flag, people: number };

/**
 * Selects every form with its newest version and the number of clients who answered any version. Active forms first, by
 * name.
 */
export async function selectForms(db: Db) {
  const forms = sql`
    select ${FORM_SQL}, f.key, f.is_active,
      (select count(distinct s.user_id) from submissions s where s.form_id = f.id) as people
    from forms f ${NEWEST}
    order by f.is_active desc, v.name, f.key`;
  return await readRows(db, LISTED_FORM, forms);
}

/** Counts the clients whose newest answers are to a version from `first` (included) to `end` (excluded). */
export async function countAnswered(
  db: Db,
  form_id: string,
  { first, end }: { first: number; end: number },
): Promise<number> {
  const answered = sql`
    select count(*) as people from (
      select max(s.form_version) as newest from submissions s where s.form_id = ${form_id} group by s.user_id) answered
    where newest >= ${first} and newest < ${end}`;
  return (await readOne(db, { people: number }, answered)).people;
}

/** Sets who has to answer a form: everybody, or the clients who book one of these services (ids). */
export async function setFormAudience(
  db: Db,
  form_id: string,
  audience: 'everybody' | readonly string[],
): Promise<void> {
  await db.deleteFrom('form_services').where('form_id', '=', form_id).execute();
  await db
    .updateTable('forms')
    .set({ is_global: audience === 'everybody' })
    .where('id', '=', form_id)
    .execute();
  if (audience === 'everybody' || audience.length === 0) return;
  const rows = audience.map((service_id) => ({ form_id, service_id }));
  await db.insertInto('form_services').values(rows).execute();
}

export async function setFormActive(db: Db, form_id: string, is_active: boolean): Promise<void> {
  await db.updateTable('forms').set({ is_active }).where('id', '=', form_id).execute();
}

/** Asks again: answers to versions before this one no longer count. */
export async function askAgainSince(db: Db, form_id: string, asked_since_version: number): Promise<void> {
  await db.updateTable('forms').set({ asked_since_version }).where('id', '=', form_id).execute();
}

/** The text of one version. Its audience belongs to the form. */
export type FormText = { name: string; description: string; type: string; content: FormContent };

/** Creates a form with its first version and returns its id; null if a form with that key exists. */
export async function saveForm(
  db: Db,
  form: FormText & { key: string; audience: 'everybody' | readonly string[] },
  now: Date,
): Promise<string | null> {
  const made = await db
    .insertInto('forms')
    .values({ key: form.key, is_global: form.audience === 'everybody', created_at: now })
    .onConflict((conflict) => conflict.constraint('one_form_per_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return null;
  await setFormAudience(db, made.id, form.audience);
  await insertVersion(db, made.id, 1, form, now);
  return made.id;
}

/** Adds a version to a form that the caller has locked. Returns its number. */
export async function saveVersion(db: Db, form: LockedForm, text: FormText, now: Date): Promise<number> {
  const newest = form.versions[0]!;
  const version = newest.version + 1;
  // Browsers identify versions by this time, so it must increase even if the clock was set back.
  const created_at = new Date(Math.max(now.getTime(), newest.created_at.getTime() + 1));
  await insertVersion(db, form.id, version, text, created_at);
  return version;
}

async function insertVersion(
  db: Db,
  form_id: string,
  version: number,
  { name, description, type, content }: FormText,
  created_at: Date,
): Promise<void> {
  await db
    .insertInto('form_versions')
    .values({ form_id, version, name, description, type, content: JSON.stringify(content), created_at })
    .execute();
}
