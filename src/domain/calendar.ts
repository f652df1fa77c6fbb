/**
 * Dates, month grids and the practice's zone. No library: a calendar date is arithmetic on day
 * numbers, and the only thing asked of Intl is a zone's offset (cached by day). Texts are put together
 * by hand, so that server and browser print the same bytes whatever ICU they carry.
 */

/** A calendar date 'yyyy-MM-dd', free of any zone. */
export type LocalDate = string;
/** Minutes since local midnight, 0..1440. */
type LocalMinutes = number;
/** A moment: a Date, an ISO text from the wire, or epoch milliseconds. */
type Instant = Date | string | number;
/** One cell of a month grid. */
export type GridDay = { date: LocalDate; inMonth: boolean };
/** month 1..12 */
export type YearMonth = { year: number; month: number };

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const GRID_CELLS = 42;
/** What every format below prints for something that is no date (spec §2 Settings). */
export const INVALID_DATE = 'Invalid Date';

// Caches. Dates and zones of requests reach them, so each is bounded.
const partsFormats = new Map<string, Intl.DateTimeFormat>();
const nameFormats = new Map<string, Intl.DateTimeFormat>();
const offsetsAtMidnight = new Map<string, Map<number, number>>();
const shifts = new Map<string, Map<number, number>>();
const dateTexts = new Map<number, LocalDate>();
const CACHED_DAYS = 4096;

const MONTHS = [
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

/** Days since 1970-01-01 of a calendar date. NaN for malformed text. */
export function dayNumberOf(date: LocalDate): number {
  return Date.UTC(+date.slice(0, 4), +date.slice(5, 7) - 1, +date.slice(8, 10)) / DAY_MS;
}

/** The calendar date of a day number (inverse of dayNumberOf). */
export function dateOfDayNumber(day: number): LocalDate {
  let date = dateTexts.get(day);
  if (date === undefined) {
    if (dateTexts.size >= CACHED_DAYS) dateTexts.clear();
    dateTexts.set(day, (date = new Date(day * DAY_MS).toISOString().slice(0, 10)));
  }
  return date;
}

/** Is this text a real 'yyyy-MM-dd' date (no 2026-02-30)? */
export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = dayNumberOf(text);
  return !Number.isNaN(day) && dateOfDayNumber(day) === text;
}

function dateOf(year: number, month: number, day: number): LocalDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** The 42 cells of a month (1..12), neighbouring days included; weeks start on 0 Sunday or 1 Monday (spec §9). */
export function monthGrid(year: number, month: number, weekStartsOn: 0 | 1): GridDay[] {
  const first = dayNumberOf(dateOf(year, month, 1));
  const lead = (weekdayOfDayNumber(first) - weekStartsOn + 7) % 7;
  const prefix = dateOf(year, month, 1).slice(0, 7);
  return Array.from({ length: GRID_CELLS }, (_, cell) => {
    const date = dateOfDayNumber(first - lead + cell);
    return { date, inMonth: date.startsWith(prefix) };
  });
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOfDayNumber(dayNumberOf(date) + days);
}

/** Steps a month view; wraps at December/January (spec §2). */
export function addMonths(at: YearMonth, months: number): YearMonth {
  const index = at.year * 12 + (at.month - 1) + months;
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
}

export function yearMonthOf(date: LocalDate): YearMonth {
  return { year: +date.slice(0, 4), month: +date.slice(5, 7) };
}

/** 0 = Sunday .. 6 = Saturday (spec §3). */
export function dayOfWeek(date: LocalDate): number {
  return weekdayOfDayNumber(dayNumberOf(date));
}

/** Weekday of a day number; 1970-01-01 was a Thursday. */
export function weekdayOfDayNumber(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Days 1-7 are week 1, 8-14 week 2, .. (spec §5). */
export function weekOfMonth(date: LocalDate): number {
  return Math.ceil(+date.slice(8, 10) / 7);
}

/** Calendar days from one date to another; negative if `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return dayNumberOf(to) - dayNumberOf(from);
}

// --- the zone ---------------------------------------------------------------------------------------

function millisOf(instant: Instant): number {
  if (typeof instant === 'number') return instant;
  return typeof instant === 'string' ? Date.parse(instant) : instant.getTime();
}

/** The zone's offset at a moment in ms, asked of Intl: slow (microseconds). */
function askOffset(ms: number, zone: string): number {
  let format = partsFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    partsFormats.set(zone, format);
  }
  const at: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(ms)) at[type] = +value;
  const wall = Date.UTC(at['year']!, at['month']! - 1, at['day'], at['hour'], at['minute'], at['second']);
  return wall - Math.floor(ms / 1000) * 1000;
}

