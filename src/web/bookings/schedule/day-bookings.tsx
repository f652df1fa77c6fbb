import type { Ref } from 'react';
import { Printer } from 'lucide';
import { emptyTexts } from '#content/public/empty-texts.ts';
import { practice } from '#content/public/practice.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { zoneName } from '#domain/time/zone.ts';
import { BookingEntry } from '#web/bookings/schedule/booking-entry.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LongDate } from '#web/ui/long-date.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The chosen day: its long date and its bookings (product.md §2.15.4). Prints cleanly. */
export function DayBookings({
  date,
  bookings,
  onChange,
  ref,
}: {
  date: LocalDate;
  bookings: readonly Booking[];
  /** Opens "Change or cancel". */
  onChange: (booking: Booking) => void;
  ref?: Ref<HTMLDivElement>;
}) {
  const [first] = bookings;
  return (
    <Card as="section" ref={ref} className="schedule-day p-6">
      <div className="flex items-start justify-between gap-2">
        <div aria-live="polite" aria-atomic="true">
          <h2 className="text-xl" tabIndex={-1}>
            <LongDate date={date} />
          </h2>
          <p className="mt-1.5 text-sm text-muted">
            {first ? `Times in ${zoneName(first.start_time, practice.zone)}` : emptyTexts.day.title}
          </p>
        </div>
        {first && (
          <IconButton label="Print this day" className="no-print -mt-2 -mr-2" onClick={() => window.print()}>
            <Icon of={Printer} />
          </IconButton>
        )}
      </div>
      {first ? (
        <ul className="mt-4">
          {bookings.map((booking) => (
            <BookingEntry key={booking.id} booking={booking} onChange={onChange} />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">{emptyTexts.day.line}</p>
      )}
    </Card>
  );
}
