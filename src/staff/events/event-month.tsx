import { useState } from 'react';
import type { StaffEvent } from '#contract/staff-events.schemas.ts';
import { type LocalDate, yearMonthOf } from '#domain/time/calendar.ts';
import { formatFullDay } from '#domain/time/date-formats.ts';
import { datesOf, isLost, seatsText } from '#staff/events/event-texts.ts';
import { LostMark, When } from '#staff/events/event-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { MonthGrid } from '#web/ui/month-grid.tsx';
import { now } from '#web/ui/use-now.ts';
import '#web/ui/month-grid.css';

type MonthProps = {
  events: readonly StaffEvent[];
  today: LocalDate;
  onOpen: (event: StaffEvent) => void;
  onNew: (date: LocalDate) => void;
};

/** A month with a mark for each event, and the events of the chosen day. */
export function EventMonth({ events, today, onOpen, onNew }: MonthProps) {
  const [selected, setSelected] = useState(today);
  const [month, setMonth] = useState(yearMonthOf(today));
  const on = (date: LocalDate) =>
    events.filter((event) => {
      const [first, last] = datesOf(event);
      return first <= date && date <= last;
    });
  const chosen = on(selected);
  return (
    <div className="grid gap-4 items-start @table:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <div className="staff-box px-4.5 py-4">
        <MonthGrid
          month={month}
          onMonthChange={setMonth}
          weekStartsOn={1}
          selected={selected}
          onSelect={(date) => {
            setSelected(date);
            setMonth(yearMonthOf(date));
          }}
          today={today}
          headingLevel="h2"
          factsOf={(date) => {
            const there = on(date);
            if (there.length === 0) return undefined;
            return { marks: there.length, label: there.map(({ title }) => title).join(', ') };
          }}
        />
      </div>
      <section className="staff-box events-day" aria-labelledby="events-day">
        <h2 id="events-day">{formatFullDay(selected)}</h2>
        {chosen.length === 0 && <p>Nothing on the calendar.</p>}
        <ul>
          {chosen.map((event) => (
            <li key={event.id}>
              <button type="button" aria-haspopup="dialog" onClick={() => onOpen(event)}>
                {event.title}
              </button>
              <span>
                <When {...event} />· {seatsText(event)}
              </span>
              {isLost(event, now().getTime()) && <LostMark />}
            </li>
          ))}
        </ul>
        <Button look="secondary" onClick={() => onNew(selected)}>
          New event on this day
        </Button>
      </section>
    </div>
  );
}
