import { randomUUID } from 'node:crypto';
import { validateAnswers, missingMessage } from '#domain/visits/forms.ts';
import type { SubmissionOrigin } from '#domain/visits/submission-origin.ts';
import { audit } from '../runtime/audit.ts';
import type { Db, Trx } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import type { Keyring } from '../runtime/keyring.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { presentForm } from './present-form.ts';
import { answersField } from './sealed-fields.ts';
import { insertSubmission, selectAnswers, selectBookingForForm, selectForm } from './store.ts';

type FormToSubmit = {
  user_id: string;
  form_id: string;
  /** The booking that requires the form; a global form has none. */
  booking_id?: string | null;
  responses: Record<string, unknown>;
  /** The version that was on screen; absent: the newest. */
  form_updated_at?: string | null;
};
/** How the answers came; `staff_id`: who recorded them, null: the client. */
type Origin = SubmissionOrigin & { staff_id: string | null };
const BY_CLIENT: Origin = { source: 'CLIENT', signed_on: null, signed_by: null, staff_id: null };

/** The form was global until now. */
const BOOKING_REQUIRED =
  'This form now belongs to a booking. Please open it again from the list of your forms.';
const RETIRED = 'This form is no longer needed. There is nothing to submit.';

/** Stores what a client hands in, in a transaction of its own. Returns null on success. */
export async function submitForm(
  db: Db,
  keyring: Keyring,
  given: FormToSubmit,
  now: Date,
): Promise<Refusal | null> {
  const valid = await validateSubmission(db, given, BY_CLIENT);
  if (valid instanceof Refusal) return valid;
  return await inTransaction(db, (trx) => storeSubmission(trx, keyring, valid, BY_CLIENT, now));
}

type ValidSubmission = Exclude<Awaited<ReturnType<typeof validateSubmission>>, Refusal>;

/** Validates answers against the form as it is (rules.md §7). Those on paper are not known. */
export async function validateSubmission(
  db: Db,
  { user_id, form_id, booking_id, responses, form_updated_at }: FormToSubmit,
  { source }: Pick<Origin, 'source'>,
) {
  const form = isUuid(form_id) ? await selectForm(db, form_id) : undefined;
  if (!form) return refuse('FORM_NOT_FOUND');
  if (!form.is_active) return refuse('FORM_NOT_FOUND', { message: RETIRED });
  const booking =
    form.is_global || !booking_id || !isUuid(booking_id)
      ? undefined
      : await selectBookingForForm(db, user_id, form.form_id, booking_id);
  if (!form.is_global && !booking)
    return refuse('BOOKING_NOT_FOUND', booking_id ? {} : { message: BOOKING_REQUIRED });
  if (form_updated_at && new Date(form_updated_at).getTime() !== form.updated_at.getTime())
    return refuse('FORM_CHANGED', { details: { form: presentForm(form) } });
  const given = {
    user_id,
    form_id: form.form_id,
    form_version: form.version,
    booking_id: booking?.id ?? null,
  };
  const submission = { ...given, service_id: booking?.service_id ?? null };
  if (source === 'PAPER') return { submission, answers: '{}' };

  const result = validateAnswers(form.content, responses);
  if (!result.ok) {
    const { details, missing } = result;
    return missing.length > 0
      ? refuse('FORM_INCOMPLETE', { message: missingMessage(missing), details })
      : refuse('INVALID_INPUT', { details });
  }
  return { submission, answers: JSON.stringify(result.responses) };
}

/**
 * Stores answers sealed. Returns null on success. Storing the same answers twice succeeds; different answers to a version
 * that was already answered are refused.
 */
export async function storeSubmission(
  trx: Trx,
  keyring: Keyring,
  { submission, answers }: ValidSubmission,
  { staff_id, ...origin }: Origin,
  now: Date,
): Promise<Refusal | null> {
  const id = randomUUID();
  const { user_id } = submission;
  const key = await keyring.keyOf(trx, user_id, now);
  const sealed = key.seal(answersField(id), answers);
  const row = { ...submission, ...origin, id, answers: sealed, submitted_at: now, recorded_by: staff_id };
  if (await insertSubmission(trx, row)) {
    const actor = staff_id === null ? 'client' : (`staff:${staff_id}` as const);
    await audit(trx, { actor, user_id, action: 'form.write', object_id: id }, now);
    return null;
  }
  // Another tab or device was faster.
  const stored = await selectAnswers(trx, submission);
  if (!stored) return null;
  // A sheet has its date and who signed it: another one is not the same.
  const isSame = origin.source !== 'PAPER' && key.open(answersField(stored.id), stored.answers) === answers;
  return isSame ? null : refuse('FORM_ANSWERED');
}
