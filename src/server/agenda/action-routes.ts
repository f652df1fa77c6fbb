import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/agenda.calls.ts';
import * as schemas from '#contract/agenda.schemas.ts';
import * as bookingCalls from '#contract/staff-bookings.calls.ts';
import * as bookingSchemas from '#contract/staff-bookings.schemas.ts';
import * as staffCalls from '#contract/staff.calls.ts';
import * as staffSchemas from '#contract/staff.schemas.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { staffWriter } from '../staff/staff-writer.ts';
import { approveHouseCalls } from './approve-house-calls.ts';
import { recordAttendance } from './attendance.ts';
import { readAuditLog } from './audit-log.ts';
import { cancelBooking, readCancellation } from './cancel.ts';
import { dismissAttention } from './dismiss-attention.ts';
import { readPanel, revealAmount } from './panel.ts';
import { readChangedPanel } from './reach.ts';

/** What staff do with bookings and clients, each recorded, and the audit log (rules.md §9). */
export function actionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const { write, writeAndDeliver } = staffWriter(deps);

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
    writeAndDeliver(async ({ params, body: { action_id, ...request }, actor, now }) => {
      const action = { actor, action_id, booking_id: params.id, request };
      const refusal = await cancelBooking(deps, action, now);
      return refusal ?? (await readChangedPanel(db, { booking: params.id, fate: 'CANCELLED' }, request, now));
    }),
  );

  route(
    app,
    deps,
    bookingCalls.staffAttendance,
    bookingSchemas.staffAttendance,
    write(async ({ params, body: { action_id, ...request }, actor, now }) => {
      const action = { actor, action_id, booking_id: params.id, request };
      return (await recordAttendance(deps, action, now)) ?? (await readPanel(db, params.id, now));
    }),
  );

  route(
    app,
    deps,
    bookingCalls.staffRevealAmount,
    bookingSchemas.staffRevealAmount,
    write(({ params, body, actor, now }) =>
      revealAmount(deps, { actor, ...body, booking_id: params.id }, now),
    ),
  );

  route(
    app,
    deps,
    calls.staffHouseCalls,
    schemas.staffHouseCalls,
    writeAndDeliver(async ({ params, body, actor, now }) => {
      const requested_at = body.requested_at === undefined ? null : new Date(body.requested_at);
      const action = { actor, ...body, requested_at, client_id: params.id };
      return await approveHouseCalls(deps, action, now);
    }),
  );

  route(
    app,
    deps,
    calls.staffDismissAttention,
    schemas.staffDismissAttention,
    write(async ({ body: { until, ...body }, actor, now }) => {
      const action = { actor, ...body, until: until ? new Date(until) : null };
      return (await dismissAttention(deps, action, now)) ?? undefined;
    }),
  );

  route(app, deps, staffCalls.staffAuditLog, staffSchemas.staffAuditLog, async ({ query }) =>
    readAuditLog(db, query),
  );
}
