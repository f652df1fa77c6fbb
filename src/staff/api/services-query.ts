import { queryOptions, useQuery } from '@tanstack/react-query';
import { practice } from '#content/public/practice.ts';
import type { OutputOf } from '#contract/call.ts';
import { staffServices } from '#contract/staff.calls.ts';
import { inDollars } from '#domain/money/money.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { callStaff } from '#staff/api/call-staff.ts';

/** Every service in the order of the price list, also what clients don't see, retired ones last. */
export const servicesQuery = queryOptions({
  queryKey: ['staff', 'services'],
  queryFn: ({ signal }) => callStaff(staffServices, {}, { signal }),
});

/** The services that are offered, with their prices in dollars. */
export const offeredQuery = { ...servicesQuery, select: selectOffered };

function selectOffered({ services }: OutputOf<typeof staffServices>) {
  return services
    .filter(({ is_active, format }) => is_active && format !== 'PRODUCT')
    .map((service) => ({ ...service, ...inDollars(service) }));
}
export type OfferedService = ReturnType<typeof selectOffered>[number];

export const PLACE_LABELS: Readonly<Record<LocationType, string>> = {
  FIXED_LOCATION: practice.studio.short_name,
  HOUSE_CALL: 'House call',
  VIRTUAL: 'Online',
};

/** The name of a service; 'a session' while it is unknown. */
export const useServiceName = (id: string): string =>
  useQuery(servicesQuery).data?.services.find((service) => service.id === id)?.name ?? 'a session';
