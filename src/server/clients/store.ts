import { sql } from 'kysely';
import type { Address } from '#domain/people/address.ts';
import { nameOrders } from '#domain/people/client-list.ts';
import { millis } from '../db/millis.ts';
import type { Db, Trx } from '../db/pool.ts';
import {
  flag,
  instant,
  list,
  maybe,
  number,
  object,
  readFirst,
  readOne,
  readRows,
  type RowOf,
  text,
} from '../db/rows.ts';
import { type ClientData, selectClients } from './list-store.ts';
import { ASKED, HANDED_IN, handedIn } from '../agenda/store.ts';
import { tookPlace } from '../bookings/store.ts';
import { ORIGIN } from '../forms/store.ts';

/** Moments in epoch ms. */
const FACTS = {
  birthdate: maybe(text),
  created_at: number,
  photo: maybe(text),
  /** Starts of the latest visits that took place. */
  last_starts: list(number),
  /** Visits that took place, the first of them, and those that the client missed. */
  past_visits: number,
  first_start: maybe(number),
  missed: number,
  forms: list(
    object({
      key: text,
      name: text,
      booking_id: maybe(text),
      start_time: maybe(number),
      submission: maybe(HANDED_IN),
    }),
  ),
  submissions: list(
    object({
      id: text,
      name: text,
      version: number,
      service_name: maybe(text),
      submitted_at: number,
      ...ORIGIN,
    }),
  ),
};
export type ClientFacts = RowOf<typeof FACTS>;

/** The rhythm of a client is computed from so many visits. */
const RHYTHM_VISITS = 60;
const MOST_FORMS = 100;

/** Selects what the page of a client shows besides contact and visits; undefined if there is no such client. */
export async function selectClientFacts(db: Db, id: string, now: Date): Promise<ClientFacts | undefined> {
  const facts = sql`
    with ${ASKED}, past as materialized (
      select b.start_time from bookings b where b.user_id = ${id}::uuid and ${tookPlace('b', now)})
    select u.birthdate::text as birthdate, ${millis('u.created_at')} as created_at, u.photo,
      array(select ${millis('p.start_time')} from past p order by p.start_time desc limit ${RHYTHM_VISITS}) as last_starts,
      (select count(*)::int from past) as past_visits,
      (select ${millis('min(p.start_time)')} from past p) as first_start,
      (select count(*)::int from bookings b where b.user_id = u.id and b.status = 'NO_SHOW') as missed,
      (select coalesce(json_agg(x order by x.start_time nulls first, x.name), '[]') from (
        select f.key, f.name, null::uuid as booking_id, null::int8 as start_time, ${handedIn(sql`
          a.user_id = u.id and a.form_id = f.id and a.form_version >= f.asked_since_version`)} as submission
        from asked f where f.is_global
        union all (
        select f.key, f.name, b.id, ${millis('b.start_time')}, ${handedIn(sql`
          a.user_id = u.id and a.form_id = f.id and a.form_version >= f.asked_since_version and a.booking_id = b.id`)}
        from bookings b join asked f on f.service_id = b.service_id and not f.is_global
        where b.user_id = u.id and b.status = 'CONFIRMED' and b.start_time > ${now}::timestamptz
        order by b.start_time limit ${MOST_FORMS})) x) as forms,
      (select coalesce(json_agg(x order by x.submitted_at desc, x.name), '[]') from (
        select a.id, v.name, a.form_version as version, b.service_name, ${millis('a.submitted_at')} as submitted_at,
          a.source, a.signed_on, a.signed_by
        from submissions a join form_versions v on v.form_id = a.form_id and v.version = a.form_version
        left join bookings b on b.id = a.booking_id
        where a.user_id = u.id order by a.submitted_at desc limit ${MOST_FORMS}) x) as submissions
    from users u where u.id = ${id}::uuid`;
  return await readFirst(db, FACTS, facts);
}

export type HouseCallChange = {
  email: string;
  first_name: string;
  /** It was otherwise before. */
  is_changed: boolean;
  /** It answers a request of the client. */
  is_answer: boolean;
};

/**
 * Sets whether a client may book house calls, which also answers an open request. With `requested_at` it answers this
 * request, and DECIDED means that it is answered already. Undefined: no such client.
 */
export async function setHouseCallApproval(
  trx: Trx,
  { id, approved, requested_at }: { id: string; approved: boolean; requested_at: Date | null },
  now: Date,
): Promise<HouseCallChange | 'DECIDED' | undefined> {
  const client = await trx
    .selectFrom('users')
    .select(['email', 'first_name', 'house_call_approved'])
    .select(['house_call_requested_at', 'house_call_decided_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!client) return undefined;
  const { email, first_name, house_call_requested_at: asked, house_call_decided_at: decided } = client;
  const isOpen = !client.house_call_approved && asked !== null && (decided === null || decided < asked);
  if (requested_at !== null && !(isOpen && asked.getTime() === requested_at.getTime())) return 'DECIDED';
  const is_changed = client.house_call_approved !== approved;
  if (is_changed || isOpen) {
    await trx
      .updateTable('users')
      .set({
        house_call_approved: approved,
        updated_at: now,
        ...(isOpen ? { house_call_decided_at: now } : {}),
      })
      .where('id', '=', id)
      .execute();
  }
  return { email, first_name, is_changed, is_answer: isOpen };
}

export async function selectHouseCallApproval(db: Db, id: string) {
  return await db
    .selectFrom('users')
    .select(['id', 'house_call_approved', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The record of a client; undefined if there is none. */
export async function selectRecord(db: Db, id: string) {
  return await db
    .selectFrom('users')
    .select(['id', 'email', sql<boolean>`cognito_sub is not null`.as('has_login')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What was paid at the visit for these bookings: it goes back by hand. */
export async function selectOfflineCents(db: Db, booking_ids: readonly string[]): Promise<number> {
  const paid = sql`select coalesce(sum(amount_cents), 0)::int as cents from offline_payments
    where booking_id = any(${booking_ids}::uuid[])`;
  return (await readOne(db, { cents: number }, paid)).cents;
}

/** How much was written by and about a client. */
export async function selectWritten(db: Db, id: string) {
  const written = sql`
    select (select count(*)::int from submissions where user_id = ${id}::uuid) as forms,
      (select count(*)::int from session_notes where user_id = ${id}::uuid and amends is null) as notes`;
  return await readOne(db, { forms: number, notes: number }, written);
}

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
  {
    address,
    ...changes
  }: Partial<Contact> & { pronouns?: string | null; address?: Address | null; marked_known?: boolean },
  now: Date,
): Promise<void> {
  const set = address === undefined ? {} : { address: address && JSON.stringify(address) };
  await trx
    .updateTable('users')
    .set({ ...changes, ...set, updated_at: now, ...(changes.phone === undefined ? {} : { phone_tries: 0 }) })
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
