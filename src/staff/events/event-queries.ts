import { queryOptions } from '@tanstack/react-query';
import { staffEvents } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/api/call-staff.ts';

/** The events of the last year and all to come. */
export const eventsQuery = queryOptions({
  queryKey: ['staff', 'events'],
  queryFn: ({ signal }) => callStaff(staffEvents, {}, { signal }),
});
