import type * as schemas from './bookings.schemas.ts';
import { call, NOTES_LIMIT } from './call.ts';

type S = typeof schemas;

export const getUserBookings = call<S['getUserBookings']>()({
  method: 'GET',
  path: '/auth/get-user-bookings',
  access: 'record',
});
export const updateUserNotes = call<S['updateUserNotes']>()({
  method: 'PATCH',
  path: '/auth/update-user-notes',
  access: 'record',
  body_limit: NOTES_LIMIT,
});
/** A booking as a calendar file (text/calendar); ?id=booking. */
export const bookingCalendar = call<S['bookingCalendar'], string>()({
  method: 'GET',
  path: '/auth/booking.ics',
  access: 'record',
});
