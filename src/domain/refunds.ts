/** Refunds of cancelled bookings (rules.md §3). The policy is content; each checkout has a copy of it. */

/** A booking is refunded in full if its start is at least this many hours away, else not at all. */
export type RefundPolicy = { full_refund_hours: number };

const HOUR_MS = 3_600_000;

/** Returns the cents to refund of `paid_cents`. Hours are elapsed hours, also across a clock change. */
export function refundCents(policy: RefundPolicy, paid_cents: number, start: Date, now: Date): number {
  const away = start.getTime() - now.getTime();
  return away >= policy.full_refund_hours * HOUR_MS ? paid_cents : 0;
}

/**
 * Splits a payment over its prices, each with its share of the tax. The shares are whole cents and add up to
 * `total_cents`, so that refunding every part refunds the whole payment.
 */
export function paymentShares(prices_cents: readonly number[], total_cents: number): number[] {
  const subtotal = prices_cents.reduce((sum, price) => sum + price, 0);
  if (subtotal === 0) return prices_cents.map(() => 0);
  let before = 0;
  return prices_cents.map((price) => {
    const upTo = (cents: number) => Math.floor((cents * total_cents) / subtotal);
    const share = upTo(before + price) - upTo(before);
    before += price;
    return share;
  });
}