function offsetAtUtcMidnight(day: number, zone: string): number {
  let days = offsetsAtMidnight.get(zone);
  if (!days) offsetsAtMidnight.set(zone, (days = new Map()));
  let offset = days.get(day);
  if (offset === undefined) {
    if (days.size >= CACHED_DAYS) days.clear();
    days.set(day, (offset = askOffset(day * DAY_MS, zone)));
  }
  return offset;
}

/** The moment within a UTC day at which the offset changes (zones shift at most once a day, at whole minutes). */
function shiftWithin(day: number, zone: string): number {
  let days = shifts.get(zone);
  if (!days) shifts.set(zone, (days = new Map()));
  let shift = days.get(day);
  if (shift === undefined) {
    if (days.size >= CACHED_DAYS) days.clear();
    const before = offsetAtUtcMidnight(day, zone);
    let low = day * DAY_MS;
    let high = low + DAY_MS;
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
      if (askOffset(middle, zone) === before) low = middle;
      else high = middle;
    }
    days.set(day, (shift = high));
  }
  return shift;
}

/** Offset in ms. A UTC day with the same offset at both ends has no shift inside. */
function offsetMillis(ms: number, zone: string): number {
  const day = Math.floor(ms / DAY_MS);
  const before = offsetAtUtcMidnight(day, zone);
  const after = offsetAtUtcMidnight(day + 1, zone);
  return before === after || ms < shiftWithin(day, zone) ? before : after;
}

/** Minutes that the zone's wall clock is ahead of UTC at a moment. */
export function offsetMinutes(instant: Instant, zone: string): number {
  return offsetMillis(millisOf(instant), zone) / MINUTE_MS;
}

/** Which calendar date the wall clock shows; throws RangeError for an invalid moment. */
export function localDateOf(instant: Instant, zone: string): LocalDate {
  const ms = millisOf(instant);
  if (Number.isNaN(ms)) throw new RangeError('Invalid time value');
  return dateOfDayNumber(Math.floor((ms + offsetMillis(ms, zone)) / DAY_MS));
}

/** What the wall clock shows, in minutes since midnight (whole minutes, rounded down). */
export function localMinutesOf(instant: Instant, zone: string): LocalMinutes {
  const ms = millisOf(instant);
  const wall = ms + offsetMillis(ms, zone);
  return Math.floor((wall - Math.floor(wall / DAY_MS) * DAY_MS) / MINUTE_MS);
}

/** One local day as moments. All figures are epoch ms. */
export type WallClock = {
  /** First moment of the date. */
  start: number;
  /** First moment of the next date. */
  end: number;
  /** The moment at a wall time; NaN in the spring gap, the first of a repeated hour. */
  at(minutes: LocalMinutes): number;
  /** As `at`, but a time in the gap is the moment the gap is jumped. */
  notBefore(minutes: LocalMinutes): number;
  /** Wall minutes of a moment of this day; 1440 for `end`. */
  minutesAt(ms: number): LocalMinutes;
};

/** The wall clock of one day (rules.md §4: DST). Cheap on days without a shift. */
export function wallClockOf(day: number, zone: string): WallClock {
  const midnight = day * DAY_MS;
  // A local day lies within UTC-12..+14, so the offsets of the day before and two days after embrace it.
  const offset = offsetAtUtcMidnight(day - 1, zone);
  const after = offsetAtUtcMidnight(day + 2, zone);
  if (offset === after) {
    const start = midnight - offset;
    const end = start + DAY_MS;
    const at = (minutes: LocalMinutes) => start + minutes * MINUTE_MS;
    return {
      start,
      end,
      at,
      notBefore: at,
      minutesAt: (ms) => (ms >= end ? 1440 : Math.floor((ms - start) / MINUTE_MS)),
    };
  }
  const at = (minutes: LocalMinutes): number => {
    const wall = midnight + minutes * MINUTE_MS;
    const first = Math.min(wall - offset, wall - after);
    if (first + offsetMillis(first, zone) === wall) return first;
    const second = Math.max(wall - offset, wall - after);
    return second + offsetMillis(second, zone) === wall ? second : NaN;
  };
  const notBefore = (minutes: LocalMinutes): number => {
    const exact = at(minutes);
    if (!Number.isNaN(exact)) return exact;
    // In the gap: search the jump between the two readings of this wall time.
    const wall = midnight + minutes * MINUTE_MS;
    let low = Math.min(wall - offset, wall - after);
    let high = Math.max(wall - offset, wall - after);
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (middle + offsetMillis(middle, zone) < wall) low = middle;
      else high = middle;
    }
    return high;
  };
  const start = notBefore(0);
  const end = notBefore(1440);
  return {
    start,
    end,
    at,
    notBefore,
    minutesAt: (ms) => (ms >= end ? 1440 : Math.floor((ms + offsetMillis(ms, zone) - midnight) / MINUTE_MS)),
  };
}

