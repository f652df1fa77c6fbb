import type { SinceLastTime } from '#contract/notes.schemas.ts';
import type { Submission } from '#contract/submissions.schemas.ts';
import { sinceLastTime } from '#domain/visits/since-last-time.ts';
import type { Db } from '../db/pool.ts';
import { readSubmission } from '../forms/read-submission.ts';
import type { Keyring } from '../runtime/keyring.ts';
import { selectSubmissionFacts, selectVisitFacts, selectWrittenFacts } from './client-file-store.ts';

/** The member and the session that read. */
export type Reader = { staff_id: string; session_id: string };

/** Opening answers costs time: of more forms, the newest are compared. */
const MOST_FORMS = 3;
const MOST_NOTES = 20;
const LONGEST_TEXT = 280;

/** Reads what has happened since a client's last visit before a moment; null if there is none. Read answers are audited. */
export async function readSinceLastTime(
  { db, keyring }: { db: Db; keyring: Keyring },
  { user_id, before, until, reader }: { user_id: string; before: Date; until: Date; reader: Reader },
  now: Date,
): Promise<SinceLastTime | null> {
  const visits = await selectVisitFacts(db, user_id);
  const found = sinceLastTime(
    visits,
    await selectSubmissionFacts(db, user_id),
    await selectWrittenFacts(db, user_id),
    before,
    until,
  );
  if (!found) return null;
  const forms: SinceLastTime['forms'] = [];
  for (const { id } of found.submissions.slice(0, MOST_FORMS)) {
    const submission = await readSubmission(db, keyring, { id, reader }, now);
    if (submission) forms.push(presentForm(submission));
  }
  return {
    last_visit: presentVisit(found.last_visit),
    forms,
    missed: found.missed.map((visit) => ({
      ...presentVisit(visit),
      status: visit.status as 'NO_SHOW' | 'CANCELLED',
    })),
    notes: found.notes.slice(0, MOST_NOTES).flatMap(({ booking_id, kind, at }) => {
      const visit = visits.find(({ id }) => id === booking_id);
      return visit ? [{ ...presentVisit(visit), kind, at: at.toISOString() }] : [];
    }),
  };
}

type Visit = Awaited<ReturnType<typeof selectVisitFacts>>[number];
const presentVisit = ({ id, service_name, start_time }: Visit) => ({
  booking_id: id,
  service_name,
  start_time: start_time.toISOString(),
});

function presentForm({
  id,
  form,
  submitted_at,
  previous,
  responses,
  differences,
  source,
  signed_on,
  signed_by,
}: Submission) {
  return {
    source,
    signed_on,
    signed_by,
    submission_id: id,
    name: form.name,
    submitted_at,
    is_first: previous === null,
    differences: differences.flatMap(({ question_id, label, kind }) =>
      kind === 'SAME'
        ? []
        : [
            {
              label,
              kind,
              before: kind === 'NEW' ? null : textOf(previous?.responses[question_id]),
              now: kind === 'GONE' ? null : textOf(responses[question_id]),
            },
          ],
    ),
  };
}

/** The beginning of an answer; the whole of it is with the form. */
function textOf(answer: string | string[] | undefined): string {
  const text = (Array.isArray(answer) ? answer.join(', ') : (answer ?? '')).trim();
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT).trimEnd()}…` : text;
}
