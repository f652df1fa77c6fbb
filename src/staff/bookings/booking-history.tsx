import { useShown } from '#staff/parts/privacy.ts';
import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';

const { zone } = practice;

/** The tab History, oldest first: who did what, and what the client was sent. */
export function BookingHistory({ history, client }: Pick<BookingPanel, 'history' | 'client'>) {
  return (
    <>
      {history.length === 0 ? (
        <p className="text-muted">Nothing is recorded yet.</p>
      ) : (
        <Trail history={history} />
      )}
      {client && (
        <Link className="act" to={`/audit?client=${client.id}`}>
          {client.first_name} in the audit log
        </Link>
      )}
    </>
  );
}

function Trail({ history }: Pick<BookingPanel, 'history'>) {
  const show = useShown();
  return (
    <ol className="trail">
      {history.map(({ at, text, message }) => (
        <li className="relative pb-4 pl-6.5 text-grid leading-list wrap-anywhere" key={`${at} ${text}`}>
          <span>{text}</span>
          <time className="block text-muted text-small" dateTime={at}>
            {formatDayTime(at, zone)}
          </time>
          {show(message) && (
            <blockquote className="mt-1.5 px-3 py-2 border-l-3 border-line text-muted whitespace-pre-line">
              {show(message)}
            </blockquote>
          )}
        </li>
      ))}
    </ol>
  );
}
