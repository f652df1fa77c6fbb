import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { addDays, dayOfWeek, type LocalDate } from '#domain/time/calendar.ts';
import {
  WEEKDAYS,
  formatClockRange,
  formatDay,
  formatDayTime,
  formatFullDay,
} from '#domain/time/date-formats.ts';
import { parseTime, clock24 } from '#domain/time/wall-time.ts';
import { instantOf, localDateOf, localMinutesOf, zoneName } from '#domain/time/zone.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { type ClosedTime, isClosed } from '#staff/placement/closed-time.ts';
import { type FreeTimesWish, freeTimesQuery } from '#staff/placement/placement-query.ts';
import { IconButton, TextButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { TextField } from '#web/ui/field.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { FailedQuery } from '#web/ui/states.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { Icon } from '#web/ui/icon.tsx';
import '#web/ui/times.css';
import './placement.css';

const { zone } = practice;
const WEEKS_DAYS = 14;
const MOST_DAYS_AHEAD = 3 * 366;

type TimeChoice = {
  /** The chosen start. */
  start: string | null;
  /** Date and time are typed; else one of the listed times is chosen. */
  is_other_time: boolean;
};

type TimePickerProps = {
  wish: FreeTimesWish;
  today: LocalDate;
  /** The day that is shown first; without it the first day with a free time. */
  near?: LocalDate;
  /** Times that a planned change is about to close: they are not listed. */
  closed?: ClosedTime | undefined;
  value: TimeChoice;
  onChange: (value: TimeChoice) => void;
  /** The day whose times are shown. */
  onDayShown?: (date: LocalDate) => void;
};

/** The free times of two weeks by day, as clients see them, and any other time. */
export function TimePicker({ wish, today, near, closed, value, onChange, onDayShown }: TimePickerProps) {
  const first = value.start ? localDateOf(value.start, zone) : near;
  const [from, setFrom] = useState<LocalDate>(() => startOfWeeks(first ?? today, today));
  const [picked, setPicked] = useState<LocalDate | null>(
    // The day of a session that has to go may be closed as a whole.
    closed && !value.start ? null : (first ?? null),
  );
  const to = addDays(from, WEEKS_DAYS - 1);
  const query = useQuery(freeTimesQuery(wish, from, to));
  const days = (query.data?.days ?? []).map(({ date, times }) => ({
    date,
    times: closed ? times.filter((time) => !isClosed(time, closed)) : times,
  }));
  const upcoming = query.data?.next;
  const next =
    upcoming && closed && isClosed({ start: upcoming, end_time: upcoming }, closed) ? null : upcoming;
  const isEmpty = query.data !== undefined && days.every(({ times }) => times.length === 0);
  const labelId = useId();

  const inWeeks = picked !== null && picked >= from && picked <= to;
  const free = days.filter(({ times }) => times.length > 0).map(({ date }) => date);
  const shown = inWeeks ? picked : (free.find((date) => near && date >= near) ?? free[0] ?? from);
  const times = days.find(({ date }) => date === shown)?.times ?? [];

  const isKnown = query.data !== undefined;
  useEffect(() => {
    if (isKnown) onDayShown?.(shown);
  }, [isKnown, shown, onDayShown]);

  // The chosen day can be beyond the edge of the strip.
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const day = strip.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (day) strip.current!.scrollLeft = day.offsetLeft - (strip.current!.clientWidth - day.offsetWidth) / 2;
  }, [shown]);

  const showDate = (date: LocalDate) => {
    setPicked(date);
    if (date < from || date > to) setFrom(startOfWeeks(date, today));
  };
  const pickDate = (date: LocalDate) => {
    showDate(date);
    if (!value.is_other_time || value.start === null) return;
    // The typed time goes along to the other day.
    const start = instantOf(date, localMinutesOf(value.start, zone), zone);
    onChange({ start: start?.toISOString() ?? null, is_other_time: true });
  };
  const turn = (by: -1 | 1) => {
    const start = addDays(from, by * WEEKS_DAYS);
    setFrom(start < today ? today : start);
    setPicked(null);
  };

  return (
    <div className="grid grid-cols-1 gap-3.5 min-w-0">
      <div className="flex items-center justify-between gap-2 -mb-1.5 text-grid font-strong">
        <span>
          {formatDay(from)} - {formatDay(to)}
        </span>
        <span className="whitespace-nowrap">
          <IconButton label="Earlier" disabled={from <= today} onClick={() => turn(-1)}>
            <Icon of={ChevronLeft} />
          </IconButton>
          <IconButton label="Later" onClick={() => turn(1)}>
            <Icon of={ChevronRight} />
          </IconButton>
        </span>
      </div>
      <div ref={strip} className="day-strip relative grid" role="group" aria-label="Day">
        {Array.from({ length: WEEKS_DAYS }, (_, day) => addDays(from, day)).map((date) => {
          const count = days.find((day) => day.date === date)?.times.length ?? 0;
          return (
            <button
              key={date}
              type="button"
              aria-pressed={date === shown}
              className={classNames(count > 0 && 'has-times')}
              onClick={() => pickDate(date)}
            >
              <VisuallyHidden>
                {formatFullDay(date)}, {timesText(count)}
              </VisuallyHidden>
              <small aria-hidden="true">{WEEKDAYS[dayOfWeek(date)]!.slice(0, 3)}</small>
              <b aria-hidden="true">{Number(date.slice(8))}</b>
            </button>
          );
        })}
      </div>
      {query.error && !query.data ? (
        <FailedQuery of={query} />
      ) : (
        <div>
          <p id={labelId} className="time-label text-grid font-strong">
            {formatDay(shown)}{' '}
            <small>
              {query.data && times.length === 0 ? 'no free time' : 'as clients see it'}, times in{' '}
              {zoneName(instantOf(shown, 12 * 60, zone)!, zone)}
            </small>
          </p>
          <div className="times" role="group" aria-labelledby={labelId}>
            {query.data ? (
              times.map(({ start, end_time, spots }) => (
                <button
                  key={start}
                  type="button"
                  aria-pressed={!value.is_other_time && value.start === start}
                  onClick={() => onChange({ start, is_other_time: false })}
                >
                  {formatClockRange(start, end_time, zone)}
                  {spots !== null && <small>{formatCount(spots, 'seat left', 'seats left')}</small>}
                </button>
              ))
            ) : (
              <SkeletonGroup label="Loading free times" className="contents" rows={['h-12', 'h-12']} />
            )}
            <button
              type="button"
              aria-pressed={value.is_other_time}
              onClick={() => onChange({ start: value.start, is_other_time: true })}
            >
              Other time…
            </button>
          </div>
        </div>
      )}
      {isEmpty && (
        <p className="strip" role="status">
          <span>
            No free time in these two weeks.
            {next && ` Next: ${formatDayTime(next, zone)}`}
          </span>
          {next && (
            <TextButton
              className="act"
              onClick={() => {
                showDate(localDateOf(next, zone));
                onChange({ start: next, is_other_time: false });
              }}
            >
              Choose it
            </TextButton>
          )}
        </p>
      )}
      {value.is_other_time && (
        <OtherTime
          date={shown}
          start={value.start}
          onChange={(typed) => {
            // The days follow a typed date, but not a year that is only half typed.
            const date = typed.start && localDateOf(typed.start, zone);
            if (date && date >= today && date <= addDays(today, MOST_DAYS_AHEAD)) showDate(date);
            onChange(typed);
          }}
        />
      )}
    </div>
  );
}

