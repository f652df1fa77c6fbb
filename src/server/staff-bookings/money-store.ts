import { sql } from 'kysely';
import type { OfflinePayment } from '#contract/staff-bookings.schemas.ts';
import type { CheckoutState } from '#domain/checkout/checkout-states.ts';
import type { FreeReason } from '#domain/slots/placement-warnings.ts';
import { OWED, PAYMENT_LEFT } from '../bookings/payment-store.ts';
import { HOT } from '../db/hot-statements.ts';
import { millis } from '../db/millis.ts';
import type { Db } from '../db/pool.ts';
import { flag, list, maybe, number, object, oneOf, readOne, type RowOf, text } from '../db/rows.ts';
import { ASKED, BOOKING, isLive, sessionData, type SessionData, sessionsOf } from '../agenda/store.ts';

/** The money of a booking, amounts that the client chose included: they leave by present-money.ts. */
export const MONEY = {
  refunded_cents: number,
  free_reason: maybe(oneOf<FreeReason>()),
  /** Of the booking's whole checkout. Null: a booking without a checkout. */
  payment: maybe(
    object({
      state: oneOf<CheckoutState>(),
      currency: text,
      subtotal_cents: number,
      total_cents: maybe(number),
      receipt_url: maybe(text),
      left_cents: number,
      owed_cents: number,
      lines: list(object({ booking_id: maybe(text), price_cents: number })),
    }),
  ),
  refunds: list(
    object({
      amount_cents: number,
      cause: oneOf<'CANCELLED' | 'GOODWILL'>(),
      reason: text,
      created_at: number,
      done_at: maybe(number),
      failed_at: maybe(number),
      is_external: flag,
    }),
  ),
  offline_payments: list(
    object({
      id: text,
      receipt_number: number,
      amount_cents: number,
      method: oneOf<OfflinePayment['method']>(),
      received_on: text,
      note: text,
      at: number,
      staff_name: maybe(text),
      corrects: maybe(text),
      can_correct: flag,
    }),
  ),
};
export type MoneyData = RowOf<typeof MONEY> & { session: SessionData };

/** At most so many rows of each list about a booking. */
export const MOST_LISTED = 100;

/** The columns MONEY of a CTE `b` with the columns of BOOKING, `refunded_cents` and `free_reason`. */
export const MONEY_SQL = sql`b.refunded_cents, b.free_reason,
      (select json_build_object('state', c.state, 'currency', c.currency, 'subtotal_cents', c.subtotal_cents,
          'total_cents', c.total_cents, 'receipt_url', c.receipt_url,
          'left_cents', ${PAYMENT_LEFT}, 'owed_cents', ${OWED},
          'lines', (select coalesce(json_agg(l), '[]')
            from jsonb_to_recordset(c.items) as l(booking_id uuid, price_cents int)))
        from checkouts c where c.id = b.checkout_id) as payment,
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
        from offline_payments o left join staff st on st.id = o.staff_id where o.booking_id = b.id) as offline_payments`;

/** Money of a client's visits. `paid_at`: epoch ms; null: never paid online. */
const VISITS = {
  sessions: list(sessionData),
  money: list(object({ id: text, ...MONEY, paid_at: maybe(number) })),
};

/** Selects a client's bookings with their money, the latest start first; holds only while they can be paid. */
export async function selectVisitsOf(db: Db, user_id: string, limit: number, now: Date) {
  const visits = sql`${sql.raw(HOT)}
    with ${ASKED}, these as materialized (
      select ${BOOKING}, b.refunded_cents, b.free_reason from bookings b left join checkouts c on c.id = b.checkout_id
      where b.user_id = ${user_id}::uuid and b.status <> 'WAITLISTED' and ${isLive(now)}
      order by b.start_time desc, b.id desc limit ${limit})
    select ${sessionsOf(sql`these`, sql`true`, now)} as sessions,
      (select coalesce(json_agg(m), '[]') from (
        select b.id, ${MONEY_SQL},
          (select ${millis("coalesce(min(h.at) filter (where h.cause = 'paid'), min(h.at))")} from booking_history h
            where h.booking_id = b.id and (h.cause = 'paid' or h.to_status = 'CONFIRMED')) as paid_at
        from these b) m) as money`;
  const { sessions, money } = await readOne(db, VISITS, visits);
  const byId = new Map(money.map(({ id, ...rest }) => [id, rest]));
  return sessions.toReversed().map((session) => ({ session, ...byId.get(session.id)! }));
}
