import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { StaffClass } from '#contract/agenda.schemas.ts';
import { formatClockRange, formatDayOf, formatDayTime } from '#domain/time/date-formats.ts';
import { toCall } from '#domain/visits/reach.ts';
import { CallList } from '#staff/parts/call-list.tsx';
import { bookingPath, classPath, clientName } from '#staff/parts/session-texts.ts';
import { Badge } from '#web/ui/badge.tsx';

const { zone } = practice;

/** A date of a class that was cancelled or moved: when and by whom, where it is now, and whom to call. */
export function GoneClass({
  row,
  gone: { kind, at, by, moved_to, reached },
}: {
  row: StaffClass['class'];
  gone: NonNullable<StaffClass['gone']>;
}) {
  const missed = toCall(reached);
  const done = kind === 'MOVED' ? 'Moved' : 'Cancelled';
  return (
    <div className="class-page">
      <section className="roster staff-box">
        <header className="roster-head">
          <h2>
            <s>{`${formatDayOf(row.start_time, zone)}, ${formatClockRange(row.start_time, row.end_time, zone)}`}</s>
          </h2>
          <p>
            <Badge colour={kind === 'MOVED' ? 'blue' : 'red'}>{done}</Badge>{' '}
            {at === null ? (
              <span>This class doesn’t take place: its hours were changed.</span>
            ) : (
              <span>{`${done} on ${formatDayTime(at, zone)}${by === null ? '' : ` by ${by}`}.`}</span>
            )}
          </p>
          {kind === 'MOVED' && moved_to !== null && (
            <p>
              <Link
                to={classPath({ ...row, start_time: moved_to })}
              >{`It is now on ${formatDayTime(moved_to, zone)}`}</Link>
            </p>
          )}
        </header>
        {missed.length > 0 && (
          <div className="px-4.5 py-3.5 border-t border-line">
            <h3 className="text-name">Whom to call</h3>
            <CallList reached={missed} />
          </div>
        )}
        {reached.length > 0 && (
          <div className="px-4.5 py-3.5 border-t border-line">
            <h3 className="text-name">{kind === 'MOVED' ? 'Who moved along' : 'Who was booked'}</h3>
            <ul className="flex flex-wrap gap-x-5">
              {reached.map(({ booking, client }) => (
                <li key={booking}>
                  <Link className="inline-block py-2.5" to={bookingPath(booking)}>
                    {clientName({ client })}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </section>
    </div>
  );
}
