import { sql } from 'kysely';
import type { BookingStatus } from '#domain/visits/booking.ts';
import { tookPlace } from '../bookings/store.ts';
import { HOT } from '../db/hot-statements.ts';
import { millis } from '../db/millis.ts';
import type { Db } from '../db/pool.ts';
import { flag, list, maybe, number, object, oneOf, readFirst, type RowOf, text } from '../db/rows.ts';
import { MONEY, MOST_LISTED, MONEY_SQL } from './money-store.ts';
import { ASKED, BOOKING, HANDED_IN, handedIn, sessionData, sessionsOf, version } from '../agenda/store.ts';

const ACTIONS_IN_HISTORY = [
  'booking.attendance',
  'booking.record-payment',
  'booking.correct-payment',
  'booking.refund',
  'booking.payment-link',
  'booking.message',
  'booking.remind-of-forms',
  'booking.room',
] as const;
const PANEL = {
  session: sessionData,
  own_room: maybe(text),
  ...MONEY,
  client: maybe(
    object({
      email: text,
      pronouns: maybe(text),
      photo: maybe(text),
      house_call_approved: flag,
      updated_at: number,
      last_visit: maybe(number),
    }),
  ),
  forms: list(object({ key: text, name: text, is_global: flag, submission: maybe(HANDED_IN) })),
  mails: list(object({ kind: text, created_at: number, sent_at: maybe(number), is_given_up: flag })),
  history: list(
    object({
      at: number,
      from_status: maybe(oneOf<BookingStatus>()),
      to_status: oneOf<BookingStatus>(),
      cause: text,
      message: maybe(text),
      staff_name: maybe(text),
      /** Of a move to another time. */
      moved_from: maybe(number),
      moved_to: maybe(number),
    }),
  ),
  /** What staff did with it that changed no status: ACTIONS_IN_HISTORY. */
  actions: list(
    object({
      at: number,
      action: oneOf<(typeof ACTIONS_IN_HISTORY)[number]>(),
      /** Of an attendance. */
      to: maybe(oneOf<'ARRIVED' | 'NOT_ARRIVED'>()),
      /** Of money whose amount is not hidden. */
      cents: maybe(number),
      staff_name: maybe(text),
    }),
  ),
};
export type PanelData = RowOf<typeof PANEL>;

/** Reads everything that the panel of a booking shows, in one statement; undefined if there is no such booking. */
export async function selectPanel(
  db: Db,
  booking_id: string,
  reminder_keys: readonly string[],
  now: Date,
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
  const submission = handedIn(sql`a.user_id = b.user_id and a.form_id = f.id
    and a.form_version >= f.asked_since_version and (f.is_global or a.booking_id = b.id)`);
  const panel = sql`${sql.raw(HOT)}
    with ${ASKED}, one as materialized (
      select ${BOOKING}, b.refunded_cents, b.sequence, b.free_reason
      from bookings b left join checkouts c on c.id = b.checkout_id
      where b.id = ${booking_id}::uuid)
    select ${sessionsOf(sql`one`, sql`true`, now)} -> 0 as session, b.room_url as own_room, ${MONEY_SQL},
      (select json_build_object('email', u.email, 'pronouns', u.pronouns, 'photo', u.photo,
          'house_call_approved', u.house_call_approved, 'updated_at', ${version('u.updated_at')},
          'last_visit', (select ${millis('max(p.start_time)')} from bookings p where p.user_id = u.id
            and p.start_time < b.start_time and ${tookPlace('p', now)}))
        from users u where u.id = b.user_id) as client,
      (select coalesce(json_agg(json_build_object('key', f.key, 'name', f.name, 'is_global', f.is_global,
          'submission', ${submission}) order by f.name), '[]')
        from asked f where b.user_id is not null and (f.is_global or f.service_id = b.service_id)) as forms,
      (select coalesce(json_agg(json_build_object('kind', m.kind,
          'created_at', ${millis('m.created_at')}, 'sent_at', ${millis('m.sent_at')},
          'is_given_up', m.sent_at is null and m.next_attempt_at = 'infinity') order by m.seq), '[]')
        from outbox m where m.dedupe_key = any(${mail_keys})) as mails,
      (select coalesce(json_agg(json_build_object('at', ${millis('h.at')}, 'from_status', h.from_status,
          'to_status', h.to_status, 'cause', h.cause, 'message', h.message, 'staff_name', h.name,
          'moved_from', ${millis('h.moved_from')}, 'moved_to', ${millis('h.moved_to')}) order by h.id), '[]')
        from (select h.*, st.name from booking_history h left join staff st on h.actor = 'staff:' || st.id
          where h.booking_id = b.id order by h.id limit ${MOST_LISTED}) h) as history,
      (select coalesce(json_agg(json_build_object('at', ${millis('a.at')}, 'action', a.action, 'to', a.details ->> 'to',
          'cents', (a.details ->> 'cents')::int, 'staff_name', a.name) order by a.at, a.id), '[]')
        from (select a.id, a.at, a.action, a.details, st.name from staff_actions a left join staff st on st.id = a.staff_id
          where a.object_kind = 'BOOKING' and a.object_id = b.id::text and a.action = any(${ACTIONS_IN_HISTORY})
            and (a.action <> 'booking.attendance' or a.details ->> 'to' in ('ARRIVED', 'NOT_ARRIVED'))
          order by a.at desc limit ${MOST_LISTED}) a) as actions
    from one b`;
  return await readFirst(db, PANEL, panel);
}
