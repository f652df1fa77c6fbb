import { type ReactNode, useMemo, useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { CalendarAnswer } from '#contract/agenda.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { formatFullDay } from '#domain/time/date-formats.ts';
import { CalendarGrid } from '#staff/calendar/calendar-grid.tsx';
import {
  type CalendarState,
  formatNothingBooked,
  shownDates,
  turnPage,
} from '#staff/calendar/calendar-view.ts';
import { type Entry, type GridLayout, layoutGrid } from '#staff/calendar/grid-layout.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { marksOf } from '#staff/calendar/entry-text.ts';

/** What the looks mean, of those on the screen. */
function CalendarLegend({ columns }: Pick<GridLayout, 'columns'>) {
  const entries = columns.flatMap(({ blocks }) => blocks.map(({ entry }) => entry));
  const marks = entries.map(marksOf);
  const sessions = entries.filter(({ kind }) => kind === 'SESSION');
  const classes = entries.flatMap((entry) => (entry.kind === 'CLASS' ? [entry.class] : []));
  const keys: [string, string, boolean][] = [
    ['paid', 'Paid', sessions.length > marks.filter((mark) => mark.is_unpaid).length],
    ['unpaid', 'No payment recorded', marks.some((mark) => mark.is_unpaid)],
    ['being-paid', 'Being paid', marks.some((mark) => mark.is_being_paid)],
    ['class', 'Class, with seats', classes.some(({ taken }) => taken > 0)],
    ['empty', 'Class without bookings', classes.some(({ taken }) => taken === 0)],
    ['no-show', 'No-show', marks.some((mark) => mark.is_no_show)],
    ['cancelled', 'Cancelled', marks.some((mark) => mark.is_cancelled)],
    ['buffer', 'Buffer', columns.some(({ buffers }) => buffers.length > 0)],
    ['time-off', 'Time off', columns.some(({ time_off }) => time_off.length > 0)],
    ['outside', 'Outside hours', columns.some(({ outside }) => outside.length > 0)],
  ];
  return (
    <ul className="cal-legend flex flex-wrap gap-x-5 gap-y-1.5 mt-3 text-muted text-xs">
      {keys
        .filter(([, , isShown]) => isShown)
        .map(([look, label]) => (
          <li className="inline-flex gap-2 items-center" key={look}>
            <i className={`cal-key-${look}`} />
            {label}
          </li>
        ))}
    </ul>
  );
}

const { zone } = practice;

// Loaded once the calendar is on the screen.
const CalendarMover = onDemand(
  async () => (await import('#staff/calendar/calendar-mover.tsx')).CalendarMover,
  null,
);
const FreeSpace = onDemand(async () => (await import('#staff/calendar/free-space.tsx')).FreeSpace, null);
export type LoadedProps = {
  answer: CalendarAnswer;
  /** The answer is of the days before; the right one is on its way. */
  isOld: boolean;
  state: CalendarState;
  dates: LocalDate[];
  linkOf: (entry: Entry) => string;
  onOpen: (entry: Entry) => void;
  onChange: (change: Partial<CalendarState>) => void;
};

type DaysProps = Omit<LoadedProps, 'linkOf'> & {
  today: LocalDate;
  zoneLabel: string;
  entries: readonly Entry[];
  now: number | null;
  changed: ReadonlySet<string>;
  isEmpty: boolean;
  facts: ReactNode;
  linkOf: (entry: Entry) => string;
};

/** Day, three days or week: the grid, and what moves on it. */
export function CalendarDays(props: DaysProps) {
  const { answer, isOld, isEmpty, state, dates, zoneLabel, entries, facts, onChange } = props;
  const { view, date, without_weekend } = state;
  const [free, setFree] = useState<{ cell: HTMLElement; start: number } | null>(null);
  const layout = useMemo(
    () => layoutGrid(shownDates({ view, date, without_weekend }), zone, answer, entries),
    [view, date, without_weekend, answer, entries],
  );
  return (
    <>
      {isEmpty && <p className="cal-none">{formatNothingBooked(view, dates, date)}</p>}
      <CalendarGrid
        layout={layout}
        label={`${gridTitle(state, dates)}, times in ${zoneLabel}`}
        zoneLabel={zoneLabel}
        zone={zone}
        today={props.today}
        now={props.now}
        open={state.booking}
        changed={props.changed}
        busy={isOld}
        linkOf={props.linkOf}
        onOpen={props.onOpen}
        onFree={(cell, day, row) => {
          const start = layout.columns.find((column) => column.date === day)?.axis.moments[
            layout.rows[row]!.at
          ];
          if (start != null) setFree({ cell, start });
        }}
        onWeek={(by) => onChange({ date: turnPage({ view: 'week', date }, by) })}
        overlay={(frame) => (
          <>
            <CalendarMover
              frame={frame}
              layout={layout}
              answer={answer}
              entries={entries}
              zone={zone}
              onTurn={(by) => onChange({ date: turnPage({ view, date }, by) })}
              onDate={(day) => onChange({ date: day })}
            />
            {free && <FreeSpace key={free.start} {...free} zone={zone} onClose={() => setFree(null)} />}
          </>
        )}
      />
      <div className="flex flex-wrap gap-x-6 justify-between">
        <CalendarLegend columns={layout.columns} />
        {facts}
      </div>
    </>
  );
}

/** 'Week of 7 December', 'Tuesday 8 December', '8 to 10 December' */
function gridTitle({ view }: CalendarState, dates: readonly LocalDate[]): string {
  const dayAndMonth = (date: LocalDate) => formatFullDay(date).replace(/^\S+ /, '');
  if (view === 'day') return formatFullDay(dates[0]!);
  return view === 'week'
    ? `Week of ${dayAndMonth(dates[0]!)}`
    : `${dayAndMonth(dates[0]!)} to ${dayAndMonth(dates.at(-1)!)}`;
}
