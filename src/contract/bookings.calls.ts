import type * as schemas from './bookings.schemas.ts';
import { call, NOTES_LIMIT } from './call.ts';

type S = typeof schemas;

export const getUserBookings = call<S['getUserBookings']>()({
  method: 'GET',
  path: '/auth/get-user-bookings',
  access: 'record',
  limit: 'read-bookings',
});
export const updateUserNotes = call<S['updateUserNotes']>()({
  method: 'PATCH',
  path: '/auth/update-user-notes',
  access: 'record',
  limit: 'write-health',
  body_limit: NOTES_LIMIT,
});
/** Lets the practitioner read the client's note on a visit, or no longer. */
export const shareNotes = call<S['shareNotes']>()({
  method: 'POST',
  path: '/auth/share-notes',
  access: 'record',
  limit: 'way-out',
});
/** A booking as a calendar file (text/calendar); ?id=booking. */
export const bookingCalendar = call<S['bookingCalendar'], string>()({
  method: 'GET',
  path: '/auth/booking.ics',
  access: 'record',
  limit: 'read',
  opened_by_link: true,
});
/** What the client may do with a booking now (rules.md §3). */
export const bookingOptions = call<S['bookingOptions']>()({
  method: 'GET',
  path: '/auth/booking-options',
  access: 'record',
  limit: 'read-bookings',
});
export const cancelBooking = call<S['cancelBooking']>()({
  method: 'POST',
  path: '/auth/cancel-booking',
  access: 'record',
  limit: 'change-booking',
});
export const rescheduleBooking = call<S['rescheduleBooking']>()({
  method: 'POST',
  path: '/auth/reschedule-booking',
  access: 'record',
  limit: 'change-booking',
});
