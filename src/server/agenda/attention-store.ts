import { type RawBuilder, sql } from 'kysely';
import { roomOf } from '../bookings/join-store.ts';
import { tookPlace } from '../bookings/store.ts';
import { HOT } from '../db/hot-statements.ts';
import { millis } from '../db/millis.ts';
import type { Db, Trx } from '../db/pool.ts';
import { flag, list, maybe, number, object, readOne, type RowOf, text } from '../db/rows.ts';
import { catalogueVersion } from '../seats/practice-facts.ts';
import { ASKED, hasText } from './store.ts';

/** Moments in epoch ms. `booking_id`: the booking to open; null if there is none. */
const ATTENTION = {
  version: text,
  forms: list(
    object({
      id: text,
      first_name: maybe(text),
      start_time: number,
      created_at: number,
      missing: list(text),
    }),
  ),
  notices: list(
    object({
      kind: text,
      cause: text,
      /** Null: hidden, or there is none. */
      amount_cents: maybe(number),
      at: number,
      /** Null: the account was deleted. */
      first_name: maybe(text),
      booking_id: maybe(text),
      user_id: maybe(text),
      service_name: maybe(text),
    }),
  ),
  mails: list(
    object({
      id: text,
      to_address: text,
      created_at: number,
      booking_id: maybe(text),
      user_id: maybe(text),
    }),
  ),
  time_off: list(
    object({ id: text, count: number, first_name: maybe(text), first_start: number, booked_at: number }),
  ),
  /** Visits that are over and not wholly paid, as domain/visits/balance.ts counts. */
  balances: list(
    object({
      id: text,
      first_name: maybe(text),
      start_time: number,
      end_time: number,
      balance_cents: number,
      is_hidden: flag,
    }),
  ),
  house_calls: list(object({ user_id: text, first_name: text, visits: number, requested_at: number })),
  /** Payments without a checkout that are neither refunded nor kept yet. */
  unmatched: list(
    object({
      session_id: text,
      /** Null: the client is not known here. */
      first_name: maybe(text),
      user_id: maybe(text),
      noted_at: number,
      refund_at: number,
      /** It can no longer be kept. */
      is_begun: flag,
    }),
  ),
  /** Session notes of days that are over and not signed; null if there are none. */
  notes: maybe(
    object({
      count: number,
      /** Of the client of the oldest. */
      first_name: maybe(text),
      /** The visit of the oldest note, null if it has none; its client; the note. */
      oldest_booking_id: maybe(text),
      oldest_user_id: text,
      oldest_id: text,
      oldest_end: number,
      newest_id: text,
      newest_end: number,
    }),
  ),
  /** Online sessions without a room, each with one of its bookings. */
  roomless: list(object({ key: text, id: text, service_name: text, start_time: number, created_at: number })),
  /** Other calendars that can't be read for six hours, or were suddenly empty. */
  calendars: list(
    object({
      id: text,
      host: text,
      read_at: number,
      failed_since: maybe(number),
      emptied_at: maybe(number),
      problem: maybe(text),
    }),
  ),
  /** Sessions that a busy time of another calendar was put over, each with the first such time. */
  conflicts: list(
    object({
      appointment_id: text,
      booking_id: text,
      service_id: text,
      service_name: text,
      is_class: flag,
      first_name: maybe(text),
      start_time: number,
      starts_at: number,
      ends_at: number,
      all_day: flag,
      seen_at: number,
    }),
  ),
  /** Of hours that end: `service_id:date`. */
  dismissed_hours: list(text),
};
export type AttentionData = RowOf<typeof ATTENTION>;

/** At most so many items of each kind. */
const MOST_ITEMS = 50;
/** Notices and mails older than this are no longer shown. */
const SHOWN_DAYS = 90;
/** Another calendar that can't be read for so long needs attention. */
export const UNREAD_HOURS = 6;
/** Visits that ended longer ago are no longer asked for. */
const OWED_DAYS = 366;

/** The session and the busy time: the same event moved to another time is a new item. */
const conflictKey = sql`concat_ws(':', coalesce(b.appointment_id, b.id), ${millis('b.start_time')}, ${millis('t.starts_at')}, ${millis('t.ends_at')})`;

/**
 * Reads what needs attention, in one statement, without what is dismissed now. `until`: the end of the dates whose
 * missing forms are shown. `today`: its start; unsigned notes of days before it are shown.
 */
