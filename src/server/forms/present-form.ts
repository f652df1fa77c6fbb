import type { CompletedForm, Form, RequiredForm } from '#contract/forms.schemas.ts';
import { formerAnswers } from '#domain/forms.ts';
import type { ClientKey } from '../keyring.ts';
import { answersField } from './sealed-fields.ts';
import type { FormRow, RequiredRow, SubmissionRow } from './store.ts';

/** A form on the wire (product.md §3.8). */
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

/** `completed`: what the same client has handed in, newest first. */
export function presentRequired(row: RequiredRow, completed: readonly CompletedForm[]): RequiredForm {
  return {
    form: presentForm(row),
    service_id: row.service_id,
    booking_id: row.booking_id,
    service_name: row.service_name,
    booking_start: row.booking_start?.toISOString() ?? null,
    former_answers: presentFormer(row, completed),
  };
}

/** Of a form for a booking only what was said for this very booking: each is asked for itself. */
function presentFormer(
  row: RequiredRow,
  completed: readonly CompletedForm[],
): RequiredForm['former_answers'] {
  const former = completed.find(
    ({ form_id, booking_id }) =>
      form_id === row.form_id && (row.booking_id === null || booking_id === row.booking_id),
  );
  if (!former) return null;
  const responses = formerAnswers(row, former.form, former.responses);
  return Object.keys(responses).length === 0 ? null : { responses, submitted_at: former.submitted_at };
}

/** Answers by question id, as they were given. */
type OpenedAnswers = Record<string, string | string[]>;

function openAnswers(row: SubmissionRow, key: ClientKey): OpenedAnswers {
  return JSON.parse(key.open(answersField(row.id), row.answers)) as OpenedAnswers;
}

export function presentCompleted(row: SubmissionRow, key: ClientKey): CompletedForm {
  const submitted_at = row.submitted_at.toISOString();
  return {
    form_id: row.form_id,
    form_name: row.name,
    form_type: row.type,
    service_id: row.service_id,
    service_name: row.service_name,
    booking_id: row.booking_id,
    responses: openAnswers(row, key),
    submitted_at,
    created_at: submitted_at,
    updated_at: submitted_at,
    form: presentForm(row),
  };
}
