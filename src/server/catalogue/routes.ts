import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/catalogue.calls.ts';
import * as schemas from '#contract/catalogue.schemas.ts';
import * as eventCalls from '#contract/staff-events.calls.ts';
import * as eventSchemas from '#contract/staff-events.schemas.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/etag.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { staffWriter } from '../staff/staff-writer.ts';
import { previewChange } from '../staff/preview.ts';
import { hasValidIds, serviceWork } from './change-service.ts';
import { listEvents } from './list-events.ts';
import { listServices } from './list-services.ts';
import { changeEvent, createEvent, removeEvent } from './write-events.ts';
import { applyServiceChange, orderServices } from './write-services.ts';

/** What staff keep in the price list and in the calendar of events (rules.md §9). */
export function catalogueRoutes(app: FastifyInstance, deps: Deps): void {
  const { write } = staffWriter(deps);

  route(app, deps, calls.staffServices, schemas.staffServices, async ({ now, request, reply }) =>
    sendTagged(request, reply, schemas.staffServices, await listServices(deps.db, now)),
  );

  route(
    app,
    deps,
    calls.staffPreviewService,
    schemas.staffPreviewService,
    write(async ({ body: { change }, now }) => {
      if (!hasValidIds(change)) return refuse('SERVICE_NOT_FOUND');
      return await previewChange(deps.db, change, serviceWork(change, now));
    }),
  );

  route(
    app,
    deps,
    calls.staffApplyService,
    schemas.staffApplyService,
    write(async ({ body, actor, now }) => {
      if (!hasValidIds(body.change)) return refuse('SERVICE_NOT_FOUND');
      return await applyServiceChange(deps, { actor, ...body }, now);
    }),
  );

  route(
    app,
    deps,
    calls.staffOrderServices,
    schemas.staffOrderServices,
    write(async ({ body, actor, now }) => {
      return (await orderServices(deps, { actor, ...body }, now)) ?? undefined;
    }),
  );

  route(app, deps, eventCalls.staffEvents, eventSchemas.staffEvents, async ({ now, request, reply }) =>
    sendTagged(request, reply, eventSchemas.staffEvents, await listEvents(deps.db, now)),
  );

  route(
    app,
    deps,
    eventCalls.staffCreateEvent,
    eventSchemas.staffCreateEvent,
    write(({ body: { action_id, ...fields }, actor, now }) =>
      createEvent(deps, { actor, action_id }, fields, now),
    ),
  );

  route(
    app,
    deps,
    eventCalls.staffChangeEvent,
    eventSchemas.staffChangeEvent,
    write(async ({ params, body: { action_id, base_updated_at, ...fields }, actor, now }) => {
      const based = { actor, action_id, id: params.id, base_updated_at };
      return await changeEvent(deps, based, fields, now);
    }),
  );

  route(
    app,
    deps,
    eventCalls.staffRemoveEvent,
    eventSchemas.staffRemoveEvent,
    write(async ({ params, body, actor, now }) => {
      const based = { actor, id: params.id, ...body };
      return (await removeEvent(deps, based, now)) ?? undefined;
    }),
  );
}
