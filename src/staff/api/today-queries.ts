import { queryOptions } from '@tanstack/react-query';
import { staffAttention, staffNews, staffToday } from '#contract/staff.calls.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { agendaKeys } from '#staff/api/keep-booking.ts';

/** One day; null is today by the server's clock. */
export const todayQuery = (date: LocalDate | null) =>
  queryOptions({
    queryKey: agendaKeys.today(date),
    queryFn: ({ signal }) => callStaff(staffToday, { query: date === null ? {} : { date } }, { signal }),
  });

export const attentionQuery = queryOptions({
  queryKey: agendaKeys.attention,
  queryFn: ({ signal }) => callStaff(staffAttention, {}, { signal }),
});

export const newsQuery = queryOptions({
  queryKey: ['staff', 'news'] as const,
  queryFn: ({ signal }) => callStaff(staffNews, {}, { signal }),
});
