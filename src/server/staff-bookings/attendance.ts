import { practice } from '#content/public/practice.ts';
import type { staffAttendance } from '#contract/staff-bookings.schemas.ts';
import { attendanceMoves, type AttendanceMove } from '#domain/visits/attendance.ts';
import type { Action } from '../actions/staff-action.ts';
import type { Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { actorName } from '../runtime/staff-actions.ts';
import { lockTime } from '../seats/hold-seats.ts';
import { releaseSeats } from '../seats/release-seats.ts';
import { type AttendedBooking, moveAttendance, selectAttended, setArrived } from './store.ts';
import { bookingAction } from './booking-action.ts';

/** Records whether a client came (rules.md §9). No money moves. */
export const recordAttendance = ({ db }: Pick<Deps, 'db'>): Action<typeof staffAttendance> =>
  bookingAction(db, {
    action: 'booking.attendance',
    work: async (trx, { actor, params: { id }, body: { to, base_updated_at }, now }) => {
      const found = await selectAttended(trx, id);
      if (!found) return refuse('BOOKING_NOT_FOUND');
      await lockTime(trx, [found]);
      const booking = (await selectAttended(trx, id))!;
      if (booking.updated_at.getTime() !== Date.parse(base_updated_at)) return refuse('BOOKING_CHANGED');
      if (!attendanceMoves(booking, now, practice.zone).includes(to))
        return refuse(booking.start_time > now ? 'NOT_STARTED' : 'BOOKING_CHANGED');
      if (!(await move(trx, booking, to, actorName(actor), now))) return refuse('BOOKING_CHANGED');
      return { user_id: booking.user_id, details: { to } };
    },
  });

async function move(
  trx: Trx,
  booking: AttendedBooking,
  to: AttendanceMove,
  actor: string | null,
  now: Date,
): Promise<boolean> {
  switch (to) {
    case 'ARRIVED':
      return await setArrived(trx, booking, now, now);
    case 'NOT_ARRIVED':
      return await setArrived(trx, booking, null, now);
    case 'NO_SHOW':
      if (!(await moveAttendance(trx, booking, { to, actor }, now))) return false;
      await releaseSeats(trx, [booking]);
      return true;
    // The seat was released with the no-show, and the session is over: none is taken.
    case 'ATTENDED':
      return await moveAttendance(trx, booking, { to: 'COMPLETED', actor }, now);
  }
}
