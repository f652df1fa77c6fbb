import { practice } from '#content/public/practice.ts';
import { addDays, dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';

/** From one moment to another, on each date; nothing may be rescheduled into it. */
export type ClosedTime = readonly { from: number; to: number }[];

const DAY_MINUTES = 24 * 60;

/** The time that a planned change closes, every week until a date. Null as a time: the whole day. */
export function closedTime(
  from: LocalDate,
  from_time: string | null,
  to: LocalDate,
  to_time: string | null,
  until: LocalDate = from,
): ClosedTime {
  const weeks = 1 + Math.floor((dayNumberOf(until) - dayNumberOf(from)) / 7);
  return Array.from({ length: weeks }, (_, n) => ({
    from: momentOf(addDays(from, 7 * n), minutesOf(from_time, 0)),
    to: momentOf(addDays(to, 7 * n), minutesOf(to_time, DAY_MINUTES)),
  }));
}

/** Whether a session would be, in part at least, in the closed time. */
export const isClosed = (session: { start: string; end_time: string }, closed: ClosedTime): boolean =>
  closed.some(({ from, to }) => Date.parse(session.start) < to && Date.parse(session.end_time) > from);

const minutesOf = (time: string | null, otherwise: number) =>
  time === null ? otherwise : (parseTime(time) ?? otherwise);

/** A time that the clocks skip counts from the next whole hour. */
function momentOf(date: LocalDate, minutes: number): number {
  if (minutes >= DAY_MINUTES) return momentOf(addDays(date, 1), minutes - DAY_MINUTES);
  return (instantOf(date, minutes, practice.zone) ?? instantOf(date, minutes + 60, practice.zone)!).getTime();
}
