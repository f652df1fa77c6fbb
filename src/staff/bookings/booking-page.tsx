import { useParams } from 'react-router';
import { BookingPanel } from '#staff/bookings/booking-panel.tsx';
import { StaffPage } from '#staff/layout/staff-page.tsx';

/** A booking at its own address. */
export function BookingPage() {
  const { id = '' } = useParams();
  return (
    <StaffPage title="Booking" back={{ to: '/calendar', label: 'Back to the calendar' }}>
      <div className="booking-page">
        <BookingPanel key={id} id={id} />
      </div>
    </StaffPage>
  );
}
