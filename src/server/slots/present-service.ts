import type { Service } from '#contract/services.schemas.ts';
import type { OfferedService } from '../seats/practice-facts.ts';

const dollarsOrNull = (cents: number | null) => (cents === null ? null : cents / 100);

/** Converts a service to the wire (product.md §3.2): prices in dollars. */
export function presentService(service: OfferedService): Service {
  return {
    id: service.id,
    name: service.name,
    description: service.description,
    type: service.type,
    duration: service.duration,
    buffer_time: service.buffer_time,
    base_price: service.base_price_cents / 100,
    suggested_price: dollarsOrNull(service.suggested_price_cents),
    min_price: dollarsOrNull(service.min_price_cents),
    max_price: dollarsOrNull(service.max_price_cents),
    service_location_type: service.service_location_type,
    location: { name: service.location_name },
    format: service.format,
    category: service.category,
    scheduling_type: service.scheduling_type,
    stripe_product_id: service.stripe_product_id,
    stripe_price_id: service.stripe_price_id,
    is_subscription: service.is_subscription,
    subscription_interval: service.subscription_interval,
    max_capacity: service.max_capacity,
    audience: service.audience,
  };
}
