import { randomUUID } from 'node:crypto';
import { validateAnswers, missingMessage } from '#domain/visits/forms.ts';
import { audit } from '../runtime/audit.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import type { Keyring } from '../runtime/keyring.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
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

/** The form was global until now. */
const BOOKING_REQUIRED =
  'This form now belongs to a booking. Please open it again from the list of your forms.';
const RETIRED = 'This form is no longer needed. There is nothing to submit.';

/**
 * Validates answers and stores them sealed (rules.md §7). Returns null on success. Sending the same answers twice
 * succeeds; different answers to a version that was already answered are refused.
 */
export async function submitForm(
  db: Db,
  keyring: Keyring,
  { user_id, form_id, booking_id, responses, form_updated_at }: FormToSubmit,
  now: Date,
): Promise<Refusal | null> {
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

  const result = validateAnswers(form.content, responses);
  if (!result.ok) {
    const { details, missing } = result;
    return missing.length > 0
      ? refuse('FORM_INCOMPLETE', { message: missingMessage(missing), details })
      : refuse('INVALID_INPUT', { details });
  }

  const id = randomUUID();
  const answers = JSON.stringify(result.responses);
  const given = {
    user_id,
    form_id: form.form_id,
    form_version: form.version,
    booking_id: booking?.id ?? null,
  };
  return await inTransaction(db, async (trx) => {
    const key = await keyring.keyOf(trx, user_id, now);
    const inserted = await insertSubmission(trx, {
      ...given,
      id,
      service_id: booking?.service_id ?? null,
      answers: key.seal(answersField(id), answers),
      submitted_at: now,
    });
    if (inserted) {
      await audit(trx, { actor: 'client', user_id, action: 'form.write', object_id: id }, now);
      return null;
    }
    // Another tab or device was faster.
    const stored = await selectAnswers(trx, given);
    return stored && key.open(answersField(stored.id), stored.answers) !== answers
      ? refuse('FORM_ANSWERED')
      : null;
  });
}
