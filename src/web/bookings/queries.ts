import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getUserBookings, type updateUserNotes } from '#contract/bookings.calls.ts';
import { getCalendarFeed } from '#contract/calendar.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import { call } from '#web/client/api.ts';
import { useSession } from '#web/client/session.ts';

export type Booking = OutputOf<typeof getUserBookings>[number];

/** What the server answers to a saved note. */
type SavedNote = Pick<OutputOf<typeof updateUserNotes>, 'client_notes'> & { notes_updated_at: string | null };

/** All bookings of a client, past and to come, by start time. */
const bookingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['bookings', userId],
    // null is an empty list (product.md §7.1)
    queryFn: async ({ signal }): Promise<Booking[]> =>
      (await call(getUserBookings, { query: { id: userId } }, { signal })) ?? [],
  });

/** The bookings of the client who is signed in; waits for the session. */
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
 * Takes over a note that the server has just answered with, without asking again. An answer that is still on its way
 * may be older and is not waited for.
 */
export function useKeepNote(): (bookingId: string, note: SavedNote) => Promise<void> {
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
