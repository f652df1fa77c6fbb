import { type RawBuilder, sql } from 'kysely';
import type { BookingStatus } from '#domain/visits/booking.ts';
import type { Address } from '#domain/people/address.ts';
import type { CheckoutState } from '#domain/checkout/checkout-states.ts';
import type { LocationType, ServiceFormat, ServiceType } from '#domain/slots/services.ts';
import type { Payment } from '#domain/slots/placement-warnings.ts';
import { roomOf } from '../bookings/join-store.ts';
import { offlineCents, tookPlace } from '../bookings/store.ts';
import { IS_HIDDEN } from '../bookings/payment-store.ts';
import { EMPTY_DOCUMENT_BYTES } from '../bookings/sealed-documents.ts';
import { HOT } from '../db/hot-statements.ts';
import { millis } from '../db/millis.ts';
import type { Db } from '../db/pool.ts';
import { flag, json, list, maybe, number, object, oneOf, readOne, type RowOf, text } from '../db/rows.ts';
import { NEWEST, ORIGIN } from '../forms/store.ts';
import { catalogueVersion } from '../seats/practice-facts.ts';

/** What a booking and the booked seats of a class have in common. Moments are epoch ms. */
const OCCURRENCE = {
  service_id: text,
  service_name: text,
  service_type: oneOf<ServiceType>(),
  format: oneOf<ServiceFormat>(),
  start_time: number,
  end_time: number,
  blocked_until: number,
  location_type: oneOf<LocationType>(),
  location_name: text,
  /** Of an online session. */
  room: maybe(text),
};
/** A booking as JSON, with everything that its row shows. */
const SESSION = {
  ...OCCURRENCE,
  id: text,
  user_id: maybe(text),
  first_name: maybe(text),
  last_name: maybe(text),
  phone: maybe(text),
  has_email: flag,
  status: oneOf<BookingStatus>(),
  visit_address: maybe(json<Address>()),
  price_cents: number,
  price_chosen_by_client: flag,
  /** Its amounts are not for staff, unless one is revealed. */
  is_hidden: flag,
  arrived_at: maybe(number),
  updated_at: number,
  payment: oneOf<Payment>(),
  is_paid_online: flag,
  offline_cents: number,
  checkout_state: maybe(oneOf<CheckoutState>()),
  hold_expires_at: maybe(number),
  /** The client's earlier visits that took place. */
  earlier_visits: number,
  /** None took place before it, and none is booked before it. */
  is_first: flag,
  has_new_answers: flag,
  note: oneOf<'NONE' | 'DRAFT' | 'SIGNED'>(),
  /** The forms that it asks for; null: none. */
  forms: maybe(list(object({ name: text, is_done: flag }))),
  /** The sessions that were booked together and are not cancelled, by start, and this one; null: it was booked alone. */
  series: maybe(list(object({ id: text, start: number, status: oneOf<BookingStatus>() }))),
};
export const sessionData = object(SESSION);
export type SessionData = RowOf<typeof SESSION>;
const SEATS = {
  ...OCCURRENCE,
  taken: number,
  arrived: number,
  /** Null: the last seat is released, so that the appointment is deleted. */
  capacity: maybe(number),
};
export type SeatsData = RowOf<typeof SEATS>;
const AGENDA = {
  version: text,
  sessions: list(sessionData),
  classes: list(object(SEATS)),
  closures: list(object({ id: text, starts_at: number, ends_at: number, reason: text })),
  /** The oldest reading of another calendar that can't be read for an hour. */
  calendar_read_at: maybe(number),
};
export type AgendaData = RowOf<typeof AGENDA>;
const ROSTER = { version: text, seats: list(sessionData), capacity: maybe(number) };
const SESSIONS = { sessions: list(sessionData) };

/** Cut to the millisecond, as a JavaScript Date is, so that a row written by SQL's now() equals itself. */
export const version = (moment: string) => millis(`date_trunc('milliseconds', ${moment})`);

/** The CTE `asked`: the forms that each service asks for; service_id is null for a global form. */
export const ASKED = sql`asked as materialized (
  select f.id, f.key, f.asked_since_version, f.is_global, v.name, fs.service_id
  from forms f ${NEWEST} left join form_services fs on fs.form_id = f.id and not f.is_global
  where f.is_active and (f.is_global or fs.form_id is not null))`;

/** A submission as its form lists it; `submitted_at` in epoch ms. */
export const HANDED_IN = object({ ...ORIGIN, id: text, submitted_at: number });
/** The latest submission `a` that `where` selects, as HANDED_IN in JSON. */
export const handedIn = (where: RawBuilder<unknown>) => sql`(
  select json_build_object('id', a.id, 'submitted_at', ${millis('a.submitted_at')}, 'source', a.source,
    'signed_on', a.signed_on, 'signed_by', a.signed_by)
  from submissions a where ${where} order by a.submitted_at desc, a.id limit 1)`;

