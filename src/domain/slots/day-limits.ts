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
/** What counts on a day, and its limits. */
export type LimitedDay = {
  limits: DayLimits;
  /** The one-to-one sessions that begin on the day, and the length of those of its week. */
  sessions: number;
  week_ms: number;
  /** All time that is taken, classes included. */
  busy: readonly Busy[];
  clock: WallClock;
};

const MINUTE_MS = 60_000;

/** Returns which limit one more session would exceed, as staff read it; null: none. */
export function exceededLimit(day: LimitedDay, session: Busy): string | null {
  const { sessions_a_day, hours_a_week, break_minutes } = day.limits;
  if (sessions_a_day !== null && day.sessions >= sessions_a_day)
    return `Your limit of ${formatCount(sessions_a_day, 'session')} a day is reached.`;
  if (hours_a_week !== null && day.week_ms + session.end - session.start > hours_a_week * 60 * MINUTE_MS)
    return `More than your limit of ${formatCount(hours_a_week, 'hour')} of sessions in that week.`;
  if (break_minutes !== null && takesBreak(day, session, break_minutes * MINUTE_MS))
    return `It leaves no break of ${breakText(day.limits)}.`;
  return null;
}

/** '45 minutes between 11:30 AM and 2:00 PM' */
function breakText({ break_minutes, break_from, break_until }: DayLimits): string {
  const [from, until] = [break_from, break_until].map((time) => formatTime(parseTime(time) ?? 0));
  return `${formatCount(break_minutes ?? 0, 'minute')} between ${from} and ${until}`;
}

/** True if the session reaches between the times of the break, and leaves no gap of this length there. */
function takesBreak({ limits, busy, clock }: LimitedDay, session: Busy, length: number): boolean {
  const [from, until] = [limits.break_from, limits.break_until].map((time) =>
    clock.notBefore(parseTime(time) ?? 0),
  ) as [number, number];
  if (from >= until || session.start >= until || session.blocked <= from) return false;
  let free = from;
  for (const { start, blocked } of [...busy, session].sort((one, other) => one.start - other.start)) {
    if (Math.min(start, until) - free >= length) return false;
    free = Math.max(free, blocked);
  }
  return until - free < length;
}

/** Returns what is wrong with a break: it does not fit between its times. */
export function breakProblem(limits: DayLimits): string | null {
  const [from, until] = [limits.break_from, limits.break_until].map((time) => parseTime(time) ?? NaN);
  if (limits.break_minutes === null || until! - from! >= limits.break_minutes) return null;
  return `There are no ${breakText(limits)}.`;
}
