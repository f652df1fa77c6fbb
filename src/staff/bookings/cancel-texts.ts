import type { BookingPanel, Cancellation } from '#contract/staff-bookings.schemas.ts';
import { formatClock, formatDayOf } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { formatCount } from '#domain/text/sentences.ts';

/** Who cancels; null until it is chosen. */
export type CancelledBy = 'PRACTICE' | 'CLIENT';
type Outcome = Cancellation['by_practice'];

/** The outcome of the choices: `refund_anyway` pays back in full what the policy would keep. */
export function chosenOutcome(quote: Cancellation, by: CancelledBy, refund_anyway: boolean): Outcome {
  return by === 'PRACTICE' || refund_anyway ? quote.by_practice : quote.by_client;
}

/** True if nothing was paid by card, so that nothing goes back to one. */
export const isUnpaid = ({ by_practice }: Cancellation): boolean => by_practice.refund === 'NONE';

/** True if staff can choose what is refunded: the policy keeps something, and the amounts are not hidden. */
export function canChooseRefund({ by_client, by_practice }: Cancellation): boolean {
  return by_practice.cents !== null && by_client.cents !== null && by_client.cents < by_practice.cents;
}

/** What is wrong with an amount that staff typed; null if it lies between the policy's and everything. */
export function ownRefundError(
  { by_client, by_practice }: Cancellation,
  cents: number | null,
): string | null {
  const [least, most] = [by_client.cents ?? 0, by_practice.cents ?? 0];
  if (cents !== null && cents >= least && cents <= most) return null;
  return `Please enter an amount from ${formatCents(least)} to ${formatCents(most)}.`;
}

/** The outcome of an amount that staff typed. */
export function ownOutcome({ by_practice }: Cancellation, cents: number): Outcome {
  if (cents === 0) return { refund: 'NONE', cents: 0 };
  return { refund: cents === by_practice.cents ? 'FULL' : 'PART', cents };
}

/** The label of the button, which names what happens to the money. */
export function cancelLabel(quote: Cancellation, outcome: Outcome): string {
  if (isUnpaid(quote)) return 'Cancel booking';
  if (outcome.refund === 'NONE') return 'Cancel without refund';
  if (outcome.cents !== null) return `Cancel and refund ${formatCents(outcome.cents)}`;
  return outcome.refund === 'FULL' ? 'Cancel and refund in full' : 'Cancel and refund a part';
}

/** 'Refund anyway: $85': the link for a late cancellation; null where the policy refunds everything or nothing was paid. */
export function refundAnywayLabel(quote: Cancellation): string | null {
  if (isUnpaid(quote) || quote.by_client.refund === quote.by_practice.refund) return null;
  const { cents } = quote.by_practice;
  return `Refund anyway: ${cents === null ? 'in full' : formatCents(cents)}`;
}

/** 'full refund', 'refund of $40', 'no refund' */
export function refundText({ refund, cents }: Outcome): string {
  if (refund === 'NONE') return 'no refund';
  if (refund === 'FULL') return 'full refund';
  return cents === null ? 'a part is refunded' : `refund of ${formatCents(cents)}`;
}

/** '31 hours before', from three days on '12 days before' */
function beforeText(hours: number): string {
  if (hours >= 72) return `${Math.floor(hours / 24)} days before`;
  return `${formatCount(hours, 'hour')} before`;
}

/** '31 hours before: full refund until Mon 7 Dec 10:00 AM, then refund of $42.50 until Tue 8 Dec 8:00 AM, then none' */
export function policyText(
  quote: Cancellation,
  hasStarted: boolean,
  zone: string,
  offline_cents = 0,
): string {
  const when = hasStarted
    ? 'After the start'
    : quote.hours_before < 1
      ? 'Less than an hour before'
      : beforeText(quote.hours_before);
  if (isUnpaid(quote)) return `${when}: ${unpaidText(offline_cents)}`;
  const later = quote.by_client_later.map(
    ({ after, ...outcome }) =>
      ` until ${formatDayOf(after, zone)} ${formatClock(after, zone)}, then ${laterText(outcome)}`,
  );
  return `${when}: ${refundText(quote.by_client)}${later.join('')}`;
}

/** 'nothing was paid'; with cash, card reader or transfer 'nothing was paid by card' */
export const unpaidText = (offline_cents: number): string =>
  offline_cents > 0 ? 'nothing was paid by card' : 'nothing was paid';

/** What becomes of money that no card page took; null if there is none. */
export function offlineRefundText(offline_cents: number): string | null {
  if (offline_cents <= 0) return null;
  return `${formatCents(offline_cents)} was paid to you directly and doesn’t go back by itself. If you return it, correct the payment under Money.`;
}

function laterText(outcome: Outcome): string {
  if (outcome.refund === 'NONE') return 'none';
  return outcome.cents === null ? 'less' : refundText(outcome);
}

/** What the sheet says after QUOTE_CHANGED: 'It’s 10:01 AM: no refund by the policy now.' */
export function quoteChangedText(quote: Cancellation, now: Date, zone: string): string {
  return `It’s ${formatClock(now, zone)}: ${refundText(quote.by_client)} by the policy now.`;
}

/** 'Cancelled. $85 is on its way back to Maren’s card.' */
export function cancelledText(outcome: Outcome, name: string | null): string {
  if (outcome.refund === 'NONE') return 'Cancelled.';
  const whose = name ? `${name}’s` : 'the';
  const what = outcome.cents === null ? 'The refund' : formatCents(outcome.cents);
  return `Cancelled. ${what} is on its way back to ${whose} card.`;
}

type Money = BookingPanel['money'];

/** What stays with the practice after a no-show: 'The price stays with you ($85).' */
export function keptText(
  money: Pick<
    Money,
    'is_hidden' | 'has_balance' | 'price_cents' | 'paid_cents' | 'refunded_cents' | 'offline_cents'
  >,
): string {
  const { has_balance, price_cents, paid_cents, refunded_cents, offline_cents } = money;
  if (money.is_hidden && !has_balance) return 'The price stays with you.';
  const kept = (paid_cents ?? 0) - (refunded_cents ?? 0) + offline_cents;
  if (kept <= 0) return has_balance ? 'Nothing was paid.' : 'No money moves.';
  return has_balance || refunded_cents
    ? `What was paid stays with you (${formatCents(kept)}).`
    : `The price stays with you (${formatCents(price_cents ?? kept)}).`;
}