/** Bookings whose seat counts: holds only while their checkout can be paid or is paid (rules.md §7). */
export const isLive = (now: Date) => sql`(b.status <> 'PENDING' or c.state = 'PAID'
  or c.state in ('OFFERED', 'CREATED', 'OPEN') and c.hold_expires_at > ${now}::timestamptz)`;

export const BOOKING = sql`b.id, b.user_id, b.checkout_id, b.appointment_id, b.service_id, b.service_name, b.service_type, b.format,
  b.start_time, b.end_time, b.blocked_until, b.status, b.location_type, b.location_name, b.room_url, b.visit_address,
  b.price_cents, b.price_chosen_by_client, ${IS_HIDDEN} as is_hidden, b.payment, b.series_id, b.arrived_at, b.updated_at,
  c.state as checkout_state, c.hold_expires_at`;

/** Of a note `n`: it has text. An emptied draft keeps its row, because of its version. */
export const hasText = sql.raw(`octet_length(n.body) > ${EMPTY_DOCUMENT_BYTES}`);
/** Whether a visit has a session note. An emptied draft is none; the text is not read. */
const noteOf = (booking_id: RawBuilder<unknown>) => sql`coalesce((
  select case when n.signed_at is not null then 'SIGNED' when ${hasText} then 'DRAFT' end
  from session_notes n where n.booking_id = ${booking_id} and n.amends is null), 'NONE')`;

/**
 * Returns SessionData of the rows `b` of a CTE as a JSON list. `b` has the columns of BOOKING, and the statement the CTE
 * `asked`. Earlier visits and answers are searched by client for each row, through an index.
 */
export const sessionsOf = (cte: RawBuilder<unknown>, where: RawBuilder<unknown>, now: Date) => sql`(
  select coalesce(json_agg(json_build_object('id', b.id, 'user_id', b.user_id, 'first_name', u.first_name,
    'last_name', u.last_name, 'phone', u.phone, 'has_email', coalesce(u.email <> '', false), 'service_id', b.service_id, 'service_name', b.service_name,
    'service_type', b.service_type, 'format', b.format, 'start_time', ${millis('b.start_time')},
    'end_time', ${millis('b.end_time')}, 'blocked_until', ${millis('b.blocked_until')}, 'status', b.status,
    'location_type', b.location_type, 'location_name', b.location_name, 'room', ${roomOf('b')}, 'visit_address', b.visit_address,
    'price_cents', b.price_cents, 'price_chosen_by_client', b.price_chosen_by_client, 'is_hidden', b.is_hidden,
    'arrived_at', ${millis('b.arrived_at')}, 'updated_at', ${version('b.updated_at')},
    'payment', b.payment, 'is_paid_online', b.checkout_id is not null and b.status <> 'PENDING',
    'offline_cents', case when b.checkout_id is null then ${offlineCents(sql`b.id`)} else 0 end,
    'checkout_state', b.checkout_state, 'hold_expires_at', ${millis('b.hold_expires_at')},
    'earlier_visits', earlier.visits, 'is_first', earlier.is_first,
    'has_new_answers', b.status = 'CONFIRMED' and exists (select from submissions a where a.user_id = b.user_id
      and a.source = 'CLIENT' and a.submitted_at > coalesce(earlier.ended_at, '-infinity')),
    'note', ${noteOf(sql`b.id`)},
    'forms', asked_here.forms,
    'series', case when b.series_id is not null then (
      select json_agg(json_build_object('id', x.id, 'start', ${millis('x.start_time')}, 'status', x.status)
        order by x.start_time, x.id)
      from bookings x where x.series_id = b.series_id and (x.status <> 'CANCELLED' or x.id = b.id)) end
    ) order by b.start_time, b.id), '[]')
  from ${cte} b
  left join users u on u.id = b.user_id
  cross join lateral (
    select (count(*) filter (where ${tookPlace('p', now)}))::int as visits, count(*) = 0 as is_first,
      max(p.end_time) filter (where ${tookPlace('p', now)}) as ended_at from bookings p
    where p.user_id = b.user_id and p.start_time <= b.start_time
      and (p.start_time < b.start_time or p.id < b.id) and p.status in ('CONFIRMED', 'COMPLETED')) earlier
  cross join lateral (
    select json_agg(json_build_object('name', f.name, 'is_done', exists (
      select from submissions a where a.user_id = b.user_id and a.form_id = f.id
        and a.form_version >= f.asked_since_version and (f.is_global or a.booking_id = b.id))) order by f.name) as forms
    from asked f where b.user_id is not null and b.status in ('CONFIRMED', 'COMPLETED')
      and (f.is_global or f.service_id = b.service_id)) asked_here
  where ${where})`;

