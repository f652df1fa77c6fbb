import { type RawBuilder, sql } from 'kysely';
import { practice } from '#content/public/practice.ts';
import { addDays } from '#domain/time/calendar.ts';
import { instantOf, localDateOf } from '#domain/time/zone.ts';
import type { Db } from '#server/db/pool.ts';

/** As many as P6 has buyers, with the warm-up: a client who won before would release that slot first. */
export const CLIENTS = 4000;
/** Clients differ only in their last twelve digits, so that SQL can name each by a number. */
export const FIRST_CLIENT = 100_000_000_000;
/** One each quarter of an hour. */
export const SLOTS_A_DAY = 96;
/** How many days ahead can be booked. */
const WINDOW_DAYS = 30;
/** So many clients ask for slots. */
export const ASKING_CLIENTS = 140;

/** The service whose times are booked. */
export type MeasuredService = { service_id: string; rules: readonly string[] };

/** One after the other back from yesterday, 20 seats each. Nothing of it is ever touched again. */
export async function addPast(db: Db, bookings: number, session: MeasuredService, now: Date): Promise<void> {
  const AT_ONCE = 50_000;
  const terms = {
    session,
    seats: 20,
    minutes: 25,
    blocked: 30,
    status: 'COMPLETED',
    format: 'GROUP',
  } as const;
  for (let first = 0; first < bookings; first += AT_ONCE) {
    const last = Math.min(bookings, first + AT_ONCE) - 1;
    const back = sql`n / ${sql.lit(terms.seats)} * interval '30 minutes'`;
    const starts = sql`select n, date_trunc('hour', ${now}::timestamptz) - interval '1 day' - ${back} as start
      from generate_series(${first}::int, ${last}::int) as n`;
    await addBookings(db, starts, terms);
  }
}

/** In hours: when a full day of the calendar is free still, within the hours of the sample practice. */
const FREE_HOURS = [
  [10, 11],
  [14, 16],
  [17, 18],
] as const;

/**
 * Confirmed sessions of 15 minutes, so many a day from now to after the last day that can be booked. `after`: the numbers
 * that other bookings have taken.
 */
export async function addCalendar(
  db: Db,
  aDay: number,
  session: MeasuredService,
  now: Date,
  after = 0,
): Promise<void> {
  const quarters = Array.from({ length: SLOTS_A_DAY }, (_, n) => n * 15).filter((minutes) =>
    FREE_HOURS.every(([from, to]) => minutes < from * 60 || minutes >= to * 60),
  );
  const times = Array.from({ length: aDay }, (_, n) => quarters[Math.floor((n * quarters.length) / aDay)]!);
  const today = localDateOf(now, practice.zone);
  const starts = Array.from({ length: WINDOW_DAYS + 2 }, (_, day) => addDays(today, day))
    .flatMap((date) => times.map((minutes) => instantOf(date, minutes, practice.zone)))
    .filter((start) => start !== null && start > now);
  const terms = {
    session,
    seats: 1,
    minutes: 15,
    blocked: 15,
    status: 'CONFIRMED',
    format: 'ONE_ON_ONE',
  } as const;
  // Of clients whose slots no row asks for.
  await addBookings(
    db,
    sql`select (${ASKING_CLIENTS + after} + n)::int as n, start from unnest(${starts}::timestamptz[]) with ordinality as t(start, n)`,
    terms,
  );
}

/** Bookings with their appointments and checkouts. `starts` selects a number n and the time of each. */
async function addBookings(
  db: Db,
  starts: RawBuilder<unknown>,
  terms: {
    session: MeasuredService;
    seats: number;
    minutes: number;
    blocked: number;
    status: string;
    format: string;
  },
): Promise<void> {
  const { session } = terms;
  const seats = sql.lit(terms.seats);
  const id = (of: string, n: RawBuilder<unknown>) => sql`md5(${sql.lit(of)} || ${n})::uuid`;
  const appointment = id('appointment', sql`n / ${seats}`);
  const checkout = id('checkout', sql`n`);
  const end = sql`start + ${sql.lit(terms.minutes)} * interval '1 minute'`;
  const blocked = sql`start + ${sql.lit(terms.blocked)} * interval '1 minute'`;
  const client = sql`('00000000-0000-4000-8000-' || ${sql.lit(FIRST_CLIENT)} + n % ${sql.lit(CLIENTS)})::uuid`;
  await db.transaction().execute(async (trx) => {
    // Every reference holds by the way it is made; looking up each of millions would take minutes.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`insert into appointments
      (id, service_id, rule_id, location_type, start_time, end_time, blocked_until, capacity, taken)
      select ${appointment}, ${session.service_id}::uuid, ${session.rules[0]}::uuid,
        'FIXED_LOCATION', start, ${end}, ${blocked}, ${seats}, ${seats}
      from (${starts}) as s where n % ${seats} = 0`.execute(trx);
    await sql`insert into checkouts (id, user_id, state, cart_hash, items, subtotal_cents, currency, refund_policy,
        customer_id, customer_email, provider_session_id, session_expires_at, hold_expires_at, next_check_at,
        created_at, updated_at)
      select ${checkout}, ${client}, 'CONFIRMED', 'none', '[]', 8500, 'usd', '{}', 'none', 'none',
        'cs_filled_' || n, start, start, start, start, start
      from (${starts}) as s`.execute(trx);
    await sql`insert into bookings (user_id, checkout_id, appointment_id, status, price_cents, service_id, rule_id,
        service_name, service_type, format, start_time, end_time, blocked_until, location_type, location_name,
        created_at, updated_at)
      select ${client}, ${checkout}, ${appointment}, ${terms.status}, 8500,
        ${session.service_id}::uuid, ${session.rules[0]}::uuid, 'Measured', 'YOGA', ${terms.format}, start,
        ${end}, ${blocked}, 'FIXED_LOCATION', 'Secret Studio', start, start
      from (${starts}) as s`.execute(trx);
  });
}

/** Deletes what is held or still to come; what was filled with past dates stays. */
export async function deleteHolds(db: Db): Promise<void> {
  await sql`delete from bookings where status = 'PENDING'`.execute(db);
  await sql`delete from appointments where start_time > now()`.execute(db);
  await sql`delete from checkouts where state in ('CREATED', 'OPEN')`.execute(db);
  await sql`truncate rate_limits`.execute(db);
}
