import { type RawBuilder, sql } from 'kysely';
import type { MERGED_FIELDS } from '#contract/clients.schemas.ts';
import {
  draftField,
  noteField,
  notesField,
  publishedField,
  suggestionField,
} from '../bookings/sealed-fields.ts';
import type { Db, Trx } from '../db/pool.ts';
import { bytes, flag, list, maybe, number, oneOf, readFirst, readRows, text } from '../db/rows.ts';
import { answersField } from '../forms/sealed-fields.ts';
import type { ClientKey } from '../runtime/keyring.ts';

/** `from` has no login and goes; what it has moves to `into`. */
export type Pair = { from: string; into: string };

/** Tables with a client: their rows move to the other record. */
export const MOVED = [
  'bookings',
  'checkouts',
  'offline_payments',
  'outbox',
  'payment_links',
  'session_notes',
  'submissions',
  'suggested_sessions',
  'waitlist_entries',
] as const;
/** Tables with a client: their rows go with the record, after what is pinned was joined. */
export const DROPPED = [
  'calendar_feeds',
  'client_invites',
  'pinned_notes',
  'upload_tickets',
  'user_keys',
] as const;

/** What is sealed with the key of a client: table, column, and the field that a row is sealed for. */
export const SEALED: readonly [table: string, column: string, fieldOf: (id: string) => string][] = [
  ['bookings', 'client_notes', notesField],
  ['bookings', 'recommendations_draft', draftField],
  ['bookings', 'suggestion_draft', suggestionField],
  ['bookings', 'published_recommendations', publishedField],
  ['session_notes', 'body', noteField],
  ['submissions', 'answers', answersField],
];

/** Contact fields that the other record gets where it has none, with their names for staff. */
const FILLED: readonly [column: string, name: (typeof MERGED_FIELDS)[number]][] = [
  ['last_name', 'last name'],
  ['phone', 'phone'],
  ['email', 'e-mail'],
  ['address', 'address'],
  ['pronouns', 'pronouns'],
];
const isEmpty = (column: RawBuilder<unknown>) => sql`coalesce(${column}::text, '') = ''`;

const MERGE = {
  has_login: flag,
  visits: number,
  forms: number,
  notes: number,
  pinned: oneOf<'NONE' | 'MOVED' | 'JOINED'>(),
  gets: list(oneOf<(typeof MERGED_FIELDS)[number]>()),
  is_paying: flag,
  same_class: maybe(text),
  same_form: maybe(text),
};

/** Selects what a merge moves and what speaks against it; undefined if one of the records does not exist. */
export async function selectMerge(db: Db, { from, into }: Pair) {
  const gets = FILLED.map(
    ([column, name]) =>
      sql`case when ${isEmpty(sql.ref(`i.${column}`))} and not ${isEmpty(sql.ref(`f.${column}`))} then ${name} end`,
  );
  const has = (table: string, of: 'f' | 'i') =>
    sql`exists (select from ${sql.table(table)} x where x.user_id = ${sql.ref(`${of}.id`)})`;
  const merge = sql`
    select f.cognito_sub is not null as has_login,
      (select count(*)::int from bookings where user_id = f.id) as visits,
      (select count(*)::int from submissions where user_id = f.id) as forms,
      (select count(*)::int from session_notes where user_id = f.id and amends is null) as notes,
      case when not ${has('pinned_notes', 'f')} then 'NONE' when ${has('pinned_notes', 'i')} then 'JOINED'
        else 'MOVED' end as pinned,
      array_remove(array[${sql.join(gets)}]::text[], null) as gets,
      exists (select from checkouts where user_id in (f.id, i.id) and state in ('OFFERED', 'CREATED', 'OPEN')) as is_paying,
      (select x.service_name from bookings x join bookings y on y.service_id = x.service_id and y.start_time = x.start_time
        where x.user_id = f.id and y.user_id = i.id and x.status <> 'CANCELLED' and y.status <> 'CANCELLED'
        limit 1) as same_class,
      (select v.name from submissions x join submissions y on y.form_id = x.form_id and y.form_version = x.form_version
        join form_versions v on v.form_id = x.form_id and v.version = x.form_version
        where x.user_id = f.id and y.user_id = i.id and x.booking_id is null and y.booking_id is null
        limit 1) as same_form
    from users f, users i where f.id = ${from}::uuid and i.id = ${into}::uuid`;
  return await readFirst(db, MERGE, merge);
}

