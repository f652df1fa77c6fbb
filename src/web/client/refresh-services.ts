import type { Service } from '#contract/services.schemas.ts';
import type { Cart } from '#domain/cart.ts';
import { clampPrice } from '#domain/money.ts';

/**
 * The cart with its services as they are offered now: fixed prices are updated, a chosen price is clamped to the new
 * scale. A service that is no longer offered stays unchanged; the server reports it at checkout. Only a changed price
 * renews the 30 minutes of the cart.
 */
export function refreshServices(
  cart: Cart<Service>,
  services: readonly Service[],
  now: number,
): Cart<Service> {
  const offered = new Map(services.map((service) => [service.id, service]));
  let changed = false;
  const items = cart.items.map((item) => {
    const service = offered.get(item.serviceId);
    if (!service) return item;
    const currentPrice = clampPrice(service, item.currentPrice);
    changed ||= currentPrice !== item.currentPrice;
    return { ...item, service, currentPrice, service_name: service.name };
  });
  return changed ? { items, timestamp: now } : { ...cart, items };
}
