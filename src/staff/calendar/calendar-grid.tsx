import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { dayOfWeek, type LocalDate } from '#domain/time/calendar.ts';
import { WEEKDAYS } from '#domain/time/date-formats.ts';
import { formatTime } from '#domain/time/wall-time.ts';
import { classNames } from '#web/ui/class-names.ts';
import { CalendarBlock } from '#staff/calendar/calendar-block.tsx';
import { holdMoves } from '#staff/calendar/early-moves.ts';
import { cellName, entriesInRow } from '#staff/calendar/entry-text.ts';
import { ROW_MINUTES, type Slot } from '#staff/calendar/grid-axis.ts';
import { moveCell } from '#staff/calendar/grid-keys.ts';
import type { Block, Column, Entry, GridLayout } from '#staff/calendar/grid-layout.ts';

const HOUR_MS = 3_600_000;

type Props = {
  layout: GridLayout;
  /** 'Week of 7 December, times in PST' */
  label: string;
  /** 'PST' */
  zoneLabel: string;
  zone: string;
  today: LocalDate;
  now: number | null;
  /** The booking in the panel. */
  open: string | null;
  changed: ReadonlySet<string>;
  /** The days or hours are still on their way. */
  busy: boolean;
  linkOf: (entry: Entry) => string;
  onOpen: (entry: Entry) => void;
  /** A cell in which nothing is booked. */
  onFree: (cell: HTMLElement, date: LocalDate, row: number) => void;
  /** Page Up (-1) and Page Down (1): the week before and after. */
  onWeek: (by: -1 | 1) => void;
  /** Lies over the grid; gets its frame. */
  overlay: (frame: HTMLElement) => ReactNode;
};

/**
 * The days as a grid of quarter hours. One cell is in the tab order; arrows move by cell, Home and End to the first and
 * the last opening, Page Up and Page Down by week, Enter opens what is there or what can be done with free time.
 */