/** Wall time to a moment: null in the spring gap, the first of a repeated hour (rules.md §4). */
export function instantOf(date: LocalDate, minutes: LocalMinutes, zone: string): Date | null {
  const ms = wallClockOf(dayNumberOf(date), zone).at(minutes);
  return Number.isNaN(ms) ? null : new Date(ms);
}

/** First moment of a date, also where midnight itself is skipped. */
export function startOfDay(date: LocalDate, zone: string): Date {
  return new Date(wallClockOf(dayNumberOf(date), zone).start);
}

// --- times of day -----------------------------------------------------------------------------------

/** 'h:mm AM/PM' (spec §3 Slot); 1440 reads as midnight. */
export function formatTime(minutes: LocalMinutes): string {
  const hour = Math.floor(minutes / 60) % 24;
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** 'h:mm AM/PM' or 'HH:mm[:ss]' to minutes; null for anything else. '24:00' is 1440. */
export function parseTime(text: string): LocalMinutes | null {
  const match = /^\s*(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap]\.?m\.?)?\s*$/i.exec(text);
  if (!match) return null;
  const minute = +match[2]!;
  let hour = +match[1]!;
  if (minute > 59) return null;
  if (match[3]) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (/^p/i.test(match[3]) ? 12 : 0);
  } else if (hour > 24 || (hour === 24 && minute > 0)) return null;
  return hour * 60 + minute;
}

// --- texts ------------------------------------------------------------------------------------------

/** Short name of the zone at a moment: 'EST', 'GMT+5:30'. */
export function zoneName(instant: Instant, zone: string): string {
  let format = nameFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' });
    nameFormats.set(zone, format);
  }
  const ms = millisOf(instant);
  if (Number.isNaN(ms)) return '';
  return format.formatToParts(ms).find((part) => part.type === 'timeZoneName')?.value ?? '';
}

function onDate(date: LocalDate, print: (year: number, month: string, day: number) => string): string {
  if (!isLocalDate(date)) return INVALID_DATE;
  return print(+date.slice(0, 4), MONTHS[+date.slice(5, 7) - 1]!, +date.slice(8, 10));
}

function atInstant(instant: Instant, zone: string, print: (date: LocalDate) => string): string {
  const ms = millisOf(instant);
  return Number.isNaN(ms) ? INVALID_DATE : print(localDateOf(ms, zone));
}

const short = (month: string) => month.slice(0, 3);

/** 'MMM d': Jan 5 (spec §2 Journey tile). */
export function formatMonthDay(instant: Instant, zone: string): string {
  return atInstant(instant, zone, (date) => onDate(date, (_, month, day) => `${short(month)} ${day}`));
}

/** 'MMM d, yyyy': Jan 5, 2026 (spec §2 Journey card; also the en-US short date of the blog). */
export function formatShortDate(instant: Instant, zone: string): string {
  return atInstant(instant, zone, formatCalendarDate);
}

/** 'MMMM d, yyyy': January 5, 2026 (spec §2 Journey dialog). */
export function formatLongMonthDate(instant: Instant, zone: string): string {
  return atInstant(instant, zone, (date) => onDate(date, (year, month, day) => `${month} ${day}, ${year}`));
}

/** 'h:mm aa': 9:05 AM (spec §2 Journey dialog). */
export function formatClock(instant: Instant, zone: string): string {
  return Number.isNaN(millisOf(instant)) ? INVALID_DATE : formatTime(localMinutesOf(instant, zone));
}

/** Month day, hour:minute am/pm: Jan 5, 9:05 AM (spec §2 Upcoming). */
export function formatMonthDayTime(instant: Instant, zone: string): string {
  if (Number.isNaN(millisOf(instant))) return INVALID_DATE;
  return `${formatMonthDay(instant, zone)}, ${formatClock(instant, zone)}`;
}

/** 'short date at time': Jan 5, 2026 at 9:05 AM (spec §2 Forms tile). */
export function formatShortDateAtTime(instant: Instant, zone: string): string {
  if (Number.isNaN(millisOf(instant))) return INVALID_DATE;
  return `${formatShortDate(instant, zone)} at ${formatClock(instant, zone)}`;
}

/** A calendar date as 'MMM d, yyyy'. */
export function formatCalendarDate(date: LocalDate): string {
  return onDate(date, (year, month, day) => `${short(month)} ${day}, ${year}`);
}

/** The long date of a day panel: Monday, January 5, 2026. */
export function formatLongDate(date: LocalDate): string {
  return onDate(date, (year, month, day) => `${WEEKDAYS[dayOfWeek(date)]}, ${month} ${day}, ${year}`);
}

/** Heading of a month view: January 2026. */
export function formatMonthTitle(at: YearMonth): string {
  return `${MONTHS[at.month - 1] ?? ''} ${at.year}`;
}
