import { addDays, isLocalDate, type LocalDate } from '#domain/calendar.ts';

/** A screen that a search can lead to. */
export type Place = { path: string; label: string };

const SCREENS: readonly Place[] = [
  { path: '/', label: 'Today' },
  { path: '/calendar', label: 'Calendar' },
  { path: '/book', label: 'Book for a client' },
  { path: '/clients', label: 'Clients' },
  { path: '/hours', label: 'Hours' },
  { path: '/hours/time-off', label: 'Time off' },
  { path: '/services', label: 'Services' },
  { path: '/services/new', label: 'New service' },
  { path: '/events', label: 'Events' },
  { path: '/settings', label: 'Settings' },
  { path: '/audit', label: 'Audit log' },
  { path: '/security', label: 'Security' },
];

/** The screens whose name has a word that begins with the text; all screens for no text. */
export function screensFor(text: string): readonly Place[] {
  const typed = text.trim().toLowerCase();
  return SCREENS.filter(({ label }) => ` ${label.toLowerCase()}`.includes(` ${typed}`));
}

const MONTH_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const monthOf = (text: string) => MONTH_NAMES.findIndex((name) => name.startsWith(text)) + 1;

/** The date of '8 dec', 'December 8', '12/8', '2026-12-08' or 'tomorrow'; without a year the next one. */
export function dateOf(text: string, today: LocalDate): LocalDate | null {
  const typed = text.trim().toLowerCase();
  if (typed === 'tomorrow') return addDays(today, 1);
  if (isLocalDate(typed)) return typed;
  const named = /^(?:[a-z]+,? )?(\d{1,2})\.? ([a-z]{3,})$/.exec(typed);
  const reversed = /^([a-z]{3,}) (\d{1,2})$/.exec(typed);
  const numbers = /^(\d{1,2})\/(\d{1,2})$/.exec(typed);
  const [month, day] = named
    ? [monthOf(named[2]!), named[1]!]
    : reversed
      ? [monthOf(reversed[1]!), reversed[2]!]
      : numbers
        ? [Number(numbers[1]), numbers[2]!]
        : [0, ''];
  if (month < 1) return null;
  const inYear = (year: number) => `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const year = Number(today.slice(0, 4));
  return [inYear(year), inYear(year + 1)].find((date) => isLocalDate(date) && date >= today) ?? null;
}
