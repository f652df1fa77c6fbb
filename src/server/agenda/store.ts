import { type RawBuilder, sql } from 'kysely';
import type { BookingStatus } from '#domain/booking.ts';
import type { Address } from '#domain/address.ts';
import type { CheckoutState } from '#domain/checkout-states.ts';
import type { LocationType, ServiceFormat, ServiceType } from '#domain/services.ts';
import type { FreeReason, Payment } from '#domain/placement-warnings.ts';
import type { OfflinePayment } from '#contract/agenda.schemas.ts';
import { offlineCents } from '../bookings/balance-store.ts';
import { HOT } from '../db/hot-statements.ts';
import type { Db } from '../db/pool.ts';
import { NEWEST } from '../forms/store.ts';
import { catalogueVersion } from '../seats/practice-facts.ts';

/** A form that a booking asks for. */
type AskedForm = { name: string; is_done: boolean };
/** A booking as JSON, with everything that its row shows. Moments are epoch ms. */
export type SessionData = {
  id: string;
  user_id: string | null;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  service_id: string;
  service_name: string;
  service_type: ServiceType;
  format: ServiceFormat;
  start_time: number;
  end_time: number;
  blocked_until: number;
  status: BookingStatus;
  location_type: LocationType;
  location_name: string;
  visit_address: Address | null;
  price_cents: number;
  price_chosen_by_client: boolean | null;
  min_price_cents: number | null;
  max_price_cents: number | null;
  arrived_at: number | null;
  updated_at: number;
  payment: Payment;
  is_paid_online: boolean;
  offline_cents: number;
  checkout_state: CheckoutState | null;
  hold_expires_at: number | null;
  /** The client's earlier visits that took place or are booked. */
  earlier_visits: number;
  has_new_answers: boolean;
  /** Null: no form is asked for. */
  forms: AskedForm[] | null;
};
/** The booked seats of one occurrence of a class. Moments are epoch ms. */
export type SeatsData = {
  service_id: string;
  service_name: string;
  service_type: ServiceType;
  format: ServiceFormat;
  start_time: number;
  end_time: number;
  blocked_until: number;
  location_type: LocationType;
  location_name: string;
  taken: number;
  arrived: number;
  /** Null: the last seat is released, so that the appointment is deleted. */
  capacity: number | null;
};
type ClosureData = { id: string; starts_at: number; ends_at: number; reason: string };
export type AgendaData = {
  version: string;
  sessions: SessionData[];
  classes: SeatsData[];
  closures: ClosureData[];
};

const millis = (moment: string) => sql.raw(`(date_part('epoch', ${moment}) * 1000)::int8`);
/** Cut to the millisecond, as a JavaScript Date is, so that a row written by SQL's now() equals itself. */
const version = (moment: string) => millis(`date_trunc('milliseconds', ${moment})`);

/** The CTE `asked`: the forms that each service asks for; service_id is null for a global form. */
const ASKED = sql`asked as materialized (
  select f.id, f.asked_since_version, f.is_global, v.name, fs.service_id
  from forms f ${NEWEST} left join form_services fs on fs.form_id = f.id and not f.is_global
  where f.is_active and (f.is_global or fs.form_id is not null))`;

/** Bookings whose seat counts: holds only while their checkout can be paid or is paid (rules.md §7). */
const isLive = (now: Date) => sql`(b.status <> 'PENDING' or c.state = 'PAID'
  or c.state in ('CREATED', 'OPEN') and c.hold_expires_at > ${now}::timestamptz)`;

const BOOKING = sql`b.id, b.user_id, b.checkout_id, b.appointment_id, b.service_id, b.service_name, b.service_type, b.format,
  b.start_time, b.end_time, b.blocked_until, b.status, b.location_type, b.location_name, b.visit_address,
  b.price_cents, b.price_chosen_by_client, b.payment, b.arrived_at, b.updated_at, c.state as checkout_state, c.hold_expires_at`;

/**
 * Returns SessionData of the rows `b` of a CTE as a JSON list. `b` has the columns of BOOKING, and the statement the CTE
 * `asked`. Earlier visits and answers are searched by client for each row, through an index.
 */