/** More than six full weeks have. The answer stays bounded also where the practice has cancelled thousands. */
const MOST_BOOKINGS = 5000;

export type AgendaRange = { from: Date; to: Date };

/**
 * Reads the bookings that start in the range with one scan: one-to-one sessions as rows, classes as numbers of seats;
 * and the time off that touches it.
 */
export async function selectAgenda(
  db: Db,
  { from, to }: AgendaRange,
  with_cancelled: boolean,
  now: Date,
): Promise<AgendaData> {
  const shown = sql`b.format = 'ONE_ON_ONE' and (b.status <> 'CANCELLED' or ${with_cancelled}::boolean)`;
  const agenda = sql`${sql.raw(HOT)}
    with ${ASKED}, inside as materialized (
      select ${BOOKING} from bookings b left join checkouts c on c.id = b.checkout_id
      where b.start_time >= ${from}::timestamptz and b.start_time < ${to}::timestamptz and ${isLive(now)}
      order by b.start_time limit ${MOST_BOOKINGS})
    select ${catalogueVersion} as version, ${sessionsOf(sql`inside`, shown, now)} as sessions,
      (select coalesce(json_agg(json_build_object('service_id', k.service_id, 'service_name', k.service_name,
          'service_type', k.service_type, 'format', k.format, 'start_time', ${millis('k.start_time')},
          'end_time', ${millis('k.end_time')}, 'blocked_until', ${millis('k.blocked_until')},
          'location_type', k.location_type, 'location_name', k.location_name, 'room', k.room, 'taken', k.taken, 'arrived', k.arrived,
          'capacity', (select a.capacity from appointments a
            where a.service_id = k.service_id and a.start_time = k.start_time))), '[]')
        from (
          select b.service_id, b.start_time, min(b.service_name) as service_name, min(b.service_type) as service_type,
            min(b.format) as format, max(b.end_time) as end_time, max(b.blocked_until) as blocked_until,
            min(b.location_type) as location_type, min(b.location_name) as location_name,
            min(${roomOf('b')}) as room, count(*)::int as taken,
            (count(*) filter (where b.arrived_at is not null))::int as arrived
          from inside b
          where b.format <> 'ONE_ON_ONE' and b.status in ('PENDING', 'CONFIRMED', 'COMPLETED')
          group by b.service_id, b.start_time) k) as classes,
      (select coalesce(json_agg(json_build_object('id', t.id, 'starts_at', ${millis('t.starts_at')},
          'ends_at', ${millis('t.ends_at')}, 'reason', t.reason) order by t.starts_at, t.id), '[]')
        from closures t where t.starts_at < ${to}::timestamptz and t.ends_at > ${from}::timestamptz) as closures,
      (select ${millis('min(c.read_at)')} from busy_calendars c
        where c.failed_since <= ${now}::timestamptz - interval '1 hour') as calendar_read_at
  `;
  return await readOne(db, AGENDA, agenda);
}

/**
 * Returns SessionData of the seats of one occurrence of a class by name, and those of clients who did not come; in one
 * statement with the version of the catalogue.
 */
export async function selectRoster(
  db: Db,
  { service_id, start }: { service_id: string; start: Date },
  now: Date,
) {
  const roster = sql`${sql.raw(HOT)}
    with ${ASKED}, inside as materialized (
      select ${BOOKING} from bookings b left join checkouts c on c.id = b.checkout_id
      where b.start_time = ${start}::timestamptz and b.service_id = ${service_id}::uuid
        and b.format <> 'ONE_ON_ONE' and b.status in ('PENDING', 'CONFIRMED', 'COMPLETED', 'NO_SHOW')
        and ${isLive(now)})
    select ${catalogueVersion} as version, ${sessionsOf(sql`inside`, sql`true`, now)} as seats,
      (select max(a.capacity) from appointments a
        where a.service_id = ${service_id}::uuid and a.start_time = ${start}::timestamptz) as capacity`;
  return await readOne(db, ROSTER, roster);
}

/** Returns SessionData of these bookings, by start. */
export async function selectSessions(db: Db, ids: readonly string[], now: Date): Promise<SessionData[]> {
  const sessions = sql`${sql.raw(HOT)}
    with ${ASKED}, these as materialized (
      select ${BOOKING} from bookings b left join checkouts c on c.id = b.checkout_id
      where b.id = any(${ids}::uuid[]))
    select ${sessionsOf(sql`these`, sql`true`, now)} as sessions`;
  return (await readOne(db, SESSIONS, sessions)).sessions;
}
