import type { CompletedForm, Form, RequiredForm } from '#contract/forms.schemas.ts';
import type { FormRow, RequiredRow, SubmissionRow } from './store.ts';

/** Converts a form to the wire (product.md §3.8). */
export function presentForm(row: FormRow): Form {
  return {
    id: row.form_id,
    name: row.name,
    description: row.description,
    type: row.type,
    is_global: row.is_global,
    content: {
      sections: row.content.sections.map(({ title, questions }) => ({
        title,
        questions: questions.map(({ id, label, type, required, options }) => ({
          id,
          label,
          type,
          required,
          options: [...(options ?? [])],
        })),
      })),
    },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function presentRequired(
  row: RequiredRow,
  former_answers: RequiredForm['former_answers'],
): RequiredForm {
  return {
    form: presentForm(row),
    service_id: row.service_id,
    booking_id: row.booking_id,
    service_name: row.service_name,
    booking_start: row.booking_start?.toISOString() ?? null,
    former_answers,
  };
}

/** A completed form without its answers, which can have 400 KB and are streamed separately. */
export type CompletedFacts = Omit<CompletedForm, 'responses'>;

export function presentCompleted(row: SubmissionRow): CompletedFacts {
  const submitted_at = row.submitted_at.toISOString();
  const { source, signed_on, signed_by } = row;
  return {
    source,
    signed_on,
    signed_by,
    form_id: row.form_id,
    form_name: row.name,
    form_type: row.type,
    service_id: row.service_id,
    service_name: row.service_name,
    booking_id: row.booking_id,
    submitted_at,
    created_at: submitted_at,
    updated_at: submitted_at,
    form: presentForm(row),
  };
}
