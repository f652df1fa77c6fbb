import type { PriceRange } from '#contract/payment-links.schemas.ts';
import { type BookingPrice, isPriceOpen } from '#domain/visits/balance.ts';
import { inDollars, sliderBounds, startPrice, toCents } from '#domain/money/money.ts';

/** A booking with the prices that its service has now. */
type PricedBooking = BookingPrice & Parameters<typeof inDollars>[0] & { price_chosen_by_client: boolean };

/** Returns the prices from which the client chooses; null where the price is decided. */
export function priceRangeOf(booking: PricedBooking): PriceRange | null {
  return isPriceOpen(booking, booking.price_chosen_by_client) ? rangeOf(booking) : null;
}

/** Returns the prices from which a client chooses; null for a fixed price. */
export function rangeOf(service: Parameters<typeof inDollars>[0]): PriceRange | null {
  const prices = inDollars(service);
  const bounds = sliderBounds(prices);
  if (bounds === null) return null;
  return {
    min_cents: toCents(bounds.min),
    max_cents: toCents(bounds.max),
    suggested_cents: toCents(startPrice(prices)),
  };
}
