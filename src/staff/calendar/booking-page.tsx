import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { practice } from '#content/public/practice.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { BookingPanel } from '#staff/bookings/booking-panel.tsx';
import { bookingQuery } from '#staff/bookings/booking-query.ts';
import { BookedDay } from '#staff/calendar/booked-day.tsx';
import { useMedia } from '#staff/parts/use-media.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';

/** A booking at its own address, on wide screens next to its day. */
export function BookingPage() {
  const { id = '' } = useParams();
  const { data } = useQuery(bookingQuery(id));
  const isWide = useMedia('(min-width: 1200px)');
  return (
    <StaffPage title="Booking" back={{ to: '/calendar', label: 'Back to the calendar' }}>
      <div className="grid grid-cols-[minmax(0,44rem)] gap-x-12 gap-y-5 xl:grid-cols-[minmax(0,44rem)_15.5rem]">
        <BookingPanel key={id} id={id} />
        {isWide && data && (
          <BookedDay date={localDateOf(data.booking.start_time, practice.zone)} open={data.booking.id} />
        )}
      </div>
    </StaffPage>
  );
}