export function CalendarGrid(props: Props) {
  const { layout, label, zoneLabel, today, now, busy, onOpen, onFree, onWeek } = props;
  const { columns, rows } = layout;
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  // Before there is an overlay, which loads the code that follows them.
  const showFrame = useCallback((element: HTMLElement | null) => {
    if (element) holdMoves(element);
    setFrame(element);
  }, []);
  const body = useRef<HTMLTableSectionElement>(null);
  const takesFocus = useRef(false);
  // Kept as wall time, because another week can show other hours.
  const [cursor, setCursor] = useState<{ date: LocalDate; minutes: number; again: boolean } | null>(null);

  const cell = cellAt(layout, cursor, today);
  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    body.current?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus();
  });

  const moveTo = (column: number, row: number) => {
    takesFocus.current = true;
    setCursor({ date: columns[column]!.date, ...rows[row]!.slot });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const entries = entriesInRow(columns[cell.column]!, cell.row);
    if (event.key === 'Enter') {
      event.preventDefault();
      if (entries.length > 0) onOpen(entries[0]!);
      else onFree(event.target as HTMLElement, columns[cell.column]!.date, cell.row);
    } else if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault();
      takesFocus.current = true;
      onWeek(event.key === 'PageUp' ? -1 : 1);
    } else {
      const to = moveCell(cell, event.key, { rows: rows.length, columns });
      if (!to) return;
      event.preventDefault();
      moveTo(to.column, to.row);
    }
  };

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const pressed = target.closest<HTMLElement>('td[data-date]');
    if (!pressed || target.closest('.cal-block')) return;
    const row = (pressed.parentElement as HTMLTableRowElement).sectionRowIndex;
    onFree(pressed, pressed.dataset.date!, row);
  };

  return (
    <div
      ref={showFrame}
      className={classNames('cal-frame', columns.length > 3 && 'is-week', columns.length === 1 && 'is-day')}
    >
      <table className="cal" role="grid" aria-label={label} aria-busy={busy || undefined}>
        <colgroup>
          <col className="cal-gutter" />
          {columns.map(({ date }) => (
            <col key={date} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <td>
              <span aria-hidden="true">{zoneLabel}</span>
            </td>
            {columns.map((column) => (
              <DayHead key={column.date} column={column} is_today={column.date === today} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown} onClick={onClick}>
          {rows.map(({ slot }, row) => (
            <tr
              key={`${slot.minutes}${slot.again}`}
              className={startsHour(rows, row) ? 'is-hour' : undefined}
            >
              {startsHour(rows, row) && (
                <th scope="row" rowSpan={hourLength(rows, row)}>
                  <span>
                    {formatTime(slot.minutes - (slot.minutes % 60)).replace(':00', '')}
                    {slot.again && <span className="sr-only"> for the second time</span>}
                  </span>
                </th>
              )}
              {columns.map((column, at) => (
                <td
                  key={at}
                  role="gridcell"
                  data-date={column.date}
                  tabIndex={cell.column === at && cell.row === row ? 0 : -1}
                  onFocus={() => setCursor({ date: column.date, ...slot })}
                >
                  <span className="sr-only">{cellName(layout, column, row, props.zone)}</span>
                  <CellContent {...props} column={column} row={row} />
                  {now !== null && column.date === today && (
                    <NowLine column={column} layout={layout} row={row} now={now} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {frame && props.overlay(frame)}
    </div>
  );
}

function DayHead({ column, is_today }: { column: Column; is_today: boolean }) {
  const { date, axis } = column;
  const hours = (axis.end - axis.start) / HOUR_MS;
  return (
    <th
      scope="col"
      className={is_today ? 'is-today' : undefined}
      aria-current={is_today ? 'date' : undefined}
    >
      <span className="sr-only">{WEEKDAYS[dayOfWeek(date)]} </span>
      <span aria-hidden="true">{WEEKDAYS[dayOfWeek(date)]!.slice(0, 3)}</span>
      <b>{Number(date.slice(8))}</b>
      {hours !== 24 && <small>{hours < 24 ? 'Clocks go forward' : 'Clocks go back'}</small>}
    </th>
  );
}

type ContentProps = Omit<Props, 'layout'> & { column: Column; row: number };

function CellContent({ column, row, zone, now, open, changed, linkOf }: ContentProps) {
  const starting = <A extends { top: number }>(areas: readonly A[]) =>
    areas.filter(({ top }) => Math.floor(top / ROW_MINUTES) === row);
  const place = ({ top, length }: { top: number; length: number }) =>
    ({ '--m': top % ROW_MINUTES, '--l': length }) as CSSProperties;
  return (
    <>
      {starting(column.outside).map((area) => (
        <i key={area.top} className="cal-at cal-outside z-0 pointer-events-none" style={place(area)} />
      ))}
      {starting(column.buffers).map((area) => (
        <i
          key={`${area.top} ${area.length}`}
          className="cal-at cal-buffer z-1 pointer-events-none"
          style={place(area)}
        />
      ))}
      {starting(column.time_off).map((area) => (
        <span
          key={area.id}
          className="cal-at cal-time-off z-1 px-2 py-1.5"
          aria-hidden="true"
          style={place(area)}
        >
          {!area.is_busy && <b>Time off</b>}
          {area.reason}
        </span>
      ))}
      {starting(column.blocks).map((block: Block) => (
        <CalendarBlock
          key={block.entry.key}
          block={block}
          offset={block.top % ROW_MINUTES}
          zone={zone}
          now={now}
          is_open={open === block.entry.key}
          is_changed={changed.has(block.entry.key)}
          to={linkOf(block.entry)}
        />
      ))}
    </>
  );
}

/** The line of now, in the row of now. */
function NowLine({
  column,
  layout,
  row,
  now,
}: {
  column: Column;
  layout: GridLayout;
  row: number;
  now: number;
}) {
  const { axis } = column;
  if (now < axis.start || now >= axis.end) return null;
  const top = axis.topOf(now) - layout.rows[0]!.at * ROW_MINUTES;
  if (Math.floor(top / ROW_MINUTES) !== row) return null;
  return (
    <i className="cal-at cal-now pointer-events-none" style={{ '--m': top % ROW_MINUTES } as CSSProperties} />
  );
}

type Rows = readonly { slot: Slot }[];
const sameHour = (a: Slot, b: Slot) =>
  Math.floor(a.minutes / 60) === Math.floor(b.minutes / 60) && a.again === b.again;
const startsHour = (rows: Rows, row: number) => row === 0 || !sameHour(rows[row - 1]!.slot, rows[row]!.slot);
function hourLength(rows: Rows, row: number): number {
  const after = rows.slice(row).findIndex(({ slot }) => !sameHour(slot, rows[row]!.slot));
  return after === -1 ? rows.length - row : after;
}

/** The cell in the tab order: the cursor's; without one, the first opening of today or of the first day. */
function cellAt(
  { columns, rows }: GridLayout,
  cursor: { date: LocalDate; minutes: number; again: boolean } | null,
  today: LocalDate,
): { column: number; row: number } {
  const indexOf = (date: LocalDate) => columns.findIndex((column) => column.date === date);
  if (!cursor) {
    const column = Math.max(0, indexOf(today));
    return { column, row: columns[column]!.first_open ?? 0 };
  }
  // In another week the cursor keeps its weekday.
  const sameWeekday = columns.findIndex(({ date }) => dayOfWeek(date) === dayOfWeek(cursor.date));
  const column = indexOf(cursor.date) === -1 ? Math.max(0, sameWeekday) : indexOf(cursor.date);
  const exact = rows.findIndex(({ slot }) => slot.minutes === cursor.minutes && slot.again === cursor.again);
  const next = rows.findIndex(({ slot }) => slot.minutes >= cursor.minutes);
  if (exact !== -1) return { column, row: exact };
  return { column, row: next === -1 ? rows.length - 1 : next };
}
