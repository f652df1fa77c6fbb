import type { CalendarAnswer } from '#contract/agenda.schemas.ts';
import { addDays, type LocalDate, yearMonthOf } from '#domain/time/calendar.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import { classNames } from '#web/ui/class-names.ts';
import { type DayFacts, MonthGrid } from '#web/ui/month-grid.tsx';
import { entryClass } from '#staff/calendar/calendar-block.tsx';
import { entryTitle, formatHour } from '#staff/calendar/entry-text.ts';
import type { Entry } from '#staff/calendar/grid-layout.ts';

const MOST_LINES = 3;

type Props = {
  date: LocalDate;
  today: LocalDate;
  zone: string;
  time_off: CalendarAnswer['time_off'];
  entries: readonly Entry[];
  now: number | null;
  onDate: (date: LocalDate) => void;
  onDay: (date: LocalDate) => void;
};

/** The month with the number of entries and the first three of each day; a day opens its day view. */
export function CalendarMonth({ date, today, zone, time_off, entries, now, onDate, onDay }: Props) {
  const byDate = Map.groupBy(entries, ({ start }) => localDateOf(start, zone));
  const closedOn = (day: LocalDate) => {
    const start = startOfDay(day, zone).getTime();
    const end = startOfDay(addDays(day, 1), zone).getTime();
    return time_off.find(
      ({ starts_at, ends_at }) => Date.parse(starts_at) <= start && Date.parse(ends_at) >= end,
    );
  };
  const factsOf = (day: LocalDate): DayFacts => {
    const mine = byDate.get(day) ?? [];
    const closed = closedOn(day);
    return {
      label: [
        mine.length === 1 ? '1 entry' : `${mine.length || 'no'} entries`,
        closed && (closed.reason ? `closed: ${closed.reason}` : 'closed'),
      ]
        .filter(Boolean)
        .join(', '),
      content: (
        <>
          {closed && <span className="cal-month-closed">{closed.reason || 'Time off'}</span>}
          {mine.length > 0 && (
            <span className="cal-month-count right-2 max-tablet:w-full max-tablet:text-center">
              {mine.length}
            </span>
          )}
          {mine.slice(0, MOST_LINES).map((entry) => (
            <span
              key={entry.key}
              className={classNames(
                'cal-month-line relative pl-2 whitespace-nowrap max-tablet:p-0',
                entryClass(entry, now),
              )}
            >
              {formatHour(entry.start, zone)} {entryTitle(entry)}
            </span>
          ))}
          {mine.length > MOST_LINES && (
            <span className="cal-month-more">{mine.length - MOST_LINES} more</span>
          )}
        </>
      ),
    };
  };
  return (
    <div className="cal-month">
      <MonthGrid
        look="calendar"
        month={yearMonthOf(date)}
        onMonthChange={({ year, month }) =>
          onDate(`${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`)
        }
        weekStartsOn={1}
        selected={null}
        onSelect={onDay}
        today={today}
        factsOf={factsOf}
        headingLevel="h3"
      />
    </div>
  );
}
