import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/catalogue.schemas.ts';
import * as eventSchemas from '#contract/staff-events.schemas.ts';
import { staffAction } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/public-answer.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { previewChange } from '../staff/preview.ts';
import { hasValidIds, serviceWork } from './change-service.ts';
import { listEvents } from './list-events.ts';
import { listServices } from './list-services.ts';
import { changeEvent, createEvent, removeEvent } from './write-events.ts';
import { applyServiceChange, orderServices } from './write-services.ts';

/** What staff keep in the price list and in the calendar of events (rules.md §9). */
export function catalogueRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.staffServices, schemas.staffServices, async ({ now, request, reply }) =>
    sendTagged(request, reply, schemas.staffServices, await listServices(deps.db, now)),
  );

  route(
    app,
    deps,
    calls.staffPreviewService,
    schemas.staffPreviewService,
    async ({ body: { change }, now }) => {
      if (!hasValidIds(change)) return refuse('SERVICE_NOT_FOUND');
      return await previewChange(deps.db, change, serviceWork(change, now));
    },
  );

  staffAction(app, deps, calls.staffApplyService, schemas.staffApplyService, applyServiceChange(deps));
  staffAction(app, deps, calls.staffOrderServices, schemas.staffOrderServices, orderServices);

  route(app, deps, calls.staffEvents, eventSchemas.staffEvents, async ({ now, request, reply }) =>
    sendTagged(request, reply, eventSchemas.staffEvents, await listEvents(deps.db, now)),
  );

  const { staffCreateEvent, staffChangeEvent, staffRemoveEvent } = eventSchemas;
  staffAction(app, deps, calls.staffCreateEvent, staffCreateEvent, createEvent(deps));
  staffAction(app, deps, calls.staffChangeEvent, staffChangeEvent, changeEvent(deps));
  staffAction(app, deps, calls.staffRemoveEvent, staffRemoveEvent, removeEvent(deps));
}
