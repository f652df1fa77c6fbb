import type * as schemas from './calendar.schemas.ts';
import { call, type NoInput } from './call.ts';

type S = typeof schemas;

export const getCalendarFeed = call<S['getCalendarFeed']>()({
  method: 'GET',
  path: '/auth/calendar-feed',
  access: 'record',
  limit: 'read',
});
/** Creates the feed, or gives it a new address; the old address stops working at once. */
export const createCalendarFeed = call<S['createCalendarFeed']>()({
  method: 'POST',
  path: '/auth/calendar-feed',
  access: 'record',
  limit: 'write-health',
});
export const revokeCalendarFeed = call<S['revokeCalendarFeed']>()({
  method: 'DELETE',
  path: '/auth/calendar-feed',
  access: 'record',
  limit: 'way-out',
});
/** The feed itself (text/calendar), for calendar programs. The token in its address is the only credential. */
export const calendarFeed = call<NoInput, string>()({
  method: 'GET',
  path: '/calendar/:file',
  access: 'public',
  limit: 'read',
  opened_by_link: true,
});
