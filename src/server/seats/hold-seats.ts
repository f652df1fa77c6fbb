import { type RawBuilder, sql } from 'kysely';
import { practice } from '#content/public/practice.ts';
import { type HoldDecision, ownDecision, sharedDecision } from '#domain/checkout/holding.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { dayNumberOf, mondayOf } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { brokenConstraint } from '../db/constraints.ts';
import { HOT } from '../db/hot-statements.ts';
import { lockedTransaction } from '../db/transactions.ts';
import type { Db, Trx } from '../db/pool.ts';
import { list, maybe, number, readOne } from '../db/rows.ts';
import type { CheckoutLine, SeatLine } from '#domain/checkout/checkout-line.ts';
import type { RefundPolicy } from '#domain/money/refunds.ts';
import {
  heldLineOf,
  type HoldTerms,
  SHARED,
  sharedFactsOf,
  sharedHolds,
  sharedLocksOf,
} from './hold-facts.ts';
import { presentPolicy } from '../runtime/settings-store.ts';
import { linesOverLimit } from './day-limits.ts';
import { HELD_TIME, heldInWeeks, readCatalogueNow, takenOf } from './practice-facts.ts';

export type NewCheckout = {
  id: string;
  user_id: string;
  cart_hash: string;
  lines: readonly CheckoutLine[];
  subtotal_cents: number;
  currency: string;
  /** Unless the practitioner has set another one. */
  refund_policy: RefundPolicy;
  customer_id: string;
  customer_email: string;
  session_expires_at: Date;
  hold_expires_at: Date;
  next_check_at: Date;
};
export type HoldAnswer =
  /** With `pay_first` the checkout exists and holds nothing. */
  | { ok: true; decision: HoldDecision }
  /** These lines are not free; nothing is held. */
  | { ok: false; reason: 'SLOT_TAKEN'; lost: CheckoutLine[] }
  /** The client has a seat in one of these classes. */
  | { ok: false; reason: 'ALREADY_BOOKED' }
  /** The client has another open checkout, or a service has got an audience without them: validate again. */
  | { ok: false; reason: 'CHECKOUT_OPEN' };

/**
 * Holds every seat of a checkout or none, as PENDING bookings that expire with it (rules.md §5). The database
 * constraints decide; the locks only prevent deadlocks between clients who compete. A client over a limit gets a
 * checkout that is paid first. A new client's limits are checked under locks on their network and days, so that they
 * are exact across processes; a known client only waits for the hours. While the practitioner limits her days, everybody
 * waits for the weeks. Network calls come after the commit.
 */
export async function holdSeats(
  db: Db,
  checkout: NewCheckout,
  terms: HoldTerms,
  now: Date,
): Promise<HoldAnswer> {
  const { lines } = checkout;
  const held = lines.map(heldLineOf);
  const own = ownDecision(terms, held, terms.limits);
  if (own !== 'HOLD') return await payFirst(db, checkout, terms, own, now);
  // Classes are not limited.
  const limited = lines.some(({ format }) => !isClassFormat(format)) ? terms.limited : null;
  const weeks = limited ? weeksOf(lines) : [];
  const locks = locksOf(hoursOf(lines), terms.is_known ? null : sharedLocksOf(lines, terms), { weeks });
  try {
    const answer = await lockedTransaction<HoldAnswer | PayFirst>(db, locks, async (trx) => {
      const { checkouts, seated, shared, taken } = await seatAll(trx, checkout, { ...terms, limited }, now);
      const known = limited && taken && { catalogue: limited, ...takenOf(taken) };
      const refused = known ? linesOverLimit(known, lines) : [];
      if (refused.length > 0)
        return { answer: { ok: false, reason: 'SLOT_TAKEN', lost: refused }, isKept: false };
      const facts = shared && sharedFactsOf(shared, lines, terms);
      const decision = facts ? sharedDecision(facts, held, terms.limits) : 'HOLD';
      if (decision !== 'HOLD') return { answer: decision, isKept: false };
      if (checkouts === 1) return { answer: { ok: true, decision: 'HOLD' }, isKept: true };
      const lost = lines.filter((_, n) => !seated.includes(n));
      const answer: HoldAnswer =
        lost.length > 0 ? { ok: false, reason: 'SLOT_TAKEN', lost } : { ok: false, reason: 'CHECKOUT_OPEN' };
      return { answer, isKept: false };
    });
    return 'ok' in answer ? answer : await payFirst(db, checkout, terms, answer, now);
  } catch (error) {
    if (brokenConstraint(error) === 'one_seat_per_client') return { ok: false, reason: 'ALREADY_BOOKED' };
    throw error;
  }
}

