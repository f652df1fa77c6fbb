import { practice } from '#content/public/practice.ts';
import type { staffFillInForm } from '#contract/submissions.schemas.ts';
import { isLocalDate } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { type Action, CLIENT } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { storeSubmission, validateSubmission } from '../forms/submit-form.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { lockClient } from './store.ts';

/** Fills in a form together with a client, or records that it is signed on paper (rules.md §9). */
export const fillInForm = ({ keyring }: Pick<Deps, 'keyring'>): Action<typeof staffFillInForm> => ({
  action: ({ body }) => (body.given.source === 'PAPER' ? 'form.on-paper' : 'form.fill-in'),
  object: CLIENT,
  work: async (trx, { params, body: { given, ...form }, actor, now }) => {
    const sheet = given.source === 'PAPER' ? given : null;
    const today = localDateOf(now, practice.zone);
    if (sheet && !(isLocalDate(sheet.signed_on) && sheet.signed_on <= today))
      return refuse('INVALID_INPUT', { details: { signed_on: 'Please give the date on the sheet.' } });
    if (sheet?.signed_by === '')
      return refuse('INVALID_INPUT', { details: { signed_by: 'Please say who signed it.' } });
    if (!(await lockClient(trx, params.id))) return refuse('CLIENT_NOT_FOUND');
    const origin = {
      source: given.source,
      signed_on: sheet?.signed_on ?? null,
      signed_by: sheet?.signed_by ?? null,
      staff_id: actor.staff_id,
    };
    const responses = given.source === 'TOGETHER' ? given.responses : {};
    const valid = await validateSubmission(trx, { ...form, user_id: params.id, responses }, origin);
    if (valid instanceof Refusal) return valid;
    const refused = await storeSubmission(trx, keyring, valid, origin, now);
    if (refused)
      return refuse('FORM_ANSWERED', { message: 'It has been filled in meanwhile. Those answers stay.' });
    return {};
  },
  answer: () => undefined,
});
