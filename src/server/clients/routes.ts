import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/clients.calls.ts';
import * as schemas from '#contract/clients.schemas.ts';
import type { Actor } from '../agenda/run-action.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/etag.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import type { StaffMember } from '../sessions/staff-session.ts';
import { eraseRecord, readErasure } from './erase-record.ts';
import { listClients } from './list-clients.ts';
import { inviteClient, remindOfForms, sendMessage } from './mail-client.ts';
import { messageClass } from './message-class.ts';
import { readClient } from './read-client.ts';
import { validateContact } from './validate-contact.ts';
import { changeClient, createClient } from './write-client.ts';

/** The records of clients, as staff find, write and mail them (rules.md §9). */
export function clientRoutes(app: FastifyInstance, deps: Deps): void {
  const isAllowed = (request: FastifyRequest, { id }: StaffMember) =>
    deps.limits.allow('staff-write', { ip: request.ip, account: id });
  const actorOf = ({ id }: StaffMember): Actor => ({ staff_id: id, via: 'WEB' });

  route(app, deps, calls.staffClients, schemas.staffClients, async ({ query, now, request, reply }) => {
    const list = await listClients(deps.db, query, now);
    return list instanceof Refusal ? list : sendTagged(request, reply, schemas.staffClients, list);
  });

  route(app, deps, calls.staffClient, schemas.staffClient, async ({ params, now, request, reply }) => {
    const page = await readClient(deps.db, params.id, now);
    return page instanceof Refusal ? page : sendTagged(request, reply, schemas.staffClient, page);
  });

  route(
    app,
    deps,
    calls.staffCreateClient,
    schemas.staffCreateClient,
    async ({ body: { action_id, accept_duplicate = false, ...typed }, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      const contact = await validateContact(typed, deps.addresses);
      if (contact instanceof Refusal) return contact;
      const action = { actor: actorOf(staff), action_id, accept_duplicate };
      return await createClient(deps, action, { ...contact, first_name: typed.first_name }, now);
    },
  );

  route(
    app,
    deps,
    calls.staffChangeClient,
    schemas.staffChangeClient,
    async ({ params, body, staff, request, now }) => {
      const { action_id, accept_duplicate = false, base_updated_at, ...typed } = body;
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      const changes = await validateContact(typed, deps.addresses);
      if (changes instanceof Refusal) return changes;
      const action = { actor: actorOf(staff), action_id, accept_duplicate, id: params.id, base_updated_at };
      return await changeClient(deps, action, changes, now);
    },
  );

  route(
    app,
    deps,
    calls.staffInviteClient,
    schemas.staffInviteClient,
    async ({ params, body, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      const answer = await inviteClient(deps, { actor: actorOf(staff), ...body, id: params.id }, now);
      deliverSoon(deps);
      return answer;
    },
  );

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
    calls.staffEraseClient,
    schemas.staffEraseClient,
    async ({ params, body, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      const refusal = await eraseRecord(deps, { actor: actorOf(staff), ...body, id: params.id }, now);
      deliverSoon(deps);
      return refusal ?? undefined;
    },
  );

  route(
    app,
    deps,
    calls.staffSendMessage,
    schemas.staffSendMessage,
    async ({ params, body, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      const answer = await sendMessage(deps, { actor: actorOf(staff), ...body, booking_id: params.id }, now);
      deliverSoon(deps);
      return answer;
    },
  );

  route(
    app,
    deps,
    calls.staffMessageClass,
    schemas.staffMessageClass,
    async ({ params: at, body, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      const answer = await messageClass(deps, { actor: actorOf(staff), ...body, at }, now);
      deliverSoon(deps);
      return answer;
    },
  );

  route(
    app,
    deps,
    calls.staffRemindOfForms,
    schemas.staffRemindOfForms,
    async ({ params, body, staff, request, now }) => {
      if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
      const answer = await remindOfForms(
        deps,
        { actor: actorOf(staff), ...body, booking_id: params.id },
        now,
      );
      deliverSoon(deps);
      return answer;
    },
  );
}