export async function selectAttention(
  db: Db,
  { until, today }: { until: Date; today: Date },
  now: Date,
): Promise<AttentionData> {
  const since = new Date(now.getTime() - SHOWN_DAYS * 86_400_000);
  const isShown = (kind: RawBuilder<unknown>, object_id: RawBuilder<unknown>) => sql`not exists (
    select from attention_dismissals d where d.kind = ${kind} and d.object_id = ${object_id}
      and (d.until is null or d.until > ${now}::timestamptz))`;
  const isRefund = sql`n.kind in ('refund-failed', 'refund-refused')`;
  // Each kind of payment by itself, because each has an index for bookings without a checkout.
  const owedSince = new Date(now.getTime() - OWED_DAYS * 86_400_000);
  const isOver = sql`l.checkout_id is null and l.end_time <= ${now}::timestamptz and l.end_time > ${owedSince}::timestamptz`;
  const occurrence = sql`concat_ws(':', b.service_id, ${millis('b.start_time')})`;
  const attention = sql`${sql.raw(HOT)}
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
        select n.kind, n.cause, case when c.has_chosen_price is false then n.amount_cents end as amount_cents,
          ${millis('n.at')} as at, u.first_name, first.id as booking_id, u.id as user_id,
          s.name as service_name
        from payment_notices n
        left join checkouts c on c.id = n.checkout_id
        left join users u on u.id = c.user_id
        left join services s on n.kind = 'product-gone' and s.id::text = split_part(n.cause, ':', 1)
        cross join lateral (
          select (array_agg(b.id order by b.start_time, b.id))[1] as id from bookings b
          where b.id in (select p.id from bookings p where p.checkout_id = n.checkout_id
            union select (l ->> 'booking_id')::uuid from jsonb_array_elements(c.items) l where c.kind = 'BALANCE')) first
        where n.at > ${since}::timestamptz and n.kind <> 'payment-unmatched'
          and ${isShown(sql`case when ${isRefund} then 'REFUND_FAILED' else 'PAYMENT_NOTICE' end`, sql`n.kind || ':' || n.cause`)}
          and not exists (select from refunds r where r.done_at is not null
            and r.id = case when n.kind = 'refund-refused' then n.cause::uuid end)
        order by n.at desc limit ${MOST_ITEMS}) x) as notices,
      (select coalesce(json_agg(x), '[]') from (
        select m.id, m.to_address, m.user_id, ${millis('m.created_at')} as created_at, case
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
          (array_agg(u.first_name order by b.start_time, b.id))[1] as first_name,
          ${millis('max(b.created_at)')} as booked_at
        from closures t join bookings b on b.start_time >= t.starts_at - interval '1 day' and b.start_time < t.ends_at
        left join users u on u.id = b.user_id
        where t.ends_at > ${now}::timestamptz and b.end_time > t.starts_at and b.start_time > ${now}::timestamptz
          and b.status = 'CONFIRMED' and ${isShown(sql`'IN_TIME_OFF'`, sql`t.id::text`)}
        group by t.id order by first_start limit ${MOST_ITEMS}) x) as time_off,
      (select coalesce(json_agg(x), '[]') from (
        select b.id, u.first_name, ${millis('b.start_time')} as start_time, ${millis('b.end_time')} as end_time,
          b.price_cents - paid.cents as balance_cents,
          b.price_chosen_by_client as is_hidden
        from (
          select * from bookings l where l.payment = 'LATER' and ${isOver}
          union all
          select * from bookings l where l.payment = 'ONLINE' and ${isOver}) b
        join users u on u.id = b.user_id
        cross join lateral (select greatest(0, coalesce(sum(o.amount_cents), 0))::int as cents from offline_payments o
          where o.booking_id = b.id) paid
        where b.status in ('CONFIRMED', 'COMPLETED', 'NO_SHOW') and b.price_cents > paid.cents
          and ${isShown(sql`'BALANCE'`, sql`b.id::text`)}
        order by b.end_time desc limit ${MOST_ITEMS}) x) as balances,
      (select coalesce(json_agg(x), '[]') from (
        select u.id as user_id, u.first_name, ${millis('u.house_call_requested_at')} as requested_at,
          (select count(*)::int from bookings b where b.user_id = u.id and ${tookPlace('b', now)}) as visits
        from users u
        where u.house_call_requested_at is not null and not u.house_call_approved
          and (u.house_call_decided_at is null or u.house_call_decided_at < u.house_call_requested_at)
        order by u.house_call_requested_at desc limit ${MOST_ITEMS}) x) as house_calls,
      (select coalesce(json_agg(x), '[]') from (
        select p.session_id, u.first_name, u.id as user_id, ${millis('p.noted_at')} as noted_at,
          ${millis('p.refund_at')} as refund_at, p.attempts > 0 as is_begun
        from unmatched_payments p left join users u on u.stripe_id = p.customer_id
        where p.settled_at is null order by p.noted_at desc limit ${MOST_ITEMS}) x) as unmatched,
      (select row_to_json(x) from (
        select count(*)::int as count, (array_agg(n.id order by n.ended_at, n.id))[1] as oldest_id,
          (array_agg(n.booking_id order by n.ended_at, n.id))[1] as oldest_booking_id,
          (array_agg(n.user_id order by n.ended_at, n.id))[1] as oldest_user_id,
          (array_agg(u.first_name order by n.ended_at, n.id))[1] as first_name,
          ${millis('min(n.ended_at)')} as oldest_end, ${millis('max(n.ended_at)')} as newest_end,
          (array_agg(coalesce(n.booking_id, n.id) order by n.ended_at desc, n.id))[1] as newest_id
        from (
          select n.id, n.user_id, n.booking_id, coalesce(b.end_time, n.created_at) as ended_at
          from session_notes n left join bookings b on b.id = n.booking_id
          where n.amends is null and n.signed_at is null and ${hasText}) n
        left join users u on u.id = n.user_id
        where n.ended_at < ${today}::timestamptz) x
      where x.count > 0 and ${isShown(sql`'NOTES_UNSIGNED'`, sql`x.newest_id::text`)}) as notes,
      (select coalesce(json_agg(x), '[]') from (
        select distinct on (b.start_time, b.service_id) ${occurrence} as key, b.id, b.service_name, ${millis('b.start_time')} as start_time,
          ${millis('b.created_at')} as created_at
        from bookings b
        where b.status = 'CONFIRMED' and b.location_type = 'VIRTUAL' and b.end_time > ${now}::timestamptz
          and b.start_time > ${now}::timestamptz - interval '1 day'
          and b.start_time < ${now}::timestamptz + interval '2 days'
          and ${roomOf('b')} is null and ${isShown(sql`'NO_ROOM'`, occurrence)}
        order by b.start_time, b.service_id, b.id limit ${MOST_ITEMS}) x) as roomless,
      (select coalesce(json_agg(x), '[]') from (
        select c.id, c.host, ${millis('c.read_at')} as read_at, ${millis('c.failed_since')} as failed_since,
          ${millis('c.emptied_at')} as emptied_at, c.problem
        from busy_calendars c
        where (c.failed_since <= ${now}::timestamptz - ${UNREAD_HOURS} * interval '1 hour'
            and ${isShown(sql`'CALENDAR_UNREAD'`, sql`concat_ws(':', c.id, ${millis('c.failed_since')})`)})
          or (c.emptied_at is not null
            and ${isShown(sql`'CALENDAR_EMPTIED'`, sql`concat_ws(':', c.id, ${millis('c.emptied_at')})`)})) x) as calendars,
      (select coalesce(json_agg(x), '[]') from (
        select distinct on (b.start_time, coalesce(b.appointment_id, b.id))
          coalesce(b.appointment_id, b.id) as appointment_id, b.id as booking_id, b.service_id, b.service_name,
          b.format <> 'ONE_ON_ONE' as is_class, u.first_name, ${millis('b.start_time')} as start_time,
          ${millis('t.starts_at')} as starts_at, ${millis('t.ends_at')} as ends_at, t.all_day, ${millis('t.seen_at')} as seen_at
        from bookings b
        join busy_times t on tstzrange(t.starts_at, t.ends_at) && tstzrange(b.start_time, b.end_time) and t.closes
          -- Staff who book into a known busy time have accepted it.
          and t.seen_at >= coalesce((select max(h.at) from booking_history h
            where h.booking_id = b.id and h.moved_to is not null), b.created_at)
        left join users u on u.id = b.user_id
        where exists (select from busy_times) and b.status = 'CONFIRMED' and b.start_time > ${now}::timestamptz
          and ${isShown(sql`'CALENDAR_CONFLICT'`, conflictKey)}
        order by b.start_time, coalesce(b.appointment_id, b.id), t.starts_at, b.id limit ${MOST_ITEMS}) x) as conflicts,
      array(select d.object_id from attention_dismissals d where d.kind = 'HOURS_ENDING'
        and (d.until is null or d.until > ${now}::timestamptz)) as dismissed_hours`;
  return await readOne(db, ATTENTION, attention);
}

/** Hides an item of Needs attention until a moment, or for good (null). */
export async function upsertDismissal(
  trx: Trx,
  dismissal: { kind: string; object_id: string; until: Date | null; staff_id: string | null },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('attention_dismissals')
    .values({ ...dismissal, at: now })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'object_id']).doUpdateSet({
        until: dismissal.until,
        staff_id: dismissal.staff_id,
        at: now,
      }),
    )
    .execute();
}
