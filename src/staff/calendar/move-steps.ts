import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { instantOf, localDateOf, localMinutesOf } from '#domain/time/zone.ts';
import { ROW_MINUTES } from '#staff/calendar/grid-axis.ts';
import type { GridLayout } from '#staff/calendar/grid-layout.ts';

const MINUTE_MS = 60_000;
/** Shift moves in steps of five minutes. */
const FINE_MINUTES = 5;

/**
 * The moment at a height of a column: minutes from the top of the first row. What lasts `length` minutes ends within the
 * grid. Null where the clock skips it.
 */
export function momentAt(
  { columns, rows }: GridLayout,
  column: number,
  minutes: number,
  length: number,
): number | null {
  const last = Math.floor((rows.length * ROW_MINUTES - length) / ROW_MINUTES) * ROW_MINUTES;
  const within = Math.max(0, Math.min(last, minutes));
  const row = rows[Math.floor(within / ROW_MINUTES)]!;
  const moment = columns[column]?.axis.moments[row.at];
  return moment === undefined || moment === null ? null : moment + (within % ROW_MINUTES) * MINUTE_MS;
}

/** Where a span lies on the grid; null if its day or hour is not shown. */
export function placeOf(
  { columns, rows }: GridLayout,
  start: number,
  end: number,
): { column: number; top: number; length: number } | null {
  const column = columns.findIndex(({ axis }) => start >= axis.start && start < axis.end);
  if (column === -1) return null;
  const { axis } = columns[column]!;
  const first = rows[0]!.at * ROW_MINUTES;
  const height = rows.length * ROW_MINUTES;
  const top = axis.topOf(start) - first;
  const bottom = axis.bottomOf(Math.min(end, axis.end)) - first;
  if (bottom <= 0 || top >= height) return null;
  const shownTop = Math.max(0, top);
  return { column, top: shownTop, length: Math.min(height, bottom) - shownTop };
}

/** Rounds to whole steps of the grid. */
export const snap = (minutes: number, is_fine: boolean) => {
  const step = is_fine ? FINE_MINUTES : ROW_MINUTES;
  return Math.round(minutes / step) * step;
};

/** The start that a key moves to; null for a key that moves nothing. Days keep the wall time. */
export function stepStart(start: number, key: string, is_fine: boolean, zone: string): number | null {
  const minutes = is_fine ? FINE_MINUTES : ROW_MINUTES;
  switch (key) {
    case 'ArrowUp':
      return start - minutes * MINUTE_MS;
    case 'ArrowDown':
      return start + minutes * MINUTE_MS;
    case 'ArrowLeft':
      return onOtherDay(start, -1, zone);
    case 'ArrowRight':
      return onOtherDay(start, 1, zone);
    case 'PageUp':
      return onOtherDay(start, -7, zone);
    case 'PageDown':
      return onOtherDay(start, 7, zone);
    default:
      return null;
  }
}

/** The same wall time some days later; an hour later if the clock skips it. */
function onOtherDay(start: number, days: number, zone: string): number {
  const date: LocalDate = addDays(localDateOf(start, zone), days);
  const minutes = localMinutesOf(start, zone);
  const moment = instantOf(date, minutes, zone) ?? instantOf(date, minutes + 60, zone);
  return moment!.getTime();
}
