import { practice } from '#content/public/practice.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { formatClock, formatDay } from '#domain/date-formats.ts';
import './preview.css';

/** What a change would do: sentences, then what it touches, one by one. */
export function PreviewEffects({
  preview: { summary, holds, events, next_dates },
}: {
  preview: Pick<Preview, 'summary' | 'holds' | 'events' | 'next_dates'>;
}) {
  return (
    <div className="preview">
      <ul className="preview-lines">
        {summary.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {holds.map(({ id, text, until }) => (
          <li key={id}>
            {text}
            {until !== null && ` (until ${formatClock(until, practice.zone)})`}.
          </li>
        ))}
        {events.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      {next_dates.length > 0 && (
        <p className="preview-dates">
          Next dates:{' '}
          {next_dates.map(({ date, times, before }, at) => (
            <span key={date}>
              {at > 0 && ' · '}
              <b>{formatDay(date)}</b>, {times === 1 ? '1 time' : `${times} times`}{' '}
              {before !== times && `(was ${before})`}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
