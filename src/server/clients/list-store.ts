import { type RawBuilder, sql } from 'kysely';
import type { Address } from '#domain/people/address.ts';
import { type ClientFilter, type ClientSort, partsOfWord } from '#domain/people/client-list.ts';
import { ASKED } from '../agenda/store.ts';
import { offlineCents, tookPlace } from '../bookings/store.ts';
import type { Db } from '../db/pool.ts';
import { flag, instant, json, list, maybe, number, readRows, type RowOf, text } from '../db/rows.ts';
import { MOST_TRIES } from '../users/claim-store.ts';

/** A client as staff see them. Visits are those that took place. */
const CLIENT = {
  id: text,
  first_name: text,
  last_name: text,
  pronouns: maybe(text),
  phone: maybe(text),
  email: text,
  address: maybe(json<Address>()),
  has_login: flag,
  invited_at: maybe(instant),
  house_call_approved: flag,
  marked_known: flag,
  house_call_requested_at: maybe(instant),
  visits: number,
  last_visit_id: maybe(text),
  last_visit_at: maybe(instant),
  next_visit_id: maybe(text),
  next_visit_at: maybe(instant),
  /** Forms that a visit to come asks for and that are not filled in, by name. */
  forms_missing: maybe(list(text)),
  has_new_answers: flag,
  /** What is left to pay of all visits, without those whose price the client still chooses. */
  balance_cents: number,
  has_open_price: flag,
  updated_at: instant,
};
export type ClientData = RowOf<typeof CLIENT>;
/** How many clients match in all. */
const LISTED = { ...CLIENT, total: number };

/** Whether the form `f` is filled in for the booking `b`, in a version that is still asked for. */
const IS_FILLED_IN = sql`exists (select from submissions a where a.user_id = b.user_id and a.form_id = f.id
  and a.form_version >= f.asked_since_version and (f.is_global or a.booking_id = b.id))`;

/** Forms that the booking `b` asks for and that are not filled in. */
const MISSING_FORMS = sql`asked f on (f.is_global or f.service_id = b.service_id) and not ${IS_FILLED_IN}`;

/** What was paid offline for the booking `b`: one look into an index for each. offset 0: not again wherever it is named. */
const PAID_OF_ONE = sql`cross join lateral (select greatest(0, ${offlineCents(sql`b.id`)}) as cents offset 0) paid`;
/** The same for many bookings: all payments are added up once. */
const PAID_OF_ALL = sql`left join (select o.booking_id, sum(o.amount_cents)::int as cents from offline_payments o
    group by o.booking_id) sums on sums.booking_id = b.id
  cross join lateral (select greatest(0, coalesce(sums.cents, 0)) as cents) paid`;

