import { call } from './call.ts';
import type * as schemas from './staff-bookings.schemas.ts';

type S = typeof schemas;

// What staff do with one booking. Own files, so that no page of a client loads them.

export const staffBooking = call<S['staffBooking']>()({
  method: 'GET',
  path: '/api/staff/bookings/:id',
  access: 'staff',
});
export const staffCancellation = call<S['staffCancellation']>()({
  method: 'GET',
  path: '/api/staff/bookings/:id/cancellation',
  access: 'staff',
});
export const staffCancelBooking = call<S['staffCancelBooking']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/cancel',
  access: 'staff',
});
export const staffAttendance = call<S['staffAttendance']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/attendance',
  access: 'staff',
});
export const staffRevealAmount = call<S['staffRevealAmount']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/reveal-amount',
  access: 'staff',
});
