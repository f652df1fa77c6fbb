import { queryOptions } from '@tanstack/react-query';
import { practice } from '#content/public/practice.ts';
import { staffExplain } from '#contract/staff.calls.ts';
import type { Explanation } from '#contract/placement.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { formatClock, formatDay } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { callStaff } from '#staff/api/call-staff.ts';

const { zone } = practice;

/** Why clients can or cannot book a time ('10:00'), for every service. */
export const explainQuery = (date: LocalDate, time: string) =>
  queryOptions({
    queryKey: ['staff', 'explain', date, time],
    queryFn: ({ signal }) => callStaff(staffExplain, { query: { date, time } }, { signal }),
  });

/** 'Its hours end at 9:30 AM.', or that clients can book it. */
export const reasonText = ({ is_offered, reason }: Explanation['services'][number]): string =>
  is_offered ? 'Clients can book this.' : (reason ?? 'Not offered.');

/** '2:15 PM, 3:00 PM · Sun 6 Dec, 3:30 PM': in their order, the day once, that of `date` not at all. */
export function nearestText(starts: readonly string[], date: LocalDate): string {
  const days = Map.groupBy(starts.toSorted(), (start) => localDateOf(start, zone));
  return [...days]
    .map(([day, times]) => {
      const clocks = times.map((time) => formatClock(time, zone).replace(' ', '\u00a0'));
      return (day === date ? clocks : [formatDay(day).replaceAll(' ', '\u00a0'), ...clocks]).join(', ');
    })
    .join(' · ');
}
