import type { ClassRow, Gap, SessionRow, Span, TimeOff, Today } from '#contract/agenda.schemas.ts';
import { localDateOf, millisOf } from '#domain/time/zone.ts';

/** Over, the one to look at now, or still to come. */
export type Phase = 'PAST' | 'NEXT' | 'LATER';

export type DayRow =
  | { kind: 'SESSION'; key: string; phase: Phase; session: SessionRow }
  | { kind: 'CLASS'; key: string; phase: Phase; row: ClassRow }
  /** `hasBegun`: its rest is shown, from now on. */
  | { kind: 'GAP'; key: string; span: Gap; hasBegun: boolean }
  | { kind: 'CLOSED'; key: string; time_off: TimeOff }
  | { kind: 'NOW'; key: 'now' };

type Timed = { start: number; end: number; row: DayRow; canBeNext: boolean };
type Day = Pick<Today, 'date' | 'sessions' | 'classes' | 'gaps' | 'time_off'>;

/**
 * Returns the rows of a day by time. The line of now lies below what has begun. The first session or class that has not
 * ended is the next one. Free time that has begun counts from now on: a
 * no-show can lie within it.
 */
export function dayRows(day: Day, now: Date | null, zone: string): DayRow[] {
  const at = now?.getTime() ?? -Infinity;
  const isToday = now !== null && localDateOf(now, zone) === day.date;
  const rows = timedRows(day, isToday ? at : -Infinity).sort(
    (one, other) => one.start - other.start || one.end - other.end,
  );
  const next = isToday ? rows.find(({ end, canBeNext }) => canBeNext && end > at) : undefined;
  const shown = rows.map((timed): DayRow => {
    const { row } = timed;
    if (row.kind !== 'SESSION' && row.kind !== 'CLASS') return row;
    return { ...row, phase: timed === next ? 'NEXT' : timed.end <= at ? 'PAST' : 'LATER' };
  });
  if (!isToday || rows.length === 0) return shown;
  const line = rows.findIndex(({ start }) => start >= at);
  return shown.toSpliced(line < 0 ? shown.length : line, 0, { kind: 'NOW', key: 'now' });
}

function timedRows({ sessions, classes, gaps, time_off }: Day, at: number): Timed[] {
  return [
    ...sessions.map((session): Timed => {
      const { id, start_time, end_time, status } = session;
      return {
        start: millisOf(start_time),
        end: millisOf(end_time),
        row: { kind: 'SESSION', key: id, phase: 'LATER', session },
        canBeNext: status === 'CONFIRMED' || status === 'PENDING',
      };
    }),
    ...classes.map((row): Timed => {
      const { service_id, start_time, end_time, taken } = row;
      return {
        start: millisOf(start_time),
        end: millisOf(end_time),
        row: { kind: 'CLASS', key: `${service_id} ${start_time}`, phase: 'LATER', row },
        canBeNext: taken > 0,
      };
    }),
    ...gaps.map((span): Timed => {
      const start = millisOf(span.start);
      const end = millisOf(span.end);
      const hasBegun = start < at && end > at;
      return {
        start: hasBegun ? at : start,
        end,
        row: { kind: 'GAP', key: `gap ${span.start}`, span, hasBegun },
        canBeNext: false,
      };
    }),
    // Time off that closes the whole day is a sentence above it.
    ...time_off
      .filter((each) => !isLong(each))
      .map((each): Timed => ({
        start: millisOf(each.starts_at),
        end: millisOf(each.ends_at),
        row: { kind: 'CLOSED', key: each.id, time_off: each },
        canBeNext: false,
      })),
  ];
}

const LONG_MS = 12 * 60 * 60_000;

/** True for time off that is a sentence above the day, and not a row between its sessions. */
export const isLong = ({ starts_at, ends_at }: TimeOff): boolean =>
  millisOf(ends_at) - millisOf(starts_at) >= LONG_MS;

/** The sessions that take place or took place. */
export const countedSessions = (sessions: readonly SessionRow[]) =>
  sessions.filter(({ status }) => status !== 'CANCELLED' && status !== 'NO_SHOW');

/** The classes that someone has booked. */
export const bookedClasses = (classes: readonly ClassRow[]) => classes.filter(({ taken }) => taken > 0);

/** First start and last end of what is booked; null on an empty day. */
export function bookedSpan({ sessions, classes }: Pick<Today, 'sessions' | 'classes'>): Span | null {
  const booked = [...countedSessions(sessions), ...bookedClasses(classes)];
  if (booked.length === 0) return null;
  const starts = booked.map(({ start_time }) => millisOf(start_time));
  const ends = booked.map(({ end_time }) => millisOf(end_time));
  return {
    start: new Date(Math.min(...starts)).toISOString(),
    end: new Date(Math.max(...ends)).toISOString(),
  };
}
