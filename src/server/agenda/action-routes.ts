import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/agenda.calls.ts';
import * as schemas from '#contract/agenda.schemas.ts';
import * as bookingCalls from '#contract/staff-bookings.calls.ts';
import * as bookingSchemas from '#contract/staff-bookings.schemas.ts';
import * as staffCalls from '#contract/staff.calls.ts';
import * as staffSchemas from '#contract/staff.schemas.ts';
import { staffAction } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { approveHouseCalls } from './approve-house-calls.ts';
import { recordAttendance } from './attendance.ts';
import { readAuditLog } from './audit-log.ts';
import { cancelBooking, readCancellation } from './cancel.ts';
import { dismissAttention } from './dismiss-attention.ts';
import { revealAmount } from './panel.ts';

/** What staff do with bookings and clients, each recorded, and the audit log (rules.md §9). */
export function actionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  route(
    app,
    deps,
    bookingCalls.staffCancellation,
    bookingSchemas.staffCancellation,
    async ({ params, now }) => readCancellation(deps, params.id, now),
  );
  const { staffCancelBooking, staffAttendance, staffRevealAmount } = bookingCalls;
  staffAction(app, deps, staffCancelBooking, bookingSchemas.staffCancelBooking, cancelBooking(deps));
  staffAction(app, deps, staffAttendance, bookingSchemas.staffAttendance, recordAttendance(deps));
  staffAction(app, deps, staffRevealAmount, bookingSchemas.staffRevealAmount, revealAmount(deps));
  staffAction(app, deps, calls.staffHouseCalls, schemas.staffHouseCalls, approveHouseCalls(deps));
  staffAction(app, deps, calls.staffDismissAttention, schemas.staffDismissAttention, dismissAttention);

  route(app, deps, staffCalls.staffAuditLog, staffSchemas.staffAuditLog, async ({ query }) =>
    readAuditLog(db, query),
  );
}
