/** What comes back when a paid booking is cancelled (rules.md §3; the policy is content, copied onto the checkout). */

/** In full if the start is at least this many hours away, else nothing. */
type RefundPolicy = { full_refund_hours: number };

const HOUR_MS = 3_600_000;

/** Cents to give back of `paid_cents`. Hours are real hours, also over a change of the clock. */
export function refundCents(policy: RefundPolicy, paid_cents: number, start: Date, now: Date): number {
  const away = start.getTime() - now.getTime();
  return away >= policy.full_refund_hours * HOUR_MS ? paid_cents : 0;
}
