/**
 * The practice's zone: which date and time its wall clock shows at a moment, and back. The only thing asked of Intl is
 * a zone's offset, cached by day.
 */
import { dateOfDayNumber, dayNumberOf, type LocalDate } from '#domain/calendar.ts';
import type { LocalMinutes } from '#domain/wall-time.ts';

/** A moment: a Date, an ISO text from the wire, or epoch milliseconds. */
export type Instant = Date | string | number;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

// Caches. Dates and zones of requests reach them, so each is bounded.
const partsFormats = new Map<string, Intl.DateTimeFormat>();
const nameFormats = new Map<string, Intl.DateTimeFormat>();
const offsetsAtMidnight = new Map<string, Map<number, number>>();
const shifts = new Map<string, Map<number, number>>();
const CACHED_DAYS = 4096;

/** Epoch milliseconds of a moment; NaN if it is none. */
export function millisOf(instant: Instant): number {
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

/** The zone of these moments in their order: 'PDT', or 'PDT, then PST' where the clocks change in between. */
export function zoneNames(instants: readonly Instant[], zone: string): string {
  const sorted = instants.toSorted((one, other) => millisOf(one) - millisOf(other));
  return [...new Set(sorted.map((instant) => zoneName(instant, zone)))].join(', then ');
}
