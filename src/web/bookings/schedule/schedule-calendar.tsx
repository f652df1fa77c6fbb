import '#web/ui/month-grid.css';
import '#web/ui/month-calendar.css';
import { practice } from '#content/public/practice.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import { bookingsOnDay } from '#domain/visits/booking.ts';
import type { LocalDate, YearMonth } from '#domain/time/calendar.ts';
import { formatClock } from '#domain/time/date-formats.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { type DayFacts, MonthGrid } from '#web/ui/month-grid.tsx';

const MAX_BOOKINGS_SHOWN = 2;

/** The month with its bookings, weeks from Monday (product.md §2.15, §9.4). */
export function ScheduleCalendar({
  bookings,
  today,
  month,
  onMonthChange,
  selected,
  onSelect,
  onToday,
}: {
  bookings: readonly Booking[];
  today: LocalDate;
  month: YearMonth;
  onMonthChange: (month: YearMonth) => void;
  selected: LocalDate;
  onSelect: (date: LocalDate) => void;
  onToday: () => void;
}) {
  return (
    <Card as="section" aria-label="Calendar" className="px-3 py-4 mid:px-4 md:p-6">
      <MonthGrid
        look="calendar"
        headingLevel="h2"
        weekStartsOn={1}
        {...{ month, onMonthChange, selected, onSelect, today, onToday }}
        factsOf={(date) => factsOf(bookingsOnDay(bookings, date, practice.zone))}
      />
    </Card>
  );
}

function factsOf(bookings: readonly Booking[]): DayFacts | undefined {
  if (bookings.length === 0) return undefined;
  return {
    label: `${formatCount(bookings.length, 'booking')}: ${bookings.map(({ service_name }) => service_name).join(', ')}`,
    content: (
      <>
        {bookings
          .slice(0, MAX_BOOKINGS_SHOWN)
          .map(({ id, service_type, service_name, start_time, status }) => (
            <span
              key={id}
              className={classNames(
                'month-event',
                tintClassOf(service_type),
                status === 'CANCELLED' && 'line-through',
              )}
            >
              {formatClock(start_time, practice.zone).replace(/ [AP]M$/, '')}
              <span className="max-2xl:hidden"> {service_name}</span>
            </span>
          ))}
        {bookings.length > MAX_BOOKINGS_SHOWN && (
          <span className="text-muted text-2xs font-strong">+{bookings.length - MAX_BOOKINGS_SHOWN}</span>
        )}
      </>
    ),
  };
}
