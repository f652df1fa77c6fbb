import type { staffChangePrice } from '#contract/till.schemas.ts';
import { practice } from '#content/public/practice.ts';
import { priceError } from '#domain/money/payable.ts';
import { isPriceChangeable } from '#domain/visits/balance.ts';
import type { Action } from '../actions/staff-action.ts';
import { bookingAction } from '../staff-bookings/booking-action.ts';
import { endBalancePages, lockBookings, type OwedBooking, selectOwed } from '../checkout/balance-store.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { actorName } from '../runtime/staff-actions.ts';
import { insertStep, setPrice } from './store.ts';

/** Changes the price of a booking that nothing was paid for; 0 waives it (rules.md §9). */
export const changePrice = ({ db }: Pick<Deps, 'db'>): Action<typeof staffChangePrice> =>
  bookingAction(db, {
    action: 'booking.change-price',
    work: async (trx, { actor, params: { id: booking_id }, body: { cents, base_updated_at }, now }) => {
      const wrong = priceError(cents, practice.currency);
      if (wrong !== null) return refuse('INVALID_INPUT', { details: { cents: wrong } });
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
      return { user_id: booking.user_id, details: { cents: String(cents) } };
    },
  });

function whyNot({ status, is_paid_online, offline_cents }: OwedBooking) {
  if (status === 'PENDING') return 'BEING_PAID';
  return is_paid_online || offline_cents > 0 ? 'ALREADY_PAID' : 'BOOKING_CHANGED';
}
