/**
 * Conversions between moments and the wall clock of a time zone. Intl supplies only the zone's offsets, which are cached
 * by day.
 */
import { dateOfDayNumber, dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import type { LocalMinutes } from '#domain/time/wall-time.ts';

/** A moment: a Date, an ISO text from the wire, or epoch milliseconds. */
export type Instant = Date | string | number;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

// Requests choose the dates that reach these caches, so each is bounded.
const partsFormats = new Map<string, Intl.DateTimeFormat>();
const nameFormats = new Map<string, Intl.DateTimeFormat>();
const offsetsAtMidnight = new Map<string, Map<number, number>>();
const shifts = new Map<string, Map<number, number>>();
const CACHED_DAYS = 4096;

/** Returns the epoch milliseconds of a moment; NaN if it is not valid. */
export function millisOf(instant: Instant): number {
  if (typeof instant === 'number') return instant;
  return typeof instant === 'string' ? Date.parse(instant) : instant.getTime();
}

/** Asks Intl for the zone's offset at a moment, in ms. A call takes microseconds, which is slow here. */
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

/** Finds the moment within a UTC day at which the offset changes. Zones shift at most once a day, at whole minutes. */
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

/** Returns the offset in ms. A UTC day with the same offset at both ends has no shift inside. */
function offsetMillis(ms: number, zone: string): number {
  const day = Math.floor(ms / DAY_MS);
  const before = offsetAtUtcMidnight(day, zone);
  const after = offsetAtUtcMidnight(day + 1, zone);
  return before === after || ms < shiftWithin(day, zone) ? before : after;
}

/** Returns the calendar date on the wall clock. Throws RangeError for an invalid moment. */
export function localDateOf(instant: Instant, zone: string): LocalDate {
  const ms = millisOf(instant);
  if (Number.isNaN(ms)) throw new RangeError('Invalid time value');
  return dateOfDayNumber(Math.floor((ms + offsetMillis(ms, zone)) / DAY_MS));
}

/** Returns the time on the wall clock in whole minutes since midnight, rounded down. */
export function localMinutesOf(instant: Instant, zone: string): LocalMinutes {
  const ms = millisOf(instant);
  const wall = ms + offsetMillis(ms, zone);
  return Math.floor((wall - Math.floor(wall / DAY_MS) * DAY_MS) / MINUTE_MS);
}

/** One local day as moments. All values are epoch ms. */
export type WallClock = {
  /** First moment of the date. */
  start: number;
  /** First moment of the next date. */
  end: number;
  /** The moment of a wall time: NaN in the spring gap, the first moment of a repeated hour. */
  at(minutes: LocalMinutes): number;
  /** As `at`, but for a time in the gap it is the moment at which the clock jumps. */
  notBefore(minutes: LocalMinutes): number;
  /** Wall minutes of a moment of this day; 1440 for `end`. */
  minutesAt(ms: number): LocalMinutes;
};

/** Returns the wall clock of one day (rules.md §4: DST). A day without a shift costs no search. */
export function wallClockOf(day: number, zone: string): WallClock {
  const midnight = day * DAY_MS;
  // A local day lies within UTC-12..+14, so the offsets of the day before and two days after enclose it.
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
    // The time is in the gap: search for the jump between the two readings of this wall time.
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

/** Converts a wall time to a moment: null in the spring gap, the first moment of a repeated hour (rules.md §4). */
export function instantOf(date: LocalDate, minutes: LocalMinutes, zone: string): Date | null {
  const ms = wallClockOf(dayNumberOf(date), zone).at(minutes);
  return Number.isNaN(ms) ? null : new Date(ms);
}

/** Returns the first moment of a date, also if a clock change skips midnight. */
export function startOfDay(date: LocalDate, zone: string): Date {
  return new Date(wallClockOf(dayNumberOf(date), zone).start);
}

/** Returns the short name of the zone at a moment: 'EST', 'GMT+5:30'. Returns '' for an invalid moment. */
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

/** Returns the zone of these moments in order of time: 'PDT', or 'PDT, then PST' if the clocks change in between. */
export function zoneNames(instants: readonly Instant[], zone: string): string {
  const sorted = instants.toSorted((one, other) => millisOf(one) - millisOf(other));
  return [...new Set(sorted.map((instant) => zoneName(instant, zone)))].join(', then ');
}
