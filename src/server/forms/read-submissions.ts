import { formerAnswers } from '#domain/visits/forms.ts';
import type { RequiredForm } from '#contract/forms.schemas.ts';
import { batchesBySize, selectSealed } from '../db/select-sealed.ts';
import type { Db } from '../db/pool.ts';
import type { ClientKey } from '../runtime/keyring.ts';
import { presentForm } from './present-form.ts';
import { answersField } from './sealed-fields.ts';
import type { RequiredRow, SubmissionRow } from './store.ts';

/** `answers`: sealed. */
export type SealedSubmission = { row: SubmissionRow; answers: Buffer<ArrayBuffer> };

/** Reads submissions with their sealed answers in batches, to bound memory. The caller audits the reading. */
export async function* readSubmissions(
  db: Db,
  rows: readonly SubmissionRow[],
): AsyncGenerator<SealedSubmission[]> {
  for (const batch of batchesBySize(rows, ({ answers_bytes }) => answers_bytes)) {
    const ids = batch.map(({ id }) => id);
    const sealed = await selectSealed(db, 'submissions.answers', ids);
    yield batch.flatMap((row) => {
      const answers = sealed.get(row.id);
      return answers ? [{ row, answers }] : [];
    });
  }
}

/** Opens the answers by question id, as JSON in UTF-8. */
export function openAnswers(key: ClientKey, submission_id: string, answers: Uint8Array): Buffer<ArrayBuffer> {
  return key.openBytes(answersField(submission_id), answers);
}

/**
 * Returns this client's earlier answers to a required form that can be reused. For a form of a booking, only answers for
 * the same booking count. `submissions`: the client's own, newest first.
 */
export async function openFormerAnswers(
  db: Db,
  key: ClientKey,
  required: RequiredRow,
  submissions: readonly SubmissionRow[],
): Promise<RequiredForm['former_answers']> {
  const former = submissions.find(
    ({ form_id, booking_id, source }) =>
      form_id === required.form_id &&
      source !== 'PAPER' &&
      (required.booking_id === null || booking_id === required.booking_id),
  );
  if (!former) return null;
  const answers = (await selectSealed(db, 'submissions.answers', [former.id])).get(former.id);
  if (!answers) return null;
  const before = JSON.parse(openAnswers(key, former.id, answers).toString()) as Record<string, unknown>;
  const responses = formerAnswers(required, presentForm(former), before);
  return Object.keys(responses).length === 0
    ? null
    : { responses, submitted_at: former.submitted_at.toISOString() };
}
