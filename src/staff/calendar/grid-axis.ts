import { dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import { formatTime, type LocalMinutes } from '#domain/time/wall-time.ts';
import { wallClockOf } from '#domain/time/zone.ts';

/** Minutes of one row of the grid. */
export const ROW_MINUTES = 15;
const MINUTE_MS = 60_000;
const ROW_MS = ROW_MINUTES * MINUTE_MS;

/** One row: a time on the wall clock. `again`: it is the second time when the clocks go back. */
export type Slot = { minutes: LocalMinutes; again: boolean };

/** One day on the axis. */
export type DayAxis = {
  date: LocalDate;
  start: number;
  end: number;
  /** The moment at which each row starts; null for a row that this day does not have. */
  moments: readonly (number | null)[];
  /** Minutes from the top of the axis to a moment of this day; moments outside the day count as its ends. */
  topOf: (ms: number) => number;
  /** Like `topOf`, for the end of something: before an hour that the clock skips, not after it. */
  bottomOf: (ms: number) => number;
};

export type GridAxis = { slots: readonly Slot[]; days: readonly DayAxis[] };

const keyOf = ({ minutes, again }: Slot) => minutes * 2 + Number(again);

type Quarter = Slot & { ms: number };

function quartersOf(date: LocalDate, zone: string): { start: number; end: number; quarters: Quarter[] } {
  const { start, end, minutesAt } = wallClockOf(dayNumberOf(date), zone);
  const seen = new Set<number>();
  const quarters: Quarter[] = [];
  for (let ms = start; ms < end; ms += ROW_MS) {
    const minutes = minutesAt(ms);
    quarters.push({ ms, minutes, again: seen.has(minutes) });
    seen.add(minutes);
  }
  return { start, end, quarters };
}

/**
 * The rows that days share. A repeated hour has its own rows, which the other days leave out; a skipped hour is left out
 * by its day, and has no rows if no other day is shown.
 */
export function gridAxis(dates: readonly LocalDate[], zone: string): GridAxis {
  const days = dates.map((date) => ({ date, ...quartersOf(date, zone) }));
  const longest = days.reduce((most, day) => (day.quarters.length > most.quarters.length ? day : most));
  const slots = longest.quarters.map(({ minutes, again }) => ({ minutes, again }));
  const rowOf = new Map(slots.map((slot, row) => [keyOf(slot), row]));
  return {
    slots,
    days: days.map(({ date, start, end, quarters }) => {
      const moments: (number | null)[] = slots.map(() => null);
      const rows = quarters.map((quarter) => rowOf.get(keyOf(quarter)) ?? 0);
      quarters.forEach(({ ms }, at) => (moments[rows[at]!] = ms));
      const within = (ms: number) => {
        const at = Math.max(0, Math.min(quarters.length - 1, Math.floor((ms - start) / ROW_MS)));
        return { row: rows[at]!, ms: quarters[at]!.ms };
      };
      const topOf = (ms: number) => {
        if (ms >= end) return bottomOf(end);
        const quarter = within(ms);
        return quarter.row * ROW_MINUTES + Math.max(0, ms - quarter.ms) / MINUTE_MS;
      };
      const bottomOf = (ms: number) => {
        const quarter = within(Math.min(ms, end) - 1);
        const minutes = (Math.min(ms, end) - quarter.ms) / MINUTE_MS;
        return quarter.row * ROW_MINUTES + Math.max(0, minutes);
      };
      return { date, start, end, moments, topOf, bottomOf };
    }),
  };
}

/** '10 AM', '10:15 AM' */
export const formatSlot = ({ minutes, again }: Slot) =>
  formatTime(minutes).replace(':00', '') + (again ? ' for the second time' : '');
