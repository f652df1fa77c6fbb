import { randomUUID } from 'node:crypto';
import { practice } from '#content/public/practice.ts';
import type { CheckoutLine } from '#domain/checkout/checkout-line.ts';
import { inDollars, isSlidingScale } from '#domain/money/money.ts';
import { type Address, normaliseAddress } from '#domain/people/address.ts';
import type { LocationType } from '#domain/slots/services.ts';
import type { BookableSlot } from '#domain/slots/slots.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import type { OfferedService } from './practice-facts.ts';

const ONLINE = 'Online';
const HOUSE_CALL = 'House Call';

type Session = {
  service: OfferedService;
  place: LocationType;
  slot: Pick<
    BookableSlot,
    'schedule_id' | 'start' | 'start_time' | 'end_time' | 'blocked_until' | 'capacity'
  >;
  date: LocalDate;
  price_cents: number;
  /** The client's address, where the place is a house call. */
  address: unknown;
};

/** Returns the line of one session as it is sold now, with a new booking's id. */
export function sessionLine({ service, place, slot, date, price_cents, address }: Session): CheckoutLine {
  return {
    booking_id: randomUUID(),
    service_id: service.id,
    rule_id: slot.schedule_id,
    service_name: service.name,
    service_type: service.type[0] ?? service.category,
    format: service.format,
    start_time: slot.start_time.toISOString(),
    end_time: slot.end_time.toISOString(),
    blocked_until: slot.blocked_until.toISOString(),
    capacity: slot.capacity,
    location_type: place,
    location_name: placeName(service, place),
    price_cents,
    price_chosen_by_client: isSlidingScale(inDollars(service)),
    visit_address: place === 'HOUSE_CALL' ? (normaliseAddress(address as Address) satisfies Address) : null,
    product_id: service.stripe_product_id,
    date,
    start: slot.start,
  };
}

/** A service with several location types stores only the name of its studio, so the others get a fixed label. */
export function placeName(
  service: Pick<OfferedService, 'service_location_type' | 'location_name'>,
  place: LocationType,
): string {
  const { service_location_type: places, location_name } = service;
  if (places.length < 2 && places[0] === place) return location_name;
  if (place === 'HOUSE_CALL') return HOUSE_CALL;
  if (place === 'VIRTUAL') return ONLINE;
  return places.includes(place) ? location_name : practice.studio.short_name;
}
