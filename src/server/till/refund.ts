import type { staffRefund } from '#contract/till.schemas.ts';
import { leftCents } from '#domain/cancellation.ts';
import { isPriceChosen } from '#domain/visible-money.ts';
import type { z } from 'zod';
import { selectBookingToMail, wasRevealed } from '../agenda/action-store.ts';
import { changedBooking } from '../agenda/present-conflict.ts';
import { type Actor, runAction } from '../agenda/run-action.ts';
import { lockToCancel, readMoney, selectBookingToCancel } from '../checkout/cancel-booking.ts';
import { selectRecipient } from '../checkout/store.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { queueMail } from '../mail/outbox.ts';
import { refundMail } from '../mail/templates/refund.ts';
import { isUuid } from '../runtime/uuid.ts';
import { insertGoodwill, touchBooking } from './store.ts';

type RefundRequest = Omit<z.output<typeof staffRefund.body>, 'action_id'>;

/**
 * Refunds a part or all of what a booking has left, as goodwill: the booking stays (rules.md §9). It takes the locks of a
 * cancellation, so that the two together never refund more than was paid. Null: it is done; the job asks the provider.
 */
export async function refundBooking(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  {
    actor,
    action_id,
    booking_id,
    request,
  }: { actor: Actor; action_id: string; booking_id: string; request: RefundRequest },
  now: Date,
): Promise<Refusal | null> {
  if (!isUuid(booking_id)) return refuse('BOOKING_NOT_FOUND');
  const { app_secret, site_url } = config;
  const { cents, base_updated_at, reason, notify } = request;
  const refusal = await runAction(
    { db, app_secret },
    { action_id, action: 'booking.refund', input: { booking_id, ...request }, ...actor },
    async (trx) => {
      const found = await selectBookingToCancel(trx, booking_id);
      if (!found) return refuse('BOOKING_NOT_FOUND');
      await lockToCancel(trx, [found]);
      // Read again: it may have changed while this waited for the locks.
      const booking = (await selectBookingToCancel(trx, booking_id))!;
      if (booking.status === 'PENDING') return refuse('BEING_PAID');
      if (booking.updated_at.getTime() !== Date.parse(base_updated_at)) return refuse('BOOKING_CHANGED');
      const is_hidden = isPriceChosen(booking.price_chosen_by_client, booking);
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
        const session = (await selectBookingToMail(trx, booking_id))!;
        const mail = refundMail({ first_name, booking: session, refunded_cents: amount_cents, site_url });
        const more = { dedupe_key: `refund:${action_id}`, kind: 'refund', user_id: client.id, to };
        await queueMail(trx, { ...mail, ...more }, now);
      }
      const notified = client !== undefined;
      const details: Record<string, string | boolean> = is_hidden
        ? { notified }
        : { cents: String(amount_cents), notified };
      return { object_kind: 'BOOKING', object_id: booking_id, user_id, details };
    },
    now,
  );
  return refusal && (await changedBooking(db, refusal, booking_id, now));
}
