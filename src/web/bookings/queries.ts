import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getUserBookings, type updateUserNotes } from '#contract/bookings.calls.ts';
import { getCalendarFeed } from '#contract/calendar.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import { call } from '#web/client/api.ts';
import { useSession } from '#web/client/session.ts';

export type Booking = OutputOf<typeof getUserBookings>[number];

/** The response to a saved note. */
type NoteResponse = Pick<OutputOf<typeof updateUserNotes>, 'client_notes'> & {
  notes_updated_at: string | null;
};

/** All bookings of a client, past and upcoming, by start time. */
const bookingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['bookings', userId],
    // null is an empty list (product.md §7.1)
    queryFn: async ({ signal }): Promise<Booking[]> =>
      (await call(getUserBookings, { query: { id: userId } }, { signal })) ?? [],
  });

/** The bookings of the signed-in client; waits for the session. */
export function useBookings() {
  const { user } = useSession();
  return useQuery({ ...bookingsQuery(user?.id ?? ''), enabled: user !== null });
}

/** Whether this client's calendar feed is on. */
export const calendarFeedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['calendar-feed', userId],
    queryFn: ({ signal }) => call(getCalendarFeed, {}, { signal }),
  });

/**
 * Writes a note that the server has just returned into the cache, without another request. Cancels pending requests,
 * because their responses may be older.
 */
export function useKeepNote(): (bookingId: string, note: NoteResponse) => Promise<void> {
  const queries = useQueryClient();
  return async (bookingId, { client_notes, notes_updated_at }) => {
    await queries.cancelQueries({ queryKey: ['bookings'] });
    queries.setQueriesData<Booking[]>({ queryKey: ['bookings'] }, (bookings) =>
      bookings?.map((booking) =>
        booking.id === bookingId ? { ...booking, client_notes, notes_updated_at } : booking,
      ),
    );
  };
}
