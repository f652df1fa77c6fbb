import type { staffEndHold } from '#contract/till.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import { readPanel } from '../agenda/panel.ts';
import { type Actor, runAction } from '../agenda/run-action.ts';
import { endCheckout } from '../checkout/end-checkout.ts';
import { selectCheckout } from '../checkout/store.ts';
import type { Db } from '../db/pool.ts';
import type { PaymentDeps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { selectHold } from './store.ts';

type Ended = OutputOf<typeof staffEndHold>;

/**
 * Ends the payment page of a hold. The action is recorded first; then the provider is asked, outside a transaction, and a
 * payment that came before wins. A repeat asks again where the provider did not answer.
 */
export async function endHold(
  deps: PaymentDeps,
  { actor, action_id, booking_id }: { actor: Actor; action_id: string; booking_id: string },
  now: Date,
): Promise<Ended | Refusal> {
  if (!isUuid(booking_id)) return refuse('BOOKING_NOT_FOUND');
  const { db, config } = deps;
  const refusal = await runAction(
    { db, app_secret: config.app_secret },
    { action_id, action: 'booking.end-hold', input: { booking_id }, ...actor },
    async (trx) => {
      const hold = await selectHold(trx, booking_id);
      if (!hold) return refuse('BOOKING_NOT_FOUND');
      // CONFIRMED: it has just been paid, which is the answer.
      if (hold.status !== 'PENDING' && hold.status !== 'CONFIRMED') return refuse('BOOKING_CHANGED');
      return { object_kind: 'BOOKING', object_id: booking_id, user_id: hold.user_id, details: {} };
    },
    now,
  );
  if (refusal) return refusal;
  const hold = await selectHold(db, booking_id);
  if (!hold) return { outcome: 'ENDED', booking: null };
  const checkout = hold.checkout_id === null ? undefined : await selectCheckout(db, hold.checkout_id);
  if (hold.status !== 'PENDING' || !checkout) return await answer(db, 'PAID', booking_id, now);
  return await answer(db, await endCheckout(deps, checkout, now), booking_id, now);
}

async function answer(db: Db, outcome: Ended['outcome'], booking_id: string, now: Date): Promise<Ended> {
  const panel = outcome === 'ENDED' ? null : await readPanel(db, booking_id, now);
  return { outcome, booking: panel instanceof Refusal ? null : panel };
}
