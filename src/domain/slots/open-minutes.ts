/** The minutes of a day in which one-to-one sessions can be given, held or not. */
import { type Closure, openingOf, opensOnDay, type Rule } from '#domain/slots/availability.ts';
import { dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import type { ScheduledClass } from '#domain/slots/slot-facts.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { wallClockOf } from '#domain/time/zone.ts';

/** [start, end) in epoch milliseconds. */
export type Span = { start: number; end: number };
type OpenDay = {
  /** Rules of one-to-one services. */
  rules: readonly Rule[];
  /** All class rules: their occurrences are not open to one-to-one sessions. */
  classes: readonly ScheduledClass[];
  closures: readonly Closure[];
  /** Other time that is not open, such as paid sessions. */
  busy: readonly Span[];
  date: LocalDate;
  /** IANA name of the practice's zone. */
  zone: string;
};

const MINUTE_MS = 60_000;

/** Returns the minutes in which any of the rules is open, without closures, classes and `busy`. */
export function openMinutes({ rules, classes, closures, busy, date, zone }: OpenDay): number {
  const day = dayNumberOf(date);
  const clock = wallClockOf(day, zone);
  const isOpen = (rule: Rule) => opensOnDay(openingOf(rule), day).open;
  const at = (time: string, missing: number) => {
    const minutes = parseTime(time) ?? missing;
    return clock.notBefore(Math.max(0, Math.min(minutes, 1440)));
  };
  const open = rules
    .filter(isOpen)
    .map((rule) => ({ start: at(rule.start_time, 0), end: at(rule.end_time, 0) }));
  const occurrences = classes
    .filter(({ rule }) => isOpen(rule))
    .map(({ rule, duration, buffer_time }) => {
      const start = at(rule.start_time, 0);
      return { start, end: start + (duration + buffer_time) * MINUTE_MS };
    });
  const closed = closures.map(({ starts_at, ends_at }) => ({
    start: starts_at.getTime(),
    end: ends_at.getTime(),
  }));
  const near = busy.filter((span) => span.end > clock.start && span.start < clock.end);
  const taken = mergeSpans([...occurrences, ...closed, ...near]);
  return mergeSpans(open).reduce((minutes, span) => minutes + lengthWithout(span, taken), 0) / MINUTE_MS;
}

/** Merges overlapping and touching spans; sorts them by start. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

/** Returns the milliseconds of a span outside `taken`, whose spans are merged. */
function lengthWithout({ start, end }: Span, taken: readonly Span[]): number {
  const covered = taken.reduce(
    (sum, other) => sum + Math.max(0, Math.min(end, other.end) - Math.max(start, other.start)),
    0,
  );
  return end - start - covered;
}
