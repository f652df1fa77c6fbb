import { addDays, dayNumberOf, dayOfWeek, isLocalDate, type LocalDate } from '#domain/time/calendar.ts';
import { MONTHS, WEEKDAYS } from '#domain/time/date-formats.ts';
import { cleanLine } from '#domain/text/typed-text.ts';

/** A screen that a search can lead to. */
export type Place = { path: string; label: string };

const SCREENS: readonly Place[] = [
  { path: '/', label: 'Today' },
  { path: '/calendar', label: 'Calendar' },
  { path: '/book', label: 'Book for a client' },
  { path: '/clients', label: 'Clients' },
  { path: '/notes', label: 'Search in notes' },
  { path: '/hours', label: 'Hours' },
  { path: '/hours/time-off', label: 'Time off' },
  { path: '/services', label: 'Services' },
  { path: '/services/new', label: 'New service' },
  { path: '/events', label: 'Events' },
  { path: '/forms', label: 'Forms' },
  { path: '/posts', label: 'Posts' },
  { path: '/money', label: 'Money' },
  { path: '/settings', label: 'Settings' },
  { path: '/audit', label: 'Audit log' },
  { path: '/security', label: 'Security' },
];

/** The screens whose name has a word that begins with the text; all screens for no text. */
export function screensFor(text: string): readonly Place[] {
  const typed = text.trim().toLowerCase();
  return SCREENS.filter(({ label }) => ` ${label.toLowerCase()}`.includes(` ${typed}`));
}

/** Whether a typed word is the name or its beginning, such as 'dec' and 'sept'. */
const isBeginning = (word: string, name: string) => word.length >= 3 && name.toLowerCase().startsWith(word);
const numberOf = (names: readonly string[], word: string | undefined): number =>
  word === undefined ? -1 : names.findIndex((name) => isBeginning(word, name));
const RELATIVE: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/**
 * The dates that a typed text may mean, the nearest first: 'yesterday', 'monday', '8 dec', 'Dec 8th', 'Tuesday, December 8',
 * '12/8', '12/8/2026', '2026-12-08'. Without a year or week, both the last and the next one.
 */
export function datesOf(text: string, today: LocalDate): LocalDate[] {
  const words = cleanLine(text)
    .toLowerCase()
    .split(/[\s,]+|\.(?=\s|$)/)
    .filter((word) => word !== '' && word !== 'of' && word !== 'the');
  const [first, ...others] = words;
  if (first === undefined) return [];
  const offset = RELATIVE[first];
  if (others.length === 0 && offset !== undefined) return [addDays(today, offset)];
  if (others.length === 0 && isLocalDate(first)) return [first];
  const weekday = numberOf(WEEKDAYS, first);
  if (weekday >= 0 && others.length === 0) return nearest(today, weekdaysAround(today, weekday));

  const parts = (weekday >= 0 ? others : words).flatMap((word) => word.split('/'));
  const isNumbers = /^\d{1,2}$/.test(parts[0]!) && words.some((word) => word.includes('/'));
  const named = parts.findIndex((part) => numberOf(MONTHS, part) >= 0);
  const month = isNumbers ? Number(parts[0]) : numberOf(MONTHS, parts[named]) + 1;
  const [day, year, ...rest] = parts.filter((_, at) => at !== (isNumbers ? 0 : named));
  const dayOfMonth = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(day ?? '')?.[1];
  if (month < 1 || dayOfMonth === undefined || rest.length > 0) return [];
  const inYear = (of: number | string) =>
    `${of}-${String(month).padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  const thisYear = Number(today.slice(0, 4));
  if (year !== undefined)
    return /^(?:\d{2}|\d{4})$/.test(year) ? [inYear(year.padStart(4, '20'))].filter(isLocalDate) : [];
  const dates = [thisYear - 1, thisYear, thisYear + 1].map(inYear).filter(isLocalDate);
  const past = dates.filter((date) => date < today).at(-1);
  return nearest(today, [past, dates.find((date) => date >= today)]);
}

/** That day of the week before today, and from today on. */
function weekdaysAround(today: LocalDate, weekday: number): LocalDate[] {
  const ahead = (weekday - dayOfWeek(today) + 7) % 7;
  return [addDays(today, ahead - 7), addDays(today, ahead)];
}

function nearest(today: LocalDate, dates: readonly (LocalDate | undefined)[]): LocalDate[] {
  const distance = (date: LocalDate) => Math.abs(dayNumberOf(date) - dayNumberOf(today));
  return dates.filter((date) => date !== undefined).toSorted((a, b) => distance(a) - distance(b));
}
