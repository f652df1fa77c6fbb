import { type RawBuilder, sql } from 'kysely';
import { practice } from '#content/public/practice.ts';
import { PAID_STATES } from '#domain/checkout/checkout-states.ts';
import { IS_HIDDEN } from '../bookings/payment-store.ts';
import type { Db } from '../db/pool.ts';
import { json, readRows } from '../db/rows.ts';
import { NEWEST } from '../forms/store.ts';

// What the zip file of everything is made from, page by page: CSV files of what is not sealed, and the clients whose sealed
// data follows.

/** What is in memory at once. */
const [PAGE_ROWS, PAGE_CLIENTS] = [5000, 100];

export type Table = {
  heads: readonly string[];
  /** `where`: of the rows `r`, by their heads. */
  pages(db: Db, where?: RawBuilder<unknown>): AsyncGenerator<string[][]>;
};

/** The names of the columns are the heads. `place` orders the rows, and is another one for each. */
export function table(columns: string, from: RawBuilder<unknown>, place: string): Table {
  const heads = [...columns.matchAll(/ as "([^"]+)"/g)].map(([, head]) => head!);
  const read = { row: json<Readonly<Record<string, string | number | null>>>() };
  return {
    heads,
    async *pages(db, where = sql`true`) {
      for (let after: string | null = ''; after !== null;) {
        const page: RawBuilder<unknown> = sql`select row_to_json(r) as row from (
            select (${sql.raw(place)}) collate "C" as place, ${sql.raw(columns)} from ${from}) r
          where r.place > ${after} and ${where} order by r.place limit ${PAGE_ROWS}`;
        const rows = (await readRows(db, read, page)).map(({ row }) => row);
        yield rows.map((row) => heads.map((head) => String(row[head] ?? '')));
        after = rows.length < PAGE_ROWS ? null : String(rows.at(-1)!['place']);
      }
    },
  };
}

