import { type RawBuilder, sql } from 'kysely';
import { practice } from '#content/public/practice.ts';
import type { PaymentList, PaymentRow } from '#contract/money.schemas.ts';
import type { ExportKind, MoneyMove, PaymentFilter, ReportVisit } from '#domain/money/month-report.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import type { Db } from '../db/pool.ts';
import { json, readOne, readRows, text } from '../db/rows.ts';
import { CLIENT, HIDDEN, local, money, MOVES, order, table, TABLES } from '../export/everything-store.ts';

/** `to` is excluded. */
export type Days = { from: Date; to: Date };
const within = (moment: string, { from, to }: Days) =>
  sql`${sql.raw(moment)} >= ${from}::timestamptz and ${sql.raw(moment)} < ${to}::timestamptz`;

/** Visits that are over and not wholly paid. `is_open`: the client still chooses the price. */
const due = (now: Date) => sql`(
  select b.*, paid.cents as paid_cents, b.price_cents - paid.cents as due_cents,
    b.price_chosen_by_client and paid.cents = 0 as is_open
  from bookings b cross join lateral (
    select greatest(0, coalesce(sum(o.amount_cents), 0))::int as cents from offline_payments o where o.booking_id = b.id) paid
  where b.checkout_id is null and b.user_id is not null and b.payment <> 'FREE' and b.price_cents > paid.cents
    and b.status in ('CONFIRMED', 'COMPLETED', 'NO_SHOW') and b.end_time <= ${now}::timestamptz)`;

const FILTERS: Readonly<Record<PaymentFilter, RawBuilder<unknown>>> = {
  CARD: sql`e.state = 'PAID' and e.method = 'CARD'`,
  OFFLINE: sql`e.state = 'PAID' and e.method <> 'CARD'`,
  BALANCE: sql`e.state = 'DUE'`,
  REFUNDED: sql`e.is_refunded`,
  PENDING: sql`e.state = 'PENDING'`,
};

type Client = { id: string; first_name: string | null; last_name: string | null };
/** `micros`: when, in microseconds since 1970; with the id, the place in the list. */
type Found = Omit<PaymentRow, 'client'> & { micros: number; client: Client | null };
const PAYMENTS = { rows: json<Found[]>(), totals: json<PaymentList['totals']>() };
export type PaymentQuery = Days & {
  filter: PaymentFilter | null;
  /** The last row of the page before. */
  after: Pick<Found, 'micros' | 'id'> | null;
  limit: number;
};

/**
 * Selects payments, what is due and what is being paid, the latest first, with the sums of all that match. Rows have the
 * client's name, so that an amount that the client chose never leaves the database (decision 0067).
 */
export async function selectPayments(db: Db, { filter, after, limit, ...days }: PaymentQuery, now: Date) {
  const found = sql`
    select m.id, 'PAID' as state, m.at, m.method, m.cents, m.tax_cents, m.is_hidden, m.user_id, m.bookings, m.receipt, m.checkout_id
    from ${MOVES} where m.kind = 'Payment' and ${within('m.at', days)}
    union all
    select d.id::text, 'DUE', d.end_time, null, d.due_cents, null, d.is_open, d.user_id, d.id::text, null, null
    from ${due(now)} d where ${within('d.end_time', days)}
    union all
    select c.id::text, 'PENDING', c.created_at, 'CARD', c.subtotal_cents, null, c.has_chosen_price, c.user_id,
      (select string_agg(l->>'booking_id', ' ') from jsonb_array_elements(c.items) l), null, null
    from checkouts c where c.state in ('CREATED', 'OPEN') and ${within('c.created_at', days)}`;
  const seen = (amount: string) => sql.raw(`case when not p.is_hidden then ${amount} end`);
  const statement = sql`
    with found as materialized (
      select * from (
        select p.id, p.state, p.method, p.is_hidden, p.user_id, p.bookings, ${seen('p.cents')} as cents,
          ${seen('p.tax_cents')} as tax_cents, ${seen('back.cents')} as refunded_cents,
          back.cents > 0 or n.outcome is not distinct from 'REFUNDED' as is_refunded,
          coalesce(${seen('c.receipt_url')}, p.receipt::text) as receipt,
          to_char(p.at at time zone ${practice.zone}, 'YYYY-MM-DD') as date,
          (date_part('epoch', p.at) * 1000000)::int8 as micros
        from (${found}) p left join checkouts c on c.id = p.checkout_id
        left join unmatched_payments n on p.state = 'PAID' and n.session_id = p.id
        cross join lateral (select coalesce(c.refunded_cents, (select -sum(k.amount_cents) from offline_payments k
          where p.receipt is not null and k.corrects::text = p.id), 0) as cents) back) e
      where ${filter ? FILTERS[filter] : sql`true`}
    ), page as (
      select f.id, f.state, f.date, f.method, f.cents, f.tax_cents, f.refunded_cents, f.is_refunded, f.receipt, f.micros,
        (select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
          from users u where u.id = f.user_id) as client, b.services, b.booking_id
      from found f cross join lateral (
        select coalesce(json_agg(x.service_name order by x.start_time, x.id), '[]') as services,
          (array_agg(x.id order by x.start_time, x.id))[1] as booking_id
        from bookings x where x.id = any (string_to_array(f.bookings, ' ')::uuid[])) b
      where ${after === null}::boolean or (f.micros, f.id) < (${after?.micros ?? 0}::int8, ${after?.id ?? ''})
      order by f.micros desc, f.id desc limit ${limit})
    select (select coalesce(json_agg(p order by p.micros desc, p.id desc), '[]') from page p) as rows,
      (select json_build_object('paid', coalesce(sum(f.cents) filter (where f.state = 'PAID'), 0),
          'tax', coalesce(sum(f.tax_cents), 0), 'refunded', coalesce(sum(f.refunded_cents), 0),
          'due', coalesce(sum(f.cents) filter (where f.state = 'DUE'), 0),
          'hidden', count(*) filter (where f.state = 'PAID' and f.is_hidden)) from found f) as totals`;
  return await readOne(db, PAYMENTS, statement);
}

