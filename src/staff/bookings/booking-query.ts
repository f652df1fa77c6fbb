import { queryOptions } from '@tanstack/react-query';
import { staffBooking } from '#contract/agenda.calls.ts';
import { agendaKeys } from '#staff/bookings/keep-booking.ts';
import { callStaff } from '#staff/client/call-staff.ts';

/** Everything that the panel of a booking shows. */
export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: agendaKeys.booking(id),
    queryFn: ({ signal }) => callStaff(staffBooking, { params: { id } }, { signal }),
  });
