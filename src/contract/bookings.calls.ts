import type * as schemas from './bookings.schemas.ts';
import { call, NOTES_LIMIT } from './call.ts';
import type { Gives, Takes } from './schemas.ts';

type S = typeof schemas;

export const getUserBookings = call<Takes<S['getUserBookings']>, Gives<S['getUserBookings']>>({
  method: 'GET',
  path: '/auth/get-user-bookings',
  access: 'record',
});
export const updateUserNotes = call<Takes<S['updateUserNotes']>, Gives<S['updateUserNotes']>>({
  method: 'PATCH',
  path: '/auth/update-user-notes',
  access: 'record',
  body_limit: NOTES_LIMIT,
});
/** A booking as a calendar file (text/calendar); ?id=booking. */
export const bookingCalendar = call<{ query: { id: string }; body?: undefined }, string>({
  method: 'GET',
  path: '/auth/booking.ics',
  access: 'record',
});
