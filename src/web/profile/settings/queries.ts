import { queryOptions } from '@tanstack/react-query';
import { bookingOptions, getUserBookings, getSessions, accessLog } from '#contract/client.calls.ts';
import type { Booking, BookingOptions } from '#contract/bookings.schemas.ts';
import { upcomingBookings } from '#domain/visits/booking.ts';
import { call } from '#web/api/api.ts';
import { now } from '#web/ui/use-now.ts';

export type QuotedBooking = { booking: Booking; cancel: BookingOptions['cancel'] };

/** The bookings that are cancelled with the account and what each refunds by its sale, never from the cache. */
export const bookingsToCancel = (userId: string) =>
  queryOptions({
    queryKey: ['bookings-to-cancel', userId],
    queryFn: async ({ signal }): Promise<QuotedBooking[]> => {
      const bookings = await call(getUserBookings, { query: { id: userId } }, { signal });
      return await Promise.all(
        upcomingBookings(bookings, now()).map(async (booking) => ({
          booking,
          cancel: (await call(bookingOptions, { query: { id: booking.id } }, { signal })).cancel,
        })),
      );
    },
    staleTime: 0,
    gcTime: 0,
  });

/** When staff read what the client has written. */
export const accessLogQuery = (userId: string) =>
  queryOptions({
    queryKey: ['access-log', userId],
    queryFn: ({ signal }) => call(accessLog, {}, { signal }),
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
