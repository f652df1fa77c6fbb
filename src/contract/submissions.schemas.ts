import { z } from 'zod';
import { clientName } from './personal.schemas.ts';
import { form, responses } from './forms.schemas.ts';
import { id, instant, type CallSchemas } from './schemas.ts';

const difference = z.object({
  question_id: z.string(),
  label: z.string(),
  /** NEW: not answered before. GONE: answered before, and not any more, or no longer asked. */
  kind: z.enum(['CHANGED', 'NEW', 'GONE', 'SAME']),
});

const submission = z.object({
  id,
  client: z.object({ id, name: clientName }),
  booking_id: id.nullable(),
  service_name: z.string().nullable(),
  submitted_at: instant,
  /** The version that was answered. */
  form,
  responses,
  /** What the client handed in before, to any version of this form, without signatures; null: this is the first. */
  previous: z.object({ submitted_at: instant, responses }).nullable(),
  /** Questions with an answer then or now, in the order of the form; those that are no longer asked come last. */
  differences: z.array(difference),
});
export type Submission = z.infer<typeof submission>;

export const staffSubmission = { params: z.object({ id }), answer: submission } satisfies CallSchemas;
