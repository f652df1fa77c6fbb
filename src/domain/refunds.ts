/** What comes back when a paid booking is cancelled (rules.md §3; the policy is content, copied onto the checkout). */

/** In full if the start is at least this many hours away, else nothing. */
type RefundPolicy = { full_refund_hours: number };

const HOUR_MS = 3_600_000;

/** Cents to give back of `paid_cents`. Hours are real hours, also over a change of the clock. */
export function refundCents(policy: RefundPolicy, paid_cents: number, start: Date, now: Date): number {
  const away = start.getTime() - now.getTime();
  return away >= policy.full_refund_hours * HOUR_MS ? paid_cents : 0;
}

/**
 * What each of the prices of one payment cost with its share of the tax. Whole cents that add up to `total_cents`, so
 * that whoever gets every part back gets the payment back.
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
