import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/staff-bookings.schemas.ts';
import type { staffAttendance } from '#contract/staff-bookings.schemas.ts';
import { type Action, staffAction } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/public-answer.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { cancelBooking, readCancellation } from './cancel.ts';
import { changeRoom } from './change-room.ts';
import { readPanel, revealAmount } from './panel.ts';
import { practice } from '#content/public/practice.ts';
import { type AttendanceMove, attendanceMoves } from '#domain/visits/attendance.ts';
import type { Trx } from '../db/pool.ts';
import { actorName } from '../runtime/staff-actions.ts';
import { lockTime } from '../seats/hold-seats.ts';
import { releaseSeats } from '../seats/release-seats.ts';
import { type AttendedBooking, moveAttendance, selectAttended, setArrived } from './store.ts';
import { bookingAction } from './booking-action.ts';

/** Records whether a client came (rules.md §9). No money moves. */
const recordAttendance = ({ db }: Pick<Deps, 'db'>): Action<typeof staffAttendance> =>
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
      await releaseSeats(trx, [booking], now);
      return true;
    // The seat was released with the no-show, and the session is over: none is taken.
    case 'ATTENDED':
      return await moveAttendance(trx, booking, { to: 'COMPLETED', actor }, now);
  }
}

/** What staff read of a booking and do with it (rules.md §9). Its panel is polled, so that it has an entity tag. */
export function staffBookingRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.staffBooking, schemas.staffBooking, async ({ params, now, request, reply }) => {
    const answer = await readPanel(deps.db, params.id, now);
    return answer instanceof Refusal ? answer : sendTagged(request, reply, schemas.staffBooking, answer);
  });

  route(app, deps, calls.staffCancellation, schemas.staffCancellation, async ({ params, now }) =>
    readCancellation(deps, params.id, now),
  );
  staffAction(app, deps, calls.staffCancelBooking, schemas.staffCancelBooking, cancelBooking(deps));
  staffAction(app, deps, calls.staffAttendance, schemas.staffAttendance, recordAttendance(deps));
  staffAction(app, deps, calls.staffChangeRoom, schemas.staffChangeRoom, changeRoom(deps));
  staffAction(app, deps, calls.staffRevealAmount, schemas.staffRevealAmount, revealAmount(deps));
}
