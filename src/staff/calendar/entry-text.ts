import { bookingPath, classPath, shortClientName, seatsLabel } from '#staff/parts/session-texts.ts';
import { formatFullDay } from '#domain/time/date-formats.ts';
import { formatTime } from '#domain/time/wall-time.ts';
import { localMinutesOf } from '#domain/time/zone.ts';
import { formatSlot, ROW_MINUTES } from '#staff/calendar/grid-axis.ts';
import type { Column, Entry, GridLayout } from '#staff/calendar/grid-layout.ts';

/** '10:00', without AM or PM. */
export const formatHour = (ms: number, zone: string) => formatTime(localMinutesOf(ms, zone)).slice(0, -3);

/** What stands in bold: the client or the class. */
export const entryTitle = (entry: Entry) =>
  entry.kind === 'CLASS' ? entry.class.service_name : shortClientName(entry.session);

/** Where an entry is opened: the booking, or the class roster. */
export const entryPath = (entry: Entry): string =>
  entry.kind === 'SESSION' ? bookingPath(entry.session.id) : classPath(entry.class);

type Marks = {
  is_being_paid: boolean;
  /** Neither paid nor free, as far as this site knows. */
  is_unpaid: boolean;
  forms_missing: readonly string[];
  is_house_call: boolean;
  is_online: boolean;
  is_cancelled: boolean;
  is_no_show: boolean;
};

/** What a block shows by its edge and icons. */
export function marksOf(entry: Entry): Marks {
  const row = entry.kind === 'SESSION' ? entry.session : entry.class;
  const chips = entry.kind === 'SESSION' ? entry.session.chips : [];
  const has = (...kinds: readonly (typeof chips)[number]['kind'][]) =>
    chips.some(({ kind }) => kinds.includes(kind));
  const is_cancelled = entry.kind === 'SESSION' && entry.session.status === 'CANCELLED';
  return {
    is_being_paid: has('BEING_PAID', 'OFFERED'),
    is_unpaid:
      entry.kind === 'SESSION' &&
      !is_cancelled &&
      !has('PAID', 'SLIDING_SCALE', 'FREE', 'BEING_PAID', 'OFFERED'),
    forms_missing: chips.find(({ kind }) => kind === 'FORMS')?.missing ?? [],
    is_house_call: row.place === 'HOUSE_CALL',
    is_online: row.place === 'VIRTUAL',
    is_cancelled,
    is_no_show: entry.kind === 'SESSION' && entry.session.status === 'NO_SHOW',
  };
}

/** 'Marma Session with Maren K., 10:00 to 10:45' and what the block shows by its look. */
export function entryName(entry: Entry, zone: string): string {
  const marks = marksOf(entry);
  const what =
    entry.kind === 'CLASS'
      ? `${entry.class.service_name}, ${seatsLabel(entry.class)}`
      : `${entry.session.service_name} with ${shortClientName(entry.session)}`;
  return [
    what,
    `${formatHour(entry.start, zone)} to ${formatHour(entry.end, zone)}`,
    marks.is_cancelled && 'cancelled',
    marks.is_no_show && 'no-show',
    marks.is_being_paid && 'being paid',
    marks.is_house_call && 'house call',
    marks.is_online && 'online',
    marks.forms_missing.length > 0 && `forms missing: ${marks.forms_missing.join(', ')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

type Area = { top: number; length: number };

/** The entries in a row of a column. */
export function entriesInRow({ blocks }: Column, row: number): Entry[] {
  const cell = { top: row * ROW_MINUTES, length: ROW_MINUTES };
  return blocks.filter((block) => meets(block, cell)).map(({ entry }) => entry);
}

const meets = (a: Area, b: Area) => a.top < b.top + b.length && b.top < a.top + a.length;

/** 'Tuesday 8 December, 10 AM, Marma Session with Maren K., 10:00 to 10:45' */
export function cellName(layout: GridLayout, column: Column, row: number, zone: string): string {
  const { slot, at } = layout.rows[row]!;
  return `${formatFullDay(column.date)}, ${formatSlot(slot)}, ${cellContent(column, row, at, zone)}`;
}

function cellContent(column: Column, row: number, at: number, zone: string): string {
  const cell = { top: row * ROW_MINUTES, length: ROW_MINUTES };
  const entries = entriesInRow(column, row);
  if (entries.length > 0) return entries.map((entry) => entryName(entry, zone)).join('; ');
  if (column.axis.moments[at] === null) return 'no such time on this day';
  const closed = column.time_off.find((area) => meets(area, cell));
  if (closed) return closed.reason ? `closed: ${closed.reason}` : 'closed';
  if (column.buffers.some((area) => meets(area, cell))) return 'buffer';
  // A row counts as free if part of it is.
  return column.outside.some(
    (area) => area.top <= cell.top && area.top + area.length >= cell.top + cell.length,
  )
    ? 'outside working hours'
    : 'free';
}
