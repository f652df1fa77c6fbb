import { queryOptions } from '@tanstack/react-query';
import { getUserBookings } from '#contract/bookings.calls.ts';
import { getCalendarFeed } from '#contract/calendar.calls.ts';
import { call } from '#web/api.ts';

/** The bookings as they are now, for the question before an account is deleted: never from the cache. */
export const bookingsToCancel = (userId: string) =>
  queryOptions({
    queryKey: ['bookings-to-cancel', userId],
    queryFn: ({ signal }) => call(getUserBookings, { query: { id: userId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Whether this client's calendar feed is on. */
export const calendarFeedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['calendar-feed', userId],
    queryFn: ({ signal }) => call(getCalendarFeed, {}, { signal }),
  });
