/** How often a client comes (rules.md §9). */
import { dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';

/** 'every 3–4 weeks' */
export type Interval = { from: number; to: number; unit: 'WEEK' | 'MONTH' };
/** What is known of a client's visits. `last_dates`: the dates of those that took place, in any order. */
export type VisitHistory = {
  last_dates: readonly LocalDate[];
  /** All visits that took place. */
  visits: number;
  missed: number;
  first_date: LocalDate | null;
};
export type Rhythm = {
  /** Null: too few visits. */
  every: Interval | null;
  visits: number;
  missed: number;
  since: LocalDate | null;
};

/** Fewer days with visits have no rhythm. */
const LEAST_DAYS = 3;
const WEEK = 7;
const DAYS_A_MONTH = 30.44;
/** Longer pauses are written in months. */
const MOST_WEEKS = 8;

/**
 * Computes a client's rhythm from the pauses between the days of their visits: the middle half of them, so that one holiday or
 * two visits in one week change nothing.
 */
export function visitRhythm({ last_dates, visits, missed, first_date }: VisitHistory): Rhythm {
  return { every: intervalOf(last_dates), visits, missed, since: first_date };
}

function intervalOf(dates: readonly LocalDate[]): Interval | null {
  const days = [...new Set(dates.map(dayNumberOf))].toSorted((a, b) => a - b);
  if (days.length < LEAST_DAYS) return null;
  const pauses = days
    .slice(1)
    .map((day, at) => day - days[at]!)
    .toSorted((a, b) => a - b);
  const last = pauses.length - 1;
  const [low, high] = [pauses[Math.floor(last / 4)]!, pauses[Math.ceil((last * 3) / 4)]!];
  const unit = high > MOST_WEEKS * WEEK ? 'MONTH' : 'WEEK';
  const in_unit = (pause: number) =>
    Math.max(1, Math.round(pause / (unit === 'MONTH' ? DAYS_A_MONTH : WEEK)));
  return { from: in_unit(low), to: in_unit(high), unit };
}

/** Writes 'Every 3–4 weeks', 'Every week', 'Every 2 months'; null if there is none. */
export function formatInterval(every: Interval | null): string | null {
  if (every === null) return null;
  const { from, to } = every;
  const unit = every.unit === 'WEEK' ? 'week' : 'month';
  if (from === 1 && to === 1) return `Every ${unit}`;
  return `Every ${from === to ? from : `${from}–${to}`} ${unit}s`;
}
