import { practice } from '#content/public/practice.ts';
import type { BookingFacts } from '#contract/bookings.schemas.ts';
import { formatClockRange, formatLongDate } from '#domain/time/date-formats.ts';
import { localDateOf, zoneName } from '#domain/time/zone.ts';

const { zone } = practice;

/** 'Thursday, December 10, 2026, 2:00 PM - 2:45 PM PST'; breaks only after the date. */
export function SessionTime({
  booking: { start_time, end_time },
  before = '',
}: {
  booking: Pick<BookingFacts, 'start_time' | 'end_time'>;
  before?: string;
}) {
  return (
    <span className="num">
      {before}
      <span className="inline-block">{formatLongDate(localDateOf(start_time, zone))},</span>{' '}
      <span className="inline-block">
        {formatClockRange(start_time, end_time, zone)} {zoneName(start_time, zone)}
      </span>
    </span>
  );
}
