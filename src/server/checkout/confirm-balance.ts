import type { Db, Trx } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import { queueMail } from '../mail/outbox.ts';
import { balancePaidMail } from '../mail/templates/payments.ts';
import { lockTimeOf } from '../seats/hold-seats.ts';
import { moveCheckout } from '../seats/release-seats.ts';
import type { Site } from '../sessions/join-link.ts';
import { withVisitUrl } from '../sessions/visit-link.ts';
import { settledPrice } from './balance-lines.ts';
import {
  lockBookings,
  markPaidOnline,
  type OwedBooking,
  recordPaidBalance,
  selectOwed,
} from './balance-store.ts';
import {
  isFullyRefunded,
  lockPaidCheckout,
  type CheckoutRow,
  selectCheckout,
  selectRecipient,
} from './store.ts';

/** NOT_OWED: the payment goes back. NOT_PAID: the checkout is in another state, because another process was faster. */
type Settlement = 'CONFIRMED' | 'NOT_OWED' | 'NOT_PAID';

/**
 * Settles the balances that a PAID checkout pays: all of them or none. It pays exactly what is left, else the money goes
 * back. Locks time, checkout and bookings in this order, so that a cancellation sees either no payment or all of it.
 */
export async function confirmBalance(
  db: Db,
  checkout_id: string,
  site: Site,
  now: Date,
): Promise<Settlement> {
  const ids = (await selectCheckout(db, checkout_id))?.items.map((line) => line.booking_id) ?? [];
  return await decidedTransaction<Settlement>(db, async (trx) => {
    await lockTimeOf(trx, () => selectOwed(trx, ids));
    const checkout = await lockPaidCheckout(trx, checkout_id);
    if (!checkout) return { answer: 'NOT_PAID', isKept: false };
    await lockBookings(trx, ids);
    const isSettled = await settle(trx, checkout, await selectOwed(trx, ids), now);
    if (!isSettled) return { answer: 'NOT_OWED', isKept: false };
    await recordPaidBalance(trx, ids, now);
    if (!(await moveCheckout(trx, checkout_id, 'CONFIRMED', now, { url: null })))
      throw new Error(`Checkout ${checkout_id} may not become CONFIRMED`);
    await notifyClient(trx, checkout, site, now);
    return { answer: 'CONFIRMED', isKept: true };
  });
}

async function settle(
  trx: Trx,
  checkout: CheckoutRow,
  bookings: readonly OwedBooking[],
  now: Date,
): Promise<boolean> {
  if (checkout.user_id === null || isFullyRefunded(checkout)) return false;
  const { id: checkout_id, user_id } = checkout;
  for (const line of checkout.items) {
    const booking = bookings.find(({ id }) => id === line.booking_id);
    if (booking?.user_id !== user_id) return false;
    const price_cents = settledPrice(booking, line);
    if (price_cents === null) return false;
    if (!(await markPaidOnline(trx, { id: booking.id, checkout_id, price_cents }, now))) return false;
  }
  return true;
}

async function notifyClient(trx: Trx, checkout: CheckoutRow, site: Site, now: Date): Promise<void> {
  const recipient = await selectRecipient(trx, checkout.user_id);
  if (!recipient) return;
  const mail = balancePaidMail({
    first_name: recipient.first_name,
    total_cents: checkout.total_cents ?? checkout.subtotal_cents,
    tax_cents: checkout.tax_cents,
    receipt_url: checkout.receipt_url,
    sessions: checkout.items
      .map((line) => ({
        id: line.booking_id,
        service_name: line.service_name,
        start_time: new Date(line.start_time),
        end_time: new Date(line.end_time),
      }))
      .map(withVisitUrl(site, recipient)),
    site_url: site.site_url,
  });
  const dedupe_key = `balance-paid:${checkout.id}`;
  const to = recipient.email;
  await queueMail(trx, { ...mail, dedupe_key, kind: 'balance-paid', user_id: recipient.id, to }, now);
}
