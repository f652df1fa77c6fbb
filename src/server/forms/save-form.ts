import type { FormContent } from '#domain/forms.ts';
import type { Db } from '../db/pool.ts';
import { type LockedForm, setFormAudience } from './manage-forms.ts';

/** What a version says; whom it is asked of belongs to the form. */
export type FormText = { name: string; description: string; type: string; content: FormContent };

/** Makes a form that nobody has been asked yet; null if there is one of that key meanwhile. Answers its id. */
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

/** Puts a version after the newest one of a form that the caller has locked. Answers its number. */
export async function saveVersion(db: Db, there: LockedForm, words: FormText, now: Date): Promise<number> {
  const newest = there.versions[0]!;
  const version = newest.version + 1;
  // Browsers tell versions apart by this time: two of one moment, or of a clock that was put back, would be one.
  const created_at = new Date(Math.max(now.getTime(), newest.created_at.getTime() + 1));
  await insertVersion(db, there.id, version, words, created_at);
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
