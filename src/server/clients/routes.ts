import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/clients.calls.ts';
import * as schemas from '#contract/clients.schemas.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/etag.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { staffWriter } from '../staff/staff-writer.ts';
import { eraseRecord, readErasure } from './erase-record.ts';
import { listClients } from './list-clients.ts';
import { inviteClient, remindOfForms, sendMessage } from './mail-client.ts';
import { messageClass } from './message-class.ts';
import { readClient } from './read-client.ts';
import { validateContact } from './validate-contact.ts';
import { changeClient, createClient } from './write-client.ts';

/** The records of clients, as staff find, write and mail them (rules.md §9). */
export function clientRoutes(app: FastifyInstance, deps: Deps): void {
  const { write, writeAndDeliver } = staffWriter(deps);

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
    write(async ({ body: { action_id, accept_duplicate = false, ...typed }, actor, now }) => {
      const contact = await validateContact(typed, deps.addresses);
      if (contact instanceof Refusal) return contact;
      const action = { actor, action_id, accept_duplicate };
      return await createClient(deps, action, { ...contact, first_name: typed.first_name }, now);
    }),
  );

  route(
    app,
    deps,
    calls.staffChangeClient,
    schemas.staffChangeClient,
    write(async ({ params, body, actor, now }) => {
      const { action_id, accept_duplicate = false, base_updated_at, ...typed } = body;
      const changes = await validateContact(typed, deps.addresses);
      if (changes instanceof Refusal) return changes;
      const action = { actor, action_id, accept_duplicate, id: params.id, base_updated_at };
      return await changeClient(deps, action, changes, now);
    }),
  );

  route(
    app,
    deps,
    calls.staffInviteClient,
    schemas.staffInviteClient,
    writeAndDeliver(({ params, body, actor, now }) =>
      inviteClient(deps, { actor, ...body, id: params.id }, now),
    ),
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
    writeAndDeliver(
      async ({ params, body, actor, now }) =>
        (await eraseRecord(deps, { actor, ...body, id: params.id }, now)) ?? undefined,
    ),
  );

  route(
    app,
    deps,
    calls.staffSendMessage,
    schemas.staffSendMessage,
    writeAndDeliver(({ params, body, actor, now }) =>
      sendMessage(deps, { actor, ...body, booking_id: params.id }, now),
    ),
  );

  route(
    app,
    deps,
    calls.staffMessageClass,
    schemas.staffMessageClass,
    writeAndDeliver(({ params: at, body, actor, now }) => messageClass(deps, { actor, ...body, at }, now)),
  );

  route(
    app,
    deps,
    calls.staffRemindOfForms,
    schemas.staffRemindOfForms,
    writeAndDeliver(({ params, body, actor, now }) =>
      remindOfForms(deps, { actor, ...body, booking_id: params.id }, now),
    ),
  );
}
