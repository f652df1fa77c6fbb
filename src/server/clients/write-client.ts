import { randomUUID } from 'node:crypto';
import type {
  Client,
  DuplicateDetails,
  staffChangeClient,
  staffCreateClient,
} from '#contract/clients.schemas.ts';
import { type Action, CLIENT } from '../actions/staff-action.ts';
import { endPaymentLinks } from '../bookings/store.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
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
import type { z } from 'zod';
import type { Address } from '#domain/people/address.ts';
import type { AddressCheck } from '../ports/address-check.ts';
import { checkAddress } from '../users/validate-profile.ts';

type Body = z.output<typeof staffChangeClient.body>;
type OfAction = 'action_id' | 'accept_duplicate' | 'base_updated_at';
/** Contact fields as they are stored; one that was not sent is undefined. */
type ContactChanges = Omit<Body, OfAction | 'address'> & { address?: Address | null };

/** Returns the contact fields of a body. ADDRESS_INCOMPLETE names what is missing or wrong in the address. */
async function validateContact(
  {
    action_id: _id,
    accept_duplicate: _accept,
    base_updated_at: _base,
    address: typed,
    ...changes
  }: Omit<Body, OfAction> & Partial<Pick<Body, OfAction>>,
  addresses: AddressCheck,
): Promise<ContactChanges | Refusal> {
  if (typed === undefined) return changes;
  const address = await checkAddress(typed, addresses);
  return address instanceof Refusal ? address : { ...changes, address };
}

type WriteDeps = Pick<Deps, 'db' | 'keyring' | 'addresses'>;

/**
 * Creates a record that the practice keeps for a client who phones. A repeat of the action answers with the record that
 * the first request created.
 */
export const createClient = ({
  db,
  keyring,
  addresses,
}: WriteDeps): Action<typeof staffCreateClient, ContactChanges> => ({
  action: 'client.create',
  prepare: ({ body }) => validateContact(body, addresses),
  work: async (trx, { body: { first_name, accept_duplicate = false }, now }, contact) => {
    const { last_name = '', email = '', phone = null, pronouns = null, address = null } = contact;
    if (phone === null && email === '') return unreachable();
    const client = { first_name, last_name, email, phone, pronouns, address };
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
  answer: async ({ action_id, now }) => await presentNow(db, await selectActionObject(db, action_id), now),
});

/**
 * Changes contact fields, and whether the client may book as a known one. A new e-mail address ends the invitation and
 * the payment links that went to the earlier one.
 */
export const changeClient = ({
  db,
  addresses,
}: WriteDeps): Action<typeof staffChangeClient, ContactChanges> => ({
  action: ({ body: { marked_known } }) => {
    if (marked_known === undefined) return 'client.change';
    return marked_known ? 'client.mark-known' : 'client.unmark-known';
  },
  object: CLIENT,
  prepare: ({ body }) => validateContact(body, addresses),
  work: async (trx, { params: { id }, body, now }, changes) => {
    const { accept_duplicate = false, base_updated_at } = body;
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
    if (is_new_email) {
      await deleteUnusedClientInvites(trx, id);
      await endPaymentLinks(trx, id);
    }
    return { details: { fields: Object.keys(changes).sort().join(' '), accept_duplicate } };
  },
  answer: ({ params, now }) => presentNow(db, params.id, now),
  refused: async (refusal, { params, now }) => {
    if (refusal.code !== 'CLIENT_CHANGED') return refusal;
    const present = await presentNow(db, params.id, now);
    return present instanceof Refusal ? present : refuse('CLIENT_CHANGED', { details: present });
  },
});

const unreachable = () =>
  refuse('INVALID_INPUT', { details: { phone: 'Please enter a phone number or an e-mail.' } });

async function refuseDuplicate(
  trx: Trx,
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
