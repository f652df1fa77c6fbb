/** Who may move a booking to another time (rules.md §3, §9). */
import type { BookingStatus } from '#domain/visits/booking.ts';
import type { BookingPolicy } from '#domain/money/refunds.ts';

export type RescheduledBy = 'STAFF' | 'CLIENT';
type MovableBooking = {
  status: BookingStatus;
  start_time: Date;
  end_time: Date;
  /** How often the client has moved it. */
  client_reschedules: number;
};
type RescheduleRefusal =
  | 'BEING_PAID'
  | 'NOT_RESCHEDULABLE'
  | 'TOO_LATE_TO_RESCHEDULE'
  | 'NO_RESCHEDULES_LEFT';

const HOUR_MS = 3_600_000;

/** Returns the last moment at which the client may move a booking. */
export function rescheduleUntil({ reschedule_hours }: BookingPolicy, start_time: Date): Date {
  return new Date(start_time.getTime() - reschedule_hours * HOUR_MS);
}

/**
 * Returns why a booking can't be moved, or null. Staff may move a confirmed booking until it ends. The client may move it
 * as often and as late as the policy says.
 */
export function evaluateReschedule(
  booking: MovableBooking,
  policy: BookingPolicy,
  by: RescheduledBy,
  now: Date,
): RescheduleRefusal | null {
  const { status, start_time, end_time, client_reschedules } = booking;
  if (status === 'PENDING') return 'BEING_PAID';
  if (status !== 'CONFIRMED' || end_time <= now) return 'NOT_RESCHEDULABLE';
  if (by === 'STAFF') return null;
  if (start_time <= now) return 'NOT_RESCHEDULABLE';
  if (client_reschedules >= policy.max_reschedules) return 'NO_RESCHEDULES_LEFT';
  return now > rescheduleUntil(policy, start_time) ? 'TOO_LATE_TO_RESCHEDULE' : null;
}
