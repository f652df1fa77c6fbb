import type { CalendarAnswer, ClassRow, SessionRow, Span, TimeOff } from '#contract/agenda.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import type { LocalMinutes } from '#domain/time/wall-time.ts';
import { localDateOf, localMinutesOf } from '#domain/time/zone.ts';
import { type DayAxis, type GridAxis, gridAxis, ROW_MINUTES, type Slot } from '#staff/calendar/grid-axis.ts';

const HOUR = 60;
const DAY = 1440;
/** Shown when nothing says otherwise: 8 AM to 6 PM. */
const USUAL_HOURS = [8 * HOUR, 18 * HOUR] as const;

/** What the grid, the month and the list show as one entry. */
export type Entry =
  | { kind: 'SESSION'; key: string; session: SessionRow; start: number; end: number }
  | { kind: 'CLASS'; key: string; class: ClassRow; start: number; end: number };

/** A part of a day on the grid: minutes from the top of the first row. */
type Area = { top: number; length: number };
export type Block = Area & { entry: Entry; lane: number; lanes: number };
export type Column = {
  date: LocalDate;
  axis: DayAxis;
  /** Outside the working hours. */
  outside: Area[];
  time_off: (Area & Pick<TimeOff, 'id' | 'reason' | 'is_busy'>)[];
  buffers: Area[];
  blocks: Block[];
  /** The first and the last row inside working hours; null on a day without. */
  first_open: number | null;
  last_open: number | null;
};
export type GridLayout = {
  axis: GridAxis;
  /** The rows of the axis that are shown. */
  rows: readonly { slot: Slot; at: number }[];
  columns: Column[];
};

/** The entries of an answer, by start. */
export function entriesOf(sessions: readonly SessionRow[], classes: readonly ClassRow[]): Entry[] {
  return [
    ...sessions.map((session): Entry => ({
      kind: 'SESSION',
      key: session.id,
      session,
      start: Date.parse(session.start_time),
      end: Date.parse(session.end_time),
    })),
    ...classes.map((row): Entry => ({
      kind: 'CLASS',
      key: `${row.service_id} ${row.start_time}`,
      class: row,
      start: Date.parse(row.start_time),
      end: Date.parse(row.end_time),
    })),
  ].sort((a, b) => a.start - b.start || a.end - b.end || a.key.localeCompare(b.key));
}

/** False for what holds no time: cancelled bookings, and classes without a seat taken. */
export const holdsTime = (entry: Entry) =>
  entry.kind === 'SESSION' ? entry.session.status !== 'CANCELLED' : entry.class.taken > 0;

const blockedUntil = (entry: Entry) =>
  Date.parse(entry.kind === 'SESSION' ? entry.session.blocked_until : entry.class.blocked_until);

type Shown = Pick<CalendarAnswer, 'openings' | 'time_off'>;

/** Lays the days out. `answer` may be of other days, while the right one is on its way: then only the hours are used. */
export function layoutGrid(
  dates: readonly LocalDate[],
  zone: string,
  { openings, time_off }: Shown,
  entries: readonly Entry[],
): GridLayout {
  const axis = gridAxis(dates, zone);
  const [from, to] = shownMinutes(openings, entries, dates, zone);
  const rows = axis.slots
    .map((slot, at) => ({ slot, at }))
    .filter(({ slot }) => slot.minutes >= from && slot.minutes < to);
  const edges = { top: rows[0]!.at * ROW_MINUTES, bottom: (rows.at(-1)!.at + 1) * ROW_MINUTES };
  const spansOf = new Map(openings.map(({ date, spans }) => [date, spans]));
  return {
    axis,
    rows,
    columns: axis.days.map((day) => layoutColumn(day, edges, spansOf.get(day.date), time_off, entries)),
  };
}

type Edges = { top: number; bottom: number };

