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
