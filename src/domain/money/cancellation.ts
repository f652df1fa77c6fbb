/** What the cancellation of one booking refunds (rules.md §3, §9). */
import {
  type BookingPolicy,
  refundCents,
  refundChangesAt,
  type RefundableBooking,
} from '#domain/money/refunds.ts';

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
/** FULL: the whole share. PART: less, by the policy or because some was refunded before. */
export type RefundOutcome = { refund: 'FULL' | 'PART' | 'NONE'; cents: number };
type CancellationQuote = {
  now: RefundOutcome;
  /** The outcomes that follow, in order. The one before ends with the instant `after`. */
  later: (RefundOutcome & { after: Date })[];
};

/** Returns what a booking has left to refund: never more than its share, nor than the payment has left. */
export function leftCents(money: BookingMoney): number {
  const of_share = money.share_cents - money.refunded_cents - money.owed_cents;
  return Math.max(0, Math.min(money.share_cents, of_share, money.payment_left_cents));
}

/**
 * Returns the refund if the booking is cancelled now, and how it changes later. The practice refunds in full, the client by
 * the policy of the sale; both at most what the booking has left.
 */
export function cancellationQuote(
  policy: BookingPolicy,
  money: BookingMoney,
  booking: RefundableBooking,
  by: CancelledBy,
  now: Date,
): CancellationQuote {
  const left = leftCents(money);
  const quotedAt = (moment: Date) => outcomeOf(refundCents(policy, left, booking, moment), money.share_cents);
  if (by === 'PRACTICE') return { now: outcomeOf(left, money.share_cents), later: [] };
  const current = quotedAt(now);
  const later: CancellationQuote['later'] = [];
  let after = refundChangesAt(policy, booking, now);
  while (after !== null) {
    const next = new Date(after.getTime() + 1);
    const outcome = quotedAt(next);
    // Another percentage of very little can be the same amount.
    if (outcome.cents !== (later.at(-1) ?? current).cents) later.push({ ...outcome, after });
    after = refundChangesAt(policy, booking, next);
  }
  return { now: current, later };
}

function outcomeOf(cents: number, share_cents: number): RefundOutcome {
  if (cents === 0) return { refund: 'NONE', cents };
  return { refund: cents < share_cents ? 'PART' : 'FULL', cents };
}
