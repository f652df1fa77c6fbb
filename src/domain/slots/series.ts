/** Sessions that were booked together, every few weeks (rules.md §9). */
import { addDays, dayNumberOf } from '#domain/time/calendar.ts';
import { localDateOf, localMinutesOf, wallClockOf } from '#domain/time/zone.ts';

/** `at`: which session of the series it is. `weeks`: how many lie between two of them; null: not always as many. */
export type SeriesPlace = { at: number; of: number; weeks: number | null };

const WEEK_DAYS = 7;

/** Returns how many weeks lie between these starts, if it is always as many. */
export function weeksBetween(starts: readonly number[], zone: string): number | null {
  const days = starts.map((start) => dayNumberOf(localDateOf(start, zone)));
  const gaps = new Set(days.slice(1).map((day, n) => (day - days[n]!) / WEEK_DAYS));
  const [weeks] = gaps;
  return gaps.size === 1 && weeks !== undefined && weeks > 0 && Number.isInteger(weeks) ? weeks : null;
}

/** Writes '1 of 4, weekly'. */
export function seriesText({ at, of, weeks }: SeriesPlace): string {
  const rhythm = weeks === null ? '' : weeks === 1 ? ', weekly' : `, every ${weeks} weeks`;
  return `${at} of ${of}${rhythm}`;
}

/**
 * Returns where sessions go when the first of them goes to `to`: each by as many days, at its time of the practice's clock. A
 * time that a clock change skips becomes the first one after it.
 */
export function movedStarts(starts: readonly Date[], to: Date, zone: string): Date[] {
  const [first] = starts;
  if (!first) return [];
  const dayOf = (moment: Date) => dayNumberOf(localDateOf(moment, zone));
  const shift = dayOf(to) - dayOf(first);
  const minutes = localMinutesOf(to, zone);
  return starts.map((start, n) => {
    if (n === 0) return to;
    const date = addDays(localDateOf(start, zone), shift);
    return new Date(wallClockOf(dayNumberOf(date), zone).notBefore(minutes));
  });
}
