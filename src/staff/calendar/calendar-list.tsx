import { Link } from 'react-router';
import type { CalendarAnswer, TimeOff } from '#contract/agenda.schemas.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { formatClock, formatClockRange, formatDay } from '#domain/time/date-formats.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import { Marks, markOf } from '#staff/bookings/marks.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { entryClass } from '#staff/calendar/calendar-block.tsx';
import { entryTitle, marksOf } from '#staff/calendar/entry-text.ts';
import type { Entry } from '#staff/calendar/grid-layout.ts';
import { seatsLabel } from '#staff/parts/session-texts.ts';

type Props = {
  dates: readonly LocalDate[];
  today: LocalDate;
  zone: string;
  zoneLabel: string;
  openings: CalendarAnswer['openings'];
  time_off: CalendarAnswer['time_off'];
  entries: readonly Entry[];
  now: number | null;
  changed: ReadonlySet<string>;
  linkOf: (entry: Entry) => string;
};

type Row = { at: number; entry: Entry } | { at: number; closed: TimeOff & { start: number; end: number } };

/** Two weeks as text. Days without hours and entries are left out. */
export function CalendarList(props: Props) {
  const { dates, today, zone, zoneLabel, openings, time_off, entries } = props;
  const spansOf = new Map(openings.map(({ date, spans }) => [date, spans]));
  return (
    <div className="cal-list @container/cal-list">
      {dates.map((date) => {
        const start = startOfDay(date, zone).getTime();
        const end = startOfDay(addDays(date, 1), zone).getTime();
        const rows: Row[] = [
          ...entries
            .filter((entry) => localDateOf(entry.start, zone) === date)
            .map((entry) => ({ at: entry.start, entry })),
          ...time_off
            .map((each) => ({ ...each, start: Date.parse(each.starts_at), end: Date.parse(each.ends_at) }))
            .filter((each) => each.start < end && each.end > start)
            .map((each) => ({
              at: Math.max(each.start, start),
              closed: { ...each, start: Math.max(each.start, start), end: Math.min(each.end, end) },
            })),
        ].sort((a, b) => a.at - b.at);
        const spans = spansOf.get(date) ?? [];
        if (rows.length === 0 && date !== today) return null;
        return (
          <section
            key={date}
            className={classNames(
              'cal-list-day grid tablet:grid-cols-[9.5rem_minmax(0,1fr)] tablet:gap-6',
              date === today && 'is-today',
            )}
          >
            <h3>
              {formatDay(date)}
              <small>
                {date === today
                  ? `Today · times in ${zoneLabel}`
                  : spans.length > 0
                    ? `${formatClock(spans[0]!.start, zone)} - ${formatClock(spans.at(-1)!.end, zone)}`
                    : 'No working hours'}
              </small>
            </h3>
            {rows.length === 0 ? (
              <p className="text-muted text-grid">Nothing booked.</p>
            ) : (
              <ul className="cal-list-rows">
                {rows.map((row) =>
                  'entry' in row ? (
                    <EntryRow key={row.entry.key} {...props} entry={row.entry} />
                  ) : (
                    <li key={row.closed.id} className="is-closed">
                      <i aria-hidden="true" />
                      <span className="cal-list-time">
                        {row.closed.start <= start && row.closed.end >= end
                          ? 'All day'
                          : formatClockRange(row.closed.start, row.closed.end, zone)}
                      </span>
                      <span>
                        {row.closed.is_busy
                          ? row.closed.reason
                          : `Time off${row.closed.reason && `: ${row.closed.reason}`}`}
                      </span>
                    </li>
                  ),
                )}
              </ul>
            )}
          </section>
        );
      })}
    </div>
  );
}

function EntryRow({ entry, zone, now, changed, linkOf }: Props & { entry: Entry }) {
  const marks = marksOf(entry);
  return (
    <li className={classNames(entryClass(entry, now), changed.has(entry.key) && 'is-changed')}>
      <i aria-hidden="true" />
      <span className="cal-list-time">{formatClockRange(entry.start, entry.end, zone)}</span>
      <Link to={linkOf(entry)}>{entryTitle(entry)}</Link>
      <span className="cal-list-what">
        {entry.kind === 'CLASS' ? `Class, ${seatsLabel(entry.class)}` : entry.session.service_name}
        {marks.is_house_call && !/house call/i.test(serviceOf(entry)) && ' · House call'}
        {marks.is_online && ' · Online'}
      </span>
      {entry.kind === 'SESSION' && (
        <Marks chips={entry.session.chips.filter((chip) => markOf(chip).look !== 'quiet')} />
      )}
    </li>
  );
}

const serviceOf = (entry: Entry) =>
  entry.kind === 'CLASS' ? entry.class.service_name : entry.session.service_name;
