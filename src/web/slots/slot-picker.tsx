import '#web/ui/month-grid.css';
import './slot-picker.css';

import { type ReactNode, useRef, useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { addDays, type LocalDate, type YearMonth, yearMonthOf } from '#domain/time/calendar.ts';
import { formatCalendarDate } from '#domain/time/date-formats.ts';
import { DayPanel, type DayWithoutTimes, type ShownDay } from '#web/slots/day-panel.tsx';
import { dayFactsOf, firstDay } from '#web/slots/day-text.ts';
import type { Availability } from '#web/slots/slot-queries.ts';
import { MonthGrid } from '#web/ui/month-grid.tsx';
import { useToday } from '#web/ui/use-now.ts';

type SlotPickerProps = {
  availability: Availability;
  /** The day to open with; null for the first one with available times. */
  day: LocalDate | null;
  /** The times of the chosen day, if it has any. */
  times: (shown: ShownDay) => ReactNode;
  /** Draws a day without times. */
  withoutTimes: (shown: DayWithoutTimes) => ReactNode;
  onDayChange?: () => void;
};

/** A month with the days that can be booked, next to the times of the chosen day. */
export function SlotPicker({
  availability,
  day: requested,
  times,
  withoutTimes,
  onDayChange,
}: SlotPickerProps) {
  const [date, setDate] = useState<LocalDate>(() => firstDay(availability, requested));
  const [month, setMonth] = useState<YearMonth>(() => yearMonthOf(date));
  const [choices, setChoices] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const today = useToday(practice.zone);
  const { earliest, latest } = availability.window;
  // One day past the booking window, so that a client can choose it and read why it cannot be booked.
  const until = addDays(earliest > latest ? earliest : latest, 1);

  const choose = (day: LocalDate) => {
    setDate(day);
    setChoices((before) => before + 1);
    // A day after the last month is shown at the end of that month.
    if (day.slice(0, 7) <= until.slice(0, 7)) setMonth(yearMonthOf(day));
    heading.current?.focus();
    onDayChange?.();
  };

  return (
    <div className="picker">
      <div className="min-w-0">
        <p className="num mb-3 text-sm text-muted">
          {earliest <= latest
            ? `Dates from ${formatCalendarDate(earliest)} to ${formatCalendarDate(latest)} can be booked.`
            : `It can be booked from ${formatCalendarDate(earliest)} on; that is too far ahead for now.`}
        </p>
        <MonthGrid
          weekStartsOn={0}
          month={month}
          onMonthChange={setMonth}
          selected={date}
          onSelect={choose}
          today={today}
          until={until}
          factsOf={(day) => dayFactsOf(availability, day)}
        />
        <p className="month-key flex flex-wrap gap-x-4.5 gap-y-1 mt-3 text-muted text-xs" aria-hidden="true">
          <span className="inline-flex items-center gap-1.5">
            <i /> Times available
          </span>
          <span className="inline-flex items-center gap-1.5">
            <i className="is-today" /> Today
          </span>
        </p>
      </div>
      <DayPanel {...{ availability, date, choices, times, withoutTimes }} headingRef={heading} />
    </div>
  );
}
