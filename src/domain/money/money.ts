/** Prices: a service has dollars on the wire; everything else has whole cents (product.md §9.8; rules.md §5). */

/** Prices of a service in dollars, as on the wire. */
type PricedService = {
  base_price: number | null;
  suggested_price?: number | null;
  min_price?: number | null;
  max_price?: number | null;
};
/** The same in cents, as the database has them. */
type PricesInCents = {
  base_price_cents: number;
  suggested_price_cents: number | null;
  min_price_cents: number | null;
  max_price_cents: number | null;
};
type PriceAnswer =
  | { ok: true; cents: number }
  | {
      ok: false;
      reason: 'PRICE_CHANGED';
      selected_cents: number;
      /** The valid price closest to the selected one. */
      expected_cents: number;
      /** Bounds of the sliding scale, if the service has one. */
      min_cents?: number;
      max_cents?: number;
    };
type Scale = { min: number; max: number };

/** The slider's step (product.md §5.8). */
export const SLIDER_STEP_DOLLARS = 1;

/** Converts dollars to cents, rounded (product.md §9.8.1). 1.005 rounds as written, not as its binary neighbour. */
export function toCents(dollars: number): number {
  const cents = dollars * 100;
  return Math.round(cents + Math.sign(cents) * Math.abs(cents) * Number.EPSILON);
}

/** Returns the prices of a service as the wire has them. */
export function inDollars(prices: PricesInCents): PricedService {
  const dollars = (cents: number | null) => (cents === null ? null : cents / 100);
  return {
    base_price: dollars(prices.base_price_cents),
    suggested_price: dollars(prices.suggested_price_cents),
    min_price: dollars(prices.min_price_cents),
    max_price: dollars(prices.max_price_cents),
  };
}

/** Formats cents as '$85' or '$85.50'. */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(cents) / 100).toString();
  const rest = Math.abs(cents) % 100;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}$${grouped}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`;
}

/** Formats cents with both decimals, for sums that are paid or refunded: '$85.00'. */
export function formatExactCents(cents: number): string {
  return cents % 100 === 0 ? `${formatCents(cents)}.00` : formatCents(cents);
}

/** Formats dollars as '$85' or '$85.50'. */
export function formatDollars(dollars: number): string {
  return formatCents(toCents(dollars));
}

function scaleOf(service: PricedService): Scale | null {
  const { min_price: min, max_price: max } = service;
  return typeof min === 'number' && typeof max === 'number' && max > min ? { min, max } : null;
}

/** Returns the first and last whole dollar of a sliding scale; null for a fixed price (rules.md §5). */
export function sliderBounds(service: PricedService): Scale | null {
  const scale = scaleOf(service);
  return scale && { min: Math.ceil(scale.min), max: Math.floor(scale.max) };
}

/** True if min_price and max_price are set and max > min (rules.md §5). */
export function isSlidingScale(service: PricedService): boolean {
  return scaleOf(service) !== null;
}

/**
 * Returns the slider's first value in dollars: suggested, else base, else min, within the bounds. A fixed price: base.
 */
export function startPrice(service: PricedService): number {
  const scale = scaleOf(service);
  if (!scale) return service.base_price ?? 0;
  return clampPrice(service, service.suggested_price ?? service.base_price ?? scale.min);
}

/** Rounds to whole dollars within the bounds of a sliding scale. Returns the base price of a fixed-price service. */
export function clampPrice(service: PricedService, dollars: number): number {
  const scale = scaleOf(service);
  if (!scale) return service.base_price ?? 0;
  const { min, max } = sliderBounds(service)!;
  const whole = Number.isFinite(dollars) ? Math.round(dollars) : min;
  return Math.min(max, Math.max(min, whole));
}

/** Returns '$85', or '$60–$120' for a sliding scale (product.md §2.19.5). */
export function priceLabel(service: PricedService): string {
  const scale = scaleOf(service);
  if (scale) return `${formatDollars(scale.min)}–${formatDollars(scale.max)}`;
  return formatDollars(service.base_price ?? 0);
}

/**
 * Returns a cart item's price in cents: current or suggested on a sliding scale, else the base price
 * (product.md §9.8.3).
 */
export function itemCents(item: { service: PricedService; currentPrice?: number | null }): number {
  if (!isSlidingScale(item.service)) return toCents(item.service.base_price ?? 0);
  return toCents(item.currentPrice ?? startPrice(item.service));
}

/** Returns the cart's subtotal in cents, before tax (product.md §9.8.3). */
export function subtotalCents(
  items: readonly { service: PricedService; currentPrice?: number | null }[],
): number {
  return items.reduce((sum, item) => sum + itemCents(item), 0);
}

/**
 * Returns total_amount of the checkout payload in cents: each item's selected_price (cents) or base_price (dollars)
 * (product.md §9.8.2).
 */
export function totalAmount(
  items: readonly { selected_price?: number | null; base_price: number | null }[],
): number {
  return items.reduce((sum, item) => sum + (item.selected_price ?? toCents(item.base_price ?? 0)), 0);
}

/**
 * Validates the price that a client sends (rules.md §5): the service's own price, or whole dollars within the bounds
 * of a sliding scale. Any other price is PRICE_CHANGED, with the amounts to show.
 */
export function priceFor(service: PricedService, selected_cents: number): PriceAnswer {
  const scale = scaleOf(service);
  if (!scale) {
    const cents = toCents(service.base_price ?? 0);
    if (selected_cents === cents) return { ok: true, cents };
    return { ok: false, reason: 'PRICE_CHANGED', selected_cents, expected_cents: cents };
  }
  const min_cents = toCents(scale.min);
  const max_cents = toCents(scale.max);
  if (selected_cents % 100 === 0 && selected_cents >= min_cents && selected_cents <= max_cents)
    return { ok: true, cents: selected_cents };
  return {
    ok: false,
    reason: 'PRICE_CHANGED',
    selected_cents,
    expected_cents: toCents(clampPrice(service, selected_cents / 100)),
    min_cents,
    max_cents,
  };
}