type PayFirst = Exclude<HoldDecision, 'HOLD'>;
const SEATED = { checkouts: number, seated: list(number), shared: maybe(SHARED), taken: maybe(HELD_TIME) };

/**
 * Takes the seats and, if all were free, inserts the checkout and its bookings, in one statement. For a new client it also
 * reads what the others held before it, and while days are limited all that was taken: over a limit, the transaction is
 * rolled back.
 */
async function seatAll(trx: Trx, checkout: NewCheckout, terms: HoldTerms, now: Date) {
  const dates = checkout.lines.map(({ date }) => date).sort();
  const seating = sql`${sql.raw(HOT)}
    with ${takenSeats(checkout.lines)}, ${openedIfSeated(checkout, terms, now)}, booked as (
      insert into bookings (id, user_id, checkout_id, appointment_id, status, ${SNAPSHOT}, created_at, updated_at)
      select w.booking_id, ${checkout.user_id}::uuid, opened.id, seats.id, 'PENDING', ${WANTED},
        ${now}::timestamptz, ${now}::timestamptz
      from seats join wanted w using (n) cross join opened
    )
    select (select count(*)::int from opened) as checkouts, (select coalesce(array_agg(n), '{}') from seats) as seated,
      ${terms.is_known ? sql`null` : sharedHolds(checkout.user_id, checkout.lines, terms)} as shared,
      ${terms.limited ? heldInWeeks({ from: dates[0]!, to: dates.at(-1)! }) : sql`null`} as taken
  `;
  return await readOne(trx, SEATED, seating);
}

/**
 * Returns two CTEs. `wanted`: the lines, numbered from 0, without those that the practice has withdrawn since they were
 * validated (a closure, a skipped date, the end of a rule, a service that is retired or no longer bookable online).
 * `seats`: n and appointment id of each line that was free.
 * A one-to-one session creates its appointment; a class creates it for the first seat and joins it for later ones. As in
 * the slot engine, a class at another place cannot be joined, because the practice gives it at one place. A session that
 * staff place is never withdrawn: they may book outside working hours. Call lockTime first.
 */
export function takenSeats(lines: readonly SeatLine[]): RawBuilder<unknown> {
  const wanted = lines.map((line, n) => ({ ...line, n, is_class: isClassFormat(line.format) }));
  return sql`wanted as (
    select w.* from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(
      n int, is_class boolean, booking_id uuid, service_id uuid, rule_id uuid, service_name text, service_type text,
      format text, start_time timestamptz, end_time timestamptz, blocked_until timestamptz, capacity int,
      location_type text, location_name text, price_cents int, price_chosen_by_client boolean,
      visit_address jsonb, date date, by_staff boolean)
    left join rules r on r.id = w.rule_id and r.is_active and (r.end_date is null or w.date <= r.end_date)
    join services s on s.id = w.service_id
    where w.by_staff or (r.id is not null and s.is_active and s.bookable_online
      and not exists (select from skipped_dates k where k.rule_id = w.rule_id and k.date = w.date)
      and not exists (select from closures c where c.starts_at < w.end_time and c.ends_at > w.start_time))
  ), joined as (
    update appointments a set taken = a.taken + 1
    from wanted w
    where w.is_class and a.service_id = w.service_id and a.start_time = w.start_time and a.taken < a.capacity
      and (a.rule_id = w.rule_id or a.location_type = w.location_type)
    returning w.n, a.id
  ), created as (
    insert into appointments
      (service_id, rule_id, location_type, start_time, end_time, blocked_until, capacity, taken)
    select w.service_id, w.rule_id, w.location_type, w.start_time, w.end_time, w.blocked_until, w.capacity, 1
    from wanted w
    where not (w.is_class and exists (
      select from appointments a where a.service_id = w.service_id and a.start_time = w.start_time))
    order by w.start_time
    on conflict do nothing
    returning id, service_id, start_time
  ), seats as (
    select n, id from joined
    union all
    select w.n, f.id from created f join wanted w on w.service_id = f.service_id and w.start_time = f.start_time
  )`;
}

/** The columns of a booking that are copied from its line (SNAPSHOT), and their values from `wanted w` (WANTED). */
export const SNAPSHOT = sql`price_cents, price_chosen_by_client, service_id, rule_id, service_name, service_type, format, start_time, end_time,
  blocked_until, location_type, location_name, visit_address`;
