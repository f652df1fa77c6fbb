import { z } from 'zod';
import { clientName } from './personal.schemas.ts';
import { form, origin, responses } from './forms.schemas.ts';
import { action_id, id, instant, localDate, opaque, personName, type CallSchemas } from './schemas.ts';

/** The same in answers to staff. */
export const originForStaff = { ...origin, signed_by: clientName.nullable() };

/** A form that a visit or a client is asked for, and whether it is filled in. What is in it is health data, and not here. */
export const askedForm = z.object({
  key: z.string(),
  name: z.string(),
  /** The visit that asks for it; null for a form that is filled in once. */
  booking_id: id.nullable(),
  start_time: instant.nullable(),
  submission: z.object({ id, submitted_at: instant, ...originForStaff }).nullable(),
});
export type AskedForm = z.infer<typeof askedForm>;

const difference = z.object({
  question_id: z.string(),
  label: z.string(),
  /** NEW: not answered before. GONE: answered before, and not any more, or no longer asked. */
  kind: z.enum(['CHANGED', 'NEW', 'GONE', 'SAME']),
});

const submission = z.object({
  ...originForStaff,
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

/** A form that staff fill in with a client, or that is signed on paper. `form_updated_at`: the version that was on screen. */
export const staffFillInForm = {
  params: z.object({ id }),
  body: z.object({
    action_id,
    form_id: id,
    booking_id: id.nullable(),
    form_updated_at: instant,
    given: z.discriminatedUnion('source', [
      z.object({ source: z.literal('TOGETHER'), responses: z.record(opaque(200), z.unknown()) }),
      z.object({ source: z.literal('PAPER'), signed_on: localDate, signed_by: personName }),
    ]),
  }),
  status: 204,
} satisfies CallSchemas;
