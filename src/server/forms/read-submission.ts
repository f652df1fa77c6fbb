import type { Submission } from '#contract/submissions.schemas.ts';
import { diffAnswers } from '#domain/visits/answer-differences.ts';
import { questionsOf } from '#domain/visits/forms.ts';
import { fullName } from '#domain/people/names.ts';
import { isolate } from '#domain/people/personal.ts';
import type { SubmissionOrigin } from '#domain/visits/submission-origin.ts';
import type { Db } from '../db/pool.ts';
import { selectSealed } from '../db/select-sealed.ts';
import { inTransaction } from '../db/transactions.ts';
import { audit } from '../runtime/audit.ts';
import type { ClientKey, Keyring } from '../runtime/keyring.ts';
import { presentForm } from './present-form.ts';
import { openAnswers } from './read-submissions.ts';
import { lockSubmission, selectPreviousSubmission } from './store.ts';

type Responses = Submission['responses'];
/** The member and the session that read. */
type Reader = { staff_id: string; session_id: string };

/** Reads what a client handed in, and what changed since the time before. Both are audited. Null: there is nothing. */
export async function readSubmission(
  db: Db,
  keyring: Keyring,
  { id, reader }: { id: string; reader: Reader },
  now: Date,
): Promise<Submission | null> {
  return await inTransaction(db, async (trx) => {
    const row = await lockSubmission(trx, id);
    if (!row) return null;
    const before = await selectPreviousSubmission(trx, row.id);
    const key = await keyring.keyOf(trx, row.user_id, now);
    const ids = before ? [row.id, before.id] : [row.id];
    const sealed = await selectSealed(trx, 'submissions.answers', ids);
    const open = (submission_id: string) => opened(key, submission_id, sealed.get(submission_id)!);
    const responses = open(row.id);
    const previous = before && { content: before.content, responses: open(before.id) };
    for (const object_id of ids)
      await audit(
        trx,
        {
          actor: `staff:${reader.staff_id}`,
          user_id: row.user_id,
          action: 'form.read',
          object_id,
          session_id: reader.session_id,
        },
        now,
      );
    return {
      ...originForStaff(row),
      id: row.id,
      client: { id: row.user_id, name: isolate(fullName(row)) },
      booking_id: row.booking_id,
      service_name: row.service_name,
      submitted_at: row.submitted_at.toISOString(),
      form: presentForm(row),
      responses,
      previous:
        before && previous
          ? { submitted_at: before.submitted_at.toISOString(), responses: withoutSignatures(previous) }
          : null,
      differences: previous ? diffAnswers(previous, { content: row.content, responses }) : [],
    };
  });
}

/** The name of who signed is one that Privacy hides. */
const originForStaff = ({ source, signed_on, signed_by }: SubmissionOrigin) => ({
  source,
  signed_on,
  signed_by: signed_by === null ? null : isolate(signed_by),
});

/** A submission as the list of forms has it; `submitted_at` in epoch ms. */
export const presentHandedIn = (row: SubmissionOrigin & { id: string; submitted_at: number }) => ({
  id: row.id,
  submitted_at: new Date(row.submitted_at).toISOString(),
  ...originForStaff(row),
});

const opened = (key: ClientKey, submission_id: string, answers: Uint8Array): Responses =>
  JSON.parse(openAnswers(key, submission_id, answers).toString()) as Responses;

/** Signatures are never compared, and are the largest part of an answer. */
function withoutSignatures({
  content,
  responses,
}: {
  content: Parameters<typeof questionsOf>[0];
  responses: Responses;
}): Responses {
  const signatures = new Set(
    questionsOf(content)
      .filter(({ type }) => type === 'SIGNATURE')
      .map(({ id }) => id),
  );
  return Object.fromEntries(Object.entries(responses).filter(([id]) => !signatures.has(id)));
}