/** Bookings `b` with something left to pay, as domain/visits/balance.ts counts; `cents` without prices that the client still chooses. */
const owed = (paid: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`(
  select b.user_id, price.is_open, case when price.is_open then 0 else b.price_cents - paid.cents end as cents
  from bookings b ${paid}
  cross join lateral (select paid.cents = 0 and b.price_chosen_by_client as is_open) price
  where b.checkout_id is null and b.payment <> 'FREE' and b.status in ('CONFIRMED', 'COMPLETED', 'NO_SHOW')
    and (price.is_open or b.price_cents > paid.cents) and ${where})`;

/**
 * Reads the clients of a CTE `found` with the columns `id` and `place`, in the order of `place`. Visits are searched by
 * client for each row, through an index.
 */
const clientsOf = (found: RawBuilder<unknown>, now: Date, columns = sql``) => sql`
  with ${ASKED}, ${found}
  select u.id, u.first_name, u.last_name, u.pronouns, u.phone, u.email, u.address, u.cognito_sub is not null as has_login,
    u.house_call_approved, u.marked_known, u.updated_at, case when not u.house_call_approved
      and (u.house_call_decided_at is null or u.house_call_decided_at < u.house_call_requested_at)
      then u.house_call_requested_at end as house_call_requested_at,
    (select max(i.created_at) from client_invites i where i.user_id = u.id and i.email = u.email and i.used_at is null
      and i.expires_at > ${now}::timestamptz and i.tries < ${MOST_TRIES}) as invited_at,
    (select count(*)::int from bookings b where b.user_id = u.id and ${tookPlace('b', now)}) as visits,
    past.id as last_visit_id, past.start_time as last_visit_at,
    coming.id as next_visit_id, coming.start_time as next_visit_at,
    (select json_agg(distinct f.name order by f.name) from bookings b join ${MISSING_FORMS}
      where b.user_id = u.id and b.status = 'CONFIRMED' and b.start_time > ${now}::timestamptz) as forms_missing,
    coming.id is not null and exists (select from submissions a where a.user_id = u.id
      and a.source = 'CLIENT' and a.submitted_at > coalesce(past.end_time, '-infinity')) as has_new_answers,
    balance.cents as balance_cents, balance.has_open_price ${columns}
  from found join users u on u.id = found.id
  left join lateral (select b.id, b.start_time, b.end_time from bookings b where b.user_id = u.id and ${tookPlace('b', now)}
    order by b.start_time desc limit 1) past on true
  left join lateral (select b.id, b.start_time from bookings b where b.user_id = u.id
    and b.status = 'CONFIRMED' and b.start_time > ${now}::timestamptz
    order by b.start_time limit 1) coming on true
  cross join lateral (select coalesce(sum(o.cents), 0)::int as cents, coalesce(bool_or(o.is_open), false) as has_open_price
    from ${owed(PAID_OF_ONE, sql`b.user_id = u.id`)} o) balance
  order by found.place`;

export type ClientListQuery = {
  /** Each must be part of name or e-mail. */
  words: readonly string[];
  /** Part of a phone number, else null. */
  digits: string | null;
  filter: ClientFilter | null;
  /** MATCH: those first of whom a name begins with the first word. */
  sort: ClientSort | 'MATCH';
  /** The client before the first row; null for the first page. */
  after: string | null;
  /** Who has not been here since then counts as not seen. */
  not_seen_since: Date;
};

/** Whether a client matches the text. */
function isMatch({ words, digits }: ClientListQuery): RawBuilder<unknown> {
  if (words.length === 0) return sql`true`;
  // A key has none of the signs that LIKE gives a meaning.
  const begins = (part: string) => sql`' ' || u.search_key like '% ' || search_key(${part}::text) || '%'`;
  const contains = (word: string) => {
    const parts = partsOfWord(word);
    const apart = parts.length < 2 ? sql`` : sql`or (${sql.join(parts.map(begins), sql` and `)})`;
    return sql`(u.search_key like '%' || nullif(search_key(${word}::text), '') || '%' ${apart})`;
  };
  const phone = digits === null ? sql`` : sql`or u.phone like ${`%${digits}%`}::text`;
  return sql`(${sql.join(words.map(contains), sql` and `)} ${phone})`;
}

/**
 * The last visit of everybody, by one look into an index for each, and the next visit of those who have one. Only filters
 * and orders that need them pay for them.
 */
const lastVisits = (now: Date) => sql`left join lateral (
  select b.start_time as last_at from bookings b where b.user_id = u.id and ${tookPlace('b', now)}
    order by b.start_time desc limit 1) v on true`;
const nextVisits = (now: Date) => sql`left join (
  select b.user_id, min(b.start_time) as next_at from bookings b
  where b.status = 'CONFIRMED' and b.start_time > ${now}::timestamptz group by b.user_id) c on c.user_id = u.id`;
const NEEDS_LAST: readonly unknown[] = ['FIRST_VISIT', 'NOT_SEEN', 'LAST_VISIT', 'NEXT_VISIT'];
const NEEDS_NEXT: readonly unknown[] = ['UPCOMING', 'FIRST_VISIT', 'NOT_SEEN', 'NEXT_VISIT'];

function isShown({ filter, not_seen_since }: ClientListQuery, now: Date): RawBuilder<unknown> {
  switch (filter) {
    case null:
      return sql`true`;
    case 'UPCOMING':
      return sql`c.next_at is not null`;
    case 'FIRST_VISIT':
      return sql`c.next_at is not null and v.last_at is null`;
    case 'NOT_SEEN':
      return sql`c.next_at is null and v.last_at < ${not_seen_since}::timestamptz`;
    case 'BALANCE':
      return sql`u.id in (select o.user_id from ${owed(PAID_OF_ALL, sql`b.user_id is not null`)} o)`;
    case 'FORMS_MISSING':
      return sql`u.id in (select b.user_id from bookings b join ${MISSING_FORMS}
        where b.status = 'CONFIRMED' and b.start_time > ${now}::timestamptz)`;
    case 'HOUSE_CALLS':
      return sql`u.house_call_approved`;
    case 'NO_LOGIN':
      return sql`u.cognito_sub is null`;
  }
}

/** Two columns whose order is that of the list; names by bytes, which compares the plain letters of a key faster. */
function keysOf({ sort, words: [word = ''] }: ClientListQuery): RawBuilder<unknown> {
  const name = sql`u.search_key collate "C"`;
  const last = sql`date_part('epoch', coalesce(v.last_at, u.created_at))`;
  switch (sort) {
    case 'MATCH': {
      const first = sql`search_key(${word}::text)`;
      const begins = sql`u.search_key like ${first} || '%' or u.search_key like '% ' || ${first} || '%'`;
      return sql`case when ${begins} then 0 else 1 end::float8 as key, ${name} as name`;
    }
    case 'NAME':
      return sql`0::float8 as key, ${name} as name`;
    case 'LAST_VISIT':
      return sql`-${last} as key, ${name} as name`;
    case 'NEXT_VISIT':
      // Who has no next visit comes after all others, the latest visit first.
      return sql`coalesce(date_part('epoch', c.next_at), 1e11 - ${last}) as key, ${name} as name`;
  }
}

/**
 * Selects a page of clients and how many match in all. The page begins after the client `after`, wherever they are in the
 * order now.
 */
export async function selectClientPage(
  db: Db,
  query: ClientListQuery,
  limit: number,
  now: Date,
): Promise<{ rows: ClientData[]; total: number }> {
  const needs = (which: readonly unknown[]) => which.includes(query.filter) || which.includes(query.sort);
  const visits = sql`${needs(NEEDS_LAST) ? lastVisits(now) : sql``} ${needs(NEEDS_NEXT) ? nextVisits(now) : sql``}`;
  const after =
    query.after === null
      ? sql``
      : sql`where (m.key, m.name, m.id) > (select p.key, p.name, p.id from matching p where p.id = ${query.after}::uuid)`;
  // The limit is inside, so that only the first rows are sorted and read with all their columns.
  const found = sql`matching as materialized (
      select u.id, ${keysOf(query)} from users u ${visits}
      where ${isMatch(query)} and ${isShown(query, now)}),
    found as materialized (
      select id, row_number() over (order by key, name, id) as place from (
        select m.id, m.key, m.name from matching m ${after} order by m.key, m.name, m.id limit ${limit}) first)`;
  const total = sql`, (select count(*)::int from matching) as total`;
  const rows = await readRows(db, LISTED, clientsOf(found, now, total));
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Selects these clients, in the order of `place`: `found` has the columns `id` and `place`. */
export async function selectClients(db: Db, found: RawBuilder<unknown>, now: Date): Promise<ClientData[]> {
  return await readRows(db, CLIENT, clientsOf(sql`found as materialized (${found})`, now));
}

export async function selectClient(db: Db, id: string, now: Date): Promise<ClientData | undefined> {
  return (await selectClients(db, sql`select ${id}::uuid as id, 1 as place`, now))[0];
}
