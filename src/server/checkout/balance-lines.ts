import { practice } from '#content/public/practice.ts';
import type { PaymentLine } from '#contract/payment-links.schemas.ts';
import { balanceCents } from '#domain/visits/balance.ts';
import type { CheckoutLine } from '#domain/checkout/checkout-line.ts';
import { formatClock } from '#domain/time/date-formats.ts';
import { inDollars, isSlidingScale, priceFor } from '#domain/money/money.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { priceRangeOf } from '../bookings/price-range.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import type { OwedBooking } from './balance-store.ts';

/** True if something is left to pay, though perhaps the client chooses how much. */
export const isOwed = (booking: OwedBooking): boolean =>
  balanceCents(booking) > 0 || priceRangeOf(booking) !== null;

/** Presents a booking on the page of a payment link, which names no client. */
export function presentLine(booking: OwedBooking): PaymentLine {
  const price_range = priceRangeOf(booking);
  return {
    service_name: booking.service_name,
    start_time: booking.start_time.toISOString(),
    end_time: booking.end_time.toISOString(),
    place: booking.location_type,
    location_name: booking.location_name,
    balance_cents: price_range?.suggested_cents ?? balanceCents(booking),
    price_range,
  };
}

/** Returns the line that pays a booking's balance, with the chosen price where the client chooses it. */
export function balanceLine(
  booking: OwedBooking,
  selected_cents: number | undefined,
): CheckoutLine | Refusal {
  const isChosen = priceRangeOf(booking) !== null;
  if (isChosen && selected_cents === undefined)
    return refuse('INVALID_INPUT', { message: 'Please choose a price.' });
  if (isChosen && !isPriceOnScale(booking, selected_cents!))
    return refuse('INVALID_INPUT', { message: 'Please choose a price within the range.' });
  const { zone } = practice;
  return {
    booking_id: booking.id,
    service_id: booking.service_id,
    rule_id: booking.rule_id ?? '',
    service_name: booking.service_name,
    service_type: booking.service_type,
    format: booking.format,
    start_time: booking.start_time.toISOString(),
    end_time: booking.end_time.toISOString(),
    blocked_until: booking.blocked_until.toISOString(),
    capacity: 1,
    location_type: booking.location_type,
    location_name: booking.location_name,
    price_cents: isChosen ? selected_cents! : balanceCents(booking),
    price_chosen_by_client: isChosen,
    visit_address: null,
    product_id: booking.product_id,
    date: localDateOf(booking.start_time, zone),
    start: formatClock(booking.start_time, zone),
  };
}

/**
 * Returns the booking's price once this line has paid it; null if the line does not pay exactly what is left. An offline
 * payment, another price or another payment came in between.
 */
export function settledPrice(booking: OwedBooking, line: CheckoutLine): number | null {
  if (line.price_chosen_by_client)
    return priceRangeOf(booking) !== null && isPriceOnScale(booking, line.price_cents)
      ? line.price_cents
      : null;
  if (priceRangeOf(booking) !== null) return null;
  const balance = balanceCents(booking);
  return balance > 0 && balance === line.price_cents ? booking.price_cents : null;
}

function isPriceOnScale(booking: OwedBooking, cents: number): boolean {
  const prices = inDollars(booking);
  return isSlidingScale(prices) && priceFor(prices, cents).ok;
}
