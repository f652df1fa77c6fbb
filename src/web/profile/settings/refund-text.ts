import type { Booking, BookingOptions } from '#contract/bookings.schemas.ts';
import { formatExactCents } from '#domain/money/money.ts';

type Paid = Pick<Booking, 'paid_cents' | 'offline_cents' | 'refunded_cents'>;

/** What happens to the money of a booking that is cancelled with the account: '$85.00 goes back to your card'. */
export function refundText(
  { paid_cents, offline_cents, refunded_cents }: Paid,
  { refund_cents, later_refund_cents, changes_at }: BookingOptions['cancel'],
  now: Date,
): string {
  const isLater = changes_at !== null && Date.parse(changes_at) < now.getTime();
  const cents = isLater ? later_refund_cents : refund_cents;
  if (cents > 0) return `${formatExactCents(cents)} goes back to your card`;
  if (paid_cents - offline_cents - refunded_cents > 0) return 'no refund by the policy you booked under';
  if (offline_cents > 0) return 'what you paid at the visit doesn’t go back by itself';
  return paid_cents > 0 ? 'refunded already' : 'nothing was paid';
}
