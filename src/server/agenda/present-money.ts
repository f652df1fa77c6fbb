import { practice } from '#content/public/practice.ts';
import type { BookingMoney } from '#contract/staff-bookings.schemas.ts';
import { balanceCents, isPriceOpen } from '#domain/balance.ts';
import { leftCents } from '#domain/cancellation.ts';
import { paymentShares } from '#domain/refunds.ts';
import { visibleMoney } from '#domain/visible-money.ts';
import type { MoneyData } from './money-store.ts';
import { priceOf } from './present-session.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

/** States of a checkout whose payment has arrived. */
const PAID_STATES: readonly string[] = ['PAID', 'CONFIRMED', 'REFUND_DUE', 'REFUNDED'];

/** Returns the amounts of a booking although they may be hidden. Only what reveals one may send them. */
export function amountsOf({ session, payment, refunded_cents }: MoneyData) {
  const { id, price_cents } = session;
  const isPaid = payment !== null && PAID_STATES.includes(payment.state);
  const paid_cents = isPaid ? shareOf(payment, { id, price_cents }) : 0;
  // Of a balance, the payment has only what was left.
  const line = payment?.lines.find(({ booking_id }) => booking_id === id);
  const tax_cents = isPaid ? paid_cents - (line?.price_cents ?? price_cents) : null;
  return { price_cents, tax_cents, paid_cents, refunded_cents };
}

/** Presents the money of a booking; its amounts are null while they are hidden. `paid_at`: epoch ms. */
export function presentMoney(data: MoneyData, paid_at: number | null): BookingMoney {
  const { session, payment, refunds, offline_payments } = data;
  const isPaid = payment !== null && PAID_STATES.includes(payment.state);
  const amounts = visibleMoney({ ...amountsOf(data), left_cents: leftOf(data) }, session.is_hidden);
  return {
    ...amounts,
    paid_at: isPaid ? isoOrNull(paid_at) : null,
    currency: payment?.currency ?? practice.currency,
    // The provider's receipt names the amount.
    receipt_url: amounts.is_hidden ? null : (payment?.receipt_url ?? null),
    refunds: refunds.map(({ amount_cents, cause, reason, created_at, done_at, failed_at, is_external }) => ({
      cents: amounts.is_hidden ? null : amount_cents,
      cause,
      reason,
      is_external,
      state: failed_at !== null ? 'FAILED' : done_at !== null ? 'DONE' : 'QUEUED',
      at: iso(failed_at ?? done_at ?? created_at),
    })),
    ...balanceOf(data),
    offline_cents: offlineOf(data),
    offline_payments: offline_payments.map(({ amount_cents, at, ...payment }) => ({
      ...payment,
      cents: amount_cents,
      at: iso(at),
    })),
    free_reason: data.free_reason,
  };
}

/** Hidden while the client still chooses the price: there is no amount yet. */
export function balanceOf({ session }: MoneyData): Pick<BookingMoney, 'has_balance' | 'balance_cents'> {
  const price = priceOf(session);
  if (isPriceOpen(price, session.price_chosen_by_client)) return { has_balance: true, balance_cents: null };
  const balance_cents = balanceCents(price);
  return { has_balance: balance_cents > 0, balance_cents };
}

export const offlineOf = ({ offline_payments }: MoneyData) =>
  offline_payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

/** Returns what can still be refunded to the card. */
export function leftOf({ session, payment, refunded_cents }: MoneyData): number {
  if (payment === null || !PAID_STATES.includes(payment.state)) return 0;
  const { left_cents: payment_left_cents, owed_cents } = payment;
  return leftCents({
    share_cents: shareOf(payment, session),
    refunded_cents,
    owed_cents,
    payment_left_cents,
  });
}

/** Returns the booking's share of its payment, tax included. */
function shareOf(
  { subtotal_cents, total_cents, lines }: NonNullable<MoneyData['payment']>,
  { id, price_cents }: { id: string; price_cents: number },
): number {
  const total = total_cents ?? subtotal_cents;
  const line = lines.findIndex(({ booking_id }) => booking_id === id);
  const prices =
    line < 0 ? [price_cents, subtotal_cents - price_cents] : lines.map((each) => each.price_cents);
  return paymentShares(prices, total)[Math.max(0, line)]!;
}
