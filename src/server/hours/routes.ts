import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/hours.calls.ts';
import * as schemas from '#contract/hours.schemas.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import type { StaffMember } from '../sessions/staff-session.ts';
import { previewChange } from '../staff/preview.ts';
import { applyHours } from './apply-hours.ts';
import { readChangeEffects, weekChange } from './change-week.ts';
import { cancelDay, dayChange } from './cancel-day.ts';
import { changeClass, classChange } from './change-class.ts';
import { readHours } from './read-hours.ts';

/** Working hours, extra openings and time off, each changed as it was previewed (rules.md §9). */
export function hoursRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const isAllowed = (request: FastifyRequest, { id }: StaffMember) =>
    deps.limits.allow('staff-write', { ip: request.ip, account: id });

  route(app, deps, calls.staffHours, schemas.staffHours, async ({ now }) => readHours(db, now));

  route(
    app,
    deps,
    calls.staffPreviewHours,
    schemas.staffPreviewHours,
    async ({ body: { change }, now }) =>
      await previewChange(db, change, (trx) => readChangeEffects(trx, weekChange(change, now), now)),
  );

  route(
    app,
    deps,
    calls.staffApplyHours,
    schemas.staffApplyHours,
    async ({ body: { action_id, ...request }, staff, request: http, now }) => {
      if (!(await isAllowed(http, staff))) return refuse('LimitExceededException');
      const actor = { staff_id: staff.id, via: 'WEB' } as const;
      const answer = await applyHours(deps, { actor, action_id, request }, now);
      if (!(answer instanceof Refusal)) deliverSoon(deps);
      return answer;
    },
  );

  route(
    app,
    deps,
    calls.staffPreviewClass,
    schemas.staffPreviewClass,
    async ({ params: at, body: { change }, now }) =>
      await previewChange(db, { ...at, change }, (trx) =>
        readChangeEffects(trx, classChange(at, change, now), now),
      ),
  );

  route(
    app,
    deps,
    calls.staffApplyClass,
    schemas.staffApplyClass,
    async ({ params: at, body: { action_id, ...request }, staff, request: http, now }) => {
      if (!(await isAllowed(http, staff))) return refuse('LimitExceededException');
      const actor = { staff_id: staff.id, via: 'WEB' } as const;
      const answer = await changeClass(deps, { actor, action_id, at, request }, now);
      if (!(answer instanceof Refusal)) deliverSoon(deps);
      return answer;
    },
  );

  route(
    app,
    deps,
    calls.staffPreviewDay,
    schemas.staffPreviewDay,
    async ({ params: { date }, body: { from, to }, now }) => {
      const input = { date, from, to };
      return await previewChange(db, input, (trx) => readChangeEffects(trx, dayChange(input, now), now));
    },
  );

  route(
    app,
    deps,
    calls.staffApplyDay,
    schemas.staffApplyDay,
    async ({ params: { date }, body: { action_id, ...request }, staff, request: http, now }) => {
      if (!(await isAllowed(http, staff))) return refuse('LimitExceededException');
      const actor = { staff_id: staff.id, via: 'WEB' } as const;
      const answer = await cancelDay(deps, { actor, action_id, date, request }, now);
      if (!(answer instanceof Refusal)) deliverSoon(deps);
      return answer;
    },
  );
}
