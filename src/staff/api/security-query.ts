import { queryOptions } from '@tanstack/react-query';
import { practice } from '#content/public/practice.ts';
import { staffSecurity } from '#contract/staff.calls.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { callStaff } from '#staff/api/call-staff.ts';

export const securityQuery = queryOptions({
  queryKey: ['staff', 'security'],
  queryFn: ({ signal }) => callStaff(staffSecurity, {}, { signal }),
});

/** 'Tue 8 Dec, 10:31 AM' */
export const formatInstant = (instant: string): string => formatDayTime(instant, practice.zone);
