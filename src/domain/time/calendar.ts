/**
 * Calendar dates and month grids, independent of any time zone. Dates are computed as day numbers, without a library.
 */

/** A calendar date 'yyyy-MM-dd', independent of any time zone. */
export type LocalDate = string;
/** One cell of a month grid. */
export type GridDay = { date: LocalDate; inMonth: boolean };
/** month 1..12 */
export type YearMonth = { year: number; month: number };

const DAY_MS = 86_400_000;
const GRID_CELLS = 42;

// Requests choose the dates that reach this cache, so it is bounded.
const dateTexts = new Map<number, LocalDate>();
const CACHED_DAYS = 4096;

/** Returns the days since 1970-01-01 of a calendar date; NaN for malformed text. */
export function dayNumberOf(date: LocalDate): number {
  return Date.UTC(+date.slice(0, 4), +date.slice(5, 7) - 1, +date.slice(8, 10)) / DAY_MS;
}

/** Returns the calendar date of a day number (inverse of dayNumberOf). */
export function dateOfDayNumber(day: number): LocalDate {
  let date = dateTexts.get(day);
  if (date === undefined) {
    if (dateTexts.size >= CACHED_DAYS) dateTexts.clear();
    dateTexts.set(day, (date = new Date(day * DAY_MS).toISOString().slice(0, 10)));
  }
  return date;
}

/** True if the text is a real 'yyyy-MM-dd' date (2026-02-30 is not). */
export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = dayNumberOf(text);
  return !Number.isNaN(day) && dateOfDayNumber(day) === text;
}

function dateOf(year: number, month: number, day: number): LocalDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/**
 * Returns the 42 cells of a month (1..12), neighbouring days included. Weeks start on 0 Sunday or 1 Monday
 * (product.md §9.4).
 */
export function monthGrid(year: number, month: number, weekStartsOn: 0 | 1): GridDay[] {
  const first = dayNumberOf(dateOf(year, month, 1));
  const lead = (weekdayOfDayNumber(first) - weekStartsOn + 7) % 7;
  const prefix = dateOf(year, month, 1).slice(0, 7);
  return Array.from({ length: GRID_CELLS }, (_, cell) => {
    const date = dateOfDayNumber(first - lead + cell);
    return { date, inMonth: date.startsWith(prefix) };
  });
}

/** Adds days to a date; a negative number subtracts. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOfDayNumber(dayNumberOf(date) + days);
}

/** Moves a month view by whole months and wraps at December/January (product.md §2.15.3). */
export function addMonths(at: YearMonth, months: number): YearMonth {
  const index = at.year * 12 + (at.month - 1) + months;
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
}

/** Returns the month 'YYYY-MM' after another. */
export const monthAfter = (month: string): string => addDays(`${month}-01`, 31).slice(0, 7);

/** Returns the first and the last day of a month 'YYYY-MM'. */
export function daysOfMonth(month: string): { from: LocalDate; to: LocalDate } {
  return { from: `${month}-01`, to: addDays(`${monthAfter(month)}-01`, -1) };
}

/** Returns the year and month of a date. */
export function yearMonthOf(date: LocalDate): YearMonth {
  return { year: +date.slice(0, 4), month: +date.slice(5, 7) };
}

/** Returns the weekday of a date: 0 = Sunday .. 6 = Saturday (product.md §3.3). */
export function dayOfWeek(date: LocalDate): number {
  return weekdayOfDayNumber(dayNumberOf(date));
}

/** Returns the weekday of a day number; 1970-01-01 was a Thursday. */
export function weekdayOfDayNumber(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Returns the day number of the Monday of a day's week. */
export function mondayOf(day: number): number {
  return day - ((weekdayOfDayNumber(day) + 6) % 7);
}

/** Returns the week of the month: days 1-7 are week 1, 8-14 week 2, and so on (product.md §5.9). */
export function weekOfMonth(date: LocalDate): number {
  return Math.ceil(+date.slice(8, 10) / 7);
}
