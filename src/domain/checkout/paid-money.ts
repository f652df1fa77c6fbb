/** What of a payment by card belongs to a booking: paid, its tax, what went back, what is left. Both areas show this. */
import { leftCents } from '#domain/money/cancellation.ts';
import { type CheckoutState, PAID_STATES } from '#domain/checkout/checkout-states.ts';
import { paymentShares } from '#domain/money/refunds.ts';

type Priced = { id: string; price_cents: number };
type Payment = {
  subtotal_cents: number;
  /** Null: not paid yet. */
  total_cents: number | null;
  lines: readonly { booking_id?: string | null; price_cents: number }[];
};
export type CardPayment = Payment & {
  state: CheckoutState;
  /** What the whole payment has left, after all refunds that are made or queued. */
  left_cents: number;
  /** What is queued to be refunded for this booking. */
  owed_cents: number;
};

/** Returns the booking's line of its payment. A sample booking has none: its price stands for it. */
const lineOf = ({ id, price_cents }: Priced, { lines }: Payment) =>
  lines.find(({ booking_id }) => booking_id === id) ?? { price_cents };

/** Returns the booking's share of its payment, tax included. */
export function shareCents(booking: Priced, payment: Payment): number {
  const { subtotal_cents, total_cents, lines } = payment;
  const line = lines.findIndex(({ booking_id }) => booking_id === booking.id);
  const { price_cents } = lineOf(booking, payment);
  const prices =
    line < 0 ? [price_cents, subtotal_cents - price_cents] : lines.map((each) => each.price_cents);
  return paymentShares(prices, total_cents ?? subtotal_cents)[Math.max(0, line)]!;
}

/** Sums a payment, tax and external refunds included; `tax_cents` is null if nothing was paid by card. */
export function paidMoney(
  booking: Priced & { refunded_cents: number },
  payment: CardPayment | null,
): { paid_cents: number; tax_cents: number | null; refunded_cents: number; left_cents: number } {
  if (payment === null || !PAID_STATES.includes(payment.state))
    return { paid_cents: 0, tax_cents: null, refunded_cents: 0, left_cents: 0 };
  const paid_cents = shareCents(booking, payment);
  const left_cents = leftCents({
    share_cents: paid_cents,
    refunded_cents: booking.refunded_cents,
    owed_cents: payment.owed_cents,
    payment_left_cents: payment.left_cents,
  });
  const tax_cents = paid_cents - lineOf(booking, payment).price_cents;
  return { paid_cents, tax_cents, refunded_cents: paid_cents - left_cents, left_cents };
}
