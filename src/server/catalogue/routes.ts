import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/catalogue.calls.ts';
import * as schemas from '#contract/catalogue.schemas.ts';
import type { Actor } from '../agenda/run-action.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/etag.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import type { StaffMember } from '../sessions/staff-session.ts';
import { previewChange } from '../staff/preview.ts';
import { hasValidIds, serviceWork } from './change-service.ts';
import { listServices } from './list-services.ts';
import { applyServiceChange, orderServices } from './write-services.ts';

/** What staff keep in the price list (rules.md §9). */
export function catalogueRoutes(app: FastifyInstance, deps: Deps): void {
  const isAllowed = (request: FastifyRequest, { id }: StaffMember) =>
    deps.limits.allow('staff-write', { ip: request.ip, account: id });
  const actorOf = ({ id }: StaffMember): Actor => ({ staff_id: id, via: 'WEB' });

  route(app, deps, calls.staffServices, schemas.staffServices, async ({ now, request, reply }) =>
    sendTagged(request, reply, schemas.staffServices, await listServices(deps.db, now)),
  );

  route(
    app,
    deps,
    calls.staffPreviewService,
    schemas.staffPreviewService,
    async ({ body: { change }, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      if (!hasValidIds(change)) return refuse('SERVICE_NOT_FOUND');
      return await previewChange(deps.db, change, serviceWork(change, now));
    },
  );

  route(
    app,
    deps,
    calls.staffApplyService,
    schemas.staffApplyService,
    async ({ body, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      if (!hasValidIds(body.change)) return refuse('SERVICE_NOT_FOUND');
      return await applyServiceChange(deps, { actor: actorOf(staff), ...body }, now);
    },
  );

  route(
    app,
    deps,
    calls.staffOrderServices,
    schemas.staffOrderServices,
    async ({ body, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      return (await orderServices(deps, { actor: actorOf(staff), ...body }, now)) ?? undefined;
    },
  );
}
