import type { FormContent } from '#domain/forms.ts';
import type { Db } from '../db/pool.ts';
import { type LockedForm, setFormAudience } from './manage-forms.ts';

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
