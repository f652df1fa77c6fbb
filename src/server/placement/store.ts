import { type RawBuilder, sql } from 'kysely';
import type { Address } from '#domain/people/address.ts';
import type { SeatLine } from '#domain/checkout/checkout-line.ts';
import type { Span } from '#domain/slots/open-minutes.ts';
import type { Db, Trx } from '../db/pool.ts';
import { flag, instant, maybe, number, readFirst, readOne, readRows, text } from '../db/rows.ts';
import { SNAPSHOT, takenSeats, WANTED } from '../seats/hold-seats.ts';
import type { OfferedService } from '../seats/practice-facts.ts';

/** The client for whom staff look for a time. */
export type PlacedClient = {
  id: string;
  first_name: string;
  last_name: string;
  /** '': none. */
  email: string;
  address: Address | null;
  house_call_approved: boolean;
  marked_known: boolean;
  has_login: boolean;
};

export async function selectPlacedClient(db: Db, id: string): Promise<PlacedClient | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'address'])
    .select(['house_call_approved', 'marked_known', 'cognito_sub'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { cognito_sub, address, ...client } = row;
  return { ...client, address: address as Address | null, has_login: cognito_sub !== null };
}

/** Selects a service that is no longer offered. */
export async function selectRetiredService(db: Db, id: string): Promise<OfferedService | undefined> {
  return await db
    .selectFrom('services')
    .selectAll()
    .where('id', '=', id)
    .where('is_active', '=', false)
    .executeTakeFirst();
}

/** Selects the starts of the client's held and booked sessions in a range of time, but of some bookings. */
export async function selectClientStarts(
  db: Db,
  user_id: string,
  { from, to, except }: { from: Date; to: Date; except: readonly string[] },
): Promise<Date[]> {
  const rows = await db
    .selectFrom('bookings')
    .select('start_time')
    .where('user_id', '=', user_id)
    .where('status', 'in', ['PENDING', 'CONFIRMED'])
    .where('start_time', '>=', from)
    .where('start_time', '<', to)
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .execute();
  return rows.map(({ start_time }) => start_time);
}

/** Counts the supported visits of a month, cancelled ones left out. */
export async function countSupported(db: Db, { from, to }: { from: Date; to: Date }): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('free_reason', '=', 'SUPPORTED')
    .where('status', '<>', 'CANCELLED')
    .where('start_time', '>=', from)
    .where('start_time', '<', to)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Who or what takes a time: one seat of the appointment, a hold first. */
const TAKEN_BY = {
  first_name: maybe(text),
  last_name: maybe(text),
  service_name: text,
  is_class: flag,
  start_time: instant,
  end_time: instant,
  /** Of a hold. */
  held_until: maybe(instant),
  is_offered: flag,
};

export async function selectTakenBy(db: Db, { start, end }: Span) {
  const seats = sql`
    select u.first_name, u.last_name, b.service_name, b.format <> 'ONE_ON_ONE' as is_class,
      a.start_time, a.end_time,
      case when b.status = 'PENDING' then c.hold_expires_at end as held_until,
      coalesce(c.state = 'OFFERED', false) as is_offered
    from appointments a
    join bookings b on b.appointment_id = a.id and b.status in ('PENDING', 'CONFIRMED', 'COMPLETED')
    left join checkouts c on c.id = b.checkout_id
    left join users u on u.id = b.user_id
    where tstzrange(a.start_time, a.blocked_until) && tstzrange(${new Date(start)}, ${new Date(end)})
      and a.end_time > ${new Date(start)} and a.start_time < ${new Date(end)}
    order by a.start_time, b.status <> 'PENDING', b.id limit 1`;
  return await readFirst(db, TAKEN_BY, seats);
}

/**
 * Ends the buffers that reach into these starts, with the bookings of their appointments; never before the end of the
 * session. The transaction must hold lockTime of the starts, which every change of such an appointment needs too.
 */
export async function shortenBuffers(trx: Trx, starts: readonly Date[]): Promise<void> {
  const reaching = sql`select a.id, w.start from unnest(${starts}::timestamptz[]) as w(start)
    join appointments a on tstzrange(a.start_time, a.blocked_until) && tstzrange(w.start, w.start, '[]')
      and a.end_time <= w.start and a.blocked_until > w.start`;
  await sql`update bookings b set blocked_until = near.start from (${reaching}) near
    where b.appointment_id = near.id`.execute(trx);
  await sql`update appointments a set blocked_until = near.start from (${reaching}) near
    where a.id = near.id`.execute(trx);
}

type NewBookings = {
  user_id: string;
  payment: string;
  free_reason: string | null;
  series_id: string | null;
  booked_by: string | null;
  /** 'staff:<id>' */
  actor: string | null;
};

/** Takes the seats of these lines and inserts their bookings with history. Returns how many were free. */
export async function insertStaffBookings(
  trx: Trx,
  lines: readonly SeatLine[],
  { user_id, payment, free_reason, series_id, booked_by, actor }: NewBookings,
  now: Date,
): Promise<number> {
  const at = sql`${now}::timestamptz`;
  const recorded: RawBuilder<unknown> = sql`insert into booking_history
      (booking_id, at, from_status, to_status, cause, actor)
    select id, ${at}, null, 'CONFIRMED', 'booked', ${actor} from booked`;
  const booked = sql`
    with ${takenSeats(lines)}, booked as (
      insert into bookings (id, user_id, appointment_id, status, ${SNAPSHOT}, payment, free_reason, series_id,
        booked_by, created_at, updated_at)
      select w.booking_id, ${user_id}::uuid, seats.id, 'CONFIRMED', ${WANTED}, ${payment}, ${free_reason}::text,
        ${series_id}::uuid, ${booked_by}::uuid, ${at}, ${at}
      from seats join wanted w using (n)
      returning id
    ), recorded as (${recorded})
    select count(*)::int as seated from seats`;
  return (await readOne(trx, { seated: number }, booked)).seated;
}

/** The bookings that an action made: the one that its record names, or all of that one's series. */
export async function selectMade(db: Db, action_id: string) {
  const made = sql`
    select b.id, b.series_id from staff_actions s
    join bookings first on first.id::text = s.object_id
    join bookings b on b.id = first.id or b.series_id = first.series_id
    where s.id = ${action_id}::uuid`;
  return await readRows(db, { id: text, series_id: maybe(text) }, made);
}

/** The seat of a booking that is rescheduled, and its client. */
export async function selectSeatOf(db: Db, id: string) {
  return await db
    .selectFrom('bookings')
    .select(['id', 'user_id', 'start_time', 'blocked_until'])
    .where('id', '=', id)
    .executeTakeFirst();
}
