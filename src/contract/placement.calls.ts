import { call } from './call.ts';
import type * as schemas from './placement.schemas.ts';

type S = typeof schemas;

// Where staff put sessions. Own files, so that no page of a client loads them.

/** The times of a service that clients could book. */
export const staffFreeTimes = call<S['staffFreeTimes']>()({
  method: 'GET',
  path: '/api/staff/free-times',
  access: 'staff',
});
/** Why clients can or cannot book a time, for every service. */
export const staffExplain = call<S['staffExplain']>()({
  method: 'GET',
  path: '/api/staff/explain',
  access: 'staff',
});
/** What speaks against a time. Writes nothing. */
export const staffCheckPlacement = call<S['staffCheckPlacement']>()({
  method: 'POST',
  path: '/api/staff/bookings/check',
  access: 'staff',
  no_action: 'preview',
  limit: 'read',
});
export const staffCreateBookings = call<S['staffCreateBookings']>()({
  method: 'POST',
  path: '/api/staff/bookings',
  access: 'staff',
});
export const staffRescheduleBooking = call<S['staffRescheduleBooking']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/reschedule',
  access: 'staff',
});
