import type { BookingOptions } from '#contract/bookings.schemas.ts';
import { formatClock, formatShortDayTime } from '#domain/time/date-formats.ts';
import { formatExactCents } from '#domain/money/money.ts';
import { zoneName } from '#domain/time/zone.ts';
import { balanceText } from '#web/bookings/money-text.ts';
import type { ApiError } from '#web/api/api.ts';
import { errorMessage } from '#web/api/error-messages.ts';

/** The message at a button that cancels or reschedules. Without a response the change may have been made. */
export function changeErrorMessage(error: ApiError): string {
  if (error.status === 0)
    return 'We couldn’t reach our server. Please check your connection and try again: it counts once.';
  return errorMessage(error);
}

type Cancel = BookingOptions['cancel'];
type Reschedule = BookingOptions['reschedule'];

/** The label of the button, which names what comes back. `isUnpaid`: nothing was paid, so nothing can come back. */
export function cancelLabel({ refund_cents }: Cancel, isUnpaid: boolean): string {
  if (refund_cents > 0) return `Cancel and get ${formatExactCents(refund_cents)} back`;
  return isUnpaid ? 'Cancel booking' : 'Cancel without refund';
}

/** 'After Mon, Dec 7, 10:00 AM PST: no refund.'; null if the refund stays as it is. */
export function laterText({ changes_at, later_refund_cents }: Cancel, zone: string): string | null {
  if (changes_at === null) return null;
  const after = `After ${formatShortDayTime(changes_at, zone)} ${zoneName(changes_at, zone)}`;
  return `${after}: ${later_refund_cents > 0 ? `${formatExactCents(later_refund_cents)} back` : 'no refund'}.`;
}

/** Explains a refund that changed while the dialog was open: 'It’s 10:01 AM. …' */
export function quoteChangedText({ refund_cents }: Cancel, now: Date, zone: string): string {
  const outcome =
    refund_cents > 0
      ? `cancelling now gets you ${formatExactCents(refund_cents)} back`
      : 'there is no refund any more';
  return `It’s ${formatClock(now, zone)}. The refund changed while this was open: ${outcome}.`;
}

/** What happened with the money: 'Cancelled. $85.00 is on its way back to the card you paid with.' */
export function cancelledText(refund_cents: number): string {
  if (refund_cents === 0) return 'Your booking is cancelled.';
  return `Your booking is cancelled. ${formatExactCents(refund_cents)} is on its way back to the card you paid with. It takes 5 to 10 days to show.`;
}

/** What a move costs. Of a booking that has a balance it does not say that nothing is left to pay. */
export const samePriceText = (money: Parameters<typeof balanceText>[0]): string =>
  balanceText(money) === null ? 'Same price, nothing to pay.' : 'Same price.';

/** 'You can reschedule twice, until 24 hours before.' */
export function reschedulesText({ reschedules_left, max_reschedules, hours_before }: Reschedule): string {
  const until = hours_before === 0 ? '' : `, until ${hours_before} hours before`;
  if (reschedules_left === 1 && max_reschedules > 1) return `You can reschedule once more${until}.`;
  return `You can reschedule ${timesText(reschedules_left)}${until}.`;
}

function timesText(times: number): string {
  if (times === 1) return 'once';
  return times === 2 ? 'twice' : `${times} times`;
}

/** Why it can't be rescheduled online, before the phone number. */
export function refusalText(refusal: NonNullable<Reschedule['why_not']>, max_reschedules: number): string {
  switch (refusal) {
    case 'TOO_LATE_TO_RESCHEDULE':
      return 'It’s too late to reschedule online. Please call us:';
    case 'NO_RESCHEDULES_LEFT':
      return max_reschedules === 0
        ? 'This can’t be rescheduled online. Please call us:'
        : `You’ve rescheduled this ${timesText(max_reschedules)}. Please call us:`;
    case 'NOT_RESCHEDULABLE':
    case 'NOT_CANCELLABLE':
      return 'A session that is over or cancelled can’t be rescheduled. Please call us:';
  }
}
