import { useQuery } from '@tanstack/react-query';
import { practice } from '#content/public/practice.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { formatClock, formatClockRange, formatDay } from '#domain/time/date-formats.ts';
import { calendarQuery } from '#staff/calendar/calendar-query.ts';
import { entriesOf, type Entry, holdsTime } from '#staff/calendar/grid-layout.ts';
import { shortClientName } from '#staff/parts/session-texts.ts';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { classNames } from '#web/ui/class-names.ts';
import './booked-day.css';

const { zone } = practice;

type BookedDayProps = {
  date: LocalDate;
  /** The booking that is open. */
  open?: string;
  /** The time that is being chosen. */
  wish?: { start: string; end_time: string; name: string | null } | null;
};

/** What is booked on a day, next to what is done on it. */
export function BookedDay({ date, open, wish = null }: BookedDayProps) {
  const query = useQuery({ ...calendarQuery(date, date), placeholderData: undefined });
  const { data } = query;
  const entries = data ? entriesOf(data.sessions, data.classes).filter(holdsTime) : [];
  const rows = [
    ...entries.map((entry) => ({ key: entry.key, start: entry.start, end: entry.end, entry })),
    ...(wish
      ? [{ key: 'wish', start: Date.parse(wish.start), end: Date.parse(wish.end_time), entry: null }]
      : []),
  ].toSorted((a, b) => a.start - b.start);
  return (
    <aside className="booked-day sticky top-below-top self-start" aria-label="The day">
      <h2>{formatDay(date)}</h2>
      {data && rows.length === 0 && <p className="text-muted">Nothing booked.</p>}
      <ol className="mt-2">
        {rows.map(({ key, start, end, entry }) => (
          <li
            key={key}
            className={classNames(entry && tintClassOf(typeOf(entry)), (!entry || key === open) && 'is-new')}
          >
            <i className={classNames(entry && isRing(entry) && 'is-ring')} aria-hidden="true" />
            <div>
              <time className="block num font-semibold">{formatClockRange(start, end, zone)}</time>
              <span>{entry ? textOf(entry) : `${wish?.name ?? 'This session'}, new`}</span>
            </div>
          </li>
        ))}
      </ol>
    </aside>
  );
}

const typeOf = (entry: Entry) =>
  entry.kind === 'CLASS' ? entry.class.service_type : entry.session.service_type;

const isRing = (entry: Entry) => entry.kind === 'CLASS' || entry.session.status === 'PENDING';

function textOf(entry: Entry): string {
  if (entry.kind === 'CLASS') return entry.class.service_name;
  const { service_name, chips } = entry.session;
  const held = chips.find(({ kind }) => kind === 'BEING_PAID' || kind === 'OFFERED');
  if (held?.until)
    return `${held.kind === 'OFFERED' ? 'Offered' : 'Being paid'} until ${formatClock(held.until, zone)}`;
  return `${shortClientName(entry.session)}, ${service_name}`;
}
