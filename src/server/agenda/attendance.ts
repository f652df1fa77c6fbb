import { practice } from '#content/public/practice.ts';
import { attendanceMoves, type AttendanceMove } from '#domain/attendance.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { lockTime } from '../seats/hold-seats.ts';
import { releaseSeats } from '../seats/release-seats.ts';
import { actOnBooking, type BookingAction } from './act-on-booking.ts';
import { type AttendedBooking, moveAttendance, selectAttended, setArrived } from './action-store.ts';
import { actorName } from './run-action.ts';

type AttendanceRequest = { to: AttendanceMove; base_updated_at: string };

/** Records whether a client came (rules.md §9). No money moves. Null: it is done. */
export async function recordAttendance(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  about: BookingAction<AttendanceRequest>,
  now: Date,
): Promise<Refusal | null> {
  const { actor, booking_id, request } = about;
  const { to, base_updated_at } = request;
  return await actOnBooking(
    { db, app_secret: config.app_secret },
    'booking.attendance',
    about,
    async (trx) => {
      const found = await selectAttended(trx, booking_id);
      if (!found) return refuse('BOOKING_NOT_FOUND');
      await lockTime(trx, [found]);
      const booking = (await selectAttended(trx, booking_id))!;
      if (booking.updated_at.getTime() !== Date.parse(base_updated_at)) return refuse('BOOKING_CHANGED');
      if (!attendanceMoves(booking, now, practice.zone).includes(to))
        return refuse(booking.start_time > now ? 'NOT_STARTED' : 'BOOKING_CHANGED');
      if (!(await move(trx, booking, to, actorName(actor), now))) return refuse('BOOKING_CHANGED');
      return { user_id: booking.user_id, details: { to } };
    },
    now,
  );
}

async function move(
  trx: Db,
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
