import { z } from 'zod';
import { SUBMISSION_SOURCES } from '#domain/visits/submission-origin.ts';
import { id, instant, localDate, opaque, type CallSchemas } from './schemas.ts';

export const question = z.object({
  id: z.string(),
  label: z.string(),
  /** TEXT, TEXTAREA, RADIO, CHECKBOX, SELECT, SIGNATURE. The screen shows any other type as unsupported. */
  type: z.string(),
  required: z.boolean(),
  options: z.array(z.string()),
});
export const form = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.string(),
  is_global: z.boolean(),
  content: z.object({ sections: z.array(z.object({ title: z.string(), questions: z.array(question) })) }),
  created_at: instant,
  updated_at: instant,
});
export type Form = z.infer<typeof form>;

export const responses = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
export const requiredForm = z.object({
  form,
  service_id: z.string().nullable(),
  booking_id: z.string().nullable(),
  service_name: z.string().nullable(),
  /** Start of the booking that needs the form. */
  booking_start: instant.nullable(),
  /** The client's answers to an earlier version that fit this one; null if none do (decisions/0012). */
  former_answers: z.object({ responses, submitted_at: instant }).nullable(),
});
export type RequiredForm = z.infer<typeof requiredForm>;

/** How answers came. On a signed sheet are its date and who signed it. */
export const origin = {
  source: z.enum(SUBMISSION_SOURCES),
  signed_on: localDate.nullable(),
  signed_by: z.string().nullable(),
};
const completedForm = z.object({
  ...origin,
  form_id: z.string(),
  form_name: z.string(),
  form_type: z.string(),
  service_id: z.string().nullable(),
  service_name: z.string().nullable(),
  booking_id: z.string().nullable(),
  responses,
  submitted_at: instant,
  created_at: instant,
  updated_at: instant,
  /** The version that was answered, so that the answers can be shown with their questions. */
  form,
});
export type CompletedForm = z.infer<typeof completedForm>;

export const getForms = {
  query: z.object({ user_id: id.optional() }),
  answer: z.object({
    required_forms: z.array(requiredForm),
    completed_forms: z.array(completedForm),
    message: z.string(),
  }),
} satisfies CallSchemas;
export const uploadForm = {
  body: z.object({
    user_id: id.nullish(),
    service_id: id.nullish(),
    booking_id: id.nullish(),
    form_id: id,
    /** domain/visits/forms.ts validates them against the form itself. */
    responses: z.record(opaque(200), z.unknown()),
    form_updated_at: instant.nullish(),
  }),
  answer: z.object({ message: z.string() }),
} satisfies CallSchemas;
