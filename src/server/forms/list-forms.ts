import type { Readable } from 'node:stream';
import { audit } from '../runtime/audit.ts';
import type { Db } from '../db/pool.ts';
import { piecesOf, streamOf } from '../http/json-pieces.ts';
import type { ClientKey, Keyring } from '../runtime/keyring.ts';
import {
  openAnswers,
  openFormerAnswers,
  readSubmissions,
  type SealedSubmission,
} from './read-submissions.ts';
import { presentCompleted, presentRequired } from './present-form.ts';
import { type RequiredRow, selectRequiredForms, selectSubmissions, type SubmissionRow } from './store.ts';

type Listing = { required: readonly RequiredRow[]; submissions: readonly SubmissionRow[] };

/**
 * Streams a client's required and completed forms as JSON in UTF-8, form by form. Answers are copied as the bytes that
 * were sealed, because they were validated on submission. Audits the reading.
 */
export async function listForms(db: Db, keyring: Keyring, user_id: string, now: Date): Promise<Readable> {
  const [required, submissions] = await Promise.all([
    selectRequiredForms(db, user_id, now),
    selectSubmissions(db, user_id),
  ]);
  if (submissions.length === 0) return streamOf(pieces(db, null, { required, submissions }));
  const key = await keyring.keyOf(db, user_id, now);
  await audit(db, { actor: 'client', user_id, action: 'form.read' }, now);
  return streamOf(pieces(db, key, { required, submissions }));
}

/** `key`: null if there are no answers to open. */
async function* pieces(
  db: Db,
  key: ClientKey | null,
  { required, submissions }: Listing,
): AsyncGenerator<Buffer> {
  yield Buffer.from('{"required_forms":[');
  let separator = '';
  for (const row of required) {
    const former = key && (await openFormerAnswers(db, key, row, submissions));
    yield Buffer.from(separator + JSON.stringify(presentRequired(row, former)));
    separator = ',';
  }
  yield Buffer.from('],"completed_forms":[');
  separator = '';
  if (key)
    for await (const batch of readSubmissions(db, submissions)) {
      for (const submission of batch) {
        yield* completedJson(separator, submission, key);
        separator = ',';
      }
    }
  yield Buffer.from('],"message":"OK"}');
}

function completedJson(separator: string, { row, answers }: SealedSubmission, key: ClientKey): Buffer[] {
  const facts = JSON.stringify(presentCompleted(row)).slice(1);
  return piecesOf([`${separator}{"responses":`, openAnswers(key, row.id, answers), `,${facts}`]);
}
