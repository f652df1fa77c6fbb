import { call } from './call.ts';
import type * as schemas from './staff-events.schemas.ts';

type S = typeof schemas;

// What staff do with events. Own files, so that no page of a client loads them.

export const staffEvents = call<S['staffEvents']>()({
  method: 'GET',
  path: '/api/staff/events',
  access: 'staff',
});
export const staffCreateEvent = call<S['staffCreateEvent']>()({
  method: 'POST',
  path: '/api/staff/events',
  access: 'staff',
});
export const staffChangeEvent = call<S['staffChangeEvent']>()({
  method: 'PATCH',
  path: '/api/staff/events/:id',
  access: 'staff',
});
export const staffRemoveEvent = call<S['staffRemoveEvent']>()({
  method: 'DELETE',
  path: '/api/staff/events/:id',
  access: 'staff',
});
