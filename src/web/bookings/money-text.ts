import type { BookingFacts } from '#contract/bookings.schemas.ts';
import { formatCents, formatExactCents } from '#domain/money/money.ts';

type Money = Pick<
  BookingFacts,
  | 'status'
  | 'price_cents'
  | 'refunded_cents'
  | 'paid_cents'
  | 'offline_cents'
  | 'balance_cents'
  | 'price_range'
>;

/** True if nothing was paid by card, so that nothing can go back to one. */
export const isUnpaid = ({ paid_cents, offline_cents }: Money): boolean => paid_cents - offline_cents <= 0;

/** True if the visit costs nothing, or was waived. */
export const isFree = (money: Money): boolean => money.price_cents === 0 && balanceText(money) === null;

/** What is left to pay: '$85.00', on a sliding scale '$60–$120'; null if nothing is. */
export function balanceText({ balance_cents, price_range }: Money): string | null {
  if (price_range !== null)
    return `${formatCents(price_range.min_cents)}–${formatCents(price_range.max_cents)}`;
  return balance_cents > 0 ? formatExactCents(balance_cents) : null;
}

/** What was paid and refunded, tax included. */
export function priceText(money: Money): string {
  const { status, price_cents, refunded_cents, paid_cents } = money;
  const price = formatCents(price_cents);
  if (refunded_cents > 0) return `Paid ${formatCents(paid_cents)}, refunded ${formatCents(refunded_cents)}`;
  if (status === 'PENDING' || status === 'WAITLISTED') return price;
  if (paid_cents > 0) return `Paid ${formatCents(paid_cents)}`;
  if (balanceText(money) !== null) return 'Not paid yet';
  return price_cents === 0 ? 'Free' : price;
}
