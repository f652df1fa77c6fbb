import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/catalogue.schemas.ts';
import * as eventSchemas from '#contract/staff-events.schemas.ts';
import * as formSchemas from '#contract/staff-forms.schemas.ts';
import { staffAction } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/public-answer.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { previewChange } from '../staff/preview.ts';
import { hasValidIds, serviceWork } from './change-service.ts';
import { selectForms } from './form-store.ts';
import { listEvents } from './list-events.ts';
import { listServices } from './list-services.ts';
import { readForm } from './read-forms.ts';
import { changeEvent, createEvent, removeEvent } from './write-events.ts';
import { applyFormChange, formWork, saveDraft } from './write-forms.ts';
import { applyServiceChange, orderServices } from './write-services.ts';

/** What staff keep in the price list, in the calendar of events and in forms (rules.md §9). */
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

  formRoutes(app, deps);
}

/** The forms that clients fill in, and how staff write them. */
function formRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const schemas = formSchemas;
  route(app, deps, calls.staffForms, schemas.staffForms, async ({ request, reply }) => {
    const forms = (await selectForms(db)).map((form) => ({
      ...form,
      changed_at: form.changed_at.toISOString(),
    }));
    return sendTagged(request, reply, schemas.staffForms, { forms });
  });

  route(app, deps, calls.staffForm, schemas.staffForm, async ({ params: { key }, request, reply }) => {
    const form = await readForm(db, key);
    return form ? sendTagged(request, reply, schemas.staffForm, form) : refuse('FORM_NOT_FOUND');
  });

  route(app, deps, calls.staffSaveFormDraft, schemas.staffSaveFormDraft, ({ params, body, now }) =>
    saveDraft(db, { ...params, ...body }, now),
  );

  route(app, deps, calls.staffPreviewForm, schemas.staffPreviewForm, ({ params, body: { change }, now }) =>
    previewChange(db, { ...params, change }, formWork(params.key, change, now)),
  );

  staffAction(app, deps, calls.staffApplyForm, schemas.staffApplyForm, applyFormChange(deps));
}