/** Locks the bookings of both, after their time and checkouts and before their records. */
export async function lockBookingsOf(trx: Trx, { from, into }: Pair): Promise<void> {
  await sql`select id from bookings where user_id in (${from}::uuid, ${into}::uuid) order by id for update`.execute(
    trx,
  );
}

/** Seals everything that was written about a client for another key. Signed notes keep their words. */
export async function reseal(
  trx: Trx,
  user_id: string,
  { old, key }: { old: ClientKey; key: ClientKey },
): Promise<void> {
  await sql`select set_config('app.merging_records', 'on', true)`.execute(trx);
  for (const [table, column, fieldOf] of SEALED) {
    const sealed = sql.ref(column);
    const written = sql`select id, ${sealed} as sealed
      from ${sql.table(table)} where user_id = ${user_id}::uuid and ${sealed} is not null`;
    for (const row of await readRows(trx, { id: text, sealed: bytes }, written)) {
      const field = fieldOf(row.id);
      const resealed = key.seal(field, old.open(field, row.sealed));
      await sql`update ${sql.table(table)} set ${sealed} = ${resealed} where id = ${row.id}::uuid`.execute(
        trx,
      );
    }
  }
}

/** Moves every row of a client to the other record, fills in what that one lacks, and deletes the first. */
export async function moveRecord(trx: Trx, { from, into }: Pair, now: Date): Promise<void> {
  await sql`update bookings set updated_at = ${now} where user_id = ${from}::uuid`.execute(trx);
  // They wait once.
  await sql`update waitlist_entries f set state = 'LEFT', updated_at = ${now} from waitlist_entries i
    where f.user_id = ${from}::uuid and i.user_id = ${into}::uuid and f.service_id = i.service_id
      and f.location_type = i.location_type and f.class_start is null and i.class_start is null
      and f.state in ('WAITING', 'PAUSED') and i.state in ('WAITING', 'PAUSED')`.execute(trx);
  for (const table of MOVED)
    await sql`update ${sql.table(table)} set user_id = ${into}::uuid where user_id = ${from}::uuid`.execute(
      trx,
    );
  await sql`select set_config('app.merging_records', 'off', true)`.execute(trx);
  const filled = FILLED.map(([column]) => {
    const of = sql.ref(`i.${column}`);
    return sql`${sql.ref(column)} = case when ${isEmpty(of)} then ${sql.ref(`f.${column}`)} else ${of} end`;
  });
  await sql`update users i set ${sql.join(filled)}, birthdate = coalesce(i.birthdate, f.birthdate),
    stripe_id = coalesce(i.stripe_id, f.stripe_id), created_at = least(i.created_at, f.created_at),
    house_call_approved = i.house_call_approved or f.house_call_approved,
    marked_known = i.marked_known or f.marked_known, updated_at = ${now}
    from users f where i.id = ${into}::uuid and f.id = ${from}::uuid`.execute(trx);
  await sql`delete from users where id = ${from}::uuid`.execute(trx);
}

export async function selectPinned(trx: Trx, { from, into }: Pair) {
  const pinned = sql`select user_id, body from pinned_notes where user_id in (${from}::uuid, ${into}::uuid)`;
  return await readRows(trx, { user_id: text, body: bytes }, pinned);
}

/** Writes what is pinned to the other record, in the name of whoever wrote it last. */
export async function movePinned(trx: Trx, { from, into }: Pair, body: Buffer, now: Date): Promise<void> {
  await sql`insert into pinned_notes (user_id, body, version, updated_at, updated_by)
    select ${into}::uuid, ${body}, 1, ${now}, updated_by from pinned_notes where user_id = ${from}::uuid
    on conflict (user_id) do update set body = excluded.body, version = pinned_notes.version + 1,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(trx);
}