function layoutColumn(
  day: DayAxis,
  edges: Edges,
  spans: readonly Span[] | undefined,
  time_off: CalendarAnswer['time_off'],
  entries: readonly Entry[],
): Column {
  const area = (start: number, end: number) => areaOf(day, edges, start, end);
  const mine = entries.flatMap((entry) => {
    const at = area(entry.start, entry.end);
    return at ? [{ ...at, entry }] : [];
  });
  const open = (spans ?? []).flatMap(({ start, end }) => area(Date.parse(start), Date.parse(end)) ?? []);
  return {
    date: day.date,
    axis: day,
    // Without an answer for this day nothing is hatched.
    outside: spans ? complementOf(open, edges.bottom - edges.top) : [],
    time_off: time_off.flatMap(({ id, starts_at, ends_at, reason, is_busy }) => {
      const at = area(Date.parse(starts_at), Date.parse(ends_at));
      return at ? [{ ...at, id, reason, is_busy }] : [];
    }),
    buffers: entries
      .filter(holdsTime)
      .flatMap((entry) => area(Math.max(entry.end, day.start), blockedUntil(entry)) ?? []),
    blocks: packLanes(mine),
    first_open: open.length ? Math.floor(Math.min(...open.map(({ top }) => top)) / ROW_MINUTES) : null,
    last_open: open.length
      ? Math.ceil(Math.max(...open.map(({ top, length }) => top + length)) / ROW_MINUTES) - 1
      : null,
  };
}

/** The part of a span that lies in the shown rows of a day; null if none does. */
function areaOf(day: DayAxis, edges: Edges, start: number, end: number): Area | null {
  if (end <= day.start || start >= day.end || end <= start) return null;
  const top = Math.max(day.topOf(Math.max(start, day.start)), edges.top);
  const bottom = Math.min(day.bottomOf(Math.min(end, day.end)), edges.bottom);
  return bottom > top ? { top: top - edges.top, length: bottom - top } : null;
}

/**
 * The hours to show, in minutes of the wall clock: from the earliest opening to the latest closing, an hour more on both
 * sides, and whatever is booked outside.
 */
function shownMinutes(
  openings: CalendarAnswer['openings'],
  entries: readonly Entry[],
  dates: readonly LocalDate[],
  zone: string,
): [LocalMinutes, LocalMinutes] {
  const spans = openings.flatMap(({ spans }) => spans);
  const reach = (start: number, end: number): [number, number] => {
    const last = localDateOf(end - 1, zone) === localDateOf(start, zone);
    const from = localMinutesOf(start, zone);
    // The wall clock can go back in between.
    const to = localMinutesOf(end - 1, zone) + 1;
    return last ? [Math.min(from, to), Math.max(from, to)] : [0, DAY];
  };
  const open = spans.map(({ start, end }) => reach(Date.parse(start), Date.parse(end)));
  const first = dates[0]!;
  const final = dates.at(-1)!;
  const booked = entries
    .filter(({ start, end }) => localDateOf(end - 1, zone) >= first && localDateOf(start, zone) <= final)
    .map(({ start, end }) => reach(start, end));
  const hours = open.map(([start, end]): [number, number] => [start - HOUR, end + HOUR]);
  const all = [...(open.length ? hours : [USUAL_HOURS]), ...booked];
  const from = Math.max(0, Math.min(...all.map(([start]) => start)));
  const to = Math.min(DAY, Math.max(...all.map(([, end]) => end)));
  return [Math.floor(from / HOUR) * HOUR, Math.ceil(to / HOUR) * HOUR];
}

/** What areas leave free of a height. */
function complementOf(areas: readonly Area[], height: number): Area[] {
  const free: Area[] = [];
  let at = 0;
  for (const { top, length } of areas.toSorted((a, b) => a.top - b.top)) {
    if (top > at) free.push({ top: at, length: top - at });
    at = Math.max(at, top + length);
  }
  if (at < height) free.push({ top: at, length: height - at });
  return free;
}

/**
 * Sessions never overlap, so that each has the whole width. Cancelled bookings and empty classes can lie next to them:
 * these go into lanes of their own.
 */
function packLanes(blocks: readonly (Area & { entry: Entry })[]): Block[] {
  const overlaps = (a: Area, b: Area) => a.top < b.top + b.length && b.top < a.top + a.length;
  const packed: Block[] = [];
  let cluster: (Area & { entry: Entry })[] = [];
  let until = -1;
  const flush = () => {
    const placed: Block[] = [];
    for (const block of [
      ...cluster.filter(({ entry }) => holdsTime(entry)),
      ...cluster.filter(({ entry }) => !holdsTime(entry)),
    ]) {
      let lane = 0;
      while (placed.some((other) => other.lane === lane && overlaps(other, block))) lane++;
      placed.push({ ...block, lane, lanes: 1 });
    }
    const lanes = Math.max(0, ...placed.map(({ lane }) => lane + 1));
    packed.push(...placed.map((block) => ({ ...block, lanes })));
    cluster = [];
  };
  for (const block of blocks.toSorted((a, b) => a.top - b.top)) {
    if (block.top >= until) flush();
    cluster.push(block);
    until = Math.max(until, block.top + block.length);
  }
  flush();
  return packed;
}
