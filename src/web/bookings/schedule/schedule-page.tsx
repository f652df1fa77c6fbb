import { useQuery } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import { bookingsOnDay } from '#domain/visits/booking.ts';
import { type LocalDate, type YearMonth, yearMonthOf } from '#domain/time/calendar.ts';
import { localDateOf, zoneName } from '#domain/time/zone.ts';
import { useBookings } from '#web/bookings/queries.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { BookingEntry, ChangeDialog } from '#web/bookings/schedule/booking-entry.tsx';
import { ScheduleCalendar } from '#web/bookings/schedule/schedule-calendar.tsx';
import { UpcomingList } from '#web/bookings/schedule/upcoming-list.tsx';
import { Offers, WaitingFor } from '#web/bookings/schedule/waiting.tsx';
import { useSession } from '#web/api/session.ts';
import { CalendarLink } from '#web/bookings/schedule/calendar-link.tsx';
import { waitlistQuery } from '#web/slots/waitlist-query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedQuery } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { Printer } from 'lucide';
import { emptyTexts } from '#content/public/empty-texts.ts';
import { IconButton } from '#web/ui/button.tsx';
import { LongDate } from '#web/ui/long-date.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The chosen day: its long date and its bookings (product.md §2.15.4). Prints cleanly. */
function DayBookings({
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

/** Bookings in a calendar and as a list (product.md §2.15). Days are in the practice's zone. */
export function SchedulePage() {
  const { user } = useSession();
  const bookings = useBookings();
  const now = useNow();
  const waitlist = useQuery({ ...waitlistQuery(), enabled: user !== null });
  // The booking that was offered, from the link in the mail.
  const offered = useSearchParams()[0].get('offer');
  // null is today, also after midnight.
  const [chosen, setChosen] = useState<LocalDate | null>(null);
  const [shownMonth, setShownMonth] = useState<YearMonth | null>(null);
  const day = useRef<HTMLDivElement>(null);
  const [changingId, setChangingId] = useState<string | null>(null);

  if (!user) return null;
  if (!bookings.data && bookings.error)
    return (
      <>
        <PageHeading title="Schedule" className="mb-6" />
        <FailedQuery tall message={errorMessage(bookings.error)} of={bookings} />
      </>
    );
  if (!bookings.data || !now)
    return (
      <>
        <PageHeading title="Schedule" className="mb-6" />
        <Spinner tall />
      </>
    );

  const today = localDateOf(now, practice.zone);
  const selected = chosen ?? today;
  const choose = (date: LocalDate) => {
    setChosen(date);
    setShownMonth(yearMonthOf(date));
    // On phones the day is below the calendar.
    requestAnimationFrame(() => day.current?.scrollIntoView({ block: 'nearest' }));
  };

  /** Shows a booking's day where the focus is not on the calendar, and moves the focus there. */
  const open = ({ start_time }: Booking) => {
    choose(localDateOf(start_time, practice.zone));
    requestAnimationFrame(() => day.current?.querySelector('h2')?.focus());
  };

  const changing = bookings.data.find(({ id }) => id === changingId);
  const closeChange = () => {
    setChangingId(null);
    if (!changing) return;
    // A refund is recorded soon after the cancellation.
    void bookings.refetch();
    if (localDateOf(changing.start_time, practice.zone) === selected) return;
    // It was rescheduled: its old entry, which had the focus, is gone.
    open(changing);
  };

  return (
    <>
      <PageHeading title="Schedule" className="mb-6" />
      {offered !== null && !bookings.data.some(({ id }) => id === offered) && (
        <Banner tone="warn" className="mb-6">
          This offer has ended.
        </Banner>
      )}
      {waitlist.data ? (
        <Offers offers={waitlist.data.offers} />
      ) : (
        waitlist.error && <FailedQuery message={errorMessage(waitlist.error)} of={waitlist} />
      )}
      <div className="schedule">
        <div>
          <ScheduleCalendar
            bookings={bookings.data}
            today={today}
            month={shownMonth ?? yearMonthOf(today)}
            onMonthChange={setShownMonth}
            selected={selected}
            onSelect={choose}
            onToday={() => {
              setChosen(null);
              setShownMonth(null);
            }}
          />
        </div>
        <div>
          <DayBookings
            ref={day}
            date={selected}
            bookings={bookingsOnDay(bookings.data, selected, practice.zone)}
            onChange={({ id }) => setChangingId(id)}
          />
          <Card as="section" className="p-6">
            <h2 className="mb-4 text-xl">Upcoming</h2>
            <UpcomingList bookings={bookings.data} now={now} onOpen={open} />
          </Card>
          {waitlist.data && waitlist.data.entries.length > 0 && (
            <WaitingFor entries={waitlist.data.entries} />
          )}
          <CalendarLink user={user} />
        </div>
      </div>
      {changing && <ChangeDialog key={changing.id} booking={changing} onClose={closeChange} />}
    </>
  );
}
