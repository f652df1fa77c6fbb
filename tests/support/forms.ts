import { randomUUID } from 'node:crypto';
import { staffApplyForm, staffForm, staffPreviewForm, staffSaveFormDraft } from '#contract/staff.calls.ts';
import type { FormChange, FormDraftBody } from '#contract/staff-forms.schemas.ts';
import type { QuestionType } from '#domain/visits/forms.ts';
import type { TestStaff } from './app.ts';

type Staff = Pick<TestStaff, 'call'>;

type Question = FormDraftBody['content']['sections'][number]['questions'][number];

/** A question of a draft; it is a new one unless it is given the id of one that is there. */
export const ask = (type: QuestionType, label: string, more: Partial<Question> = {}): Question => ({
  id: randomUUID(),
  label,
  type,
  required: false,
  options: [],
  ...more,
});

/** A draft with these questions under one heading. */
export const draftOf = (
  name: string,
  questions: readonly Question[],
  more: Partial<FormDraftBody> = {},
): FormDraftBody => ({
  name,
  description: '',
  type: 'INTAKE',
  audience: 'EVERYBODY',
  content: { sections: [{ title: '', questions: [...questions] }] },
  ...more,
});

/** Changes a form as staff do, with a preview first. Returns the sentences of the preview. */
export async function changeForm(staff: Staff, key: string, change: FormChange): Promise<string> {
  const params = { key };
  const preview = await staff.call(staffPreviewForm, { params, body: { change } });
  if (preview.status !== 200) return `${preview.json.code}: ${preview.json.message}`;
  const { preview_hash, summary } = preview.json;
  const body = { action_id: randomUUID(), preview_hash, change };
  const applied = await staff.call(staffApplyForm, { params, body });
  if (applied.status !== 200) return `${applied.json.code}: ${applied.json.message}`;
  return summary.join('\n');
}

/** Writes and publishes a form, or its next version. */
export async function publishForm(
  staff: Staff,
  key: string,
  body: FormDraftBody,
  ask_again = false,
): Promise<string> {
  const stored = await staff.call(staffForm, { params: { key } });
  const version = stored.status === 200 ? stored.json.draft.version : 0;
  const saved = await staff.call(staffSaveFormDraft, { params: { key }, body: { body, version } });
  if (saved.status !== 200) return `${saved.json.code}: ${saved.json.message}`;
  return await changeForm(staff, key, { kind: 'PUBLISH', draft_version: saved.json.version, ask_again });
}
