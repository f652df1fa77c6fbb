import { randomUUID } from 'node:crypto';
import { seedForms } from '#content/seed/forms.ts';
import type { Db } from '../db/pool.ts';
import { momentOf, type Seeding } from './seeding.ts';
import type { Catalogue } from './seed-catalogue.ts';

/** Form ids by key. */
export type FormIds = ReadonlyMap<string, string>;

/** Older than every sample submission. */
const WRITTEN = { day_offset: -400 };
export const FIRST_VERSION = 1;

/** Seeds forms with their first version and the services that ask for them. */
export async function seedFormsOf(db: Db, seeding: Seeding, catalogue: Catalogue): Promise<FormIds> {
  const created_at = momentOf(seeding, WRITTEN, '09:00');
  const ids = new Map(seedForms.map((form) => [form.key, randomUUID() as string]));
  const idOf = (key: string) => ids.get(key)!;
  await db
    .insertInto('forms')
    .values(seedForms.map(({ key, is_global }) => ({ id: idOf(key), key, is_global, created_at })))
    .execute();
  await db
    .insertInto('form_versions')
    .values(
      seedForms.map(({ key, name, description, type, content }) => ({
        form_id: idOf(key),
        version: FIRST_VERSION,
        name,
        description,
        type,
        content: JSON.stringify(content),
        created_at,
      })),
    )
    .execute();
  const askedBy = seedForms.flatMap((form) =>
    form.services.map((service) => {
      const asking = catalogue.services.get(service);
      if (!asking) throw new Error(`The form ${form.key} names no service of the sample: ${service}`);
      return { form_id: idOf(form.key), service_id: asking.id };
    }),
  );
  if (askedBy.length > 0) await db.insertInto('form_services').values(askedBy).execute();
  return ids;
}
