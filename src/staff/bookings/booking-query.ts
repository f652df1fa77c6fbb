import { queryOptions } from '@tanstack/react-query';
import { staffBooking } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { agendaKeys } from '#staff/api/keep-booking.ts';

/** Everything that the panel of a booking shows. */
export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: agendaKeys.booking(id),
    queryFn: ({ signal }) => callStaff(staffBooking, { params: { id } }, { signal }),
  });
