import type { FormDraftBody, StaffForm } from '#contract/staff-forms.schemas.ts';
import type { Db } from '../db/pool.ts';
import { presentForm } from '../forms/present-form.ts';
import { selectDraft, selectNewestVersion } from './form-store.ts';

/** Reads a form with its draft; undefined if there is neither. */
export async function readForm(db: Db, key: string): Promise<StaffForm | undefined> {
  const [row, draft] = [await selectNewestVersion(db, key), await selectDraft(db, key)];
  const published = row ? presentForm(row) : null;
  const audience = row?.is_global === false ? row.service_ids : 'EVERYBODY';
  const body = draft?.content ?? (published && { ...published, audience });
  if (!body) return undefined;
  return {
    key,
    version: row?.version ?? 0,
    is_active: row?.is_active ?? true,
    audience,
    is_draft: Boolean(draft?.content),
    draft: {
      body: body as FormDraftBody,
      version: draft?.version ?? 0,
      updated_at: draft?.content ? draft.updated_at.toISOString() : null,
    },
    published,
  };
}
