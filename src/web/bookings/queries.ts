import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  bookingOptions,
  getUserBookings,
  type updateUserNotes,
  getCalendarFeed,
} from '#contract/client.calls.ts';
import type { VisitFacts } from '#contract/visits.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import { call } from '#web/api/api.ts';
import { useSession } from '#web/api/session.ts';

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

/** What the client may do with a booking now. It depends on the time, so it is asked whenever it is shown. */
export const bookingOptionsQuery = (id: string, ask = call) =>
  queryOptions({
    queryKey: ['booking-options', id],
    queryFn: ({ signal }) => ask(bookingOptions, { query: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Whether this client's calendar feed is on. */
export const calendarFeedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['calendar-feed', userId],
    queryFn: ({ signal }) => call(getCalendarFeed, {}, { signal }),
  });

/** Writes a note that the server has just returned into the cache. */
export function useKeepNote(): (bookingId: string, note: NoteResponse) => Promise<void> {
  const keep = useKeepChange();
  return (bookingId, { client_notes, notes_updated_at }) =>
    keep(bookingId, {
      client_notes,
      notes_updated_at,
      // A note that is deleted is no longer shared.
      ...(client_notes === null ? { client_notes_shared_at: null } : {}),
    });
}

/** Writes since when a note is shared into the cache. */
export function useKeepSharing(): (
  bookingId: string,
  client_notes_shared_at: string | null,
) => Promise<void> {
  const keep = useKeepChange();
  return (bookingId, client_notes_shared_at) => keep(bookingId, { client_notes_shared_at });
}

/** Writes a booking that the server has just changed into the cache; its notes stay. */
export function useKeepBooking(): (facts: VisitFacts) => Promise<void> {
  const keep = useKeepChange();
  return (facts) => keep(facts.id, facts);
}

/**
 * Changes one booking in the cache, without another request. Cancels pending requests, because their responses may be
 * older.
 */
function useKeepChange(): (bookingId: string, change: Partial<Booking>) => Promise<void> {
  const queries = useQueryClient();
  return async (bookingId, change) => {
    await queries.cancelQueries({ queryKey: ['bookings'] });
    queries.setQueriesData<Booking[]>({ queryKey: ['bookings'] }, (bookings) =>
      bookings?.map((booking) => (booking.id === bookingId ? { ...booking, ...change } : booking)),
    );
  };
}
