import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/clients.schemas.ts';
import * as submissions from '#contract/submissions.schemas.ts';
import { staffAction } from '../actions/staff-action.ts';
import { readStatement } from '../bookings/read-statement.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/public-answer.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { approveHouseCalls } from './approve-house-calls.ts';
import { eraseRecord, readErasure } from './erase-record.ts';
import { fillInForm } from './fill-in-form.ts';
import { listClients } from './list-clients.ts';
import { inviteClient, remindOfForms, sendMessage } from './mail-client.ts';
import { mergeRecord, readMerge } from './merge-record.ts';
import { messageClass } from './message-class.ts';
import { readClient } from './read-client.ts';
import { revealStatement } from './reveal-statement.ts';
import { changeClient, createClient } from './write-client.ts';

/** The records of clients, as staff find, write and mail them (rules.md §9). */
export function clientRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.staffClients, schemas.staffClients, async ({ query, now, request, reply }) => {
    const list = await listClients(deps.db, query, now);
    return list instanceof Refusal ? list : sendTagged(request, reply, schemas.staffClients, list);
  });

  route(app, deps, calls.staffClient, schemas.staffClient, async ({ params, now, request, reply }) => {
    const page = await readClient(deps.db, params.id, now);
    return page instanceof Refusal ? page : sendTagged(request, reply, schemas.staffClient, page);
  });

  route(app, deps, calls.staffStatement, schemas.staffStatement, ({ params, now }) =>
    readStatement(deps.db, { user_id: params.id, sees: 'VISIBLE' }, now),
  );
  staffAction(app, deps, calls.staffRevealStatement, schemas.staffRevealStatement, revealStatement(deps));

  route(
    app,
    deps,
    calls.staffErasure,
    schemas.staffErasure,
    async ({ params, now }) => await readErasure(deps, params.id, now),
  );

  route(
    app,
    deps,
    calls.staffMerge,
    schemas.staffMerge,
    async ({ params: { id: from }, query: { into }, now }) => await readMerge(deps.db, { from, into }, now),
  );

  staffAction(app, deps, calls.staffMergeClient, schemas.staffMergeClient, mergeRecord(deps));
  staffAction(app, deps, calls.staffCreateClient, schemas.staffCreateClient, createClient(deps));
  staffAction(app, deps, calls.staffChangeClient, schemas.staffChangeClient, changeClient(deps));
  staffAction(app, deps, calls.staffInviteClient, schemas.staffInviteClient, inviteClient(deps));
  staffAction(app, deps, calls.staffEraseClient, schemas.staffEraseClient, eraseRecord(deps));
  staffAction(app, deps, calls.staffSendMessage, schemas.staffSendMessage, sendMessage(deps));
  staffAction(app, deps, calls.staffMessageClass, schemas.staffMessageClass, messageClass(deps));
  staffAction(app, deps, calls.staffRemindOfForms, schemas.staffRemindOfForms, remindOfForms(deps));
  staffAction(app, deps, calls.staffFillInForm, submissions.staffFillInForm, fillInForm(deps));
  staffAction(app, deps, calls.staffHouseCalls, schemas.staffHouseCalls, approveHouseCalls(deps));
}
