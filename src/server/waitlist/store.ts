import { type RawBuilder, sql } from 'kysely';
import { practice } from '#content/public/practice.ts';
import type { CheckoutLine } from '#domain/checkout/checkout-line.ts';
import type { LocationType } from '#domain/slots/services.ts';
import type { EntryState, WishedTimes } from '#domain/slots/waitlist.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { millis } from '../db/millis.ts';
import type { Db, Trx } from '../db/pool.ts';
import {
  flag,
  instant,
  maybe,
  number,
  oneOf,
  readFirst,
  readOne,
  readRows,
  type RowOf,
  text,
} from '../db/rows.ts';
import type { NewCheckout } from '../seats/hold-seats.ts';
import type { ClassEntry } from '../seats/class-entries.ts';
import { LOCK_LINES } from '../seats/offer-freed.ts';
import { moveCheckout } from '../seats/release-seats.ts';

/** What someone waits for, as it is stored. */
export type WishRow = { service_id: string; place: LocationType; class_start: Date | null } & WishedTimes;

const OPEN = sql.raw(`('WAITING', 'OFFERED', 'PAUSED')`);
const ENTRY = {
  id: text,
  user_id: text,
  service_id: text,
  service_name: text,
  place: oneOf<LocationType>(),
  class_start: maybe(instant),
  from_date: text,
  to_date: text,
  weekdays: number,
  from_time: text,
  to_time: text,
  booking_id: maybe(text),
  state: oneOf<EntryState>(),
  joined_at: instant,
  position: maybe(number),
  offered: number,
  first_name: text,
  last_name: text,
  phone: maybe(text),
  email: text,
  has_login: flag,
};
export type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number];

/** Selects the places in line in order of joining: all, or those of a client, of a service, or with an id. */
export async function selectEntries(
  db: Db,
  which: { user_id?: string; service_id?: string; id?: string; is_retired?: true } = {},
) {
  const entries = sql`
    select e.id, e.user_id, e.service_id, s.name as service_name, e.location_type as place, e.class_start,
      e.from_date::text, e.to_date::text, e.weekdays, e.from_time, e.to_time, e.booking_id, e.state, e.joined_at,
      case when e.state <> 'PAUSED' then e.position end as position,
      (select count(*)::int from waitlist_offers o where o.entry_id = e.id) as offered,
      u.first_name, u.last_name, u.phone, u.email, u.cognito_sub is not null as has_login
    from (select *, (count(*) filter (where state <> 'PAUSED') over line)::int as position
      from waitlist_entries where state in ${OPEN}
      window line as (partition by service_id, location_type, class_start order by joined_at, id)) e
    join services s on s.id = e.service_id
    join users u on u.id = e.user_id
    where (${which.user_id ?? null}::uuid is null or e.user_id = ${which.user_id ?? null}::uuid)
      and (${which.service_id ?? null}::uuid is null or e.service_id = ${which.service_id ?? null}::uuid)
      and (${which.id ?? null}::uuid is null or e.id = ${which.id ?? null}::uuid)
      and (${which.is_retired ?? null}::boolean is null or not s.is_active)
    order by s.name, e.location_type, e.class_start, e.joined_at, e.id`;
  return await readRows(db, ENTRY, entries);
}

/** Counts who is in a line, without those who are paused. */
export async function countInLine(
  db: Db,
  { service_id, place, class_start }: Pick<WishRow, 'service_id' | 'place' | 'class_start'>,
): Promise<number> {
  const line = sql`select count(*)::int as count from waitlist_entries where service_id = ${service_id}::uuid
    and location_type = ${place} and class_start is not distinct from ${class_start}::timestamptz
    and state in ('WAITING', 'OFFERED')`;
  return (await readOne(db, { count: number }, line)).count;
}

const OFFER = {
  id: text,
  entry_id: text,
  user_id: text,
  booking_id: text,
  service_id: text,
  service_name: text,
  start_time: instant,
  end_time: instant,
  location_type: oneOf<LocationType>(),
  location_name: text,
  ends_at: instant,
  is_being_paid: flag,
  price_cents: number,
  base_price_cents: number,
  suggested_price_cents: maybe(number),
  min_price_cents: maybe(number),
  max_price_cents: maybe(number),
};
export type OfferRow = Awaited<ReturnType<typeof selectOffers>>[number];

/** Selects the offers that run, of one client, of one booking, or all. While it is paid, `ends_at` is the end of the hold. */
export async function selectOffers(db: Db, of: { user_id?: string; booking_id?: string } = {}) {
  const offers = sql`
    select c.id, o.entry_id, b.user_id, b.id as booking_id, b.service_id, b.service_name, b.start_time, b.end_time,
      b.location_type, b.location_name, c.hold_expires_at as ends_at, c.state <> 'OFFERED' as is_being_paid,
      b.price_cents, s.base_price_cents, s.suggested_price_cents, s.min_price_cents, s.max_price_cents
    from waitlist_offers o
    join checkouts c on c.id = o.checkout_id and c.state in ('OFFERED', 'CREATED', 'OPEN')
    join bookings b on b.checkout_id = c.id
    join services s on s.id = b.service_id
    where o.outcome is null
      and (${of.user_id ?? null}::uuid is null or b.user_id = ${of.user_id ?? null}::uuid)
      and (${of.booking_id ?? null}::uuid is null or b.id = ${of.booking_id ?? null}::uuid)
    order by b.start_time`;
  return await readRows(db, OFFER, offers);
}

