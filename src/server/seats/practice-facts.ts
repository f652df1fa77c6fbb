import { type RawBuilder, sql } from 'kysely';
import type { Closure, Rule } from '#domain/availability.ts';
import { addDays } from '#domain/calendar.ts';
import { startOfDay } from '#domain/zone.ts';
import type { BusyTimes, Taken } from '#domain/slots.ts';
import { practice } from '#content/public/practice.ts';
import { HOT } from '../db/hot-statements.ts';
import type { Db } from '../db/pool.ts';
import { type Catalogue, catalogueOf, type OfferedService, type PracticeFacts } from './slot-facts.ts';

/** What the practice sells, in the order of its price list. */
export async function selectServices(db: Db): Promise<OfferedService[]> {
  const rows = await db
    .selectFrom('services')
    .selectAll()
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('name')
    .execute();
  return rows as unknown as OfferedService[];
}

export type Dates = {
  /** In the practice's zone, both included. */
  from: string;
  to: string;
};
type FactsRange = Dates & {
  /** Whose own seats are told apart; null: nobody's. */
  user_id: string | null;
};

/** An appointment that is more than busy time; moments in epoch ms. */
type SeatsRow = Omit<Taken, 'start' | 'end' | 'blocked_until' | 'mine'> & {
  start: number;
  end: number;
  blocked: number;
  mine: 'HELD' | 'BOOKED' | null;
};
/** Held time as the database tells it; a list of nothing is null. */
type TakenRow = { [list in keyof BusyTimes]: number[] | null } & { seats: SeatsRow[] | null };
type CatalogueRow = {
  services: OfferedService[];
  rules: Rule[];
  closures: { starts_at: string; ends_at: string }[];
};

/** The catalogue this process read last. Versions are random, so it is right for whoever meets the same one. */
let kept: { version: string; catalogue: Catalogue } | null = null;

/** What changes from one moment to the next, and by which catalogue to read it. */
export type FactsNow = { version: string; taken: TakenRow };

const VERSION = sql<string>`(select string_agg(version::text, ' ' order by noun) from content_versions
  where noun in ('services', 'rules'))`;
const CATALOGUE = sql<CatalogueRow>`json_build_object(
  'services', (select coalesce(json_agg(s), '[]') from services s where s.is_active),
  'rules', (select coalesce(json_agg(r order by r.start_time, r.id), '[]') from rules r where r.is_active),
  'closures', (select coalesce(json_agg(c), '[]') from closures c))`;

const millis = (moment: string) => sql.raw(`(date_part('epoch', ${moment}) * 1000)::int8`);
const IS_BUSY_TIME = sql.raw('a.capacity = 1 and own.id is null');
/** Seats of the viewer's own are looked for so long before the range: longer than any session with its buffer. */
const LONGEST_SESSION_DAYS = 7;

/**
 * The appointments that a session in the range can meet: those that overlap it, or begin within the longest buffer
 * after it. A full day has many with one seat: of these only the times are read, as numbers. Classes and the viewer's
 * own seats are rows. `mine`: HELD only while the viewer's checkout can still be exchanged for another, BOOKED once it is
 * paid. The range is a subselect so that PostgreSQL cannot plan by its value: with many appointments it would find a
 * plan for one range cheaper than the kept one, and plan each time anew.
 */
