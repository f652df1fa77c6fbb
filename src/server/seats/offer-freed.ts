import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { privatePractice } from '#content/private/practice.ts';
import { practice } from '#content/public/practice.ts';
import type { CheckoutState } from '#domain/checkout/checkout-states.ts';
import type { CheckoutLine } from '#domain/checkout/checkout-line.ts';
import { inDollars, startPrice, toCents } from '#domain/money/money.ts';
import { isCompleteAddress, type LooseAddress } from '#domain/people/address.ts';
import { accessIssues } from '#domain/slots/access.ts';
import { bookableWindow } from '#domain/slots/availability.ts';
import { LOCATION_TYPES, type LocationType } from '#domain/slots/services.ts';
import { slotsForDate, type BookableSlot } from '#domain/slots/slots.ts';
import {
  firstMatch,
  type FreeTime,
  type Freed,
  MOST_MISSED,
  offerEndsAt,
  type OfferOutcome,
  suits,
  type Waiting,
} from '#domain/slots/waitlist.ts';
import { addDays, dateOfDayNumber, dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import { millis } from '../db/millis.ts';
import type { Db, Trx } from '../db/pool.ts';
import { flag, json, list, maybe, number, object, oneOf, readOne, readRows, text } from '../db/rows.ts';
import { beforeCommit } from '../db/transactions.ts';
import { presentPolicy } from '../runtime/settings-store.ts';
import { SNAPSHOT, takenSeats, WANTED } from './hold-seats.ts';
import {
  type Dates,
  hadVisit,
  type OfferedService,
  type PracticeFacts,
  readPracticeFacts,
  slotFactsOf,
} from './practice-facts.ts';
import { sessionLine } from './session-line.ts';

const { zone } = practice;

/**
 * Time that a transaction frees. `held_by`: its seat was held by this checkout. `is_opened`: it is new time to book, of
 * which a part may have been free before: whoever was offered that is not asked again.
 */
type FreedTime = { start_time: Date; blocked_until: Date; held_by?: string; is_opened?: true };
/** An entry in line with what its offer copies. */
export type Entry = Waiting & {
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  address: unknown;
};
export type Time = FreeTime & { service: OfferedService; slot: BookableSlot; date: LocalDate };
type Found = { entry: Entry; time: Time; since: number };

/**
 * An advisory lock: shared by transactions that free time, and exclusive while a client joins a line. So a time is free when
 * the client joins, or the transaction that frees it finds the client in line. Its space is one above those of hold-seats.ts.
 */
export const LOCK_LINES = sql.raw('select pg_advisory_xact_lock(7130258, 0)');
const SHARE_LINES = sql.raw('select pg_advisory_xact_lock_shared(7130258, 0)');

const freedIn = new WeakMap<Trx, FreedTime[]>();

/**
 * Notes time that this transaction frees. Before it commits, while the time is still locked, the times in it that clients
 * wait for are offered to them (rules.md §10). Whatever the transaction takes itself comes first.
 */
export function freeTime(trx: Trx, times: readonly FreedTime[], now: Date): void {
  const known = freedIn.get(trx);
  if (known) known.push(...times);
  else {
    const freed = [...times];
    freedIn.set(trx, freed);
    beforeCommit(trx, () => offerFreed(trx, freed, now));
  }
}

async function offerFreed(trx: Trx, times: readonly FreedTime[], now: Date): Promise<void> {
  const spans = times
    .filter(({ blocked_until }) => blocked_until > now)
    .map(({ start_time, blocked_until, ...more }) => ({
      start: start_time.getTime(),
      end: blocked_until.getTime(),
      ...more,
    }));
  if (spans.length === 0) return;
  await SHARE_LINES.execute(trx);
  if ((await selectWaiting(trx, spans)).length === 0) return;
  const since = await selectFreedAt(
    trx,
    spans.flatMap(({ held_by }) => held_by ?? []),
  );
  await offerIn(
    trx,
    spans.map(({ start, end, held_by, is_opened }) => ({
      start,
      end,
      since: is_opened ? 0 : (since.get(held_by ?? '') ?? now.getTime()),
    })),
    now,
  );
}

/** Offers the free times in these spans, one after the other, to the clients who wait for them. */
export async function offerIn(trx: Trx, freed: readonly Freed[], now: Date): Promise<void> {
  // A time that the constraints refuse: a transaction without these locks has it.
  const refused = new Set<string>();
  for (;;) {
    const found = await findOffer(trx, freed, now, refused);
    if (!found) return;
    const { entry, time } = found;
    if (!(await insertOffer(trx, found, now))) refused.add(keyOf(entry.service_id, time));
  }
}

const keyOf = (service_id: string, { start }: FreeTime) => `${service_id} ${start}`;

/** Finds who is next in line for a free time in these spans. It takes no lock. */
export async function findOffer(
  db: Db,
  freed: readonly Freed[],
  now: Date,
  refused: ReadonlySet<string> = new Set(),
): Promise<Found | null> {
  const waiting = await selectWaiting(db, freed);
  if (waiting.length === 0) return null;
  const dates = datesOf(freed, now);
  if (dates.from > dates.to) return null;
  const facts = await readPracticeFacts(db, { user_id: null, ...dates });
  const entries = waiting.map((entry) => entryOf(entry, facts));
  const freeOf = freeTimesOf(facts, dates, now);
  const timesOf = (service_id: string) =>
    freeOf(service_id).filter((time) => !refused.has(keyOf(service_id, time)));
  return firstMatch(entries, timesOf, freed, zone);
}

/** Reads in order who waits for a time of these dates, with the facts by which they can book. */
export async function readWaiting(db: Db, dates: Dates): Promise<{ entries: Entry[]; facts: PracticeFacts }> {
  const start = startOfDay(dates.from, zone).getTime();
  const end = startOfDay(addDays(dates.to, 1), zone).getTime();
  const facts = await readPracticeFacts(db, { user_id: null, ...dates });
  const waiting = await selectWaiting(db, [{ start, end }]);
  return { facts, entries: waiting.map((entry) => entryOf(entry, facts)) };
}

/** Finds who is next in line for a session that may be given back; undefined: no client waits for it. */
export async function readNextInLine(
  db: Db,
  session: { service_id: string; location_type: string; start_time: Date; end_time: Date },
): Promise<Entry | undefined> {
  const [start, end] = [session.start_time.getTime(), session.end_time.getTime()];
  const date = localDateOf(start, zone);
  const { entries } = await readWaiting(db, { from: date, to: date });
  const time = { place: session.location_type as LocationType, start, end };
  return entries.find((entry) => entry.service_id === session.service_id && suits(entry, time, zone));
}

/** Selects who waits for a time of a date that fits, of any service. */
export async function selectWaitingOn(db: Db, date: LocalDate) {
  const start = startOfDay(date, zone).getTime();
  return (await selectWaiting(db, [{ start, end: start }])).filter(({ class_start }) => class_start === null);
}

/** The dates that clients can book, from the first to the last of these spans. */
function datesOf(spans: readonly Freed[], now: Date): Dates {
  const { earliest, latest } = bookableWindow([], localDateOf(now, zone));
  const from = localDateOf(Math.min(...spans.map(({ start }) => start)), zone);
  const to = localDateOf(Math.max(...spans.map(({ end }) => end)), zone);
  return { from: from > earliest ? from : earliest, to: to < latest ? to : latest };
}

/** Returns a function for the times of a service that can still be offered. */
export function freeTimesOf(facts: PracticeFacts, dates: Dates, now: Date): (service_id: string) => Time[] {
  const known = new Map<string, Time[]>();
  return (service_id) => {
    const times = known.get(service_id) ?? freeTimes(facts, service_id, dates, now);
    known.set(service_id, times);
    return times;
  };
}

function freeTimes(facts: PracticeFacts, service_id: string, { from, to }: Dates, now: Date): Time[] {
  const own = slotFactsOf(facts, { service_id, location_types: LOCATION_TYPES, now, zone });
  if (!own) return [];
  const places = new Map(own.rules.map(({ id, location_type }) => [id, location_type]));
  const times: Time[] = [];
  for (let day = dayNumberOf(from); day <= dayNumberOf(to); day++) {
    const date = dateOfDayNumber(day);
    for (const slot of slotsForDate({ ...own, date }))
      if (offerEndsAt(now, slot.start_time, zone) !== null)
        times.push({
          place: places.get(slot.schedule_id)!,
          start: slot.start_time.getTime(),
          end: slot.end_time.getTime(),
          blocked: slot.blocked_until.getTime(),
          service: own.service,
          slot,
          date,
        });
  }
  return times;
}

const OFFERS = list(object({ start: number, end: number, at: number }));
const ENTRY = {
  id: text,
  user_id: text,
  service_id: text,
  place: oneOf<LocationType>(),
  class_start: maybe(number),
  from_date: text,
  to_date: text,
  weekdays: number,
  from_time: text,
  to_time: text,
  email: text,
  first_name: text,
  last_name: text,
  address: json<LooseAddress | null>(),
  house_call_approved: flag,
  marked_known: flag,
  had_visit: flag,
  has_seat: flag,
  offers: OFFERS,
};
type EntryRow = Awaited<ReturnType<typeof selectWaiting>>[number];

/** Selects in order who waits for a time in these spans. */
async function selectWaiting(db: Db, spans: readonly { start: number; end: number }[]) {
  const [from, to] = [
    new Date(Math.min(...spans.map(({ start }) => start))),
    new Date(Math.max(...spans.map(({ end }) => end))),
  ];
  const entries = sql`
    select e.id, e.user_id, e.service_id, e.location_type as place, ${millis('e.class_start')} as class_start,
      e.from_date::text, e.to_date::text, e.weekdays, e.from_time, e.to_time, u.email, u.first_name, u.last_name, u.address,
      u.house_call_approved, u.marked_known, ${hadVisit(sql.raw('u.id'))} as had_visit,
      exists (select from bookings b where b.user_id = e.user_id and b.service_id = e.service_id
        and b.start_time = e.class_start and b.status in ('PENDING', 'CONFIRMED')) as has_seat,
      (select coalesce(json_agg(json_build_object('start', ${millis('o.start_time')}, 'end', ${millis('o.end_time')},
        'at', ${millis('o.offered_at')})), '[]') from waitlist_offers o where o.entry_id = e.id) as offers
    from waitlist_entries e join users u on u.id = e.user_id
    where e.state = 'WAITING' and case when e.class_start is null
      then e.from_date <= ${localDateOf(to, zone)}::date and e.to_date >= ${localDateOf(from, zone)}::date
      else e.class_start >= ${from}::timestamptz and e.class_start < ${to}::timestamptz end
    order by e.joined_at, e.id`;
  return await readRows(db, ENTRY, entries);
}

function entryOf(row: EntryRow, { catalogue }: PracticeFacts): Entry {
  const { house_call_approved, marked_known, had_visit, has_seat, ...entry } = row;
  const service = catalogue.services.get(entry.service_id);
  const access = { house_call_approved, is_known: marked_known || had_visit };
  const mayBook =
    service !== undefined &&
    !has_seat &&
    accessIssues({ ...access, audience: service.audience }, entry.place).length === 0 &&
    (entry.place !== 'HOUSE_CALL' || isCompleteAddress(entry.address));
  return { ...entry, may_book: mayBook };
}

/** When the times that these offers held became free, by checkout. */
async function selectFreedAt(trx: Trx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const offers = sql`select checkout_id, ${millis('freed_at')} as freed_at from waitlist_offers
    where checkout_id = any(${ids}::uuid[])`;
  const rows = await readRows(trx, { checkout_id: text, freed_at: number }, offers);
  return new Map(rows.map(({ checkout_id, freed_at }) => [checkout_id, freed_at]));
}

/**
 * Offers a time to a client: holds its seat in a checkout that has no payment page yet. False if the time is not free, or the
 * client no longer waits.
 */
export async function insertOffer(
  trx: Trx,
  { entry, time, since, reason = null }: Found & { reason?: string | null },
  now: Date,
): Promise<boolean> {
  // Another transaction that frees time may be offering it to the same client.
  const waits = sql`select id from waitlist_entries where id = ${entry.id}::uuid and state in ('WAITING', 'PAUSED')
    for update`;
  if ((await readRows(trx, { id: text }, waits)).length === 0) return false;
  const price_cents = toCents(startPrice(inDollars(time.service)));
  const line: CheckoutLine = sessionLine({ ...time, price_cents, address: entry.address });
  const ends_at = offerEndsAt(now, time.slot.start_time, zone)!;
  const policy = JSON.stringify(privatePractice.refund_policy);
  const at = sql`${now}::timestamptz`;
  const offering = sql`
    with ${takenSeats([line])}, opened as (
      insert into checkouts (id, user_id, kind, state, cart_hash, items, subtotal_cents, currency, refund_policy,
        customer_id, customer_email, session_expires_at, hold_expires_at, next_check_at, created_at, updated_at)
      select ${randomUUID()}::uuid, ${entry.user_id}::uuid, 'WAITLIST', 'OFFERED', ${line.booking_id},
        ${JSON.stringify([line])}::jsonb, ${line.price_cents}::int, ${practice.currency},
        coalesce(${presentPolicy}, ${policy}::jsonb), '', ${entry.email},
        ${ends_at}::timestamptz, ${ends_at}::timestamptz, ${ends_at}::timestamptz, ${at}, ${at}
      from seats
      returning id
    ), booked as (
      insert into bookings (id, user_id, checkout_id, appointment_id, status, ${SNAPSHOT}, created_at, updated_at)
      select w.booking_id, ${entry.user_id}::uuid, opened.id, seats.id, 'PENDING', ${WANTED}, ${at}, ${at}
      from seats join wanted w using (n) cross join opened
    ), offered as (
      insert into waitlist_offers (checkout_id, entry_id, start_time, end_time, offered_at, freed_at, ends_at,
        out_of_order_reason, mail)
      select id, ${entry.id}::uuid, ${line.start_time}::timestamptz, ${line.end_time}::timestamptz, ${at},
        ${new Date(since)}::timestamptz, ${ends_at}::timestamptz, ${reason}::text, 'OFFER' from opened
    ), waiting as (
      update waitlist_entries e set state = 'OFFERED', updated_at = ${at} from opened where e.id = ${entry.id}::uuid
    )
    select count(*)::int as offers from opened`;
  return (await readOne(trx, { offers: number }, offering)).offers === 1;
}

const OUTCOMES: Partial<Record<CheckoutState, OfferOutcome>> = {
  CONFIRMED: 'TAKEN',
  EXPIRED: 'MISSED',
  CANCELLED: 'DECLINED',
  REFUND_DUE: 'LOST',
};

/** Settles the offer of a checkout that has moved to this state. The client keeps the place in line unless they are booked. */
export async function settleOffer(
  db: Db,
  checkout_id: string,
  to: CheckoutState | 'WITHDRAWN',
  now: Date,
): Promise<void> {
  const outcome = to === 'WITHDRAWN' ? to : OUTCOMES[to];
  if (outcome === undefined) return;
  const [isTaken, missed] = [outcome === 'TAKEN', outcome === 'MISSED' ? 1 : 0];
  // A payment that comes late books after the offer was missed; another offer that runs goes on.
  await sql`
    with settled as (
      update waitlist_offers set outcome = ${outcome}, mail = ${missed ? 'MISSED' : null}
      where checkout_id = ${checkout_id}::uuid and outcome is null
      returning entry_id
    ), entry as (
      update waitlist_entries e set updated_at = ${now}, missed = missed + ${missed},
        state = case when ${isTaken} then 'BOOKED' when missed + ${missed} >= ${MOST_MISSED} then 'PAUSED' else 'WAITING' end
      from waitlist_offers o left join settled on settled.entry_id = o.entry_id
      where o.checkout_id = ${checkout_id}::uuid and e.id = o.entry_id
        and (settled.entry_id is not null and e.state = 'OFFERED' or ${isTaken} and e.state in ('WAITING', 'PAUSED'))
      returning e.state, e.booking_id
    )
    delete from bookings b using entry where entry.state = 'BOOKED' and b.id = entry.booking_id
      and b.status = 'WAITLISTED'`.execute(db);
}
