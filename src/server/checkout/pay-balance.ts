import { createHash } from 'node:crypto';
import type { CheckoutLine } from '#domain/checkout/checkout-line.ts';
import type { PaymentDeps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { balanceLine, isOwed } from './balance-lines.ts';
import { insertBalanceCheckout, type OwedBooking, type Payer, selectOwed } from './balance-store.ts';
import { createdRow, ensureCustomer, newCheckout, openPaymentPage } from './open-payment-page.ts';
import { MAX_ROUNDS, resumeCheckout } from './resume-checkout.ts';
import { selectCustomer, selectOpenCheckout } from './store.ts';

type Wish = {
  booking_ids: readonly string[];
  /** What the client has chosen for a booking whose price is open; undefined: nothing. */
  chosenPrice: (booking_id: string) => number | undefined;
};

/**
 * Returns the address of a payment page for what is left to pay of these bookings (rules.md §5). The client has one open
 * checkout of this kind: the same balance gets the same page; another balance ends first. A cart stays: the link proves
 * nothing about it. The page may stay open while the
 * balance is paid in another way: then confirm-balance.ts sends the later payment back.
 */
export async function payBalance(
  deps: PaymentDeps,
  payer: Payer,
  { booking_ids, chosenPrice }: Wish,
  now: Date,
): Promise<{ url: string } | Refusal> {
  let { stripe_id } = payer;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const bookings = (await selectOwed(deps.db, booking_ids)).filter(
      (booking) => booking.user_id === payer.id && isOwed(booking),
    );
    if (bookings.length === 0) return refuse('NOTHING_TO_PAY');
    const lines = linesOf(bookings, chosenPrice);
    if (lines instanceof Refusal) return lines;
    const customer_id = await ensureCustomer(deps, { ...payer, stripe_id });
    if (customer_id instanceof Refusal) return customer_id;
    const cart_hash = balanceHash(lines);
    const checkout = newCheckout(payer, { customer_id, lines, cart_hash }, now);
    if (checkout instanceof Refusal) return checkout;
    if (await insertBalanceCheckout(deps.db, checkout, now)) {
      const row = createdRow(checkout, { kind: 'BALANCE', holds: false }, now);
      const page = await openPaymentPage(deps, row, true, now);
      if (page !== 'AGAIN') return page;
    } else {
      const open = await selectOpenCheckout(deps.db, payer.id, 'BALANCE');
      if (open) {
        const answer = await resumeCheckout(deps, open, cart_hash, now);
        if (answer !== 'AGAIN') return answer;
      }
    }
    // The customer may have been deleted at the provider.
    stripe_id = await selectCustomer(deps.db, payer.id);
  }
  return refuse('PAYMENT_PROVIDER');
}

function linesOf(
  bookings: readonly OwedBooking[],
  chosenPrice: Wish['chosenPrice'],
): CheckoutLine[] | Refusal {
  const lines: CheckoutLine[] = [];
  for (const booking of bookings) {
    const line = balanceLine(booking, chosenPrice(booking.id));
    if (line instanceof Refusal) return line;
    lines.push(line);
  }
  return lines;
}

/** Equal balances have equal hashes: the same bookings with the same amounts. */
function balanceHash(lines: readonly CheckoutLine[]): string {
  const parts = lines.map(({ booking_id, price_cents }) => `${booking_id} ${price_cents}`);
  return createHash('sha256')
    .update(`BALANCE\n${parts.sort().join('\n')}`)
    .digest('hex');
}
