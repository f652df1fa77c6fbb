import { practice } from '#content/public/practice.ts';
import type { BookingPanel } from '#contract/agenda.schemas.ts';
import { formatClock, formatDayOf } from '#domain/date-formats.ts';

const { zone } = practice;

/** The tab History, oldest first: who did what, and what the client was told. */
export function BookingHistory({ history }: Pick<BookingPanel, 'history'>) {
  if (history.length === 0) return <p className="text-muted">Nothing is recorded yet.</p>;
  return (
    <ol className="trail">
      {history.map(({ at, text, message }) => (
        <li key={`${at} ${text}`}>
          <span>{text}</span>
          <time dateTime={at}>
            {formatDayOf(at, zone)}, {formatClock(at, zone)}
          </time>
          {message && <blockquote>{message}</blockquote>}
        </li>
      ))}
    </ol>
  );
}
