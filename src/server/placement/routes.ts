import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/placement.schemas.ts';
import { staffAction } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { checkPlacement } from './check-placement.ts';
import { createBookings } from './create-bookings.ts';
import { explainTime } from './explain.ts';
import { readFreeTimes } from './free-times.ts';
import { rescheduleBooking } from './reschedule-booking.ts';

/** Where staff put sessions (rules.md §9). */
export function placementRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  route(app, deps, calls.staffFreeTimes, schemas.staffFreeTimes, async ({ query, now }) =>
    readFreeTimes(db, query, now),
  );

  route(app, deps, calls.staffExplain, schemas.staffExplain, async ({ query, now }) =>
    explainTime(db, query, now),
  );

  route(app, deps, calls.staffCheckPlacement, schemas.staffCheckPlacement, async ({ body, now }) =>
    checkPlacement(db, body, now),
  );

  const { staffCreateBookings, staffRescheduleBooking } = calls;
  staffAction(app, deps, staffCreateBookings, schemas.staffCreateBookings, createBookings(deps));
  staffAction(app, deps, staffRescheduleBooking, schemas.staffRescheduleBooking, rescheduleBooking(deps));
}
