import type { LocalDate } from '#domain/time/calendar.ts';
import { formatLongDate } from '#domain/time/date-formats.ts';

/** "Sunday, November 22, 2026"; wraps only after the weekday. */
export function LongDate({ date }: { date: LocalDate }) {
  const [weekday = '', ...rest] = formatLongDate(date).split(', ');
  return (
    <>
      {weekday}, <span className="long-date-rest">{rest.join(', ')}</span>
    </>
  );
}
