import type { staffChangePrice } from '#contract/till.schemas.ts';
import { isPriceChangeable } from '#domain/balance.ts';
import type { z } from 'zod';
import { changedBooking } from '../agenda/present-conflict.ts';
import { type Actor, actorName, runAction } from '../agenda/run-action.ts';
import { endBalancePages, lockBookings, type OwedBooking, selectOwed } from '../checkout/balance-store.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { insertStep, setPrice } from './store.ts';

/** Changes the price of a booking that nothing was paid for; 0 waives it (rules.md §9). Null: it is done. */
export async function changePrice(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  {
    actor,
    action_id,
    booking_id,
    request,
  }: {
    actor: Actor;
    action_id: string;
    booking_id: string;
    request: Omit<z.output<typeof staffChangePrice.body>, 'action_id'>;
  },
  now: Date,
): Promise<Refusal | null> {
  if (!isUuid(booking_id)) return refuse('BOOKING_NOT_FOUND');
  const { cents, base_updated_at } = request;
  const refusal = await runAction(
    { db, app_secret: config.app_secret },
    { action_id, action: 'booking.change-price', input: { booking_id, ...request }, ...actor },
    async (trx) => {
      await lockBookings(trx, [booking_id]);
      const [booking] = await selectOwed(trx, [booking_id]);
      if (!booking) return refuse('BOOKING_NOT_FOUND');
      if (!isPriceChangeable(booking)) return refuse(whyNot(booking));
      if (booking.updated_at.getTime() !== Date.parse(base_updated_at)) return refuse('BOOKING_CHANGED');
      const isWaived = cents === 0;
      // A visit that was free is paid at the visit once it has a price.
      const payment = isWaived ? 'FREE' : booking.payment === 'FREE' ? 'LATER' : booking.payment;
      const free_reason = isWaived ? 'CORRECTION' : null;
      await setPrice(trx, booking_id, { price_cents: cents, payment, free_reason }, now);
      const cause = isWaived ? 'price waived' : 'price changed';
      await insertStep(trx, { booking_id, status: booking.status, cause, actor: actorName(actor) }, now);
      await endBalancePages(trx, booking_id, now);
      const { user_id } = booking;
      return { object_kind: 'BOOKING', object_id: booking_id, user_id, details: { cents: String(cents) } };
    },
    now,
  );
  return refusal && (await changedBooking(db, refusal, booking_id, now));
}

function whyNot({ status, is_paid_online, offline_cents }: OwedBooking) {
  if (status === 'PENDING') return 'BEING_PAID';
  return is_paid_online || offline_cents > 0 ? 'ALREADY_PAID' : 'BOOKING_CHANGED';
}
