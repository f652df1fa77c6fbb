import { practice } from '#content/public/practice.ts';
import type { BookingMoney } from '#contract/staff-bookings.schemas.ts';
import { balanceCents, isPriceOpen } from '#domain/visits/balance.ts';
import { PAID_STATES } from '#domain/checkout/checkout-states.ts';
import { paidMoney } from '#domain/checkout/paid-money.ts';
import { visibleMoney } from '#domain/money/visible-money.ts';
import type { MoneyData } from './money-store.ts';
import { priceOf } from '../agenda/present-session.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

/** Returns the amounts of a booking although they may be hidden. Only what reveals one may send them. */
export const amountsOf = ({ session: { id, price_cents }, payment, refunded_cents }: MoneyData) => ({
  price_cents,
  ...paidMoney({ id, price_cents, refunded_cents }, payment),
});

/** Presents the money of a booking; its amounts are null while they are hidden. `paid_at`: epoch ms. */
export function presentMoney(data: MoneyData, paid_at: number | null): BookingMoney {
  const { session, payment, refunds, offline_payments } = data;
  const isPaid = payment !== null && PAID_STATES.includes(payment.state);
  const amounts = visibleMoney(amountsOf(data), session.is_hidden);
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