/** Who waits, with or without a login. */
export type Joiner = {
  id: string;
  email: string;
  first_name: string;
  house_call_approved: boolean;
  marked_known: boolean;
  address: unknown;
};

export async function selectJoiner(db: Db, id: string): Promise<Joiner | undefined> {
  return await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'house_call_approved', 'marked_known', 'address'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Keeps others from freeing time until this transaction ends, and waits for those who do (offer-freed.ts). Returns how many
 * places the client has.
 */
export async function lockLines(trx: Trx, user_id: string): Promise<number> {
  // The record first: who deletes it frees time.
  await sql`select id from users where id = ${user_id}::uuid for key share`.execute(trx);
  await LOCK_LINES.execute(trx);
  const places = sql`select count(*)::int as count from waitlist_entries
    where user_id = ${user_id}::uuid and state in ${OPEN}`;
  return (await readOne(trx, { count: number }, places)).count;
}

/**
 * Adds a client at the end of a line, or brings a paused one back to their place. Of a class it also adds the client's
 * WAITLISTED booking. Null: the client is in that line.
 */
export async function insertEntry(
  trx: Trx,
  user_id: string,
  wish: WishRow,
  line: CheckoutLine | null,
  now: Date,
): Promise<string | null> {
  const at = sql`${now}::timestamptz`;
  const { service_id, place, class_start, from_date, to_date, weekdays, from_time, to_time } = wish;
  const inserting = sql`
    insert into waitlist_entries (user_id, service_id, location_type, class_start, from_date, to_date, weekdays, from_time,
      to_time, state, joined_at, updated_at)
    values (${user_id}::uuid, ${service_id}::uuid, ${place}, ${class_start}::timestamptz, ${from_date}::date,
      ${to_date}::date, ${weekdays}, ${from_time}, ${to_time}, 'WAITING', ${at}, ${at})
    on conflict (user_id, service_id, location_type, class_start) where state in ${OPEN} do update
      set state = 'WAITING', missed = 0, from_date = excluded.from_date, to_date = excluded.to_date,
        weekdays = excluded.weekdays, from_time = excluded.from_time, to_time = excluded.to_time, updated_at = ${at}
      where waitlist_entries.state = 'PAUSED'
    returning id, booking_id`;
  const entry = await readFirst(trx, { id: text, booking_id: maybe(text) }, inserting);
  if (!entry) return null;
  if (line && entry.booking_id === null)
    await sql`
      with booked as (
        insert into bookings (id, user_id, status, service_id, rule_id, service_name, service_type, format, start_time, end_time,
          blocked_until, location_type, location_name, price_cents, price_chosen_by_client, created_at, updated_at)
        values (${line.booking_id}::uuid, ${user_id}::uuid, 'WAITLISTED', ${line.service_id}::uuid, ${line.rule_id}::uuid,
          ${line.service_name}, ${line.service_type}, ${line.format}, ${line.start_time}::timestamptz,
          ${line.end_time}::timestamptz, ${line.blocked_until}::timestamptz, ${line.location_type}, ${line.location_name},
          ${line.price_cents}, ${line.price_chosen_by_client}, ${at}, ${at})
        returning id)
      update waitlist_entries e set booking_id = booked.id from booked where e.id = ${entry.id}::uuid`.execute(
      trx,
    );
  return entry.id;
}

/** Ends the entries of which this is true and that are not offered, with their WAITLISTED bookings. Returns their clients. */
async function endWhere(db: Db, to: 'LEFT' | 'EXPIRED', isMeant: RawBuilder<unknown>, now: Date) {
  const ending = sql`
    with ended as (
      update waitlist_entries set state = ${to}, updated_at = ${now}
      where state in ('WAITING', 'PAUSED') and (${isMeant})
      returning id, user_id, booking_id
    ), gone as (
      delete from bookings b using ended where b.id = ended.booking_id and b.status = 'WAITLISTED'
    )
    select id, user_id from ended`;
  return await readRows(db, { id: text, user_id: text }, ending);
}

/** Takes an entry out of its line. Returns its client; undefined: it is in no line, or offered. */
export async function endEntry(trx: Trx, id: string, user_id: string | null, now: Date) {
  const isIt = sql`id = ${id}::uuid and (${user_id}::uuid is null or user_id = ${user_id}::uuid)`;
  return (await endWhere(trx, 'LEFT', isIt, now))[0];
}

/** Ends the entries whose times are over. Returns how many. */
export async function expireEntries(db: Db, { now, today }: { now: Date; today: string }): Promise<number> {
  const isOver = sql`class_start <= ${now}::timestamptz or to_date < ${today}::date`;
  return (await endWhere(db, 'EXPIRED', isOver, now)).length;
}

/** Ends these entries, whose times can no longer be booked. Returns those that were not offered or ended meanwhile. */
export async function endLost<Entry extends { id: string }>(trx: Trx, lost: readonly Entry[], now: Date) {
  const ids = lost.map(({ id }) => id);
  const ended = await endWhere(trx, 'EXPIRED', sql`id = any(${ids}::uuid[])`, now);
  const known = new Set(ended.map(({ id }) => id));
  return lost.filter(({ id }) => known.has(id));
}

/**
 * Moves who waits for a seat of a class with it; a client who waits for one at its new time too stays where they are.
 * Returns who moved.
 */
export async function moveLine(
  trx: Trx,
  line: readonly ClassEntry[],
  { start_time, end_time, blocked_until }: { start_time: Date; end_time: Date; blocked_until: Date },
  now: Date,
): Promise<ClassEntry[]> {
  const ids = line.map(({ id }) => id);
  const date = localDateOf(start_time, practice.zone);
  const moving = sql`
    with moved as (
      update waitlist_entries e set class_start = ${start_time}, from_date = ${date}::date, to_date = ${date}::date,
        updated_at = ${now}
      where e.id = any(${ids}::uuid[]) and e.state in ('WAITING', 'PAUSED') and not exists (
        select from waitlist_entries o where o.user_id = e.user_id and o.service_id = e.service_id
          and o.location_type = e.location_type and o.class_start = ${start_time}::timestamptz and o.state in ${OPEN})
      returning id, booking_id
    ), booked as (
      update bookings b set start_time = ${start_time}, end_time = ${end_time}, blocked_until = ${blocked_until},
        updated_at = ${now}
      from moved where b.id = moved.booking_id and b.status = 'WAITLISTED'
    )
    select id from moved`;
  const moved = new Set((await readRows(trx, { id: text }, moving)).map(({ id }) => id));
  return line.filter(({ id }) => moved.has(id));
}

/** Turns an offer into a checkout that can be paid, at the price that its client chose. False: it was ended meanwhile. */
export async function takeOffered(
  trx: Trx,
  id: string,
  { lines, subtotal_cents, customer_id, session_expires_at, hold_expires_at, next_check_at }: NewCheckout,
  now: Date,
): Promise<boolean> {
  const [line] = lines;
  const change = {
    items: JSON.stringify(lines),
    subtotal_cents,
    customer_id,
    session_expires_at,
    hold_expires_at,
    next_check_at,
  };
  if (!(await moveCheckout(trx, id, 'CREATED', now, change))) return false;
  await trx
    .updateTable('bookings')
    .set({ price_cents: line!.price_cents, updated_at: now })
    .where('checkout_id', '=', id)
    .execute();
  return true;
}

/** Selects the times to come that staff withdrew from the waitlist. Epoch ms. */
export async function selectWithdrawn(db: Db, now: Date) {
  const withdrawn = sql`select distinct ${millis('start_time')} as start, ${millis('end_time')} as end from waitlist_offers
    where outcome = 'WITHDRAWN' and end_time > ${now}`;
  return await readRows(db, { start: number, end: number }, withdrawn);
}

/** The offers whose time to answer is over. */
export async function selectEndedOffers(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('checkouts')
    .select('id')
    .where('state', '=', 'OFFERED')
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(50)
    .execute();
  return rows.map(({ id }) => id);
}

const MAILED = {
  checkout_id: text,
  mail: oneOf<'OFFER' | 'MISSED'>(),
  state: oneOf<EntryState>(),
  ends_at: instant,
  user_id: text,
  email: text,
  first_name: text,
  has_login: flag,
  service_name: text,
  start_time: instant,
  end_time: instant,
  booking_id: maybe(text),
};
export type OfferToMail = RowOf<typeof MAILED>;

/** The offers about which a mail is to be queued. */
export async function selectOffersToMail(db: Db): Promise<string[]> {
  const due = db.selectFrom('waitlist_offers').select('checkout_id').where('mail', 'is not', null);
  const rows = await due.orderBy('offered_at').limit(50).execute();
  return rows.map(({ checkout_id }) => checkout_id);
}

/** Claims the mail about an offer, in the transaction that queues it; undefined: it was claimed, or nothing is to be said. */
export async function claimOfferToMail(trx: Trx, checkout_id: string): Promise<OfferToMail | undefined> {
  const claimed = sql`
    with due as (select checkout_id, mail from waitlist_offers
      where checkout_id = ${checkout_id}::uuid and mail is not null for update skip locked
    ), claimed as (
      update waitlist_offers o set mail = null from due where o.checkout_id = due.checkout_id returning o.*)
    select o.checkout_id, due.mail, e.state, o.ends_at, u.id as user_id, u.email, u.first_name,
      u.cognito_sub is not null as has_login, s.name as service_name, o.start_time, o.end_time, b.id as booking_id
    from claimed o join due using (checkout_id)
    join waitlist_entries e on e.id = o.entry_id
    join users u on u.id = e.user_id
    join services s on s.id = e.service_id
    left join bookings b on b.checkout_id = o.checkout_id
    where due.mail = 'MISSED' or o.outcome is null`;
  return await readFirst(trx, MAILED, claimed);
}
