import { sql } from 'kysely';
import type { Address } from '#domain/people/address.ts';
import { nameOrders } from '#domain/people/client-list.ts';
import type { Db, Trx } from '../db/pool.ts';
import { flag, instant, maybe, readRows, type RowOf, text } from '../db/rows.ts';
import { type ClientData, selectClients } from './list-store.ts';

/** Contact fields as stored; null or '': none. */
const CONTACT = { first_name: text, last_name: text, email: text, phone: maybe(text) };
export type Contact = RowOf<typeof CONTACT>;

const MOST_CANDIDATES = 5;

/**
 * Selects other clients with this phone number, this e-mail, or this first and last name, in this order. The transaction
 * must hold lockClients, so that no equal one is written meanwhile.
 */
export async function selectPossibleDuplicates(
  db: Db,
  { first_name, last_name, email, phone }: { [K in keyof Contact]?: Contact[K] | undefined },
  except: string | null,
  now: Date,
): Promise<ClientData[]> {
  const isSamePhone = phone ? sql`u.phone = ${phone}` : sql`false`;
  const isSameEmail = email ? sql`u.email = ${email}` : sql`false`;
  const names = nameOrders(first_name ?? '', last_name ?? '').map(
    (name) => sql`nullif(replace(search_key(${name}::text), ' ', ''), '')`,
  );
  const isSameName =
    names.length === 0
      ? sql`false`
      : sql`replace(search_key(u.first_name || u.last_name), ' ', '') in (${sql.join(names)})`;
  const found = sql`
    select u.id, row_number() over (order by not ${isSamePhone}, not ${isSameEmail}, u.search_key, u.id) as place
    from users u where (${isSamePhone} or ${isSameEmail} or (${isSameName}))
      and u.id is distinct from ${except}::uuid
    order by place limit ${MOST_CANDIDATES}`;
  return await selectClients(db, found, now);
}

/** An arbitrary number that identifies the lock of lockClients. */
const CLIENTS_SPACE = 7_130_260;

/** Lets staff write contact fields one after the other, so that each sees the records of the others. Locked before rows. */
export async function lockClients(trx: Trx): Promise<void> {
  await sql.raw(`select pg_advisory_xact_lock(${CLIENTS_SPACE}, 0)`).execute(trx);
}

/** Inserts a record that the practice keeps: it has no login. */
export async function insertKeptClient(
  trx: Trx,
  client: Contact & { id: string; pronouns: string | null; address: Address | null },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('users')
    .values({
      ...client,
      address: client.address && JSON.stringify(client.address),
      cognito_sub: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

const LOCKED = { ...CONTACT, id: text, has_login: flag, updated_at: instant };
export type LockedClient = RowOf<typeof LOCKED>;

/** Locks a record until the transaction ends; undefined if there is none. */
export async function lockClient(trx: Trx, id: string): Promise<LockedClient | undefined> {
  return (await lockRecords(trx, [id]))[0];
}

/**
 * Locks records until the transaction ends, in the order of their ids, so that two transactions do not block each other.
 * Leaves out those that do not exist.
 */
export async function lockRecords(trx: Trx, ids: readonly string[]): Promise<LockedClient[]> {
  const records = sql`select id, first_name, last_name, email, phone, updated_at,
    cognito_sub is not null as has_login from users where id = any(${ids}::uuid[]) order by id for update`;
  return await readRows(trx, LOCKED, records);
}

export async function updateContact(
  trx: Trx,
  id: string,
  { address, ...changes }: Partial<Contact> & { pronouns?: string | null; address?: Address | null },
  now: Date,
): Promise<void> {
  const set = address === undefined ? {} : { address: address && JSON.stringify(address) };
  await trx
    .updateTable('users')
    .set({ ...changes, ...set, updated_at: now })
    .where('id', '=', id)
    .execute();
}

// Invitations

/** Who signs in with this e-mail and has a record, or undefined. */
export async function selectLoginOf(
  db: Db,
  email: string,
): Promise<(Pick<Contact, 'first_name' | 'last_name'> & { id: string }) | undefined> {
  return await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('email', '=', email)
    .where('email', '<>', '')
    .where('cognito_sub', 'is not', null)
    .executeTakeFirst();
}

export async function insertClientInvite(
  trx: Trx,
  invite: { token_hash: Buffer; user_id: string; email: string; created_at: Date; expires_at: Date },
): Promise<void> {
  await trx.insertInto('client_invites').values(invite).execute();
}

/** Ends the invitations of a client that were not used. */
export async function deleteUnusedClientInvites(trx: Trx, user_id: string): Promise<void> {
  await trx
    .deleteFrom('client_invites')
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute();
}

// Mails that staff cause

/** The client of a booking; undefined if there is no such booking. `user_id` is null for a former client. */
export async function selectBookingClient(
  db: Db,
  id: string,
): Promise<{ user_id: string | null } | undefined> {
  return await db.selectFrom('bookings').select('user_id').where('id', '=', id).executeTakeFirst();
}

/** The e-mail of a client, '' for none; null if the record is gone. */
export async function selectEmail(db: Db, id: string): Promise<string | null> {
  const client = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst();
  return client?.email ?? null;
}

/** The record that an action made or changed. */
export async function selectActionObject(db: Db, action_id: string): Promise<string | null> {
  const action = await db
    .selectFrom('staff_actions')
    .select('object_id')
    .where('id', '=', action_id)
    .executeTakeFirst();
  return action?.object_id ?? null;
}
