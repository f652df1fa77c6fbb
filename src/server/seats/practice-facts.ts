import { type RawBuilder, sql } from 'kysely';
import type { Closure, Rule } from '#domain/availability.ts';
import { addDays } from '#domain/calendar.ts';
import { startOfDay } from '#domain/zone.ts';
import type { BusyTimes, Taken } from '#domain/slots.ts';
import { practice } from '#content/public/practice.ts';
import { HOT } from '../db/hot-statements.ts';
import type { Db } from '../db/pool.ts';
import { type Catalogue, catalogueOf, type OfferedService, type PracticeFacts } from './slot-facts.ts';

/** Selects the services that clients can book, in the order of the price list. */
export async function selectServices(db: Db): Promise<OfferedService[]> {
  return await db
    .selectFrom('services')
    .selectAll()
    .where('is_active', '=', true)
    .where('bookable_online', '=', true)
    .orderBy('position')
    .orderBy('name')
    .execute();
}

export type Dates = {
  /** In the practice's zone, both included. */
  from: string;
  to: string;
};
type FactsRange = Dates & {
  /** The viewer, whose own seats are marked. Null: no viewer. */
  user_id: string | null;
};

/** A class, or an appointment with a seat of the viewer. Moments in epoch ms. */
type SeatsRow = Omit<Taken, 'start' | 'end' | 'blocked_until' | 'mine'> & {
  start: number;
  end: number;
  blocked: number;
  mine: 'HELD' | 'BOOKED' | null;
};
/** Held time as the database returns it; an empty list is null. */
type TakenRow = { [list in keyof BusyTimes]: number[] | null } & { seats: SeatsRow[] | null };
type CatalogueRow = {
  services: OfferedService[];
  rules: Rule[];
  closures: { starts_at: string; ends_at: string; public_text: string | null }[];
};

/** The catalogue that this process read last. Versions are random, so that one version always means one catalogue. */
let cached: { version: string; catalogue: Catalogue } | null = null;

/** Held time, and the version of the catalogue that it belongs to. */
export type FactsNow = { version: string; taken: TakenRow };

const VERSION = sql<string>`(select string_agg(version::text, ' ' order by noun) from content_versions
  where noun in ('services', 'rules'))`;
const CATALOGUE = sql<CatalogueRow>`json_build_object(
  'services', (select coalesce(json_agg(s), '[]') from services s where s.is_active),
  'rules', (select coalesce(json_agg(to_jsonb(r) || jsonb_build_object('skipped', (
      select json_agg(k.date order by k.date) from skipped_dates k where k.rule_id = r.id))
      order by r.start_time, r.id), '[]') from rules r where r.is_active),
  'closures', (select coalesce(json_agg(c), '[]') from closures c))`;

const millis = (moment: string) => sql.raw(`(date_part('epoch', ${moment}) * 1000)::int8`);
const IS_BUSY_TIME = sql.raw('a.capacity = 1 and own.id is null');
/** The viewer's own seats are read from this long before the range: longer than any session with its buffer. */
const LONGEST_SESSION_DAYS = 7;

/**
 * Returns an SQL expression for the appointments that a session in the range can collide with: those that overlap it or
 * begin within the longest buffer after it. A full day has many one-to-one appointments, so that only their times are
 * read, as numbers; classes and the viewer's own seats are rows. `mine` is HELD while the viewer's checkout can still be
 * replaced by another, and BOOKED once it is paid. The range is a subselect so that PostgreSQL cannot plan by its value:
 * with many appointments it would prefer a custom plan to the cached one and plan again each time.
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
/**
 * Returns an SQL expression for a statement that reads `users`; its value is the `known` of readPracticeFacts for that
 * user.
 */
export const factsForUser = (dates: Dates): RawBuilder<FactsNow> => factsNow(USER, dates);

/**
 * Reads all facts that decide which slots a range of dates has, as of one moment. Reads the catalogue only if it has
 * changed since this process last read it. Takes no lock. `known`: facts for the same range that another statement has
 * just read.
 */
export async function readPracticeFacts(
  db: Db,
  range: FactsRange,
  known: FactsNow | null = null,
): Promise<PracticeFacts> {
  const viewer = sql<string | null>`${range.user_id}::uuid`;
  const facts = known ?? (cached && (await readFactsNow(db, factsNow(viewer, range))));
  if (facts && facts.version === cached?.version)
    return { catalogue: cached.catalogue, ...takenOf(facts.taken) };
  const { rows } = await sql<{ version: string; taken: TakenRow; catalogue: CatalogueRow }>`
    select ${VERSION} as version, ${takenBetween(viewer, range)} as taken, ${CATALOGUE} as catalogue`.execute(
    db,
  );
  const row = rows[0]!;
  return { catalogue: keepCatalogue(row), ...takenOf(row.taken) };
}

/** An SQL expression for the version of the catalogue, for readCatalogue. */
export const catalogueVersion = VERSION;

/** Returns the catalogue of a version that another statement has just read; reads it only if it has changed. */
export async function readCatalogue(db: Db, version: string): Promise<Catalogue> {
  if (version === cached?.version) return cached.catalogue;
  const { rows } = await sql<{ version: string; catalogue: CatalogueRow }>`
    select ${VERSION} as version, ${CATALOGUE} as catalogue`.execute(db);
  return keepCatalogue(rows[0]!);
}

/** Returns the catalogue as it is now. */
export async function readCatalogueNow(db: Db): Promise<Catalogue> {
  const { rows } = await sql<{ version: string }>`select ${VERSION} as version`.execute(db);
  return await readCatalogue(db, rows[0]!.version);
}

function keepCatalogue({ version, catalogue }: { version: string; catalogue: CatalogueRow }): Catalogue {
  const { services, rules, closures } = catalogue;
  cached = { version, catalogue: catalogueOf(services, rules, closures.map(closureOf)) };
  return cached.catalogue;
}

async function readFactsNow(db: Db, facts: RawBuilder<FactsNow>): Promise<FactsNow> {
  const { rows } = await sql<{ facts: FactsNow }>`${sql.raw(HOT)} select ${facts} as facts`.execute(db);
  return rows[0]!.facts;
}

const closureOf = (row: CatalogueRow['closures'][number]): Closure => ({
  starts_at: new Date(row.starts_at),
  ends_at: new Date(row.ends_at),
  public_text: row.public_text,
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