const { zone, currency } = practice;
export const local = (moment: string) => `(${moment} at time zone '${zone}')`;
export const money = (cents: string) => `to_char(${cents} / 100.0, 'FM999999990.00')`;
/** A moment as text in the order of time. */
export const order = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`;
const yes = (condition: string) => `case when ${condition} then 'Yes' else 'No' end`;
const STREET = (a: string) => `concat_ws(' ', ${a}->>'street_number', ${a}->>'route')`;
export const CLIENT = 'u.first_name as "First Name", u.last_name as "Last Name", u.email as "Email"';
/** Without a plus at its beginning, which would be escaped, where it is a number of the practice's country. */
const PHONE = `regexp_replace(u.phone, '^\\+1(\\d{3})(\\d{3})(\\d{4})$', '(\\1) \\2-\\3') as "Phone"`;

/** Hidden is a property of a payment, and of all that goes back of it (decision 0044). */
export const HIDDEN = sql`(c.has_chosen_price or exists (
  select from bookings b where b.checkout_id = c.id and b.price_chosen_by_client))`;
const PAID_AT = sql`coalesce((select min(h.at) from bookings b join booking_history h on h.booking_id = b.id
  where b.checkout_id = c.id and h.cause = 'paid'), c.created_at)`;
/** The lines of a sample name no booking. */
const PAID_FOR = sql`coalesce((select string_agg(l->>'booking_id', ' ') from jsonb_array_elements(c.items) l),
  (select string_agg(b.id::text, ' ') from bookings b where b.checkout_id = c.id))`;
/**
 * Payments by card and what went back of them; those without a booking, of which no one knows whether the client chose the
 * price; and what staff took: they typed it, so it is not hidden (present-money.ts).
 */
export const MOVES = sql`(
  select 'Payment' as kind, c.id::text, ${PAID_AT} as at, 'CARD' as method, coalesce(c.total_cents, c.subtotal_cents) as cents,
    c.tax_cents, c.currency, ${HIDDEN} as is_hidden, c.user_id, ${PAID_FOR} as bookings, null::bigint as receipt, '' as note,
    c.id as checkout_id
  from checkouts c where c.state in (${sql.join(PAID_STATES.map((state) => sql.lit(state)))})
  union all
  select 'Refund', r.id, r.at, 'CARD', r.amount_cents, null, c.currency, ${HIDDEN}, c.user_id,
    coalesce(r.booking_id::text, ${PAID_FOR}), null, r.reason, c.id
  from (select id::text, checkout_id, done_at as at, amount_cents, booking_id, reason from refunds
      where done_at is not null and failed_at is null
    union all select provider_refund_id, checkout_id, noted_at, amount_cents, null, '' from refunds_elsewhere
      where failed_at is null) r join checkouts c on c.id = r.checkout_id
  union all
  select k.kind, n.session_id, k.at, 'CARD', n.amount_cents, null, n.currency, true, w.id, null, null,
    'Without an appointment', null
  from unmatched_payments n left join users w on w.stripe_id = n.customer_id,
    lateral (values ('Payment', n.noted_at), ('Refund', n.settled_at)) k(kind, at)
  where n.outcome is distinct from 'FOUND' -- it belongs to a checkout
    and (k.kind = 'Payment' or n.outcome = 'REFUNDED')
  union all
  select case when o.corrects is null then 'Payment' else 'Correction' end, o.id::text,
    o.received_on::timestamp at time zone ${sql.lit(zone)}, o.method, abs(o.amount_cents), null, ${sql.lit(currency)}, false,
    o.user_id, o.booking_id::text, o.receipt_number, o.note, null
  from offline_payments o) m left join users u on u.id = m.user_id`;

/** The CSV files of what is not sealed, by name. */
export const TABLES = {
  clients: table(
    `u.id as "Client ID", ${CLIENT}, ${PHONE}, ${STREET('u.address')} as "Street Address",
    u.address->>'subpremise' as "Street Address 2", u.address->>'city' as "City", u.address->>'state' as "State",
    u.address->>'zip_code' as "Postal Code", u.birthdate as "Date of Birth", u.pronouns as "Pronouns",
    ${yes('u.house_call_approved')} as "May Book House Calls", ${local('u.created_at')}::date as "Client Since"`,
    sql`users u`,
    `lower(u.last_name || ' ' || u.first_name) || ' ' || u.id`,
  ),
  // A hold is no appointment yet.
  appointments: table(
    `b.id as "Appointment ID", b.user_id as "Client ID", ${CLIENT}, ${PHONE}, b.service_name as "Service",
    ${local('b.start_time')}::date as "Date", to_char(${local('b.start_time')}, 'HH24:MI') as "Start Time",
    to_char(${local('b.end_time')}, 'HH24:MI') as "End Time", '${zone}' as "Time Zone", b.status as "Status",
    b.location_type as "Location Type", b.location_name as "Location", ${STREET('b.visit_address')} as "Visit Address",
    b.visit_address->>'city' as "Visit City", case when not h.is_hidden then ${money('b.price_cents')} end as "Price",
    ${local('b.created_at')}::date as "Booked On"`,
    sql`bookings b left join users u on u.id = b.user_id left join checkouts c on c.id = b.checkout_id,
      lateral (select ${IS_HIDDEN} as is_hidden) h where b.status <> 'PENDING'`,
    `${order('b.start_time')} || b.id`,
  ),
  payments: table(
    `m.id as "Payment ID", m.kind as "Type", ${local('m.at')}::date as "Date", m.user_id as "Client ID", ${CLIENT},
    m.bookings as "Appointment IDs", m.method as "Method",
    case when not m.is_hidden then ${money('m.cents')} end as "Amount",
    case when not m.is_hidden then ${money('m.tax_cents')} end as "Of Which Tax", upper(m.currency) as "Currency",
    m.receipt as "Receipt Number", m.note as "Note"`,
    MOVES,
    `${order('m.at')} || m.kind || m.id`,
  ),
  forms: table(
    `v.name as "Form", v.type as "Type", ${yes('f.is_active')} as "Asked Now", case when not f.is_global then (
      select string_agg(s.name, '; ' order by s.name) from form_services fs join services s on s.id = fs.service_id
      where fs.form_id = f.id) end as "For Services", s.value->>'title' as "Section", q.value->>'label' as "Question",
    q.value->>'type' as "Answer Type", ${yes(`(q.value->>'required')::boolean`)} as "Required", array_to_string(array(
      select jsonb_array_elements_text(nullif(q.value->'options', 'null'))), '; ') as "Choices"`,
    sql`forms f ${NEWEST}, jsonb_array_elements(v.content->'sections') with ordinality s,
      jsonb_array_elements(s.value->'questions') with ordinality q`,
    `v.name || f.id || to_char(s.ordinality, '0000') || to_char(q.ordinality, '0000')`,
  ),
} satisfies Readonly<Record<string, Table>>;

export type Person = { id: string; first_name: string; last_name: string };

/** Selects all clients in pages. Who is erased meanwhile is in no later page. */
export async function* selectPeople(db: Db): AsyncGenerator<Person[]> {
  const people = db.selectFrom('users').select(['id', 'first_name', 'last_name']).orderBy('id');
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null;) {
    const page: Person[] = await people.where('id', '>', after).limit(PAGE_CLIENTS).execute();
    yield page;
    after = page.length < PAGE_CLIENTS ? null : page.at(-1)!.id;
  }
}

/** Whether this member owns the practice. */
export async function isOwner(db: Db, staff_id: string): Promise<boolean> {
  const member = await db.selectFrom('staff').select('role').where('id', '=', staff_id).executeTakeFirst();
  return member?.role === 'OWNER';
}

/** One at a time, in all processes. If its process ends before, the next one waits until then. */
const TURN_MS = 15 * 60_000;
const TURN = 'export-everything';

/** False while everything is saved already. */
export async function takeTurn(db: Db, now: Date): Promise<boolean> {
  const turn = { key: TURN, points: 1, expire: now.getTime() + TURN_MS };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('rate_limits')
    .values(turn)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(turn).where('rate_limits.expire', '<=', now.getTime()),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function endTurn(db: Db): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', TURN).execute();
}
