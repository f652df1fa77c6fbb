import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/agenda.calls.ts';
import * as schemas from '#contract/agenda.schemas.ts';
import * as bookingCalls from '#contract/staff-bookings.calls.ts';
import * as bookingSchemas from '#contract/staff-bookings.schemas.ts';
import * as staffCalls from '#contract/staff.calls.ts';
import * as staffSchemas from '#contract/staff.schemas.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import type { StaffMember } from '../sessions/staff-session.ts';
import { approveHouseCalls } from './approve-house-calls.ts';
import { recordAttendance } from './attendance.ts';
import { readAuditLog } from './audit-log.ts';
import { cancelBooking, readCancellation } from './cancel.ts';
import { dismissAttention } from './dismiss-attention.ts';
import { readPanel, revealAmount } from './panel.ts';
import type { Actor } from './run-action.ts';

/** What staff do with bookings and clients, each recorded, and the audit log (rules.md §9). */
export function actionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const isAllowed = (request: FastifyRequest, { id }: StaffMember) =>
    deps.limits.allow('staff-write', { ip: request.ip, account: id });
  const actorOf = ({ id }: StaffMember): Actor => ({ staff_id: id, via: 'WEB' });

  route(
    app,
    deps,
    bookingCalls.staffCancellation,
    bookingSchemas.staffCancellation,
    async ({ params, now }) => readCancellation(deps, params.id, now),
  );

  route(
    app,
    deps,
    bookingCalls.staffCancelBooking,
    bookingSchemas.staffCancelBooking,
    async ({ params, body: { action_id, ...request }, staff, request: http, now }) => {
      if (!(await isAllowed(http, staff))) return refuse('LimitExceededException');
      const action = { actor: actorOf(staff), action_id, booking_id: params.id, request };
      const refusal = await cancelBooking(deps, action, now);
      if (refusal) return refusal;
      deliverSoon(deps);
      return await readPanel(db, params.id, now);
    },
  );

  route(
    app,
    deps,
    bookingCalls.staffAttendance,
    bookingSchemas.staffAttendance,
    async ({ params, body: { action_id, ...request }, staff, request: http, now }) => {
      if (!(await isAllowed(http, staff))) return refuse('LimitExceededException');
      const action = { actor: actorOf(staff), action_id, booking_id: params.id, request };
      return (await recordAttendance(deps, action, now)) ?? (await readPanel(db, params.id, now));
    },
  );

  route(
    app,
    deps,
    bookingCalls.staffRevealAmount,
    bookingSchemas.staffRevealAmount,
    async ({ params, body, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      return await revealAmount(deps, { actor: actorOf(staff), ...body, booking_id: params.id }, now);
    },
  );

  route(
    app,
    deps,
    calls.staffHouseCalls,
    schemas.staffHouseCalls,
    async ({ params, body, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      const requested_at = body.requested_at === undefined ? null : new Date(body.requested_at);
      const action = { actor: actorOf(staff), ...body, requested_at, client_id: params.id };
      const answer = await approveHouseCalls(deps, action, now);
      deliverSoon(deps);
      return answer;
    },
  );

  route(
    app,
    deps,
    calls.staffDismissAttention,
    schemas.staffDismissAttention,
    async ({ body: { until, ...body }, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      const action = { actor: actorOf(staff), ...body, until: until ? new Date(until) : null };
      return (await dismissAttention(deps, action, now)) ?? undefined;
    },
  );

  route(app, deps, staffCalls.staffAuditLog, staffSchemas.staffAuditLog, async ({ query }) =>
    readAuditLog(db, query),
  );
}
