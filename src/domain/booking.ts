/** A booking's statuses, their colours and moves, and the split into upcoming and past (spec §2, §3). */
import { localDateOf } from '#domain/calendar.ts';

const BOOKING_STATUSES = ['CONFIRMED', 'PENDING', 'CANCELLED', 'COMPLETED', 'WAITLISTED', 'NO_SHOW'] as const;
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

/** Legal moves (rules.md §5). A lapsed PENDING booking has no status to go to: its row goes. */
const MOVES: Readonly<Record<BookingStatus, readonly BookingStatus[]>> = {
  PENDING: ['CONFIRMED'],
  CONFIRMED: ['COMPLETED', 'NO_SHOW', 'CANCELLED'],
  CANCELLED: [],
  COMPLETED: [],
  WAITLISTED: [],
  NO_SHOW: [],
};

/** Badge colour of a status; grey for any other (spec §3). */
export function badgeColour(status: string): BadgeColour {
  return Object.hasOwn(COLOURS, status) ? COLOURS[status as BookingStatus] : 'grey';
}

export function canMove(from: BookingStatus, to: BookingStatus): boolean {
  return MOVES[from].includes(to);
}

const millis = (at: string | Date) => new Date(at).getTime();
const byStart = (a: TimedBooking, b: TimedBooking) => millis(a.start_time) - millis(b.start_time);

/** Has its end_time passed? */
export function isPast(booking: TimedBooking, now: Date): boolean {
  return millis(booking.end_time) <= now.getTime();
}

/** CONFIRMED bookings that start in the future, by start time (spec §2 Upcoming). */
export function upcomingBookings<B extends TimedBooking>(bookings: readonly B[], now: Date): B[] {
  return bookings
    .filter((booking) => booking.status === 'CONFIRMED' && millis(booking.start_time) > now.getTime())
    .sort(byStart);
}

/** Bookings whose end_time has passed, of any status, by start time. */
export function pastBookings<B extends TimedBooking>(bookings: readonly B[], now: Date): B[] {
  return bookings.filter((booking) => isPast(booking, now)).sort(byStart);
}

/** Bookings placed on a day by their start_time in the practice's zone, by start time (spec §2 Upcoming). */
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
