/** Working hours of a day, and the free time between its sessions (rules.md §9). */
import { type Opening, openingOf, opensOnDay, type Rule } from '#domain/slots/availability.ts';
import { mergeSpans, type Span } from '#domain/slots/open-minutes.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { wallClockOf } from '#domain/time/zone.ts';

/** A rule with its service's duration in minutes. A class takes its duration from the start, not until the rule's end. */
export type OpeningRule = { rule: Rule; duration: number; is_class: boolean };

const MINUTE_MS = 60_000;
const MINUTES_OF_A_DAY = 1440;
/** A shorter pause between two sessions is not shown as free. */
const SHORTEST_GAP_MS = 15 * MINUTE_MS;

type Timed = { opening: Opening; from: number; until: number; duration: number | null };

/** Returns the working hours of a day as merged spans; a function of the day number, so that many days share its work. */
export function workingHours(rules: readonly OpeningRule[], zone: string): (day: number) => Span[] {
  const timed = rules.map(({ rule, duration, is_class }): Timed => {
    const minutes = (time: string) => Math.max(0, Math.min(parseTime(time) ?? 0, MINUTES_OF_A_DAY));
    return {
      opening: openingOf(rule),
      from: minutes(rule.start_time),
      until: minutes(rule.end_time),
      duration: is_class ? duration : null,
    };
  });
  return (day) => {
    const clock = wallClockOf(day, zone);
    return mergeSpans(
      timed
        .filter(({ opening }) => opensOnDay(opening, day).open)
        .map(({ from, until, duration }) => {
          const start = clock.notBefore(from);
          return { start, end: duration === null ? clock.notBefore(until) : start + duration * MINUTE_MS };
        }),
    );
  };
}

/**
 * Returns the free working time between the first and the last session, without what `closed` covers. A session ends
 * with its buffer.
 */
export function gapsOf(
  sessions: readonly Span[],
  openings: readonly Span[],
  closed: readonly Span[] = [],
): Span[] {
  const busy = mergeSpans(sessions);
  const first = busy[0];
  const last = busy.at(-1);
  if (!first || !last) return [];
  const taken = mergeSpans([...busy, ...closed]);
  return mergeSpans(openings)
    .flatMap((opening) =>
      without({ start: Math.max(opening.start, first.start), end: Math.min(opening.end, last.end) }, taken),
    )
    .filter(({ start, end }) => end - start >= SHORTEST_GAP_MS);
}

/** Returns the parts of a span outside `taken`, whose spans are merged and sorted. */
function without(span: Span, taken: readonly Span[]): Span[] {
  const free: Span[] = [];
  let { start } = span;
  for (const other of taken) {
    if (other.end <= start) continue;
    if (other.start >= span.end) break;
    if (other.start > start) free.push({ start, end: other.start });
    start = Math.max(start, other.end);
  }
  if (start < span.end) free.push({ start, end: span.end });
  return free;
}
