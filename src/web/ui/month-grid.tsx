import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide';
import {
  addDays,
  addMonths,
  dayOfWeek,
  type GridDay,
  type LocalDate,
  monthGrid,
  type YearMonth,
  yearMonthOf,
} from '#domain/time/calendar.ts';
import { formatLongDate, formatMonthTitle, WEEKDAYS } from '#domain/time/date-formats.ts';
import { replayEarlyPressIn } from '#web/ui/early-press.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';

/** What the grid shows about one day. */
export type DayFacts = {
  /** Muted and announced as unavailable, but can be chosen, so that the page can say why. */
  muted?: boolean;
  /** Up to three dots under the number. */
  marks?: number;
  /** Read after the full date, such as "3 times available". */
  label?: string;
  /** Inside the box of a calendar day: lines with the class "month-event". Hidden from screen readers. */
  content?: ReactNode;
};

export type MonthGridProps = {
  /** "picker" draws round days, "calendar" boxed ones (at least 500 px high). */
  look?: 'picker' | 'calendar';
  month: YearMonth;
  onMonthChange: (month: YearMonth) => void;
  /** 0 Sunday first, 1 Monday first. */
  weekStartsOn: 0 | 1;
  selected: LocalDate | null;
  onSelect: (date: LocalDate) => void;
  today?: LocalDate | null;
  /** Shows a Today button; the caller resets the month and the selection. */
  onToday?: () => void;
  /** The month of this date is the last one. */
  until?: LocalDate;
  factsOf?: (date: LocalDate) => DayFacts | undefined;
  headingLevel?: 'h2' | 'h3';
};

/**
 * A month of 42 days with Previous, Next and optionally Today. One day is in the tab order; arrow keys move by day and
 * week, Home and End within the week, Page Up and Page Down by month.
 */