function takenBetween(viewer: RawBuilder<string | null>, { from, to }: Dates): RawBuilder<TakenRow> {
  const first = startOfDay(from, practice.zone);
  const last = startOfDay(addDays(to, 1), practice.zone);
  const own_from = startOfDay(addDays(from, -LONGEST_SESSION_DAYS), practice.zone);
  return sql`(select json_build_object(
      'starts', array_agg(${millis('a.start_time')}) filter (where ${IS_BUSY_TIME}),
      'ends', array_agg(${millis('a.end_time')}) filter (where ${IS_BUSY_TIME}),
      'blocked', array_agg(${millis('a.blocked_until')}) filter (where ${IS_BUSY_TIME}),
      'seats', json_agg(json_build_object('id', a.id, 'service_id', a.service_id, 'rule_id', a.rule_id,
        'location_type', a.location_type, 'start', ${millis('a.start_time')}, 'end', ${millis('a.end_time')},
        'blocked', ${millis('a.blocked_until')}, 'capacity', a.capacity, 'taken', a.taken, 'mine', own.mine))
        filter (where not (${IS_BUSY_TIME})))
    from appointments a
    left join (
      select b.appointment_id as id,
        case when b.status = 'PENDING' and c.state in ('CREATED', 'OPEN') then 'HELD' else 'BOOKED' end as mine
      from bookings b left join checkouts c on c.id = b.checkout_id
      where b.user_id = ${viewer} and b.status in ('PENDING', 'CONFIRMED') and b.start_time >= ${own_from}::timestamptz
    ) own on own.id = a.id
    where tstzrange(a.start_time, a.blocked_until) && (
      select tstzrange(${first}::timestamptz,
        ${last}::timestamptz + coalesce(max(buffer_time), 0) * interval '1 minute') from services))`;
}

const factsNow = (viewer: RawBuilder<string | null>, dates: Dates): RawBuilder<FactsNow> =>
  sql`json_build_object('version', ${VERSION}, 'taken', ${takenBetween(viewer, dates)})`;

const USER = sql.raw<string | null>('users.id');
/** For a statement that reads `users`: what readPracticeFacts takes as `known`, seen by that user. */
export const factsForUser = (dates: Dates): RawBuilder<FactsNow> => factsNow(USER, dates);

/**
 * All facts that decide what is offered in a range of dates, each answer of one moment. The catalogue is read only
 * if it changed since this process last saw it. Takes no lock: inside a transaction that holds the checkout's
 * locks it sees what they protect. `known`: read just now for the same range by another statement.
 */
export async function readPracticeFacts(
  db: Db,
  range: FactsRange,
  known: FactsNow | null = null,
): Promise<PracticeFacts> {
  const viewer = sql<string | null>`${range.user_id}::uuid`;
  const facts = known ?? (kept && (await readFactsNow(db, factsNow(viewer, range))));
  if (facts && facts.version === kept?.version) return { catalogue: kept.catalogue, ...takenOf(facts.taken) };
  const { rows } = await sql<{ version: string; taken: TakenRow; catalogue: CatalogueRow }>`
    select ${VERSION} as version, ${takenBetween(viewer, range)} as taken, ${CATALOGUE} as catalogue`.execute(
    db,
  );
  const row = rows[0]!;
  const { services, rules, closures } = row.catalogue;
  kept = { version: row.version, catalogue: catalogueOf(services, rules, closures.map(closureOf)) };
  return { catalogue: kept.catalogue, ...takenOf(row.taken) };
}

async function readFactsNow(db: Db, facts: RawBuilder<FactsNow>): Promise<FactsNow> {
  const { rows } = await sql<{ facts: FactsNow }>`${sql.raw(HOT)} select ${facts} as facts`.execute(db);
  return rows[0]!.facts;
}

const closureOf = (row: { starts_at: string; ends_at: string }): Closure => ({
  starts_at: new Date(row.starts_at),
  ends_at: new Date(row.ends_at),
});

function takenOf({ starts, ends, blocked, seats }: TakenRow): Pick<PracticeFacts, 'busy' | 'taken'> {
  return {
    busy: { starts: starts ?? [], ends: ends ?? [], blocked: blocked ?? [] },
    taken: (seats ?? []).map(({ start, end, blocked, mine, ...row }) => ({
      ...row,
      start: new Date(start),
      end: new Date(end),
      blocked_until: new Date(blocked),
      ...(mine ? { mine } : {}),
    })),
  };
}