export const WANTED = sql`w.price_cents, w.price_chosen_by_client, w.service_id, w.rule_id, w.service_name, w.service_type, w.format,
  w.start_time, w.end_time, w.blocked_until, w.location_type, w.location_name, w.visit_address`;

/** Inserts a checkout without seats; its payment takes them if they are still free (confirm-payment.ts). */
async function payFirst(
  db: Db,
  checkout: NewCheckout,
  terms: HoldTerms,
  decision: HoldDecision,
  now: Date,
): Promise<HoldAnswer> {
  const insert = insertCheckout(checkout, { ...terms, holds: false }, sql`true`, now);
  const { numAffectedRows } = await insert.execute(db);
  return numAffectedRows === 1n ? { ok: true, decision } : { ok: false, reason: 'CHECKOUT_OPEN' };
}

/** Returns the CTE `opened`: it inserts the checkout if every seat was free and the client has no other open one. */
function openedIfSeated(checkout: NewCheckout, terms: HoldTerms, now: Date): RawBuilder<unknown> {
  const areSeated = sql`(select count(*) from seats) = ${checkout.lines.length}`;
  return sql`opened as (${insertCheckout(checkout, { ...terms, holds: true }, areSeated, now)})`;
}

/** Inserts the checkout, unless a service has got an audience without the client since the cart was validated. */
function insertCheckout(
  checkout: NewCheckout,
  terms: Pick<HoldTerms, 'is_known' | 'network' | 'network_wide' | 'other_audience'> & { holds: boolean },
  condition: RawBuilder<unknown>,
  now: Date,
): RawBuilder<unknown> {
  const service_ids = checkout.lines.map(({ service_id }) => service_id);
  // Networks of known clients are not counted, so they are not stored.
  const [network, network_wide] = terms.is_known ? [null, null] : [terms.network, terms.network_wide];
  return sql`
    insert into checkouts (id, user_id, state, cart_hash, items, subtotal_cents, currency, refund_policy, customer_id,
      customer_email, session_expires_at, hold_expires_at, next_check_at, created_at, updated_at,
      holds, is_known, network, network_wide)
    select ${checkout.id}::uuid, ${checkout.user_id}::uuid, 'CREATED', ${checkout.cart_hash},
      ${JSON.stringify(checkout.lines)}::jsonb, ${checkout.subtotal_cents}::int, ${checkout.currency},
      coalesce(${presentPolicy}, ${JSON.stringify(checkout.refund_policy)}::jsonb), ${checkout.customer_id}, ${checkout.customer_email},
      ${checkout.session_expires_at}::timestamptz, ${checkout.hold_expires_at}::timestamptz, ${checkout.next_check_at}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz,
      ${terms.holds}::boolean, ${terms.is_known}::boolean, ${network}::text, ${network_wide}::text
    where ${condition} and not exists (
      select from services s where s.id = any(${service_ids}::uuid[]) and s.audience = ${terms.other_audience})
    on conflict (user_id, kind) where state in ('CREATED', 'OPEN') do nothing
    returning id`;
}

/** Arbitrary numbers. Together with an hour, a network or a day they identify an advisory lock. */
const SPACE = 7_130_252;
const NETWORK_SPACE = SPACE + 1;
const DAY_SPACE = SPACE + 2;
const MONTH_SPACE = SPACE + 3;
const CLIENT_SPACE = SPACE + 4;
const WEEK_SPACE = SPACE + 5;
const HOUR_MS = 3_600_000;

type HeldTime = { start_time: Date | string; blocked_until: Date | string };
/** The network and days of a new client, whose limits are checked under locks. */
type SharedLocks = { network: number; days: readonly number[] };
/**
 * The weeks in which sessions are counted, by the day numbers of their Mondays. The client whom staff give bookings, or who
 * is erased: an erasure must find every booking. The months whose supported visits are counted, as year * 12 + month.
 */
type OtherLocks = {
  weeks?: readonly number[];
  client_ids?: readonly string[];
  months?: readonly number[];
};

/**
 * Locks these hours until the transaction ends. Times that overlap share an hour, so that transactions that could
 * collide run one after the other. Locks are taken in the order network, days, weeks, months, client, hours, each sorted, so
 * that there is no deadlock: take all locks of a transaction in one call, before it touches a row. Never lock in the statement that the
 * lock protects: a statement sees the rows as they were before it waited.
 */
export async function lockTime(trx: Trx, spans: readonly HeldTime[], other: OtherLocks = {}): Promise<void> {
  if (spans.length > 0) await (await locksAround(trx, spans, other)).execute(trx);
}

const REACH = { minutes: maybe(number) };

