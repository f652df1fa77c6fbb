/** The limits that the practitioner sets for her days (rules.md §4). They concern one-to-one sessions alone. */
import type { Span } from '#domain/slots/open-minutes.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { formatTime, parseTime } from '#domain/time/wall-time.ts';
import type { WallClock } from '#domain/time/zone.ts';

/** Null: no limit. */
export type DayLimits = {
  sessions_a_day: number | null;
  /** Hours of sessions from Monday to Sunday, without buffers. */
  hours_a_week: number | null;
  /** So many minutes in a row stay free between two times of the clock, 'HH:mm'. */
  break_minutes: number | null;
  break_from: string;
  break_until: string;
};

/** Nothing is limited; a break would lie around noon. */
export const NO_LIMITS: DayLimits = {
  sessions_a_day: null,
  hours_a_week: null,
  break_minutes: null,
  break_from: '11:30',
  break_until: '14:00',
};
/** The largest number of each limit; the smallest is 1. */
export const MOST = { sessions_a_day: 50, hours_a_week: 100, break_minutes: 480 } as const;

/** Time that is taken: [start, end), and nothing may begin before `blocked`. Epoch ms. */
type Busy = Span & { blocked: number };
/** Limits as numbers, once for many days: milliseconds, and minutes of the practice's clock. Without a limit: Infinity. */
export type TimedLimits = {
  limits: DayLimits;
  sessions: number;
  week_ms: number;
  /** Null: there is no break to keep. */
  pause: { from: number; until: number; length: number } | null;
};
/** What counts on a day. */
type Counted = {
  /** The one-to-one sessions that begin on the day, and the length of those of its week. */
  sessions: number;
  week_ms: number;
  /** All time that is taken, classes included, by start. */
  busy: readonly Busy[];
  clock: WallClock;
};
/** What the limits leave of a day, so that each of its times costs only comparisons. */
export type LeftOfDay = {
  isFull: boolean;
  week_ms: number;
  /** Where the break lies, and the gaps there that are long enough for it; null: there is none to keep. */
  pause: (Span & { length: number; gaps: readonly Span[] }) | null;
};
type LimitName = keyof typeof MOST;

const MINUTE_MS = 60_000;

/** Reads the limits for leftOfDay. */
export function timedLimits(limits: DayLimits): TimedLimits {
  const { sessions_a_day, hours_a_week, break_minutes, break_from, break_until } = limits;
  const pause = break_minutes !== null && {
    from: parseTime(break_from) ?? 0,
    until: parseTime(break_until) ?? 0,
    length: break_minutes * MINUTE_MS,
  };
  const week_ms = hours_a_week === null ? Infinity : hours_a_week * 60 * MINUTE_MS;
  return { limits, sessions: sessions_a_day ?? Infinity, week_ms, pause: pause || null };
}

/** Returns what the limits leave of a day. */
export function leftOfDay(
  { sessions: most, week_ms: most_ms, pause }: TimedLimits,
  { sessions, week_ms, busy, clock }: Counted,
): LeftOfDay {
  return {
    isFull: sessions >= most,
    week_ms: most_ms - week_ms,
    pause: pause && pauseOf(pause, busy, clock),
  };
}

function pauseOf(
  { from, until, length }: NonNullable<TimedLimits['pause']>,
  busy: readonly Busy[],
  clock: WallClock,
): LeftOfDay['pause'] {
  const start = clock.notBefore(from);
  const end = clock.notBefore(until);
  if (start >= end) return null;
  const gaps: Span[] = [];
  let free = start;
  for (const each of busy) {
    if (each.start >= end) break;
    if (each.start - free >= length) gaps.push({ start: free, end: each.start });
    free = Math.max(free, each.blocked);
  }
  if (end - free >= length) gaps.push({ start: free, end });
  return { start, end, length, gaps };
}

/** Returns which limit one more session would exceed; null: none. */
export function exceededLimit({ isFull, week_ms, pause }: LeftOfDay, session: Busy): LimitName | null {
  if (isFull) return 'sessions_a_day';
  if (session.end - session.start > week_ms) return 'hours_a_week';
  if (!pause || session.start >= pause.end || session.blocked <= pause.start) return null;
  for (const { start, end } of pause.gaps)
    if (
      Math.min(end, session.start) - start >= pause.length ||
      end - Math.max(start, session.blocked) >= pause.length
    )
      return null;
  return 'break_minutes';
}

/** Says which limit a session exceeds, as staff read it. */
export function limitText(limits: DayLimits, name: LimitName): string {
  const most = limits[name] ?? 0;
  if (name === 'sessions_a_day') return `Your limit of ${formatCount(most, 'session')} a day is reached.`;
  if (name === 'hours_a_week')
    return `More than your limit of ${formatCount(most, 'hour')} of sessions in that week.`;
  return `It leaves no break of ${breakText(limits)}.`;
}

/** '45 minutes between 11:30 AM and 2:00 PM' */
function breakText({ break_minutes, break_from, break_until }: DayLimits): string {
  const [from, until] = [break_from, break_until].map((time) => formatTime(parseTime(time) ?? 0));
  return `${formatCount(break_minutes ?? 0, 'minute')} between ${from} and ${until}`;
}

/** Returns what is wrong with a break: it does not fit between its times. */
export function breakProblem(limits: DayLimits): string | null {
  const [from, until] = [limits.break_from, limits.break_until].map((time) => parseTime(time) ?? NaN);
  if (limits.break_minutes === null || until! - from! >= limits.break_minutes) return null;
  return `There are no ${breakText(limits)}.`;
}
