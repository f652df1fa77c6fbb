import { queryOptions } from '@tanstack/react-query';
import { staffHours } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/api/call-staff.ts';

/** The week: hours, extra openings, time off. */
export const hoursQuery = queryOptions({
  queryKey: ['staff', 'hours'],
  queryFn: ({ signal }) => callStaff(staffHours, {}, { signal }),
});