/**
 * Returns the locks of these times. While clients wait, a transaction that frees time offers it before it commits: a session
 * of theirs may reach into the hours around it, and counts in its week.
 */
async function locksAround(
  trx: Trx,
  spans: readonly HeldTime[],
  { weeks = [], ...other }: OtherLocks,
): Promise<RawBuilder<unknown>> {
  const longest = sql`select max(s.duration + s.buffer_time)::int as minutes
    from waitlist_entries e join services s on s.id = e.service_id where e.state = 'WAITING'`;
  const { minutes } = await readOne(trx, REACH, longest);
  if (minutes === null) return locksOf(hoursOf(spans), null, { ...other, weeks });
  const moved = (moment: Date | string, by: number) => new Date(new Date(moment).getTime() + by * 60_000);
  const around = spans.map(({ start_time, blocked_until }) => ({
    start_time: moved(start_time, -minutes),
    blocked_until: moved(blocked_until, minutes),
  }));
  const isLimited = (await readCatalogueNow(trx)).limits !== null;
  return locksOf(hoursOf(around), null, {
    ...other,
    weeks: isLimited ? [...weeks, ...weeksOf(spans)] : weeks,
  });
}

/**
 * Like lockTime, for a transaction that takes the time of `sessions`; `more` are other times. While the practitioner limits
 * her days, two such transactions never decide about one week at once. Returns whether she does: then ask exceedsLimit.
 */
export async function lockTimeToTake(
  trx: Trx,
  sessions: readonly HeldTime[],
  { more = [], ...other }: OtherLocks & { more?: readonly HeldTime[] } = {},
): Promise<boolean> {
  const isLimited = (await readCatalogueNow(trx)).limits !== null;
  await lockTime(trx, [...sessions, ...more], { ...other, weeks: isLimited ? weeksOf(sessions) : [] });
  return isLimited;
}

const weeksOf = (sessions: readonly Pick<HeldTime, 'start_time'>[]): number[] =>
  sessions.map(({ start_time }) => mondayOf(dayNumberOf(localDateOf(start_time, practice.zone))));

/**
 * Locks the time of seats that `read` selects, and returns them as they are then. A seat may be moved while this waits for
 * its hours: then all locks are released and taken again, so that their order is kept.
 */
export async function lockTimeOf<Seat extends HeldTime>(
  trx: Trx,
  read: () => Promise<Seat[]>,
  other: OtherLocks = {},
): Promise<Seat[]> {
  for (;;) {
    const before = await read();
    const hours = hoursOf(before);
    await sql`savepoint before_time`.execute(trx);
    await (await locksAround(trx, before, other)).execute(trx);
    const seats = await read();
    if (hoursOf(seats).every((hour) => hours.includes(hour))) return seats;
    await sql`rollback to savepoint before_time`.execute(trx);
  }
}

function hoursOf(spans: readonly HeldTime[]): number[] {
  const hours = new Set<number>();
  for (const { start_time, blocked_until } of spans) {
    const last = Math.ceil(new Date(blocked_until).getTime() / HOUR_MS) - 1;
    for (let hour = Math.floor(new Date(start_time).getTime() / HOUR_MS); hour <= last; hour++)
      hours.add(hour);
  }
  return [...hours].sort((a, b) => a - b);
}

function locksOf(
  hours: readonly number[],
  shared: SharedLocks | null,
  { weeks = [], client_ids = [], months = [] }: OtherLocks = {},
): RawBuilder<unknown> {
  const inOrder = (keys: readonly number[]) => [...new Set(keys)].sort((a, b) => a - b);
  const locks = [
    ...(shared === null ? [] : [[NETWORK_SPACE, shared.network]]),
    ...inOrder(shared?.days ?? []).map((day) => [DAY_SPACE, day]),
    ...inOrder(weeks).map((week) => [WEEK_SPACE, week]),
    ...inOrder(months).map((month) => [MONTH_SPACE, month]),
    ...inOrder(client_ids.map((id) => Number.parseInt(id.slice(0, 8), 16) | 0)).map((key) => [
      CLIENT_SPACE,
      key,
    ]),
    ...hours.map((hour) => [SPACE, hour]),
  ] as [number, number][];
  const listOf = (at: 0 | 1) => `'{${locks.map((lock) => lock[at]).join()}}'::int[]`;
  // The integers are part of the text, because only a statement without parameters can begin a transaction
  // (transactions.ts).
  return sql.raw(
    `select pg_advisory_xact_lock(space, key) from unnest(${listOf(0)}, ${listOf(1)}) as lock(space, key)`,
  );
}
