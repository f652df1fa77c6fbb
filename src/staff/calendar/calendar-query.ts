import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { staffCalendar } from '#contract/staff.calls.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { agendaKeys } from '#staff/api/keep-booking.ts';

/** The days from one to another. While they load, the days before stay in place for their hours. */
export const calendarQuery = (from: LocalDate, to: LocalDate) =>
  queryOptions({
    queryKey: agendaKeys.calendar(from, to),
    queryFn: ({ signal }) => callStaff(staffCalendar, { query: { from, to } }, { signal }),
    placeholderData: keepPreviousData,
  });
