import type { staffKeepPayment } from '#contract/till.schemas.ts';
import type { Action } from '../actions/staff-action.ts';
import { keepUnmatched } from '../checkout/unmatched-store.ts';
import { refuse } from '../http/refusal.ts';

const SETTLED = 'This payment is settled already, or its refund has begun.';

/** Keeps a payment that has no checkout here, because a time is agreed with the client (decision 0021). */
export const keepPayment: Action<typeof staffKeepPayment> = {
  action: 'payment.keep',
  work: async (trx, { params: { id }, now }) =>
    (await keepUnmatched(trx, id, now))
      ? { object_kind: 'ATTENTION', object_id: id }
      : refuse('NOT_POSSIBLE', { message: SETTLED }),
  answer: () => undefined,
};
