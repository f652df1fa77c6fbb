import { queryOptions, useQuery } from '@tanstack/react-query';
import { getAllWellnessServices } from '#contract/services.calls.ts';
import { callStaff } from '#staff/client/call-staff.ts';

/** The services that are offered, in the order of the price list. */
export const servicesQuery = queryOptions({
  queryKey: ['services'],
  queryFn: ({ signal }) => callStaff(getAllWellnessServices, {}, { signal }),
  staleTime: 60_000,
});

/** The name of a service; 'a session' while it is unknown, or no longer offered. */
export const useServiceName = (id: string): string =>
  useQuery(servicesQuery).data?.find((service) => service.id === id)?.name ?? 'a session';
