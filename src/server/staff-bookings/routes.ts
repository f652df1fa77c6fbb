import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/staff-bookings.schemas.ts';
import { staffAction } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/etag.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { recordAttendance } from './attendance.ts';
import { cancelBooking, readCancellation } from './cancel.ts';
import { readPanel, revealAmount } from './panel.ts';

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
  staffAction(app, deps, calls.staffRevealAmount, schemas.staffRevealAmount, revealAmount(deps));
}
