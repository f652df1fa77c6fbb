import type { BookingFacts } from '#contract/bookings.schemas.ts';
import { formatCents } from '#domain/money.ts';

type Money = Pick<BookingFacts, 'status' | 'price_cents' | 'refunded_cents'>;

/** True if nothing was paid for a booking, so that nothing can come back. */
export const isUnpaid = ({ price_cents }: Money): boolean => price_cents === 0;

/** The price and the refund, if any. The tax is on the receipt. */
export function priceText({ status, price_cents, refunded_cents }: Money): string {
  const price = formatCents(price_cents);
  if (refunded_cents > 0) return `Paid ${price}, refunded ${formatCents(refunded_cents)}`;
  return status === 'PENDING' || status === 'WAITLISTED' ? price : `Paid ${price}`;
}
