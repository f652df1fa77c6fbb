/**
 * Formats for dates and moments. They do not use Intl, so that server and browser print the same bytes with any
 * version of ICU.
 */
import { dayOfWeek, isLocalDate, type LocalDate, type YearMonth } from '#domain/time/calendar.ts';
import { formatTime } from '#domain/time/wall-time.ts';
import { type Instant, localDateOf, localMinutesOf, millisOf } from '#domain/time/zone.ts';

/** Every format below returns this for a value that is not a date (product.md §2.17). */
export const INVALID_DATE = 'Invalid Date';

/** Names of months, index 0 = January. */
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
/** Weekday names, index 0 = Sunday. */
export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

function onDate(date: LocalDate, print: (year: number, month: string, day: number) => string): string {
  if (!isLocalDate(date)) return INVALID_DATE;
  return print(+date.slice(0, 4), MONTHS[+date.slice(5, 7) - 1]!, +date.slice(8, 10));
}

function atInstant(instant: Instant, zone: string, print: (date: LocalDate) => string): string {
  const ms = millisOf(instant);
  return Number.isNaN(ms) ? INVALID_DATE : print(localDateOf(ms, zone));
}

const short = (month: string) => month.slice(0, 3);

/** Formats as 'MMM d': Jan 5 (product.md §9.6, Journey tile). */
export function formatMonthDay(instant: Instant, zone: string): string {
  return atInstant(instant, zone, (date) => onDate(date, (_, month, day) => `${short(month)} ${day}`));
}

/** Formats as 'MMM d, yyyy': Jan 5, 2026 (product.md §9.6, Journey card; also the en-US short date of the blog). */
export function formatShortDate(instant: Instant, zone: string): string {
  return atInstant(instant, zone, formatCalendarDate);
}

/** Formats as 'MMMM d, yyyy': January 5, 2026 (product.md §9.6, Journey dialog). */
export function formatLongMonthDate(instant: Instant, zone: string): string {
  return atInstant(instant, zone, (date) => onDate(date, (year, month, day) => `${month} ${day}, ${year}`));
}

/** Formats as 'h:mm aa': 9:05 AM (product.md §9.6, Journey dialog). */
export function formatClock(instant: Instant, zone: string): string {
  return Number.isNaN(millisOf(instant)) ? INVALID_DATE : formatTime(localMinutesOf(instant, zone));
}

/** Formats as month day, hour:minute am/pm: Jan 5, 9:05 AM (product.md §2.15.1). */
export function formatMonthDayTime(instant: Instant, zone: string): string {
  if (Number.isNaN(millisOf(instant))) return INVALID_DATE;
  return `${formatMonthDay(instant, zone)}, ${formatClock(instant, zone)}`;
}

/** Formats as 'short date at time': Jan 5, 2026 at 9:05 AM (product.md §9.6, Forms tile). */
export function formatShortDateAtTime(instant: Instant, zone: string): string {
  if (Number.isNaN(millisOf(instant))) return INVALID_DATE;
  return `${formatShortDate(instant, zone)} at ${formatClock(instant, zone)}`;
}

/** Formats a calendar date as 'MMM d, yyyy': Jan 5, 2026. */
export function formatCalendarDate(date: LocalDate): string {
  return onDate(date, (year, month, day) => `${short(month)} ${day}, ${year}`);
}

/** Formats a calendar date as 'EEEE, MMMM d, yyyy': Monday, January 5, 2026. */
export function formatLongDate(date: LocalDate): string {
  return onDate(date, (year, month, day) => `${WEEKDAYS[dayOfWeek(date)]}, ${month} ${day}, ${year}`);
}

/** Formats a calendar date as 'EEEE, MMMM d', where the year is clear: Monday, January 5. */
export function formatLongDay(date: LocalDate): string {
  return onDate(date, (_, month, day) => `${WEEKDAYS[dayOfWeek(date)]}, ${month} ${day}`);
}

/** Formats a calendar date as 'EEE, MMM d', where the year is clear: Mon, Jan 5. */
export function formatShortDay(date: LocalDate): string {
  return onDate(date, (_, month, day) => `${short(WEEKDAYS[dayOfWeek(date)]!)}, ${short(month)} ${day}`);
}

/** Formats as 'EEE, MMM d, h:mm aa': Mon, Jan 5, 9:05 AM. */
export function formatShortDayTime(instant: Instant, zone: string): string {
  if (Number.isNaN(millisOf(instant))) return INVALID_DATE;
  return `${atInstant(instant, zone, formatShortDay)}, ${formatClock(instant, zone)}`;
}

/** Formats a day for the staff area: Tue 8 Dec. */
export function formatDay(date: LocalDate): string {
  return onDate(date, (_, month, day) => `${short(WEEKDAYS[dayOfWeek(date)]!)} ${day} ${short(month)}`);
}

/** Formats a day for the staff area: Tuesday 8 December. */
export function formatFullDay(date: LocalDate): string {
  return onDate(date, (_, month, day) => `${WEEKDAYS[dayOfWeek(date)]} ${day} ${month}`);
}

/** Formats the day of a moment for the staff area: Tue 8 Dec. */
export function formatDayOf(instant: Instant, zone: string): string {
  return atInstant(instant, zone, formatDay);
}

/** Formats a moment for the staff area: Tue 8 Dec, 10:00 AM. */
export const formatDayTime = (instant: Instant, zone: string): string =>
  `${formatDayOf(instant, zone)}, ${formatClock(instant, zone)}`;

/** Formats from one clock time to another: 10:00 AM - 10:45 AM. */
export function formatClockRange(start: Instant, end: Instant, zone: string): string {
  return `${formatClock(start, zone)} - ${formatClock(end, zone)}`;
}

/** Keeps times in a text together: no line break within '9:00 AM' or before the dash of '9:00 AM - 10:30 AM PDT'. */
export const keepTimesTogether = (text: string): string =>
  text.replace(/(\d) ([AP]M)\b( -| [A-Z]{3,4}\b)?/g, (time) => time.replaceAll(' ', '\u00a0'));

/** Formats as 'MMMM yyyy': January 2026. */
export function formatMonthTitle(at: YearMonth): string {
  return `${MONTHS[at.month - 1] ?? ''} ${at.year}`;
}

/** Formats a calendar date as 'd MMM': 20 Dec (rules.md §9). */
export function formatDayMonth(date: LocalDate): string {
  return onDate(date, (_, month, day) => `${day} ${short(month)}`);
}
