import { practice } from '#content/public/practice.ts';
import type { HoursAnswer, HoursRow, TimeOffRow } from '#contract/hours.schemas.ts';
import { dayOfWeek, isLocalDate, type LocalDate } from '#domain/time/calendar.ts';
import { formatDay, WEEKDAYS } from '#domain/time/date-formats.ts';
import { type Frequency, timesName } from '#domain/week/hours-input.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { timesOffText } from '#domain/week/week-change-text.ts';

export type HoursService = HoursAnswer['services'][number];

export const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0] as const;
export const FREQUENCY_LABELS: Readonly<Record<Frequency, string>> = {
  WEEK: 'Every week',
  TWO_WEEKS: 'Every two weeks',
  FIRST: 'First of the month',
  SECOND: 'Second of the month',
  THIRD: 'Third of the month',
  FOURTH: 'Fourth of the month',
  FIFTH: 'Fifth of the month',
};
export const PLACE_LABELS: Readonly<Record<LocationType, string>> = {
  FIXED_LOCATION: 'Studio',
  HOUSE_CALL: 'House call',
  VIRTUAL: 'Online',
};

export const isClass = ({ format }: HoursService): boolean => isClassFormat(format);

/** '9:00 AM - 12:00 PM' */
export const timesText = ({ start, end }: Pick<HoursRow, 'start' | 'end'>): string =>
  timesName({ start_time: start, end_time: end });

/** What is special about hours: 'Class, 10 seats', 'house call', 'every two weeks', 'from Mon 14 Dec'. */
export function detailsText(row: HoursRow, service: HoursService, today: string): string {
  const every = FREQUENCY_LABELS[row.every].toLowerCase();
  const parts = [
    ...(isClass(service) ? [`class, ${row.seats ?? service.seats ?? 1} seats`] : []),
    ...(row.place === 'FIXED_LOCATION' ? [] : [PLACE_LABELS[row.place].toLowerCase()]),
    ...(row.every === 'WEEK' ? [] : [every]),
    ...(row.from > today ? [`from ${formatDay(row.from)}`] : []),
    ...(row.until === null ? [] : [`until ${formatDay(row.until)}`]),
    ...(row.skipped.length === 0
      ? []
      : [`not on ${row.skipped.map(({ date }) => formatDay(date)).join(', ')}`]),
  ];
  const text = parts.join(', ');
  return text && text[0]!.toUpperCase() + text.slice(1);
}

export const dayName = (day: number): string => WEEKDAYS[day]!;

/** 'Thu 24 Dec - Sun 3 Jan'; of a series 'Tue 8 Dec, 12:00 PM - 12:45 PM, every week until Tue 29 Dec'. */
export const offText = (dates: readonly TimeOffRow[]): string =>
  timesOffText(
    dates.map(({ starts_at, ends_at }) => ({ starts_at: new Date(starts_at), ends_at: new Date(ends_at) })),
    practice.zone,
  );

/** A bar of one weekday: minutes of its clock, and its row, so that bars never lie on each other. */
export type Bar = {
  row: HoursRow;
  from: number;
  until: number;
  lane: number;
  /** Until when its name has room; Infinity: to the end of the day. */
  free_until: number;
  /** Another bar has the same service and times. */
  has_equal: boolean;
};

/** Puts the hours of a weekday into as few rows as they need. */
export function barsOf(rows: readonly HoursRow[]): { bars: Bar[]; lanes: number } {
  const ends: number[] = [];
  const bars = rows
    .map((row) => ({ row, from: parseTime(row.start)!, until: parseTime(row.end)! }))
    .sort((one, other) => one.from - other.from || other.until - one.until)
    .map((bar) => {
      const free = ends.findIndex((end) => end <= bar.from);
      const lane = free === -1 ? ends.length : free;
      ends[lane] = bar.until;
      return { ...bar, lane };
    });
  const nameOf = ({ service_id, start, end }: HoursRow) => `${service_id} ${start} ${end}`;
  return {
    bars: bars.map((bar) => ({
      ...bar,
      free_until: bars.find(({ lane, from }) => lane === bar.lane && from > bar.from)?.from ?? Infinity,
      has_equal: bars.some(({ row }) => row !== bar.row && nameOf(row) === nameOf(bar.row)),
    })),
    lanes: Math.max(1, ends.length),
  };
}

/** The whole hours that the week spans, as minutes; a usual day without hours. */
export function spanOf(rows: readonly HoursRow[]): { from: number; until: number } {
  if (rows.length === 0) return { from: 8 * 60, until: 18 * 60 };
  const from = Math.min(...rows.map(({ start }) => parseTime(start)!));
  const until = Math.max(...rows.map(({ end }) => parseTime(end)!));
  return { from: Math.floor(from / 60) * 60, until: Math.ceil(until / 60) * 60 };
}

/** When the hours of a service begin on a date, skipped dates and alternate weeks aside; 9 in the morning without any. */
export function startOnDate(
  { hours, openings }: Pick<HoursAnswer, 'hours' | 'openings'>,
  { service_id, date }: { service_id: string; date: LocalDate },
): string {
  const opens = ({ from, until }: HoursRow) => from <= date && (until === null || date <= until);
  const starts = [...hours, ...openings]
    .filter((row) => row.service_id === service_id && isLocalDate(date) && row.day === dayOfWeek(date))
    .filter(opens)
    .map(({ start }) => start);
  return starts.sort()[0] ?? '09:00';
}