const sessionsOf = (cte: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql<SessionData[]>`(
  select coalesce(json_agg(json_build_object('id', b.id, 'user_id', b.user_id, 'first_name', u.first_name,
    'last_name', u.last_name, 'phone', u.phone, 'service_id', b.service_id, 'service_name', b.service_name,
    'service_type', b.service_type, 'format', b.format, 'start_time', ${millis('b.start_time')},
    'end_time', ${millis('b.end_time')}, 'blocked_until', ${millis('b.blocked_until')}, 'status', b.status,
    'location_type', b.location_type, 'location_name', b.location_name, 'visit_address', b.visit_address,
    'price_cents', b.price_cents, 'price_chosen_by_client', b.price_chosen_by_client,
    'min_price_cents', s.min_price_cents, 'max_price_cents', s.max_price_cents,
    'arrived_at', ${millis('b.arrived_at')}, 'updated_at', ${version('b.updated_at')},
    'payment', b.payment, 'is_paid_online', b.checkout_id is not null and b.status <> 'PENDING',
    'offline_cents', case when b.checkout_id is null then ${offlineCents(sql`b.id`)} else 0 end,
    'checkout_state', b.checkout_state, 'hold_expires_at', ${millis('b.hold_expires_at')},
    'earlier_visits', earlier.visits,
    'has_new_answers', b.status = 'CONFIRMED' and exists (select from submissions a where a.user_id = b.user_id
      and a.submitted_at > coalesce(earlier.ended_at, '-infinity')),
    'forms', asked_here.forms) order by b.start_time, b.id), '[]')
  from ${cte} b
  join services s on s.id = b.service_id
  left join users u on u.id = b.user_id
  cross join lateral (
    select count(*)::int as visits, max(p.end_time) as ended_at from bookings p
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
  const { rows } = await sql<AgendaData>`${sql.raw(HOT)}
    with ${ASKED}, inside as materialized (
      select ${BOOKING} from bookings b left join checkouts c on c.id = b.checkout_id
      where b.start_time >= ${from}::timestamptz and b.start_time < ${to}::timestamptz and ${isLive(now)}
      order by b.start_time limit ${MOST_BOOKINGS})
    select ${catalogueVersion} as version, ${sessionsOf(sql`inside`, shown)} as sessions,
      (select coalesce(json_agg(json_build_object('service_id', k.service_id, 'service_name', k.service_name,
          'service_type', k.service_type, 'format', k.format, 'start_time', ${millis('k.start_time')},
          'end_time', ${millis('k.end_time')}, 'blocked_until', ${millis('k.blocked_until')},
          'location_type', k.location_type, 'location_name', k.location_name, 'taken', k.taken, 'arrived', k.arrived,
          'capacity', (select a.capacity from appointments a
            where a.service_id = k.service_id and a.start_time = k.start_time))), '[]')
        from (
          select b.service_id, b.start_time, min(b.service_name) as service_name, min(b.service_type) as service_type,
            min(b.format) as format, max(b.end_time) as end_time, max(b.blocked_until) as blocked_until,
            min(b.location_type) as location_type, min(b.location_name) as location_name, count(*)::int as taken,
            (count(*) filter (where b.arrived_at is not null))::int as arrived
          from inside b
          where b.format <> 'ONE_ON_ONE' and b.status in ('PENDING', 'CONFIRMED', 'COMPLETED')
          group by b.service_id, b.start_time) k) as classes,
      (select coalesce(json_agg(json_build_object('id', t.id, 'starts_at', ${millis('t.starts_at')},
          'ends_at', ${millis('t.ends_at')}, 'reason', t.reason) order by t.starts_at, t.id), '[]')
        from closures t where t.starts_at < ${to}::timestamptz and t.ends_at > ${from}::timestamptz) as closures
  `.execute(db);
  return rows[0]!;
}

/** Cents; the amounts of the booking's whole checkout. Null: a booking without a checkout. */
type PaymentData = {
  state: CheckoutState;
  currency: string;
  subtotal_cents: number;
  total_cents: number | null;
  receipt_url: string | null;
  /** What the whole payment has left, after all refunds that are made or queued. */
  left_cents: number;
  /** What is queued to be refunded for this booking. */
  owed_cents: number;
  lines: { booking_id: string; price_cents: number }[];
} | null;
export type PanelData = {
  session: SessionData;
  refunded_cents: number;
  payment: PaymentData;
  client: {
    email: string;
    pronouns: string | null;
    photo: string | null;
    house_call_approved: boolean;
    updated_at: number;
    last_visit: number | null;
  } | null;
  forms: { name: string; submitted_at: number | null }[];
  free_reason: FreeReason | null;
  refunds: {
    amount_cents: number;
    cause: 'CANCELLED' | 'GOODWILL';
    reason: string;
    created_at: number;
    done_at: number | null;
    failed_at: number | null;
    is_external: boolean;
  }[];
  offline_payments: (Pick<
    OfflinePayment,
    'id' | 'receipt_number' | 'method' | 'received_on' | 'note' | 'staff_name' | 'corrects' | 'can_correct'
  > & {
    amount_cents: number;
    at: number;
  })[];
  mails: {
    kind: string;
    subject: string;
    created_at: number;
    sent_at: number | null;
    is_given_up: boolean;
  }[];
  history: {
    at: number;
    from_status: BookingStatus | null;
    to_status: BookingStatus;
    cause: string;
    message: string | null;
    staff_name: string | null;
    /** Of a move to another time. */
    moved_from: number | null;
    moved_to: number | null;
  }[];
  arrivals: { at: number; to: 'ARRIVED' | 'NOT_ARRIVED'; staff_name: string | null }[];
};

/** At most so many rows of each list of a panel. */
const MOST_LISTED = 100;

/** Reads everything that the panel of a booking shows, in one statement; undefined if there is no such booking. */
export async function selectPanel(
  db: Db,
  booking_id: string,
  reminder_keys: readonly string[],
): Promise<PanelData | undefined> {
  const mail_keys = sql`array['booking-confirmed:' || b.checkout_id, 'payment-refunded:' || b.checkout_id,
    'booking-cancelled:' || b.id, 'booked-for-you:' || coalesce(b.series_id, b.id)]
    || array(select key || b.id || case when n = 0 then '' else ':' || n end
      from unnest(${reminder_keys}::text[]) key, generate_series(0, b.sequence) n)
    || array(select 'rescheduled:' || b.id || ':' || n from generate_series(1, b.sequence) n)
    || array['balance-paid:' || b.checkout_id]
    || array(select case a.action when 'booking.message' then 'staff-message:' when 'booking.payment-link' then 'payment-link:'
        when 'booking.refund' then 'refund:' else 'form-reminder:' end || a.id
      from staff_actions a where a.object_kind = 'BOOKING' and a.object_id = b.id::text
        and a.action in ('booking.message', 'booking.remind-of-forms', 'booking.payment-link', 'booking.refund'))`;
  const { rows } = await sql<PanelData>`${sql.raw(HOT)}
    with ${ASKED}, one as materialized (
      select ${BOOKING}, b.refunded_cents, b.sequence, b.free_reason, b.series_id
      from bookings b left join checkouts c on c.id = b.checkout_id
      where b.id = ${booking_id}::uuid)
    select ${sessionsOf(sql`one`, sql`true`)} -> 0 as session, b.refunded_cents, b.free_reason,
      (select json_build_object('state', c.state, 'currency', c.currency, 'subtotal_cents', c.subtotal_cents,
          'total_cents', c.total_cents, 'receipt_url', c.receipt_url,
          'left_cents', coalesce(c.total_cents, c.subtotal_cents) - c.refunded_cents - coalesce((
            select sum(r.amount_cents) from refunds r where r.checkout_id = c.id and r.done_at is null), 0),
          'owed_cents', coalesce((select sum(r.amount_cents) from refunds r
            where r.booking_id = b.id and r.done_at is null), 0),
          'lines', (select coalesce(json_agg(l), '[]')
            from jsonb_to_recordset(c.items) as l(booking_id uuid, price_cents int)))
        from checkouts c where c.id = b.checkout_id) as payment,
      (select json_build_object('email', u.email, 'pronouns', u.pronouns, 'photo', u.photo,
          'house_call_approved', u.house_call_approved, 'updated_at', ${version('u.updated_at')},
          'last_visit', (select ${millis('max(p.start_time)')} from bookings p where p.user_id = u.id
            and p.start_time < b.start_time and p.status in ('CONFIRMED', 'COMPLETED')))
        from users u where u.id = b.user_id) as client,
      (select coalesce(json_agg(json_build_object('name', f.name, 'submitted_at', (
          select ${millis('max(a.submitted_at)')} from submissions a where a.user_id = b.user_id and a.form_id = f.id
            and a.form_version >= f.asked_since_version and (f.is_global or a.booking_id = b.id))) order by f.name), '[]')
        from asked f where b.user_id is not null and (f.is_global or f.service_id = b.service_id)) as forms,
      (select coalesce(json_agg(json_build_object('amount_cents', r.amount_cents,
          'cause', r.cause, 'reason', r.reason, 'created_at', ${millis('r.created_at')}, 'done_at', ${millis('r.done_at')},
          'failed_at', ${millis('r.failed_at')}, 'is_external', r.is_external) order by r.created_at), '[]')
        from (
          (select amount_cents, cause, reason, created_at, done_at, failed_at, false as is_external from refunds
            where checkout_id = b.checkout_id and (booking_id is null or booking_id = b.id)
            order by created_at limit ${MOST_LISTED})
          union all
          (select amount_cents, 'CANCELLED', '', noted_at, noted_at, failed_at, true from refunds_elsewhere
            where checkout_id = b.checkout_id order by noted_at limit ${MOST_LISTED})) r) as refunds,
      (select coalesce(json_agg(json_build_object('id', o.id, 'receipt_number', o.receipt_number,
          'amount_cents', o.amount_cents, 'method', o.method, 'received_on', o.received_on, 'note', o.note,
          'at', ${millis('o.at')}, 'staff_name', st.name, 'corrects', o.corrects,
          'can_correct', o.corrects is null and not exists (select from offline_payments k where k.corrects = o.id))
          order by o.receipt_number), '[]')
        from offline_payments o left join staff st on st.id = o.staff_id where o.booking_id = b.id) as offline_payments,
      (select coalesce(json_agg(json_build_object('kind', m.kind, 'subject', m.subject,
          'created_at', ${millis('m.created_at')}, 'sent_at', ${millis('m.sent_at')},
          'is_given_up', m.sent_at is null and m.next_attempt_at = 'infinity') order by m.seq), '[]')
        from outbox m where m.dedupe_key = any(${mail_keys})) as mails,
      (select coalesce(json_agg(json_build_object('at', ${millis('h.at')}, 'from_status', h.from_status,
          'to_status', h.to_status, 'cause', h.cause, 'message', h.message, 'staff_name', h.name,
          'moved_from', ${millis('h.moved_from')}, 'moved_to', ${millis('h.moved_to')}) order by h.id), '[]')
        from (select h.*, st.name from booking_history h left join staff st on h.actor = 'staff:' || st.id
          where h.booking_id = b.id order by h.id limit ${MOST_LISTED}) h) as history,
      (select coalesce(json_agg(json_build_object('at', ${millis('a.at')}, 'to', a.details ->> 'to',
          'staff_name', a.name) order by a.at, a.id), '[]')
        from (select a.id, a.at, a.details, st.name from staff_actions a left join staff st on st.id = a.staff_id
          where a.object_kind = 'BOOKING' and a.object_id = b.id::text and a.action = 'booking.attendance'
            and a.details ->> 'to' in ('ARRIVED', 'NOT_ARRIVED')
          order by a.at desc limit ${MOST_LISTED}) a) as arrivals
    from one b`.execute(db);
  return rows[0];
}

/**
 * Returns SessionData of the seats of one occurrence of a class by name, and those of clients who did not come; in one
 * statement with the version of the catalogue.
 */
export async function selectRoster(
  db: Db,
  { service_id, start }: { service_id: string; start: Date },
  now: Date,
): Promise<{ version: string; seats: SessionData[]; capacity: number | null }> {
  const { rows } = await sql<{
    version: string;
    seats: SessionData[];
    capacity: number | null;
  }>`${sql.raw(HOT)}
    with ${ASKED}, inside as materialized (
      select ${BOOKING} from bookings b left join checkouts c on c.id = b.checkout_id
      where b.start_time = ${start}::timestamptz and b.service_id = ${service_id}::uuid
        and b.format <> 'ONE_ON_ONE' and b.status in ('PENDING', 'CONFIRMED', 'COMPLETED', 'NO_SHOW')
        and ${isLive(now)})
    select ${catalogueVersion} as version, ${sessionsOf(sql`inside`, sql`true`)} as seats,
      (select max(a.capacity) from appointments a
        where a.service_id = ${service_id}::uuid and a.start_time = ${start}::timestamptz) as capacity`.execute(
    db,
  );
  return rows[0]!;
}

/** Returns SessionData of these bookings, by start. */
export async function selectSessions(db: Db, ids: readonly string[]): Promise<SessionData[]> {
  const { rows } = await sql<{ sessions: SessionData[] }>`${sql.raw(HOT)}
    with ${ASKED}, these as materialized (
      select ${BOOKING} from bookings b left join checkouts c on c.id = b.checkout_id
      where b.id = any(${ids}::uuid[]))
    select ${sessionsOf(sql`these`, sql`true`)} as sessions`.execute(db);
  return rows[0]!.sessions;
}

/** Moments in epoch ms. `booking_id`: the booking to open; null if there is none. */
export type AttentionData = {
  version: string;
  forms: {
    id: string;
    first_name: string | null;
    start_time: number;
    created_at: number;
    missing: string[];
  }[];
  notices: {
    kind: string;
    cause: string;
    amount_cents: number | null;
    at: number;
    first_name: string | null;
    booking_id: string | null;
    is_hidden: boolean;
    service_name: string | null;
  }[];
  mails: { id: string; to_address: string; created_at: number; booking_id: string | null }[];
  time_off: { id: string; count: number; first_start: number; booked_at: number }[];
  /** Visits that are over and not wholly paid, as domain/balance.ts counts. */
  balances: {
    id: string;
    first_name: string | null;
    start_time: number;
    end_time: number;
    balance_cents: number;
    is_hidden: boolean;
  }[];
  house_calls: { user_id: string; first_name: string; visits: number; requested_at: number }[];
  /** Of hours that end: `service_id:date`. */
  dismissed_hours: string[];
};

/** At most so many items of each kind. */
const MOST_ITEMS = 50;
/** Notices and mails older than this are no longer shown. */
const SHOWN_DAYS = 90;
/** Visits that ended longer ago are no longer asked for. */
const OWED_DAYS = 366;

/**
 * Reads what needs attention, in one statement, without what is dismissed now. `until`: the end of the dates whose
 * missing forms are shown.
 */
export async function selectAttention(db: Db, until: Date, now: Date): Promise<AttentionData> {
  const since = new Date(now.getTime() - SHOWN_DAYS * 86_400_000);
  const isShown = (kind: RawBuilder<unknown>, object_id: RawBuilder<unknown>) => sql`not exists (
    select from attention_dismissals d where d.kind = ${kind} and d.object_id = ${object_id}
      and (d.until is null or d.until > ${now}::timestamptz))`;
  const isRefund = sql`n.kind in ('refund-failed', 'refund-refused')`;
  // Each kind of payment by itself, because each has an index for bookings without a checkout.
  const owedSince = new Date(now.getTime() - OWED_DAYS * 86_400_000);
  const isOver = sql`l.checkout_id is null and l.end_time <= ${now}::timestamptz and l.end_time > ${owedSince}::timestamptz`;
  const { rows } = await sql<AttentionData>`${sql.raw(HOT)}
    with ${ASKED}, coming as materialized (
      select b.id, b.user_id, b.service_id, b.start_time, b.created_at from bookings b
      where b.status = 'CONFIRMED' and b.user_id is not null
        and b.start_time > ${now}::timestamptz and b.start_time < ${until}::timestamptz)
    select ${catalogueVersion} as version,
      (select coalesce(json_agg(x), '[]') from (
        select b.id, u.first_name, ${millis('b.start_time')} as start_time, ${millis('b.created_at')} as created_at,
          open.missing
        from coming b join users u on u.id = b.user_id
        cross join lateral (
          select json_agg(f.name order by f.name) as missing from asked f
          where (f.is_global or f.service_id = b.service_id) and not exists (
            select from submissions a where a.user_id = b.user_id and a.form_id = f.id
              and a.form_version >= f.asked_since_version and (f.is_global or a.booking_id = b.id))) open
        where open.missing is not null and ${isShown(sql`'FORMS_MISSING'`, sql`b.id::text`)}
        order by b.start_time limit ${MOST_ITEMS}) x) as forms,
      (select coalesce(json_agg(x), '[]') from (
        select n.kind, n.cause, n.amount_cents, ${millis('n.at')} as at, u.first_name, first.id as booking_id,
          coalesce(first.is_hidden, false) as is_hidden, s.name as service_name
        from payment_notices n
        left join checkouts c on c.id = n.checkout_id
        left join users u on u.id = c.user_id
        left join services s on n.kind = 'product-gone' and s.id::text = split_part(n.cause, ':', 1)
        cross join lateral (
          select (array_agg(b.id order by b.start_time, b.id))[1] as id,
            bool_or(coalesce(b.price_chosen_by_client, v.max_price_cents > v.min_price_cents)) as is_hidden
          from bookings b join services v on v.id = b.service_id
          where b.id in (select p.id from bookings p where p.checkout_id = n.checkout_id
            union select (l ->> 'booking_id')::uuid from jsonb_array_elements(c.items) l where c.kind = 'BALANCE')) first
        where n.at > ${since}::timestamptz
          and ${isShown(sql`case when ${isRefund} then 'REFUND_FAILED' else 'PAYMENT_NOTICE' end`, sql`n.kind || ':' || n.cause`)}
          and not exists (select from refunds r where r.done_at is not null
            and r.id = case when n.kind = 'refund-refused' then n.cause::uuid end)
        order by n.at desc limit ${MOST_ITEMS}) x) as notices,
      (select coalesce(json_agg(x), '[]') from (
        select m.id, m.to_address, ${millis('m.created_at')} as created_at, case
          when m.kind in ('booking-cancelled', 'reminder') then split_part(m.dedupe_key, ':', 2)
          when m.kind = 'booking-confirmed' then (select b.id::text from bookings b
            where b.checkout_id = split_part(m.dedupe_key, ':', 2)::uuid order by b.start_time, b.id limit 1)
          end as booking_id
        from outbox m
        where m.sent_at is null and m.next_attempt_at = 'infinity' and m.created_at > ${since}::timestamptz
          and ${isShown(sql`'MAIL_FAILED'`, sql`m.id::text`)}
        order by m.created_at desc limit ${MOST_ITEMS}) x) as mails,
      (select coalesce(json_agg(x), '[]') from (
        select t.id, count(*)::int as count, ${millis('min(b.start_time)')} as first_start,
          ${millis('max(b.created_at)')} as booked_at
        from closures t join bookings b on b.start_time >= t.starts_at - interval '1 day' and b.start_time < t.ends_at
        where t.ends_at > ${now}::timestamptz and b.end_time > t.starts_at and b.start_time > ${now}::timestamptz
          and b.status = 'CONFIRMED' and ${isShown(sql`'IN_TIME_OFF'`, sql`t.id::text`)}
        group by t.id order by first_start limit ${MOST_ITEMS}) x) as time_off,
      (select coalesce(json_agg(x), '[]') from (
        select b.id, u.first_name, ${millis('b.start_time')} as start_time, ${millis('b.end_time')} as end_time,
          b.price_cents - paid.cents as balance_cents,
          coalesce(b.price_chosen_by_client, v.max_price_cents > v.min_price_cents, false) as is_hidden
        from (
          select * from bookings l where l.payment = 'LATER' and ${isOver}
          union all
          select * from bookings l where l.payment = 'ONLINE' and ${isOver}) b
        join services v on v.id = b.service_id join users u on u.id = b.user_id
        cross join lateral (select greatest(0, coalesce(sum(o.amount_cents), 0))::int as cents from offline_payments o
          where o.booking_id = b.id) paid
        where b.status in ('CONFIRMED', 'COMPLETED', 'NO_SHOW') and b.price_cents > paid.cents
          and ${isShown(sql`'BALANCE'`, sql`b.id::text`)}
        order by b.end_time desc limit ${MOST_ITEMS}) x) as balances,
      (select coalesce(json_agg(x), '[]') from (
        select u.id as user_id, u.first_name, ${millis('u.house_call_requested_at')} as requested_at,
          (select count(*)::int from bookings b where b.user_id = u.id and b.status in ('CONFIRMED', 'COMPLETED')
            and b.end_time <= ${now}::timestamptz) as visits
        from users u
        where u.house_call_requested_at is not null and not u.house_call_approved
          and (u.house_call_decided_at is null or u.house_call_decided_at < u.house_call_requested_at)
        order by u.house_call_requested_at desc limit ${MOST_ITEMS}) x) as house_calls,
      array(select d.object_id from attention_dismissals d where d.kind = 'HOURS_ENDING'
        and (d.until is null or d.until > ${now}::timestamptz)) as dismissed_hours`.execute(db);
  return rows[0]!;
}
