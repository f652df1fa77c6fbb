import { queryOptions } from '@tanstack/react-query';
import { staffServices } from '#contract/catalogue.calls.ts';
import { callStaff } from '#staff/client/call-staff.ts';

/** Every service, in the order of the price list. */
export const servicesQuery = queryOptions({
  queryKey: ['staff', 'services'],
  queryFn: ({ signal }) => callStaff(staffServices, {}, { signal }),
});
