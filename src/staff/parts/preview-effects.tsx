import { practice } from '#content/public/practice.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { formatClock, formatDay } from '#domain/time/date-formats.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { Badge } from '#web/ui/badge.tsx';
import './sheet.css';

const NONE: ReadonlySet<string> = new Set();

/** Marks what an earlier preview did not know. */
export const NewBadge = () => <Badge colour="blue">New</Badge>;

/** What a change would do: sentences, then what it touches, one by one. */
export function PreviewEffects({
  preview: { summary, holds, events, waitlist, next_dates },
  added = NONE,
}: {
  preview: Pick<Preview, 'summary' | 'holds' | 'events' | 'waitlist' | 'next_dates'>;
  /** The ids of lines that an earlier preview did not have. */
  added?: ReadonlySet<string>;
}) {
  return (
    <div className="grid gap-3">
      <ul className="preview-lines grid">
        {summary.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {holds.map(({ id, text, until }) => (
          <li key={id}>
            {text}
            {until !== null && ` (until ${formatClock(until, practice.zone)})`}.{' '}
            {added.has(id) && <NewBadge />}
          </li>
        ))}
        {[...events, ...waitlist].map(({ id, text }) => (
          <li key={id}>
            {text} {added.has(id) && <NewBadge />}
          </li>
        ))}
      </ul>
      {next_dates.length > 0 && (
        <p className="max-w-none px-3.5 py-3 rounded-inner bg-sunken text-small num">
          Next dates:{' '}
          {next_dates.map(({ date, times, before }, at) => (
            <span key={date}>
              {at > 0 && ' · '}
              <b>{formatDay(date)}</b>, {formatCount(times, 'time')} {before !== times && `(was ${before})`}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