export function MonthGrid({
  look = 'picker',
  month,
  onMonthChange,
  weekStartsOn,
  selected,
  onSelect,
  today = null,
  onToday,
  until,
  factsOf,
  headingLevel: Heading = 'h3',
}: MonthGridProps) {
  const titleId = useId();
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [focusedDate, setFocusedDate] = useState<LocalDate | null>(null);
  const days = monthGrid(month.year, month.month, weekStartsOn);
  const end = until === undefined ? null : lastDayOf(yearMonthOf(until));
  const isLast = end !== null && lastDayOf(month) >= end;
  const tabbable = tabbableDay(days, [focusedDate, selected, today]);

  useEffect(() => replayEarlyPressIn(box.current!), []);

  // In another month the focused cell has another date: moves the focus to the same date.
  useEffect(() => {
    if (!body.current?.contains(document.activeElement)) return;
    body.current.querySelector<HTMLElement>(`[data-date="${focusedDate}"]`)?.focus();
  }, [focusedDate, month.year, month.month]);

  const moveTo = (date: LocalDate) => {
    setFocusedDate(date);
    const target = yearMonthOf(date);
    if (target.year !== month.year || target.month !== month.month) onMonthChange(target);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = (event.target as HTMLElement).dataset.date;
    const to =
      from && !event.altKey && !event.ctrlKey && !event.metaKey && stepFrom(from, event.key, weekStartsOn);
    if (!to) return;
    event.preventDefault();
    moveTo(end !== null && to > end ? end : to);
  };

  return (
    <div ref={box} data-early-part="" className={`month-${look}`}>
      <div className="month-head">
        <Heading id={titleId} aria-live="polite">
          {formatMonthTitle(month)}
        </Heading>
        <IconButton label="Previous month" onClick={() => onMonthChange(addMonths(month, -1))}>
          <Icon of={ChevronLeft} />
        </IconButton>
        {onToday && (
          <Button
            look="secondary"
            size="sm"
            onClick={() => {
              setFocusedDate(null);
              onToday();
            }}
          >
            Today
          </Button>
        )}
        {/* Not `disabled`, which would lose the focus after the click. */}
        <IconButton
          label="Next month"
          aria-disabled={isLast || undefined}
          onClick={() => isLast || onMonthChange(addMonths(month, 1))}
        >
          <Icon of={ChevronRight} />
        </IconButton>
      </div>
      <table className="month" role="grid" aria-labelledby={titleId}>
        <thead>
          <tr>
            {WEEKDAYS.map((_, at) => WEEKDAYS[(at + weekStartsOn) % 7]!).map((name) => (
              <th key={name} scope="col" abbr={name}>
                <span aria-hidden="true">{name.slice(0, 3)}</span>
                <span className="sr-only">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown}>
          {weeksOf(days).map((week, at) => (
            // Keyed by position, so that another month updates 42 dates instead of creating the elements again.
            <tr key={at}>
              {week.map((day, weekday) => (
                <Day
                  key={weekday}
                  day={day}
                  look={look}
                  facts={factsOf?.(day.date)}
                  selected={day.date === selected}
                  today={day.date === today}
                  tabbable={day.date === tabbable}
                  onSelect={() => {
                    setFocusedDate(day.date);
                    onSelect(day.date);
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({
  day,
  look,
  facts = {},
  selected,
  today,
  tabbable,
  onSelect,
}: {
  day: GridDay;
  look: 'picker' | 'calendar';
  facts: DayFacts | undefined;
  selected: boolean;
  today: boolean;
  tabbable: boolean;
  onSelect: () => void;
}) {
  const marks = Math.min(facts.marks ?? 0, 3);
  return (
    <td aria-selected={selected} className={day.inMonth ? undefined : 'is-outside'}>
      <button
        type="button"
        data-date={day.date}
        tabIndex={tabbable ? 0 : -1}
        aria-label={classNames(`${formatLongDate(day.date)}${facts.label ? ',' : ''}`, facts.label)}
        aria-current={today ? 'date' : undefined}
        aria-disabled={facts.muted || undefined}
        aria-pressed={selected}
        className={classNames(
          'month-day',
          !day.inMonth && 'is-outside',
          facts.muted && 'is-muted',
          marks > 0 && 'has-marks',
          today && 'is-today',
          selected && 'is-selected',
        )}
        onClick={onSelect}
      >
        <span className="month-number">{Number(day.date.slice(8))}</span>
        {look === 'picker' && marks > 0 && (
          <span className="month-dots absolute flex justify-center" aria-hidden="true">
            {Array.from({ length: marks }, (_, at) => (
              <i key={at} />
            ))}
          </span>
        )}
      </button>
      {/* Next to the button, because its label already says the same in full. */}
      {facts.content != null && (
        <span aria-hidden="true" className="month-content">
          {facts.content}
        </span>
      )}
    </td>
  );
}

function weeksOf(days: readonly GridDay[]): GridDay[][] {
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** The day in the tab order: the first candidate in this month, else the first day of the month. */
function tabbableDay(days: readonly GridDay[], candidates: readonly (LocalDate | null)[]): LocalDate {
  const shown = (date: LocalDate | null) => days.some((day) => day.date === date && day.inMonth);
  return candidates.find(shown) ?? days.find((day) => day.inMonth)!.date;
}

/** The date that a key moves to; null for other keys. */
export function stepFrom(date: LocalDate, key: string, weekStartsOn: 0 | 1): LocalDate | null {
  const column = (dayOfWeek(date) - weekStartsOn + 7) % 7;
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'Home':
      return addDays(date, -column);
    case 'End':
      return addDays(date, 6 - column);
    case 'PageUp':
      return sameDayIn(date, -1);
    case 'PageDown':
      return sameDayIn(date, 1);
    default:
      return null;
  }
}

/** The same day of another month, or its last day if it is shorter. */
function sameDayIn(date: LocalDate, months: number): LocalDate {
  const target = addMonths(yearMonthOf(date), months);
  const last = lastDayOf(target);
  const days = Math.min(Number(date.slice(8)), Number(last.slice(8)));
  return addDays(last, days - Number(last.slice(8)));
}

const lastDayOf = ({ year, month }: YearMonth): LocalDate =>
  monthGrid(year, month, 0).findLast((day) => day.inMonth)!.date;
