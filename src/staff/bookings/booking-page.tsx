import { useParams } from 'react-router';
import { BookingPanel } from '#staff/bookings/booking-panel.tsx';
import { PRIVATE, usePrivacy } from '#staff/bookings/privacy.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';

/** A booking at its own address. */
export function BookingPage() {
  const { id = '' } = useParams();
  const calendar = usePrivacy() ? `/calendar?${PRIVATE}` : '/calendar';
  return (
    <StaffPage title="Booking" back={{ to: calendar, label: 'Back to the calendar' }}>
      <div className="booking-page">
        <BookingPanel key={id} id={id} />
      </div>
    </StaffPage>
  );
}
