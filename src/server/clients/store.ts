import { type RawBuilder, sql } from 'kysely';
import type { Address } from '#domain/address.ts';
import type { Db } from '../db/pool.ts';
import { MOST_TRIES } from '../users/claim-store.ts';

/** A client as staff see it. The visits are those that took place or are booked. */
export type ClientData = {
  id: string;
  first_name: string;
  last_name: string;
  pronouns: string | null;
  phone: string | null;
  email: string;
  address: Address | null;
  has_login: boolean;
  invited_at: Date | null;
  house_call_approved: boolean;
  visits: number;
  last_visit_id: string | null;
  last_visit_at: Date | null;
  next_visit_id: string | null;
  next_visit_at: Date | null;
  updated_at: Date;
};

/**
 * Reads the clients of a CTE `found` with the columns `id` and `place`, in the order of `place`. Visits are searched by
 * client for each row, through an index.
 */
const clientsOf = (found: RawBuilder<unknown>, now: Date) => sql<ClientData>`
  with found as materialized (${found})
  select u.id, u.first_name, u.last_name, u.pronouns, u.phone, u.email, u.address, u.cognito_sub is not null as has_login,
    u.house_call_approved, u.updated_at,
    (select max(i.created_at) from client_invites i where i.user_id = u.id and i.email = u.email and i.used_at is null
      and i.expires_at > ${now}::timestamptz and i.tries < ${MOST_TRIES}) as invited_at,
    (select count(*)::int from bookings b where b.user_id = u.id and b.status in ('CONFIRMED', 'COMPLETED')) as visits,
    past.id as last_visit_id, past.start_time as last_visit_at,
    coming.id as next_visit_id, coming.start_time as next_visit_at
  from found join users u on u.id = found.id
  left join lateral (select b.id, b.start_time from bookings b where b.user_id = u.id
    and b.status in ('CONFIRMED', 'COMPLETED') and b.start_time <= ${now}::timestamptz
    order by b.start_time desc limit 1) past on true
  left join lateral (select b.id, b.start_time from bookings b where b.user_id = u.id
    and b.status = 'CONFIRMED' and b.start_time > ${now}::timestamptz
    order by b.start_time limit 1) coming on true
  order by found.place`;

/** A text as a pattern of LIKE that means only itself. */
const escaped = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/**
 * Selects the clients who have each of the words, in the order of their names; those first of whom a name begins with the
 * first word. `digits`: part of a phone number, else null.
 */
export async function searchClients(
  db: Db,
  { words, digits }: { words: readonly string[]; digits: string | null },
  limit: number,
  now: Date,
): Promise<ClientData[]> {
  const contains = (word: string) => sql`u.search_key like '%' || search_key(${escaped(word)}::text) || '%'`;
  const first = sql`search_key(${escaped(words[0]!)}::text)`;
  const matches = sql.join(words.map(contains), sql` and `);
  const begins = sql`u.search_key like ${first} || '%' or u.search_key like '% ' || ${first} || '%'`;
  // The limit is inside, so that only the first rows are sorted; by bytes, which compares the plain letters of a key faster.
  const found = sql`
    select id, row_number() over (order by not begins, search_key collate "C", id) as place from (
      select u.id, u.search_key, ${begins} as begins from users u
      where (${matches}) ${digits === null ? sql`` : sql`or u.phone like ${`%${digits}%`}::text`}
      order by not (${begins}), u.search_key collate "C", u.id limit ${limit}) matching`;
  return (await clientsOf(found, now).execute(db)).rows;
}

/** So many of the latest visits are looked through for clients who were here recently. */
const RECENT_VISITS = 300;

/** Selects the clients who came or were added last, the latest first. */
export async function selectRecentClients(db: Db, limit: number, now: Date): Promise<ClientData[]> {
  const until = new Date(now.getTime() + 86_400_000);
  const found = sql`
    select id, row_number() over (order by max(at) desc, id) as place from (
      (select b.user_id as id, b.start_time as at from bookings b
        where b.start_time < ${until}::timestamptz and b.user_id is not null
          and b.status in ('CONFIRMED', 'COMPLETED', 'NO_SHOW')
        order by b.start_time desc limit ${RECENT_VISITS})
      union all
      (select u.id, u.created_at from users u order by u.created_at desc limit ${limit})) latest
    group by id order by place limit ${limit}`;
  return (await clientsOf(found, now).execute(db)).rows;
}

export async function selectClient(db: Db, id: string, now: Date): Promise<ClientData | undefined> {
  return (await clientsOf(sql`select ${id}::uuid as id, 1 as place`, now).execute(db)).rows[0];
}

/** Contact fields as stored; null or '': none. */
export type Contact = { first_name: string; last_name: string; email: string; phone: string | null };

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
  // A first name alone names nobody.
  const name = first_name && last_name ? `${first_name} ${last_name} ` : null;
  const isSameName =
    name === null
      ? sql`false`
      : sql`u.search_key like replace(replace(search_key(${name}::text), '\\', '\\\\'), '%', '\\%') || '%'
        and search_key(u.first_name || ' ' || u.last_name || ' ') = search_key(${name}::text)`;
  const found = sql`
    select u.id, row_number() over (order by not ${isSamePhone}, not ${isSameEmail}, u.search_key, u.id) as place
    from users u where (${isSamePhone} or ${isSameEmail} or (${isSameName}))
      and u.id is distinct from ${except}::uuid
    order by place limit ${MOST_CANDIDATES}`;
  return (await clientsOf(found, now).execute(db)).rows;
}

/** An arbitrary number that identifies the lock of lockClients. */
const CLIENTS_SPACE = 7_130_260;

/** Lets staff write contact fields one after the other, so that each sees the records of the others. Locked before rows. */
export async function lockClients(trx: Db): Promise<void> {
  await sql.raw(`select pg_advisory_xact_lock(${CLIENTS_SPACE}, 0)`).execute(trx);
}

/** Inserts a record that the practice keeps: it has no login. */
export async function insertKeptClient(
  trx: Db,
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

export type LockedClient = Contact & { id: string; has_login: boolean; updated_at: Date };

/** Locks a record until the transaction ends; undefined if there is none. */
export async function lockClient(trx: Db, id: string): Promise<LockedClient | undefined> {
  const { rows } = await sql<LockedClient>`select id, first_name, last_name, email, phone, updated_at,
    cognito_sub is not null as has_login from users where id = ${id}::uuid for update`.execute(trx);
  return rows[0];
}

export async function updateContact(
  trx: Db,
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

export async function insertClientInvite(
  trx: Db,
  invite: { token_hash: Buffer; user_id: string; email: string; created_at: Date; expires_at: Date },
): Promise<void> {
  await trx.insertInto('client_invites').values(invite).execute();
}

/** Ends the invitations of a client that were not used. */
export async function deleteUnusedClientInvites(trx: Db, user_id: string): Promise<void> {
  await trx
    .deleteFrom('client_invites')
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute();
}

// Mails that staff cause

/** Counts the actions of these kinds about a client since a moment. The transaction must hold the client's record. */
export async function countActions(
  trx: Db,
  user_id: string,
  actions: readonly string[],
  since: Date,
): Promise<number> {
  const { count } = await trx
    .selectFrom('staff_actions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('action', 'in', actions)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

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
