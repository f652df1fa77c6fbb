import type { ClientPage } from '#contract/clients.schemas.ts';
import type { CheckedPlacement, Warning } from '#contract/placement.schemas.ts';
import type { OfferedService } from '#staff/api/services-query.ts';
import { formatDayOf, formatDayTime } from '#domain/time/date-formats.ts';
import { formatCents, isSlidingScale, sliderBounds, toCents } from '#domain/money/money.ts';
import type { BookingDraft } from '#staff/book/draft.ts';

/** 'Book Tue 8 Dec, 10:00 AM'; of a series 'Book 4 sessions from Tue 8 Dec, 10:00 AM'. */
export function bookLabel(starts: readonly string[], zone: string): string {
  const [first] = starts;
  if (first === undefined) return 'Book';
  const at = formatDayTime(first, zone);
  return starts.length === 1 ? `Book ${at}` : `Book ${starts.length} sessions from ${at}`;
}

/** 'Booked Tue 8 Dec, 10:00 AM.' */
export function bookedText(bookings: readonly { start_time: string }[], zone: string): string {
  const [first] = bookings;
  if (!first || bookings.length > 1) return `Booked ${bookings.length} sessions.`;
  return `Booked ${formatDayTime(first.start_time, zone)}.`;
}

/** '$85'; of a series '$85 each' */
export const eachText = (cents: number, sessions: number): string =>
  sessions > 1 ? `${formatCents(cents)} each` : formatCents(cents);

type Choices = Pick<BookingDraft, 'payment' | 'amount'>;

/** The price that staff set, in cents; null: the service's, or what the client chooses on the payment page. */
export function priceOf({ payment, amount }: Choices, service: OfferedService): number | null {
  if (payment === 'SUPPORTED' || payment === 'GIFT') return 0;
  if (!isSlidingScale(service)) return toCents(service.base_price ?? 0);
  const dollars = Number(amount.replace(/^\s*\$/, ''));
  return amount.trim() === '' || !Number.isFinite(dollars) ? null : toCents(dollars);
}

/** What is wrong with the typed amount of a sliding scale. */
export function amountError({ payment, amount }: Choices, service: OfferedService): string | null {
  const bounds = sliderBounds(service);
  if (!bounds || amount.trim() === '') return null;
  const cents = priceOf({ payment, amount }, service);
  const { min, max } = bounds;
  return cents === null || cents < toCents(min) || cents > toCents(max)
    ? `Please enter an amount from ${formatCents(toCents(min))} to ${formatCents(toCents(max))}.`
    : null;
}

type Booking = {
  draft: BookingDraft;
  service: OfferedService | undefined;
  ticked: readonly { check: CheckedPlacement | null }[];
  warnings: readonly Warning[];
};

/** What is still missing, as the label of the button; null if it can be booked. */
export function missingText({ draft, service, ticked, warnings }: Booking): string | null {
  const isFree = draft.payment === 'SUPPORTED' || draft.payment === 'GIFT';
  if (!draft.client) return 'Choose a client';
  if (!service) return 'Choose a service';
  if (draft.start === null) return 'Choose a time';
  if (ticked.length === 0) return 'Tick a date';
  if (ticked.some(({ check }) => check?.verdict === 'TAKEN'))
    return draft.repeat ? 'Untick or move what is taken' : 'Choose a free time';
  if (ticked.some(({ check }) => check === null)) return 'Checking the time…';
  if (warnings.some(({ code }) => !draft.accept.includes(code))) return 'Tick what you accept';
  if (draft.payment === 'LINK' && draft.client.email === '') return 'Choose another payment';
  if (!isFree && isSlidingScale(service)) {
    if (amountError(draft, service)) return 'Check the amount';
    if (draft.payment === 'PAID' && draft.amount.trim() === '') return 'Enter the amount';
  }
  return null;
}

/** 'Lena Fischer, Marma Session, $85 at the visit'; of a series '$85 each at the visit' */
export function summaryText(
  draft: BookingDraft,
  service: OfferedService | undefined,
  sessions: number,
): string {
  const cents = service ? priceOf(draft, service) : null;
  const price = cents === null ? '' : `${eachText(cents, sessions)} `;
  const payment = {
    VISIT: `${price}at the visit`,
    LINK: `${price}by payment link`,
    PAID: `${price}paid now`,
    SUPPORTED: 'supported visit',
    GIFT: 'gift',
  }[draft.payment];
  return [draft.client?.name, service?.name, service && payment].filter(Boolean).join(', ');
}

/** 'The visit on 1 Dec isn’t paid yet: $85.'; null if all that is over is paid. */
export function unpaidText(visits: ClientPage['visits'], now: Date | null, zone: string): string | null {
  if (now === null) return null;
  const owed = visits.filter(
    ({ booking, money }) => money.has_balance && Date.parse(booking.end_time) <= now.getTime(),
  );
  const [visit] = owed;
  if (!visit) return null;
  const cents = owed.map(({ money }) => money.balance_cents);
  // The client still chooses the price of one of them.
  const known = cents.includes(null)
    ? ''
    : `: ${formatCents(cents.reduce<number>((sum, each) => sum + (each ?? 0), 0))}`;
  return owed.length === 1
    ? `The visit on ${formatDayOf(visit.booking.start_time, zone)} isn’t paid yet${known}.`
    : `${owed.length} visits aren’t paid yet${known}.`;
}
