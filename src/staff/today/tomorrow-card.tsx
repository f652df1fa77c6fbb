import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { SessionRow, Today } from '#contract/agenda.schemas.ts';
import { addDays } from '#domain/time/calendar.ts';
import { formatClock, formatDay } from '#domain/time/date-formats.ts';
import { bookingPath, classPath, shortClientName, seatsLabel } from '#staff/parts/session-texts.ts';
import { bookedClasses, countedSessions } from '#staff/today/day-rows.ts';

const { zone } = practice;

/** The day after the shown one, in brief. */
export function TomorrowCard({ date, today, tomorrow }: Pick<Today, 'date' | 'today' | 'tomorrow'>) {
  const next = addDays(date, 1);
  const rows = [
    ...countedSessions(tomorrow.sessions).map((row) => ({
      start_time: row.start_time,
      path: bookingPath(row.id),
      title: shortClientName(row),
      subtitle: sessionText(row),
    })),
    ...bookedClasses(tomorrow.classes).map((row) => ({
      start_time: row.start_time,
      path: classPath(row),
      title: row.service_name,
      subtitle: seatsLabel(row),
    })),
  ].toSorted((one, other) => one.start_time.localeCompare(other.start_time));
  return (
    <section className="max-desktop:order-3 staff-box" aria-labelledby="tomorrow-title">
      <div className="flex gap-3 items-center justify-between min-h-[3.4rem] px-4.5 pt-2.5 pb-0.5">
        <h2 id="tomorrow-title">{date === today ? 'Tomorrow' : formatDay(next)}</h2>
        <Link className="act" to={`/calendar?view=week&date=${next}`}>
          Week
        </Link>
      </div>
      {rows.length === 0 ? (
        <p className="px-4.5 pb-3.5 text-muted text-grid">Nobody is booked.</p>
      ) : (
        <ol className="px-4.5 pb-3.5 divide-y divide-line text-grid leading-snug wrap-anywhere">
          {rows.map(({ start_time, path, title, subtitle }) => (
            <li
              className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-2.5 py-2 max-tablet:relative max-tablet:min-h-target max-tablet:content-center"
              key={path}
            >
              <time className="text-muted num" dateTime={start_time}>
                {formatClock(start_time, zone)}
              </time>
              <div>
                <Link className="link-quiet stretched block font-semibold tablet:relative" to={path}>
                  {title}
                </Link>
                <span className="text-muted text-small">{subtitle}</span>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** A house call says so, once. */
const sessionText = ({ place, service_name }: SessionRow) =>
  place === 'HOUSE_CALL' && !/house call/i.test(service_name) ? `${service_name}, house call` : service_name;
