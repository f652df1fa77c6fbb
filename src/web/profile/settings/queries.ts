import { queryOptions } from '@tanstack/react-query';
import { getUserBookings } from '#contract/bookings.calls.ts';
import { getSessions } from '#contract/sessions.calls.ts';
import { call } from '#web/client/api.ts';

/** The current bookings for the dialog that deletes the account, never from the cache. */
export const bookingsToCancel = (userId: string) =>
  queryOptions({
    queryKey: ['bookings-to-cancel', userId],
    queryFn: ({ signal }) => call(getUserBookings, { query: { id: userId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** The current sessions of the client, never from the cache. */
export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['sessions', userId],
    queryFn: ({ signal }) => call(getSessions, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
