import { type RawBuilder, sql } from 'kysely';
import {
  type ClientFacts,
  type HoldLimits,
  LONGEST_COUNTED_MINUTES,
  type SharedFacts,
} from '#domain/checkout/holding.ts';
import { dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import type { Audience } from '#domain/slots/services.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import type { Span } from '#domain/slots/open-minutes.ts';
import { HOT } from '../db/hot-statements.ts';
import type { Db } from '../db/pool.ts';
import { type Column, flag, list, number, object, readFirst, type RowOf, text } from '../db/rows.ts';
import { type Catalogue, type Dates, FACTS_NOW, factsForUser } from './practice-facts.ts';
import type { CheckoutLine } from '#domain/checkout/checkout-line.ts';

/** The facts and limits that decide whether a checkout may hold its times (rules.md §5, "may hold"). */
export type HoldTerms = ClientFacts & {
  /** The audience to which the client does not belong. */
  other_audience: Audience;
  limits: HoldLimits;
  /** Keyed hashes of the caller's network (an IPv4 address or a /64) and of the wider one around it (a /48). */
  network: string;
  network_wide: string;
  /** First and last moment of a date in the practice's zone. */
  spanOf: (date: LocalDate) => Span;
  /** One-to-one minutes of a date that are open to new clients, without paid sessions. */
  openMinutes: (date: LocalDate, paid: readonly Span[]) => number;
  /** The catalogue, if the practitioner limits her days. */
  limited?: Catalogue | null;
};

/**
 * Returns an SQL expression for the client's own history, in which `users` is the client's record. A client is known if
 * they are approved for house calls, have completed a session, or have a payment that was not refunded.
 */
function clientFacts(now: Date): RawBuilder<unknown> {
  const since = new Date(now.getTime() - 24 * 3_600_000);
  const kept = sql`p.user_id = users.id and p.state = 'CONFIRMED' and p.total_cents > p.refunded_cents`;
  return sql`json_build_object(
    'is_known', users.house_call_approved
      or exists (select from bookings b where b.user_id = users.id and b.status = 'COMPLETED')
      or exists (select from checkouts p where ${kept}),
    'client_minutes', (select coalesce(sum(least(${LONGEST_COUNTED_MINUTES}::float8,
        extract(epoch from coalesce(c.hold_ended_at, ${now}::timestamptz) - c.created_at) / 60)), 0)::float8
      from checkouts c
      where c.user_id = users.id and c.holds and c.kind = 'CART' and c.state in ('CREATED', 'OPEN', 'EXPIRED', 'CANCELLED')
        and c.created_at > greatest(${since}::timestamptz, (
          select max(p.created_at) from checkouts p where ${kept} and p.created_at > ${since}::timestamptz))))`;
}

const FACTS = {
  practice: object(FACTS_NOW),
  client: object({ is_known: flag, client_minutes: number }),
};
const READ_FACTS = { facts: object(FACTS) };
/** The facts that validate a cart. One statement reads them, so that they describe one moment. */
export type CheckoutFacts = RowOf<typeof FACTS>;

/** Returns an SQL expression for the facts, in which `users` is the client's record. */
export function checkoutFacts(dates: Dates, now: Date): RawBuilder<CheckoutFacts> {
  return sql`json_build_object('practice', ${factsForUser(dates)}, 'client', ${clientFacts(now)})`;
}

/** Reads the facts in a statement of their own. Null if the record was deleted. */
export async function readCheckoutFacts(
  db: Db,
  user_id: string,
  dates: Dates,
  now: Date,
): Promise<CheckoutFacts | null> {
  const query = sql`${sql.raw(HOT)}
    select ${checkoutFacts(dates, now)} as facts from users where users.id = ${user_id}::uuid`;
  return (await readFirst(db, READ_FACTS, query))?.facts ?? null;
}

/** Converts a line of a checkout to the facts that the limits on holds need. */
export function heldLineOf(line: CheckoutLine) {
  return {
    occurrence: `${line.service_id} ${line.start_time}`,
    is_class: isClassFormat(line.format),
    capacity: line.capacity,
    date: line.date,
    minutes: (Date.parse(line.blocked_until) - Date.parse(line.start_time)) / 60_000,
  };
}

export const SHARED = object({
  units: object({ network: number, wide: number }),
  sessions: list(object({ date: text, start: number, end: number, is_paid: flag })),
  class_seats: list(object({ service_id: text, start_ms: number, taken: number })),
});

type SharedHolds = typeof SHARED extends Column<infer T> ? T : never;

/**
 * Returns an SQL expression for the unpaid holds of other new clients in the networks, days and classes of these lines.
 * Read it under the locks of `sharedLocksOf`: without them the result may be outdated when the seats are taken.
 */
export function sharedHolds(
  user_id: string,
  lines: readonly CheckoutLine[],
  terms: HoldTerms,
): RawBuilder<unknown> {
  const classes = lines.filter(({ format }) => isClassFormat(format));
  const dates = datesOf(lines);
  const spans = dates.map(terms.spanOf);
  const moments = (edge: 'start' | 'end') => spans.map((span) => new Date(span[edge]).toISOString());
  const unpaid = sql`c.state in ('CREATED', 'OPEN') and not c.is_known and c.user_id is distinct from ${user_id}::uuid`;
  return sql`json_build_object(
    'units', (select json_build_object(
        'network', coalesce(sum(held.units) filter (where held.network = ${terms.network}), 0)::float8,
        'wide', coalesce(sum(held.units), 0)::float8)
      from (select c.network,
          (select sum(1.0 / l.capacity) from jsonb_to_recordset(c.items) as l(capacity int)) as units
        from checkouts c where c.holds and c.network_wide = ${terms.network_wide} and ${unpaid}) held),
    'sessions', (select coalesce(json_agg(json_build_object('date', d.date, 'is_paid', b.status = 'CONFIRMED',
        'start', extract(epoch from a.start_time) * 1000, 'end', extract(epoch from a.blocked_until) * 1000)), '[]')
      from unnest(${dates}::text[], ${moments('start')}::timestamptz[], ${moments('end')}::timestamptz[])
        as d(date, day_start, day_end)
      join appointments a on tstzrange(a.start_time, a.blocked_until) && tstzrange(d.day_start, d.day_end)
      join bookings b on b.appointment_id = a.id and b.format = 'ONE_ON_ONE' and b.status in ('PENDING', 'CONFIRMED')
      left join checkouts c on c.id = b.checkout_id
      where b.status = 'CONFIRMED' or (a.start_time >= d.day_start and ${unpaid})),
    'class_seats', (select coalesce(json_agg(json_build_object('service_id', a.service_id, 'taken', s.taken,
        'start_ms', extract(epoch from a.start_time) * 1000)), '[]')
      from unnest(${classes.map(({ service_id }) => service_id)}::uuid[],
        ${classes.map(({ start_time }) => start_time)}::timestamptz[]) as w(service_id, start_time)
      join appointments a on a.service_id = w.service_id and a.start_time = w.start_time
      cross join lateral (select count(*)::int as taken from bookings b join checkouts c on c.id = b.checkout_id
        where b.appointment_id = a.id and b.status = 'PENDING' and ${unpaid}) s))`;
}

/** What the limits need of the holds that were read. */
export function sharedFactsOf(
  { units, sessions, class_seats }: SharedHolds,
  lines: readonly CheckoutLine[],
  terms: HoldTerms,
): SharedFacts {
  const ofDay = (date: string) => {
    const today = sessions.filter((session) => session.date === date);
    const held = today.filter(({ is_paid }) => !is_paid);
    return {
      open: terms.openMinutes(
        date,
        today.filter(({ is_paid }) => is_paid),
      ),
      held: held.reduce((minutes, { start, end }) => minutes + (end - start) / 60_000, 0),
    };
  };
  return {
    network_units: units.network,
    wide_units: units.wide,
    days: new Map(datesOf(lines).map((date) => [date, ofDay(date)])),
    class_seats: new Map(
      class_seats.map(({ service_id, start_ms, taken }) => [
        `${service_id} ${new Date(start_ms).toISOString()}`,
        taken,
      ]),
    ),
  };
}

/** Returns the distinct dates of one-to-one lines. */
const datesOf = (lines: readonly CheckoutLine[]): LocalDate[] => [
  ...new Set(lines.filter(({ format }) => !isClassFormat(format)).map(({ date }) => date)),
];

/** Returns the locks for a new client's decision: two clients who share a network or a day never decide at once. */
export function sharedLocksOf(
  lines: readonly CheckoutLine[],
  { network_wide }: Pick<HoldTerms, 'network_wide'>,
): { network: number; days: number[] } {
  return {
    network: Number.parseInt(network_wide.slice(0, 8), 16) | 0,
    days: datesOf(lines).map(dayNumberOf),
  };
}