const MONTH = { money: json<MoneyMove[]>(), visits: json<ReportVisit[]>() };

/** Selects what the report of these days is made of. Visits are those that have begun. */
export async function selectMonth(db: Db, days: Days, now: Date) {
  const month = sql`
    select (select coalesce(json_agg(json_build_object('is_refund', m.kind <> 'Payment', 'is_hidden', m.is_hidden,
          'client', coalesce(m.user_id::text, ''), 'cents', m.cents, 'tax_cents', coalesce(m.tax_cents, 0),
          'lines', (select coalesce(json_agg(json_build_object('service', b.service_name, 'price_cents', b.price_cents,
              'min_cents', case when b.price_chosen_by_client then s.min_price_cents end,
              'max_cents', case when b.price_chosen_by_client then s.max_price_cents end)), '[]')
            from bookings b join services s on s.id = b.service_id
            where b.id = any (string_to_array(m.bookings, ' ')::uuid[])))), '[]')
        from ${MOVES} where ${within('m.at', days)}) as money,
      (select coalesce(json_agg(json_build_object('service', b.service_name, 'client', coalesce(b.user_id, b.id),
          'class_date', case when b.format <> 'ONE_ON_ONE' then b.service_id || ' ' || b.start_time end,
          'capacity', coalesce(a.capacity, s.max_capacity, 0),
          'minutes', (date_part('epoch', b.end_time - b.start_time) / 60)::int,
          'is_missed', b.status = 'NO_SHOW', 'is_supported', coalesce(b.free_reason = 'SUPPORTED', false),
          'is_new', not exists (select from bookings e where e.user_id = b.user_id and e.start_time < ${days.from}::timestamptz
            and e.status in ('CONFIRMED', 'COMPLETED')))), '[]')
        from bookings b join services s on s.id = b.service_id left join appointments a on a.id = b.appointment_id
        where ${within('b.start_time', days)} and b.start_time <= ${now}::timestamptz
          and b.status in ('CONFIRMED', 'COMPLETED', 'NO_SHOW')) as visits`;
  return await readOne(db, MONTH, month);
}

/** Selects those of these payments whose amounts staff see, by the provider's id. */
export async function selectVisiblePayments(db: Db, intents: readonly string[]): Promise<Set<string>> {
  const seen = sql`select c.payment_intent_id as id from checkouts c
    where c.payment_intent_id = any (${intents}::text[]) and not ${HIDDEN}`;
  return new Set((await readRows(db, { id: text }, seen)).map(({ id }) => id));
}

/** The table of what is due. */
const balances = (now: Date) =>
  table(
    `d.id as "Appointment ID", d.user_id as "Client ID", ${CLIENT}, d.service_name as "Service",
    ${local('d.end_time')}::date as "Date", case when not d.is_open then ${money('d.price_cents')} end as "Price",
    ${money('d.paid_cents')} as "Paid", case when not d.is_open then ${money('d.due_cents')} end as "Due"`,
    sql`${due(now)} d join users u on u.id = d.user_id`,
    `${order('d.end_time')} || d.id`,
  );

/** Reads a table that staff save as a file, in pages: its heads, then its rows of these dates. Hidden amounts are empty. */
export async function* exportRows(
  db: Db,
  kind: ExportKind,
  { from, to }: { from: LocalDate; to: LocalDate },
  now: Date,
) {
  const { appointments, payments } = TABLES;
  const { heads, pages } =
    kind === 'balances' ? balances(now) : kind === 'sessions' ? appointments : payments;
  const isPayment = sql`r."Type" = 'Payment'`;
  const isOfKind = kind === 'payments' ? isPayment : kind === 'refunds' ? sql`not ${isPayment}` : sql`true`;
  yield [heads];
  yield* pages(db, sql`r."Date" between ${from}::date and ${to}::date and ${isOfKind}`);
}
