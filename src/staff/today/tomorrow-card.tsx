import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { Today } from '#contract/agenda.schemas.ts';
import { addDays } from '#domain/time/calendar.ts';
import { formatClock, formatDay } from '#domain/time/date-formats.ts';
import { bookingPath, classPath } from '#staff/parts/session-texts.ts';

const { zone } = practice;

/** The day after the shown one, in brief. */
export function TomorrowCard({ date, today, tomorrow }: Pick<Today, 'date' | 'today' | 'tomorrow'>) {
  const next = addDays(date, 1);
  return (
    <section className="tomorrow staff-box" aria-labelledby="tomorrow-title">
      <div className="box-head">
        <h2 id="tomorrow-title">{date === today ? 'Tomorrow' : formatDay(next)}</h2>
        <Link className="act" to={`/calendar?view=week&date=${next}`}>
          Week
        </Link>
      </div>
      {tomorrow.length === 0 ? (
        <p className="tomorrow-none">Nobody is booked.</p>
      ) : (
        <ol className="tomorrow-list">
          {tomorrow.map(({ booking_id, service_id, start_time, title, subtitle }) => (
            <li key={booking_id ?? `${service_id} ${start_time}`}>
              <time dateTime={start_time}>{formatClock(start_time, zone)}</time>
              <div>
                <Link
                  to={booking_id === null ? classPath({ service_id, start_time }) : bookingPath(booking_id)}
                >
                  {title}
                </Link>
                <span>{subtitle}</span>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
