import { z } from 'zod';
import { FORM_LIMITS } from '#domain/visits/form-drafts.ts';
import { QUESTION_TYPES } from '#domain/visits/forms.ts';
import { form } from './forms.schemas.ts';
import { applied, preview } from './preview.schemas.ts';
import { instant, text, type CallSchemas, version } from './schemas.ts';

/** Part of the address of its screen. */
const params = z.object({
  key: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .max(60),
});
/** Everybody, once for all visits, or who books one of these services, before each visit. */
const audience = z.union([z.literal('EVERYBODY'), z.array(z.uuid()).max(500)]);

const question = z.object({
  /** Of a new question: any text that no version has. */
  id: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
    .max(60),
  label: text(FORM_LIMITS.label),
  type: z.enum(QUESTION_TYPES),
  required: z.boolean(),
  options: z.array(text(FORM_LIMITS.option)).max(2 * FORM_LIMITS.options),
});
const section = z.object({
  title: text(FORM_LIMITS.title),
  questions: z.array(question).max(FORM_LIMITS.questions),
});
/** The next version of a form as it is being written. */
const draft = z.object({
  name: text(FORM_LIMITS.name),
  description: text(FORM_LIMITS.description),
  type: text(30),
  content: z.object({ sections: z.array(section).max(FORM_LIMITS.sections) }),
  /** Of a form that was never published; of others it is no part of a version. */
  audience,
});
export type FormDraftBody = z.infer<typeof draft>;

/** What the editor begins with: the draft, else the newest version. `version`: what the next save is written over. */
export const storedDraft = z.object({ body: draft, version: z.number(), updated_at: instant.nullable() });
/** The `details` of FORM_CHANGED: what another tab has saved, published or gone back to. */
export type StoredDraft = z.infer<typeof storedDraft>;

const listedForm = z.object({
  key: z.string(),
  name: z.string(),
  /** 0: it was never published. */
  version: z.number(),
  is_active: z.boolean(),
  is_global: z.boolean(),
  /** The names of the services that ask for it. */
  services: z.array(z.string()),
  /** How many clients have answered any version. */
  people: z.number(),
  changed_at: instant,
  is_draft: z.boolean(),
});
export type ListedForm = z.infer<typeof listedForm>;

/** Every form; those that are asked come first. */
export const staffForms = {
  answer: z.object({ forms: z.array(listedForm) }),
  also: [304],
} satisfies CallSchemas;

const staffFormAnswer = z.object({
  key: z.string(),
  /** The newest version; 0: it was never published. */
  version: z.number(),
  is_active: z.boolean(),
  audience,
  is_draft: z.boolean(),
  draft: storedDraft,
  /** The newest version as clients get it. */
  published: form.nullable(),
});
export type StaffForm = z.infer<typeof staffFormAnswer>;

export const staffForm = { params, answer: staffFormAnswer, also: [304] } satisfies CallSchemas;

/** Null discards the draft; a form that was never published goes with it. */
export const staffSaveFormDraft = {
  params,
  body: z.object({ body: draft.nullable(), version }),
  answer: z.object({ version: z.number(), updated_at: instant }),
} satisfies CallSchemas;

/** What becomes of a form. `draft_version`: the draft that was seen. */
const formChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('PUBLISH'), draft_version: version, ask_again: z.boolean() }),
  z.object({ kind: z.literal('AUDIENCE'), audience }),
  z.object({ kind: z.literal('RETIRE') }),
  z.object({ kind: z.literal('RESTORE') }),
]);
export type FormChange = z.infer<typeof formChange>;

export const staffPreviewForm = {
  params,
  body: z.object({ change: formChange }),
  answer: preview,
} satisfies CallSchemas;
/** Answers with the form as it is then. */
export const staffApplyForm = {
  params,
  body: z.object({ ...applied, change: formChange }),
  answer: staffFormAnswer,
} satisfies CallSchemas;
