/**
 * Suggested next sessions (rules.md §9): which times suit, until when a suggestion is open, and which bookings count
 * towards it.
 */
import { BOOKABLE_DAYS } from '#domain/slots/availability.ts';
import { addDays, dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import type { LocalMinutes } from '#domain/time/wall-time.ts';

export const SUGGESTION_STATES = ['OPEN', 'BOOKED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'] as const;
export type SuggestionState = (typeof SUGGESTION_STATES)[number];
export const MAX_SUGGESTED_TIMES = 6;
export const MAX_SUGGESTED_WEEKS = 8;
/** How many times are named with a suggestion. */
export const BEST_DATES = 3;

/** A suggestion stays open for this long after the date that it suggests next. */
export const OPEN_DAYS = 30;
/** 'About' a date: so many days before and after it. */
const ABOUT_DAYS = 10;
/** A session of a series that cannot keep its weekday stays within this many days of it. */
const SERIES_DAYS = 3;
const NOON = 12 * 60;

/** A session, or `times` of them every so many weeks, of which some are booked. */
export type Suggested = { around: LocalDate; times: number; every_weeks: number; booked: number };
/** The times of a day that can be booked, by time. `minutes`: the start on the practice's clock. */
export type OpenDay<T> = { date: LocalDate; times: readonly (T & { minutes: LocalMinutes })[] };
/** One of those times. */
export type BestDate<T> = T & { date: LocalDate; minutes: LocalMinutes };

/** What is suggested: a session somewhere, or some of them. */
type Plan = { service_id: string; place: string; around: LocalDate; times: number; every_weeks: number };

/** True if both suggest the same, or both suggest nothing. */
export const isSameSuggestion = (a: Plan | null, b: Plan | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.service_id === b.service_id &&
    a.place === b.place &&
    a.around === b.around &&
    a.times === b.times &&
    a.every_weeks === b.every_weeks);

/** Returns the date around which the next session is suggested. */
export const nextAround = ({ around, every_weeks, booked }: Suggested): LocalDate =>
  addDays(around, booked * every_weeks * 7);

/** Returns the last day on which a suggestion is open. */
export const openUntil = (suggested: Suggested): LocalDate => addDays(nextAround(suggested), OPEN_DAYS);

/** Returns the day on which times around a date begin to be bookable, if none is yet; `latest`: the last that is. */
export function opensOn(around: LocalDate, latest: LocalDate): LocalDate | null {
  const first = addDays(around, -ABOUT_DAYS);
  return first > latest ? addDays(first, -BOOKABLE_DAYS) : null;
}

/**
 * Returns how many of these bookings each suggestion counts: those of its service, from the day on which it was made to
 * the day on which it would expire. A booking counts once, for the suggestion that is due first.
 */
export function countTowards<S extends Suggested & { id: string; service_id: string; made_on: LocalDate }>(
  suggestions: readonly S[],
  bookings: readonly { service_id: string; date: LocalDate }[],
): Map<string, number> {
  const counts = new Map<string, number>();
  const open = suggestions.map((each) => ({ ...each }));
  for (const { service_id, date } of bookings.toSorted((a, b) => a.date.localeCompare(b.date))) {
    const [due] = open
      .filter(
        (each) =>
          each.service_id === service_id &&
          each.booked < each.times &&
          each.made_on <= date &&
          date <= openUntil(each),
      )
      .sort((a, b) => nextAround(a).localeCompare(nextAround(b)));
    if (!due) continue;
    due.booked += 1;
    counts.set(due.id, (counts.get(due.id) ?? 0) + 1);
  }
  return counts;
}

/**
 * Returns up to three times to suggest, by time, of those that can be booked. For one session: choices near `around`, at
 * most one of each half of a day while other days have some. For a series: its next sessions, each at the weekday and
 * hour of the first where that is open, else near it. None further than ten days from what is suggested, or from the first
 * day that can be booked.
 */
export function bestDates<T extends object>(
  overview: readonly OpenDay<T>[],
  around: LocalDate,
  times: number,
  every_weeks: number,
): BestDate<T>[] {
  const first = overview[0]?.date;
  if (first === undefined) return [];
  const target = dayNumberOf(around > first ? around : first);
  const open = overview.flatMap(({ date, times: starts }) =>
    starts.map((time) => ({ time: { ...time, date }, minutes: time.minutes, date, day: dayNumberOf(date) })),
  );
  const near = open
    .filter(({ day }) => Math.abs(day - target) <= ABOUT_DAYS)
    .sort(
      (a, b) => Math.abs(a.day - target) - Math.abs(b.day - target) || a.day - b.day || a.minutes - b.minutes,
    );
  const chosen = times > 1 ? series(near, open, times, every_weeks * 7) : choices(near);
  return chosen.sort((a, b) => a.day - b.day || a.minutes - b.minutes).map(({ time }) => time);
}

type Open = { date: LocalDate; day: number; minutes: LocalMinutes };

/** The nearest time of each half of a day, then whatever else is nearest. */
function choices<O extends Open>(near: readonly O[]): O[] {
  const halves = new Map<string, O>();
  for (const time of near) {
    const half = `${time.date} ${time.minutes < NOON}`;
    if (!halves.has(half)) halves.set(half, time);
  }
  const spread = [...halves.values()];
  return [...spread, ...near.filter((time) => !spread.includes(time))].slice(0, BEST_DATES);
}

function series<O extends Open>(near: readonly O[], open: readonly O[], times: number, days: number): O[] {
  const wanted = Math.min(times, BEST_DATES);
  const byTime = new Map(open.map((time) => [`${time.day} ${time.minutes}`, time]));
  const later = ({ day, minutes }: O, n: number) => byTime.get(`${day + n * days} ${minutes}`);
  const keeps = (time: O) =>
    Array.from({ length: wanted - 1 }, (_, n) => later(time, n + 1)).filter((each) => each !== undefined)
      .length;
  // `near` has the nearest first, so the first of the best is also the nearest of them.
  let first: O | undefined;
  for (const time of near) if (!first || keeps(time) > keeps(first)) first = time;
  if (!first) return [];
  const chosen = [first];
  for (let n = 1; n < wanted; n++) {
    const before = chosen.at(-1)!;
    const next = later(first, n) ?? nearest(open, before, first.day + n * days, first.minutes);
    if (next) chosen.push(next);
  }
  return chosen;
}

/** The time after another that is nearest to a day and an hour of it. */
function nearest<O extends Open>(open: readonly O[], after: O, day: number, minutes: number): O | undefined {
  return open
    .filter((time) => time.day > after.day && Math.abs(time.day - day) <= SERIES_DAYS)
    .sort(
      (a, b) =>
        Math.abs(a.day - day) - Math.abs(b.day - day) ||
        Math.abs(a.minutes - minutes) - Math.abs(b.minutes - minutes) ||
        a.day - b.day ||
        a.minutes - b.minutes,
    )[0];
}

/** Writes 'in about 2 weeks'. */
export function formatAbout(today: LocalDate, around: LocalDate): string {
  const days = dayNumberOf(around) - dayNumberOf(today);
  if (days <= 1) return 'now';
  if (days <= 4) return 'in a few days';
  if (days <= 10) return 'in about a week';
  if (days <= 66) return `in about ${Math.round(days / 7)} weeks`;
  return `in about ${Math.round(days / 30.4)} months`;
}

/** Writes '3 times, every 2 weeks'; '' for one session. */
export function formatSeries({ times, every_weeks }: Pick<Suggested, 'times' | 'every_weeks'>): string {
  if (times === 1) return '';
  return `${times} times, every ${every_weeks === 1 ? 'week' : `${every_weeks} weeks`}`;
}
