/** What staff may record about a visit (rules.md §9). */
import type { BookingStatus } from '#domain/visits/booking.ts';
import { localDateOf } from '#domain/time/zone.ts';

export type AttendanceMove = 'ARRIVED' | 'NOT_ARRIVED' | 'NO_SHOW' | 'ATTENDED';
/** The facts that decide the moves. `zone`: IANA name of the practice's zone. */
type Visit = { status: BookingStatus; start_time: Date; arrived_at: Date | null };

/** A no-show can be corrected this many days after the start. */
const CORRECTION_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Returns the moves that are possible now. ARRIVED and NOT_ARRIVED: a confirmed booking on its day. NO_SHOW: a confirmed
 * or completed booking, from its start on. ATTENDED: corrects a no-show.
 */
export function attendanceMoves(
  { status, start_time, arrived_at }: Visit,
  now: Date,
  zone: string,
): AttendanceMove[] {
  const moves: AttendanceMove[] = [];
  if (status === 'CONFIRMED' && localDateOf(start_time, zone) === localDateOf(now, zone))
    moves.push(arrived_at ? 'NOT_ARRIVED' : 'ARRIVED');
  const age = now.getTime() - start_time.getTime();
  if ((status === 'CONFIRMED' || status === 'COMPLETED') && age >= 0) moves.push('NO_SHOW');
  if (status === 'NO_SHOW' && age >= 0 && age <= CORRECTION_DAYS * DAY_MS) moves.push('ATTENDED');
  return moves;
}

/** True if staff may cancel: a confirmed booking that has not ended. */
export function canCancel(
  { status, end_time }: { status: BookingStatus; end_time: Date },
  now: Date,
): boolean {
  return status === 'CONFIRMED' && end_time > now;
}
