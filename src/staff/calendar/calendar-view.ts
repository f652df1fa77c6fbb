import {
  addDays,
  addMonths,
  dayOfWeek,
  isLocalDate,
  type LocalDate,
  monthGrid,
  yearMonthOf,
} from '#domain/time/calendar.ts';
import { formatFullDay, formatMonthTitle } from '#domain/time/date-formats.ts';
import { LOCATION_TYPES, type LocationType } from '#domain/slots/services.ts';

export const VIEWS = ['day', '3days', 'week', 'month', 'list'] as const;
export type View = (typeof VIEWS)[number];
export const VIEW_LABELS: Record<View, string> = {
  day: 'Day',
  '3days': '3 days',
  week: 'Week',
  month: 'Month',
  list: 'List',
};
export const VIEW_KEYS: Readonly<Record<string, View>> = {
  d: 'day',
  '3': '3days',
  w: 'week',
  m: 'month',
  l: 'list',
};
const LIST_DAYS = 14;

/** What the address says. */
export type CalendarState = {
  view: View;
  date: LocalDate;
  /** Of a week: without Saturday and Sunday. */
  without_weekend: boolean;
  service: string | null;
  place: LocationType | null;
  with_cancelled: boolean;
  /** Shown in the panel. */
  booking: string | null;
};

type Defaults = { view: View; today: LocalDate };

/** Reads the address; what makes no sense counts as missing. */
export function readCalendarState(search: URLSearchParams, { view, today }: Defaults): CalendarState {
  const asked = search.get('view');
  const date = search.get('date') ?? '';
  const place = search.get('place');
  return {
    view: VIEWS.find((each) => each === asked) ?? view,
    date: isLocalDate(date) ? date : today,
    without_weekend: search.get('days') === '5',
    service: search.get('service'),
    place: LOCATION_TYPES.find((each) => each === place) ?? null,
    with_cancelled: search.get('cancelled') === '1',
    booking: search.get('booking'),
  };
}

/** The query of the address for a state. */
export function writeCalendarState(state: CalendarState, { view, today }: Defaults): string {
  const search = new URLSearchParams();
  if (state.view !== view) search.set('view', state.view);
  if (state.date !== today) search.set('date', state.date);
  if (state.without_weekend) search.set('days', '5');
  if (state.service) search.set('service', state.service);
  if (state.place) search.set('place', state.place);
  if (state.with_cancelled) search.set('cancelled', '1');
  if (state.booking) search.set('booking', state.booking);
  return search.toString();
}

/** The Monday of a date's week. */
const mondayOf = (date: LocalDate) => addDays(date, -((dayOfWeek(date) + 6) % 7));

const datesFrom = (date: LocalDate, days: number) =>
  Array.from({ length: days }, (_, day) => addDays(date, day));

/** The days that a view shows; of a month its six weeks. */
export function shownDates({
  view,
  date,
  without_weekend,
}: Pick<CalendarState, 'view' | 'date' | 'without_weekend'>): LocalDate[] {
  switch (view) {
    case 'day':
      return [date];
    case '3days':
      return datesFrom(date, 3);
    case 'week':
      return datesFrom(mondayOf(date), without_weekend ? 5 : 7);
    case 'list':
      return datesFrom(date, LIST_DAYS);
    case 'month': {
      const { year, month } = yearMonthOf(date);
      return monthGrid(year, month, 1).map((day) => day.date);
    }
  }
}

/** The date that ‹ (-1) or › (1) shows. */
export function turnPage({ view, date }: Pick<CalendarState, 'view' | 'date'>, by: -1 | 1): LocalDate {
  switch (view) {
    case 'day':
      return addDays(date, by);
    case '3days':
      return addDays(date, 3 * by);
    case 'week':
      return addDays(date, 7 * by);
    case 'list':
      return addDays(date, LIST_DAYS * by);
    case 'month': {
      const { year, month } = addMonths(yearMonthOf(date), by);
      return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
    }
  }
}

/** The labels of ‹ and ›. */
export const PAGE_LABELS: Record<View, readonly [string, string]> = {
  day: ['Previous day', 'Next day'],
  '3days': ['Previous 3 days', 'Next 3 days'],
  week: ['Previous week', 'Next week'],
  month: ['Previous month', 'Next month'],
  list: ['Previous 2 weeks', 'Next 2 weeks'],
};

const dayAndMonth = (date: LocalDate) => formatFullDay(date).replace(/^\S+ /, '');
const dayOnly = (date: LocalDate) => String(Number(date.slice(8)));
const shortMonth = (text: string) => text.replace(/([A-Z][a-z]{2})[a-z]+/, '$1');

/** '7 - 13 December 2026', 'Tuesday 8 December 2026', 'December 2026'; short: '7 - 13 Dec', 'Tue 8 Dec', 'Dec 2026'. */
export function formatShown(
  view: View,
  dates: readonly LocalDate[],
  date: LocalDate,
): { long: string; short: string } {
  if (view === 'month') {
    const title = formatMonthTitle(yearMonthOf(date));
    return { long: title, short: title };
  }
  const [first, last] = [dates[0]!, dates.at(-1)!];
  const year = first.slice(0, 4);
  if (first === last)
    return {
      long: `${formatFullDay(first)} ${year}`,
      short: formatFullDay(first).replace(/([A-Z][a-z]{2})[a-z]+/g, '$1'),
    };
  const sameMonth = first.slice(0, 7) === last.slice(0, 7);
  const sameYear = first.slice(0, 4) === last.slice(0, 4);
  const end = dayAndMonth(last);
  const start = sameMonth ? dayOnly(first) : dayAndMonth(first);
  const short = `${shortMonth(start)} - ${shortMonth(end)}`;
  if (sameMonth) return { long: `${start} - ${end} ${year}`, short };
  return {
    long: `${shortMonth(start)}${sameYear ? '' : ` ${year}`} - ${shortMonth(end)} ${last.slice(0, 4)}`,
    short,
  };
}

/** 'Nothing booked from 7 to 13 December.' */
export function formatNothingBooked(view: View, dates: readonly LocalDate[], date: LocalDate): string {
  if (view === 'month') return `Nothing booked in ${formatMonthTitle(yearMonthOf(date))}.`;
  const [first, last] = [dates[0]!, dates.at(-1)!];
  if (first === last) return `Nothing booked on ${formatFullDay(first)}.`;
  const start = first.slice(0, 7) === last.slice(0, 7) ? dayOnly(first) : dayAndMonth(first);
  return `Nothing booked from ${start} to ${dayAndMonth(last)}.`;
}
