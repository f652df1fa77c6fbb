/** Booking statuses, their badge colours, and the upcoming, past and day views (product.md §2.15, §3.5). */
import { localDateOf } from '#domain/time/zone.ts';

export const BOOKING_STATUSES = [
  'CONFIRMED',
  'PENDING',
  'CANCELLED',
  'COMPLETED',
  'WAITLISTED',
  'NO_SHOW',
] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];
type BadgeColour = 'green' | 'yellow' | 'red' | 'blue' | 'purple' | 'grey';
/** start_time and end_time: a Date or ISO text. */
type TimedBooking = { status: string; start_time: string | Date; end_time: string | Date };

const COLOURS: Readonly<Record<BookingStatus, BadgeColour>> = {
  CONFIRMED: 'green',
  PENDING: 'yellow',
  CANCELLED: 'red',
  COMPLETED: 'blue',
  WAITLISTED: 'purple',
  NO_SHOW: 'grey',
};

/** Returns the badge colour of a status; grey for an unknown one (product.md §3.5.3). */
export function badgeColour(status: string): BadgeColour {
  return Object.hasOwn(COLOURS, status) ? COLOURS[status as BookingStatus] : 'grey';
}

const millis = (at: string | Date) => new Date(at).getTime();
const byStart = (a: TimedBooking, b: TimedBooking) => millis(a.start_time) - millis(b.start_time);

/** True if the booking's end_time has passed. */
export function isPast(booking: TimedBooking, now: Date): boolean {
  return millis(booking.end_time) <= now.getTime();
}

/** True if the visit has happened: every count of visits, and each last one, asks this. A no-show is none. */
export function tookPlace({ status, start_time }: Omit<TimedBooking, 'end_time'>, now: Date): boolean {
  return (status === 'CONFIRMED' || status === 'COMPLETED') && millis(start_time) <= now.getTime();
}

/** True if the client may still cancel it: it is confirmed and has not started. What that costs is another question. */
export function canStillChange({ status, start_time }: TimedBooking, now: Date): boolean {
  return status === 'CONFIRMED' && millis(start_time) > now.getTime();
}

/** Returns CONFIRMED bookings that start in the future, by start time (product.md §2.15.1). */
export function upcomingBookings<B extends TimedBooking>(bookings: readonly B[], now: Date): B[] {
  return bookings.filter((booking) => canStillChange(booking, now)).sort(byStart);
}

/**
 * Returns the bookings whose start_time falls on the date in the practice's zone, by start time (product.md §2.15.4).
 */
export function bookingsOnDay<B extends TimedBooking>(
  bookings: readonly B[],
  date: string,
  zone: string,
): B[] {
  return bookings
    .filter((booking) => !Number.isNaN(millis(booking.start_time)))
    .filter((booking) => localDateOf(booking.start_time, zone) === date)
    .sort(byStart);
}
