/** What the cancellation of one booking refunds (rules.md §3, §9). */
import { refundCents, type RefundPolicy } from '#domain/refunds.ts';

/** Amounts of one booking, in cents. */
export type BookingMoney = {
  /** Its share of the payment, tax included. */
  share_cents: number;
  /** What of the share is refunded already. */
  refunded_cents: number;
  /** What of the share is queued to be refunded. */
  owed_cents: number;
  /** What the whole payment has left, after all refunds that are made or queued. */
  payment_left_cents: number;
};

export type CancelledBy = 'PRACTICE' | 'CLIENT';
/** FULL: the whole share. PART: less, because some was refunded before. */
export type RefundOutcome = { refund: 'FULL' | 'PART' | 'NONE'; cents: number };
type CancellationQuote = {
  now: RefundOutcome;
  /** After the policy hour has passed. */
  later: RefundOutcome;
  /** Last instant of `now`; null: the outcome stays as it is. */
  changes_at: Date | null;
};

const HOUR_MS = 3_600_000;

/** Returns what a booking has left to refund: never more than its share, nor than the payment has left. */
export function leftCents(money: BookingMoney): number {
  const of_share = money.share_cents - money.refunded_cents - money.owed_cents;
  return Math.max(0, Math.min(money.share_cents, of_share, money.payment_left_cents));
}

/**
 * Returns the refund if the booking is cancelled now, and after the next policy hour. The practice refunds in full, the
 * client by the policy of the sale; both at most what the booking has left.
 */
export function cancellationQuote(
  policy: RefundPolicy,
  money: BookingMoney,
  { start_time }: { start_time: Date },
  by: CancelledBy,
  now: Date,
): CancellationQuote {
  const left = leftCents(money);
  const refundable = by === 'PRACTICE' ? left : refundCents(policy, left, start_time, now);
  const current = outcomeOf(refundable, money.share_cents);
  if (by === 'PRACTICE' || refundable === 0) return { now: current, later: current, changes_at: null };
  const changes_at = new Date(start_time.getTime() - policy.full_refund_hours * HOUR_MS);
  return { now: current, later: outcomeOf(0, money.share_cents), changes_at };
}

function outcomeOf(cents: number, share_cents: number): RefundOutcome {
  if (cents === 0) return { refund: 'NONE', cents };
  return { refund: cents < share_cents ? 'PART' : 'FULL', cents };
}
