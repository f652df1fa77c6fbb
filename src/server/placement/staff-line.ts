import { randomUUID } from 'node:crypto';
import type { Address } from '#domain/people/address.ts';
import type { SeatLine } from '#domain/checkout/checkout-line.ts';
import { inDollars, isSlidingScale, startPrice, toCents } from '#domain/money/money.ts';
import type { Placement } from '#domain/slots/placement.ts';
import { placeName } from '../seats/session-line.ts';
import type { PlacementSubject } from './read-placement.ts';
import { refuse } from '../http/refusal.ts';

export const ADDRESS_NEEDED = refuse('ADDRESS_NEEDED', {
  message: 'A house call needs the client’s complete address.',
});

type Price = { price_cents: number; price_chosen_by_client: boolean };

/** The price that staff typed, else the service's. On a sliding scale the client then still chooses: it is a suggestion. */
export function staffPrice(
  { service }: Pick<PlacementSubject, 'service'>,
  { payment, price_cents }: { payment: string; price_cents?: number | undefined },
): Price {
  if (payment === 'FREE') return { price_cents: 0, price_chosen_by_client: false };
  if (price_cents !== undefined) return { price_cents, price_chosen_by_client: false };
  const prices = inDollars(service);
  return { price_cents: toCents(startPrice(prices)), price_chosen_by_client: isSlidingScale(prices) };
}

/** Returns the line that takes a seat by staff: without a rule, at the times of its placement. */
export function staffLine(
  { service, client, request: { place } }: PlacementSubject,
  { start, end, blocked_until, capacity }: Placement,
  price: Price,
): SeatLine {
  return {
    booking_id: randomUUID(),
    service_id: service.id,
    rule_id: null,
    by_staff: true,
    service_name: service.name,
    service_type: service.type[0] ?? service.category,
    format: service.format,
    start_time: start.toISOString(),
    end_time: end.toISOString(),
    blocked_until: blocked_until.toISOString(),
    capacity,
    location_type: place,
    location_name: placeName(service, place),
    ...price,
    visit_address: place === 'HOUSE_CALL' ? ((client?.address ?? null) satisfies Address | null) : null,
  };
}
