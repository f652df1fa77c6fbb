import type { staffEndHold } from '#contract/till.schemas.ts';
import type { z } from 'zod';
import { type Action, BOOKING } from '../actions/staff-action.ts';
import { readPanel } from '../staff-bookings/panel.ts';
import { endCheckout } from '../checkout/end-checkout.ts';
import { selectCheckout } from '../checkout/store.ts';
import type { Db } from '../db/pool.ts';
import type { PaymentDeps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { selectHold } from './store.ts';

type Ended = z.input<typeof staffEndHold.answer>;

/**
 * Ends the payment page of a hold. The action is recorded first; then the provider is asked, outside a transaction, and a
 * payment that came before wins. A repeat asks again where the provider did not answer.
 */
export const endHold = (deps: PaymentDeps): Action<typeof staffEndHold> => ({
  action: 'booking.end-hold',
  object: BOOKING,
  work: async (trx, { params }) => {
    const hold = await selectHold(trx, params.id);
    if (!hold) return refuse('BOOKING_NOT_FOUND');
    // CONFIRMED: it has just been paid, which is the answer.
    if (hold.status !== 'PENDING' && hold.status !== 'CONFIRMED') return refuse('BOOKING_CHANGED');
    return { user_id: hold.user_id };
  },
  answer: async ({ params, now }) => {
    const { db } = deps;
    const hold = await selectHold(db, params.id);
    if (!hold) return { outcome: 'ENDED', booking: null };
    const checkout = hold.checkout_id === null ? undefined : await selectCheckout(db, hold.checkout_id);
    if (hold.status !== 'PENDING' || !checkout) return await answer(db, 'PAID', params.id, now);
    return await answer(db, await endCheckout(deps, checkout, now), params.id, now);
  },
});

async function answer(db: Db, outcome: Ended['outcome'], booking_id: string, now: Date): Promise<Ended> {
  const panel = outcome === 'ENDED' ? null : await readPanel(db, booking_id, now);
  return { outcome, booking: panel instanceof Refusal ? null : panel };
}
