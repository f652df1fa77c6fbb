import { type LocationType, SERVICE_TYPES, type ServiceType } from '#domain/slots/services.ts';
import type { Service } from '#contract/services.schemas.ts';
import { PLACE_PARAMETERS } from '#web/layout/nav-links.ts';

/** Stored in the address: `?type=YOGA&location=house-call`. */
export type Filters = { type: ServiceType | 'ALL'; place: LocationType };

/** A type of the navigation state or the address, in any case, `ALL` included; else null (product.md §2.1.1). */
export function typeFrom(value: unknown): Filters['type'] | null {
  if (typeof value !== 'string') return null;
  const type = value.toUpperCase();
  return type === 'ALL' || (SERVICE_TYPES as readonly string[]).includes(type)
    ? (type as Filters['type'])
    : null;
}

/**
 * Reads the address. The default is all types at the studio (product.md §2.19.1); a place that this client may not choose
 * counts as the studio.
 */
export function filtersFrom(search: URLSearchParams, places: readonly LocationType[]): Filters {
  const place = PLACE_PARAMETERS[search.get('location') ?? ''];
  return {
    type: typeFrom(search.get('type')) ?? 'ALL',
    place: place && places.includes(place) ? place : 'FIXED_LOCATION',
  };
}

/** The search parameters for these filters, without defaults. Other parameters stay. */
export function searchFor(search: URLSearchParams, { type, place }: Filters): URLSearchParams {
  const next = new URLSearchParams(search);
  const name = Object.entries(PLACE_PARAMETERS).find(([, value]) => value === place)?.[0];
  if (type === 'ALL') next.delete('type');
  else next.set('type', type);
  if (name) next.set('location', name);
  else next.delete('location');
  return next;
}

/** The studio, House Call for approved clients, Online if there is such a service (product.md §2.19.3, rules.md §4). */
export function placesFor(services: readonly Service[], approved: boolean): LocationType[] {
  const online = services.some((service) => service.service_location_type.includes('VIRTUAL'));
  return [
    'FIXED_LOCATION',
    ...(approved ? ['HOUSE_CALL' as const] : []),
    ...(online ? ['VIRTUAL' as const] : []),
  ];
}

/** The service that a new client books first: one for first visits, else a session for everybody. */
export const firstVisitOf = (services: readonly Service[]): Service | undefined =>
  services.find(({ audience }) => audience === 'NEW') ??
  services.find(({ audience, format }) => audience === 'EVERYONE' && format === 'ONE_ON_ONE');

export function matching(services: readonly Service[], { type, place }: Filters): Service[] {
  return services.filter(
    (service) =>
      (type === 'ALL' || service.type.includes(type)) && service.service_location_type.includes(place),
  );
}
