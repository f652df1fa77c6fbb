import type { Span, TimeOff, Today } from '#contract/agenda.schemas.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { formatClock, formatClockRange, formatDay } from '#domain/time/date-formats.ts';
import { localDateOf, millisOf } from '#domain/time/zone.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { bookedClasses, bookedSpan, countedSessions } from '#staff/today/day-rows.ts';

const MINUTE_MS = 60_000;
const NO_BREAK = '\u00a0';

/** '6 sessions', '1 class' */

/** '6 sessions, 1 class, 1 no-show'; null on an empty day. */
export function dayCounts({ sessions, classes }: Pick<Today, 'sessions' | 'classes'>): string | null {
  const parts = [
    [countedSessions(sessions).length, 'session', 'sessions'],
    [bookedClasses(classes).length, 'class', 'classes'],
    [sessions.filter(({ status }) => status === 'NO_SHOW').length, 'no-show', 'no-shows'],
  ] as const;
  const texts = parts
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => formatCount(number, one, many));
  return texts.length === 0 ? null : texts.join(', ');
}

/** '9:00 AM to 5:30 PM': from the first start to the last end; null on an empty day. */
export function dayHours(day: Pick<Today, 'sessions' | 'classes'>, zone: string): string | null {
  const span = bookedSpan(day);
  return span && `${formatClock(span.start, zone)} to ${formatClock(span.end, zone)}`;
}

/** 'The day ends at 5:30 PM.'; a class without bookings can still follow. */
export function dayEndText({ classes }: Pick<Today, 'classes'>, { end }: Span, zone: string): string {
  const isFollowed = classes.some(({ end_time }) => millisOf(end_time) > millisOf(end));
  return `${isFollowed ? 'The last booking' : 'The day'} ends at ${formatClock(end, zone)}.`;
}

/** 'in 8 min', 'in 2 h 5 min', 'now'; null from four hours on. */
export function formatWait(start: string, now: Date): string | null {
  const minutes = Math.ceil((millisOf(start) - now.getTime()) / MINUTE_MS);
  if (minutes <= 0) return 'now';
  if (minutes >= 240) return null;
  if (minutes < 60) return `in ${minutes} min`;
  const rest = minutes % 60;
  return `in ${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

/** 'Nobody is booked today.' */
export function emptyDayText(date: LocalDate, today: LocalDate): string {
  if (date === today) return 'Nobody is booked today.';
  if (date === addDays(today, 1)) return 'Nobody is booked tomorrow.';
  const day = formatDay(date).replaceAll(' ', NO_BREAK);
  return `Nobody ${date < today ? 'was' : 'is'} booked on ${day}.`;
}

/** 'Closed: Summer break, until Mon 21 Jul.', or with times if it ends on the same day. */
export function timeOffText({ starts_at, ends_at, reason, is_busy }: TimeOff, zone: string): string {
  const what = is_busy ? reason : reason ? `Closed: ${reason}` : 'Closed';
  // The end is exclusive: time off until midnight ends on the day before.
  const last = localDateOf(millisOf(ends_at) - 1, zone);
  const isOneDay = localDateOf(starts_at, zone) === last;
  const isWholeDay = millisOf(ends_at) - millisOf(starts_at) >= 23 * 60 * MINUTE_MS;
  if (isOneDay) return isWholeDay ? `${what}.` : `${what}, ${formatClockRange(starts_at, ends_at, zone)}.`;
  return `${what}, until ${formatDay(last)}.`;
}

/** The sentence of the night in which the clocks change. `is_tonight`: the day is today. */
export function clockChangeText(
  change: Today['clock_change'],
  is_today: boolean,
  date: LocalDate,
): string | null {
  if (!change) return null;
  const way = change === 'BACK' ? 'back' : 'forward';
  if (is_today) return `Clocks go ${way} tonight. Tomorrow’s times use the new clock.`;
  return `Clocks go ${way} in the night after ${formatDay(date)}. The next day’s times use the new clock.`;
}
