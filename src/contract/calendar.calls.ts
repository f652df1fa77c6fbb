import type * as schemas from './calendar.schemas.ts';
import { call } from './call.ts';
import type { Gives, Takes } from './schemas.ts';

type S = typeof schemas;

export const getCalendarFeed = call<Takes<S['getCalendarFeed']>, Gives<S['getCalendarFeed']>>({
  method: 'GET',
  path: '/auth/calendar-feed',
  access: 'record',
});
/** Creates the feed, or gives it a new address; the old address stops working at once. */
export const createCalendarFeed = call<Takes<S['createCalendarFeed']>, Gives<S['createCalendarFeed']>>({
  method: 'POST',
  path: '/auth/calendar-feed',
  access: 'record',
});
export const revokeCalendarFeed = call<Takes<S['revokeCalendarFeed']>, Gives<S['revokeCalendarFeed']>>({
  method: 'DELETE',
  path: '/auth/calendar-feed',
  access: 'record',
});
/** The feed itself (text/calendar), for calendar programs. The token in its address is the only credential. */
export const calendarFeed = call<{ query?: undefined; body?: undefined }, string>({
  method: 'GET',
  path: '/calendar/:file',
  access: 'public',
});
