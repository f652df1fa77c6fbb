/** How staff narrow and order the list of clients (rules.md §9). */
import { addMonths, type LocalDate, yearMonthOf } from '#domain/calendar.ts';

export const CLIENT_FILTERS = [
  'UPCOMING',
  'FIRST_VISIT',
  'NOT_SEEN',
  'BALANCE',
  'FORMS_MISSING',
  'HOUSE_CALLS',
  'NO_LOGIN',
] as const;
export type ClientFilter = (typeof CLIENT_FILTERS)[number];

export const CLIENT_SORTS = ['LAST_VISIT', 'NEXT_VISIT', 'NAME'] as const;
export type ClientSort = (typeof CLIENT_SORTS)[number];

/** After so many months without a visit a client counts as not seen. */
const NOT_SEEN_MONTHS = 3;

/** Returns the date three months before: the same day of the month, or the last one of a shorter month. */
export function notSeenSince(today: LocalDate): LocalDate {
  const { year, month } = addMonths(yearMonthOf(today), -NOT_SEEN_MONTHS);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = Math.min(Number(today.slice(8)), days);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
