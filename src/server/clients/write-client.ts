import { randomUUID } from 'node:crypto';
import type { Client, DuplicateDetails } from '#contract/clients.schemas.ts';
import { type Actor, runAction } from '../agenda/run-action.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { selectClient } from './list-store.ts';
import { presentClient } from './present-client.ts';
import {
  deleteUnusedClientInvites,
  insertKeptClient,
  lockClient,
  lockClients,
  selectActionObject,
  selectPossibleDuplicates,
  updateContact,
} from './store.ts';
import type { ContactChanges } from './validate-contact.ts';

type WriteDeps = Pick<Deps, 'db' | 'config' | 'keyring'>;
type Action = { actor: Actor; action_id: string; accept_duplicate: boolean };

/**
 * Creates a record that the practice keeps for a client who phones. A repeat of the action answers with the record that
 * the first request created.
 */
export async function createClient(
  { db, config, keyring }: WriteDeps,
  { actor, action_id, accept_duplicate }: Action,
  contact: ContactChanges & { first_name: string },
  now: Date,
): Promise<Client | Refusal> {
  const { first_name, last_name = '', email = '', phone = null, pronouns = null, address = null } = contact;
  if (phone === null && email === '') return unreachable();
  const client = { first_name, last_name, email, phone, pronouns, address };
  const refusal = await runAction(
    { db, app_secret: config.app_secret },
    { action_id, action: 'client.create', input: { ...client, accept_duplicate }, ...actor },
    async (trx) => {
      await lockClients(trx);
      if (!accept_duplicate) {
        const duplicate = await refuseDuplicate(trx, client, null, now);
        if (duplicate) return duplicate;
      }
      const id = randomUUID();
      await insertKeptClient(trx, { id, ...client }, now);
      // Health data of this client is sealed under a key of its own from the beginning.
      await keyring.keyOf(trx, id, now);
      return { object_kind: 'CLIENT', object_id: id, user_id: id, details: { accept_duplicate } };
    },
    now,
  );
  if (refusal) return refusal;
  const id = await selectActionObject(db, action_id);
  return await presentNow(db, id, now);
}

/** Changes contact fields. Whoever was invited by an earlier address can no longer use that link. */
export async function changeClient(
  { db, config }: WriteDeps,
  {
    actor,
    action_id,
    accept_duplicate,
    id,
    base_updated_at,
  }: Action & { id: string; base_updated_at: string },
  changes: ContactChanges,
  now: Date,
): Promise<Client | Refusal> {
  if (!isUuid(id)) return refuse('CLIENT_NOT_FOUND');
  const input = { id, base_updated_at, accept_duplicate, ...changes };
  const refusal = await runAction(
    { db, app_secret: config.app_secret },
    { action_id, action: 'client.change', input, ...actor },
    async (trx) => {
      await lockClients(trx);
      const before = await lockClient(trx, id);
      if (!before) return refuse('CLIENT_NOT_FOUND');
      if (before.updated_at.getTime() !== Date.parse(base_updated_at)) return refuse('CLIENT_CHANGED');
      const after = { ...before, ...changes };
      const is_new_email = after.email !== before.email;
      if (before.has_login && is_new_email) {
        const email = 'This e-mail belongs to the client’s login, and only the client can change it.';
        return refuse('INVALID_INPUT', { details: { email } });
      }
      if (after.phone === null && after.email === '') return unreachable();
      if (!accept_duplicate) {
        const is_new_name = after.first_name !== before.first_name || after.last_name !== before.last_name;
        const written = {
          ...(is_new_name ? { first_name: after.first_name, last_name: after.last_name } : {}),
          ...(is_new_email ? { email: after.email } : {}),
          ...(after.phone === before.phone ? {} : { phone: after.phone }),
        };
        const duplicate = await refuseDuplicate(trx, written, id, now);
        if (duplicate) return duplicate;
      }
      await updateContact(trx, id, changes, now);
      if (is_new_email) await deleteUnusedClientInvites(trx, id);
      const fields = Object.keys(changes).sort().join(' ');
      return { object_kind: 'CLIENT', object_id: id, user_id: id, details: { fields, accept_duplicate } };
    },
    now,
  );
  if (refusal instanceof Refusal && refusal.code === 'CLIENT_CHANGED') {
    const present = await presentNow(db, id, now);
    return present instanceof Refusal ? present : refuse('CLIENT_CHANGED', { details: present });
  }
  return refusal ?? (await presentNow(db, id, now));
}

const unreachable = () =>
  refuse('INVALID_INPUT', { details: { phone: 'Please enter a phone number or an e-mail.' } });

async function refuseDuplicate(
  trx: Db,
  written: Parameters<typeof selectPossibleDuplicates>[1],
  except: string | null,
  now: Date,
): Promise<Refusal | null> {
  const found = await selectPossibleDuplicates(trx, written, except, now);
  if (found.length === 0) return null;
  const details: DuplicateDetails = { candidates: found.map(presentClient) };
  return refuse('POSSIBLE_DUPLICATE', { details });
}

async function presentNow(db: Db, id: string | null, now: Date): Promise<Client | Refusal> {
  const client = id === null ? undefined : await selectClient(db, id, now);
  return client ? presentClient(client) : refuse('CLIENT_NOT_FOUND');
}