const timesText = (count: number) => (count === 0 ? 'no free time' : formatCount(count, 'free time'));

/** Two weeks that show a date: from today on if it is near. */
function startOfWeeks(date: LocalDate, today: LocalDate): LocalDate {
  if (date < today || date <= addDays(today, WEEKS_DAYS - 1)) return date < today ? date : today;
  return date;
}

/** A date and a time of the practice, typed. */
function OtherTime({
  date,
  start,
  onChange,
}: {
  date: LocalDate;
  start: string | null;
  onChange: (value: TimeChoice) => void;
}) {
  // Null: the day that is shown above.
  const [typed, setTyped] = useState<{ date: string | null; time: string }>({ date: null, time: '' });
  const shown = start
    ? { date: localDateOf(start, zone), time: clock24(localMinutesOf(start, zone)) }
    : { date: typed.date ?? date, time: typed.time };
  const minutes = parseTime(shown.time);
  const isSkipped =
    start === null && minutes !== null && shown.date !== '' && instantOf(shown.date, minutes, zone) === null;
  const type = (change: { date?: string; time?: string }) => {
    const next = { ...shown, ...change };
    setTyped(next);
    const wanted = parseTime(next.time);
    const instant = wanted === null || next.date === '' ? null : instantOf(next.date, wanted, zone);
    onChange({ start: instant?.toISOString() ?? null, is_other_time: true });
  };
  return (
    <div className="two-fields grid-cols-2">
      <TextField label="Date" type="date" value={shown.date} onChange={(value) => type({ date: value })} />
      <TextField
        label="Start"
        type="time"
        step={300}
        value={shown.time}
        error={isSkipped ? 'The clocks go forward at this time.' : null}
        onChange={(time) => type({ time })}
      />
    </div>
  );
}
