import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/catalogue.calls.ts';
import * as schemas from '#contract/catalogue.schemas.ts';
import * as eventCalls from '#contract/staff-events.calls.ts';
import * as eventSchemas from '#contract/staff-events.schemas.ts';
import type { Actor } from '../agenda/run-action.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/etag.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import type { StaffMember } from '../sessions/staff-session.ts';
import { previewChange } from '../staff/preview.ts';
import { hasValidIds, serviceWork } from './change-service.ts';
import { listEvents } from './list-events.ts';
import { listServices } from './list-services.ts';
import { changeEvent, createEvent, removeEvent } from './write-events.ts';
import { applyServiceChange, orderServices } from './write-services.ts';

/** What staff keep in the price list and in the calendar of events (rules.md §9). */
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

  route(app, deps, eventCalls.staffEvents, eventSchemas.staffEvents, async ({ now, request, reply }) =>
    sendTagged(request, reply, eventSchemas.staffEvents, await listEvents(deps.db, now)),
  );

  route(
    app,
    deps,
    eventCalls.staffCreateEvent,
    eventSchemas.staffCreateEvent,
    async ({ body: { action_id, ...fields }, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      return await createEvent(deps, { actor: actorOf(staff), action_id }, fields, now);
    },
  );

  route(
    app,
    deps,
    eventCalls.staffChangeEvent,
    eventSchemas.staffChangeEvent,
    async ({ params, body: { action_id, base_updated_at, ...fields }, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      const based = { actor: actorOf(staff), action_id, id: params.id, base_updated_at };
      return await changeEvent(deps, based, fields, now);
    },
  );

  route(
    app,
    deps,
    eventCalls.staffRemoveEvent,
    eventSchemas.staffRemoveEvent,
    async ({ params, body, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      const based = { actor: actorOf(staff), id: params.id, ...body };
      return (await removeEvent(deps, based, now)) ?? undefined;
    },
  );
}
