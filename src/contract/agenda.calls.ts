import type * as schemas from './agenda.schemas.ts';
import { call } from './call.ts';

type S = typeof schemas;

// Own files for the staff area's calls, so that no page of a client loads them.

export const staffToday = call<S['staffToday']>()({
  method: 'GET',
  path: '/api/staff/today',
  access: 'staff',
});
export const staffAttention = call<S['staffAttention']>()({
  method: 'GET',
  path: '/api/staff/attention',
  access: 'staff',
});
export const staffDismissAttention = call<S['staffDismissAttention']>()({
  method: 'POST',
  path: '/api/staff/attention/dismiss',
  access: 'staff',
});
export const staffCalendar = call<S['staffCalendar']>()({
  method: 'GET',
  path: '/api/staff/calendar',
  access: 'staff',
});
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
export const staffClass = call<S['staffClass']>()({
  method: 'GET',
  path: '/api/staff/classes/:service_id/:start',
  access: 'staff',
});
export const staffHouseCalls = call<S['staffHouseCalls']>()({
  method: 'POST',
  path: '/api/staff/clients/:id/house-calls',
  access: 'staff',
});
