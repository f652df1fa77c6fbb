import type { staffRefund } from '#contract/till.schemas.ts';
import { leftCents } from '#domain/money/cancellation.ts';
import { selectBookingToMail, wasRevealed } from '../staff-bookings/store.ts';
import type { Action } from '../actions/staff-action.ts';
import { bookingAction } from '../staff-bookings/booking-action.ts';
import { lockToCancel, readMoney, selectBookingToCancel } from '../checkout/cancel-booking.ts';
import { selectRecipient } from '../checkout/store.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { queueMail } from '../mail/outbox.ts';
import { refundMail } from '../mail/templates/payments.ts';
import { withVisitUrl } from '../sessions/visit-link.ts';
import { insertGoodwill, touchBooking } from './store.ts';

/**
 * Refunds a part or all of what a booking has left, as goodwill: the booking stays (rules.md §9). It takes the locks of a
 * cancellation, so that the two together never refund more than was paid. The job asks the provider.
 */
export const refundBooking = ({ db, config }: Pick<Deps, 'db' | 'config'>): Action<typeof staffRefund> =>
  bookingAction(db, {
    action: 'booking.refund',
    work: async (trx, { actor, action_id, params: { id: booking_id }, body, now }) => {
      const { cents, base_updated_at, reason, notify } = body;
      const found = await selectBookingToCancel(trx, booking_id);
      if (!found) return refuse('BOOKING_NOT_FOUND');
      await lockToCancel(trx, [found]);
      // Read again: it may have changed while this waited for the locks.
      const booking = (await selectBookingToCancel(trx, booking_id))!;
      if (booking.status === 'PENDING') return refuse('BEING_PAID');
      if (booking.updated_at.getTime() !== Date.parse(base_updated_at)) return refuse('BOOKING_CHANGED');
      const { is_hidden } = booking;
      // Refusals of typed amounts would reveal a hidden one.
      if (cents !== 'ALL' && is_hidden && !(await wasRevealed(trx, booking_id, actor.staff_id)))
        return refuse('INVALID_INPUT', { details: { cents: 'Show the amount first, or refund all of it.' } });
      const left_cents = leftCents(await readMoney(trx, booking));
      const amount_cents = cents === 'ALL' ? left_cents : cents;
      const { checkout_id, user_id } = booking;
      if (checkout_id === null || amount_cents === 0 || amount_cents > left_cents)
        return refuse('REFUND_TOO_LARGE');
      await insertGoodwill(trx, { checkout_id, booking_id, amount_cents, action_id, reason }, now);
      await touchBooking(trx, booking_id, now);
      const client = notify ? await selectRecipient(trx, user_id) : undefined;
      if (client) {
        const { first_name, email: to } = client;
        const { site_url } = config;
        const session = withVisitUrl(config, client)((await selectBookingToMail(trx, booking_id))!);
        const mail = refundMail({ first_name, booking: session, refunded_cents: amount_cents, site_url });
        const more = { dedupe_key: `refund:${action_id}`, kind: 'refund', user_id: client.id, to };
        await queueMail(trx, { ...mail, ...more }, now);
      }
      const notified = client !== undefined;
      return { user_id, details: { notified, ...(!is_hidden && { cents: String(amount_cents) }) } };
    },
  });
