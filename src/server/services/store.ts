import { type RawBuilder, sql } from 'kysely';
import type { Closure, LocationType, Rule } from '#domain/availability.ts';
import { addDays, startOfDay } from '#domain/calendar.ts';
import type { SlotFacts, Taken } from '#domain/slots.ts';
import { practice } from '#content/public/practice.ts';
import { HOT } from '../db/hot-statements.ts';
import type { Db } from '../db/pool.ts';
import {
  type Catalogue,
  catalogueOf,
  type OfferedService,
  type PracticeFacts,
  slotFactsOf,
} from './slot-facts.ts';

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

export type FactsRange = {
  /** Whose own seats are told apart; null: nobody's. */
  user_id: string | null;
  /** Dates in the practice's zone, both included. */
  from: string;
  to: string;
};

/** Moments arrive as ISO text inside JSON. */
type TakenRow = {
  id: string;
  service_id: string;
  rule_id: string;
  location_type: LocationType;
  start_time: string;
  end_time: string;
  blocked_until: string;
  capacity: number;
  taken: number;
  mine: 'HELD' | 'BOOKED' | null;
};
type CatalogueRow = {
  services: OfferedService[];
  rules: Rule[];
  closures: { starts_at: string; ends_at: string }[];
};

/** The catalogue this process read last. Versions are random, so it is right for whoever meets the same one. */
let kept: { version: string; catalogue: Catalogue } | null = null;

const VERSION = sql<string>`(select string_agg(version::text, ' ' order by noun) from content_versions
  where noun in ('services', 'rules'))`;
const CATALOGUE = sql<CatalogueRow>`json_build_object(
  'services', (select coalesce(json_agg(s), '[]') from services s where s.is_active),
  'rules', (select coalesce(json_agg(r order by r.start_time, r.id), '[]') from rules r where r.is_active),
  'closures', (select coalesce(json_agg(c), '[]') from closures c))`;

/**
 * Appointments around the range. `mine`: a seat of the viewer's own; HELD only while her checkout can still be
 * exchanged for another, BOOKED once it is paid.
 */
function takenBetween(user_id: string | null, from: Date, to: Date): RawBuilder<TakenRow[]> {
  return sql`(select coalesce(json_agg(t), '[]') from (
    select a.id, a.service_id, a.rule_id, a.location_type, a.start_time, a.end_time, a.blocked_until,
      a.capacity, a.taken, case when b.id is null then null
        when b.status = 'PENDING' and c.state in ('CREATED', 'OPEN') then 'HELD' else 'BOOKED' end as mine
    from appointments a
    left join bookings b on b.appointment_id = a.id and b.user_id = ${user_id}
      and b.status in ('PENDING', 'CONFIRMED')
    left join checkouts c on c.id = b.checkout_id
    where tstzrange(a.start_time, a.blocked_until) && tstzrange(${from}::timestamptz, ${to}::timestamptz)) t)`;
}

/**
 * All facts that decide what is offered in a range of dates, each answer of one moment. The catalogue is read only
 * if it changed since this process last saw it. Takes no lock: inside a transaction that holds the checkout's
 * locks it sees what they protect.
 */
export async function readPracticeFacts(db: Db, range: FactsRange): Promise<PracticeFacts> {
  // A buffer may reach over midnight, and so may the buffer of a session on the day before.
  const from = startOfDay(addDays(range.from, -1), practice.zone);
  const to = startOfDay(addDays(range.to, 2), practice.zone);
  const taken = takenBetween(range.user_id, from, to);

  if (kept) {
    const { rows } = await sql<{
      version: string;
      taken: TakenRow[];
    }>`${sql.raw(HOT)} select ${VERSION} as version, ${taken} as taken`.execute(db);
    const row = rows[0]!;
    if (row.version === kept?.version) return { catalogue: kept.catalogue, taken: row.taken.map(takenOf) };
  }
  const { rows } = await sql<{ version: string; taken: TakenRow[]; catalogue: CatalogueRow }>`
    select ${VERSION} as version, ${taken} as taken, ${CATALOGUE} as catalogue`.execute(db);
  const row = rows[0]!;
  const { services, rules, closures } = row.catalogue;
  kept = { version: row.version, catalogue: catalogueOf(services, rules, closures.map(closureOf)) };
  return { catalogue: kept.catalogue, taken: row.taken.map(takenOf) };
}

const closureOf = (row: { starts_at: string; ends_at: string }): Closure => ({
  starts_at: new Date(row.starts_at),
  ends_at: new Date(row.ends_at),
});

function takenOf({ start_time, end_time, blocked_until, mine, ...row }: TakenRow): Taken {
  return {
    ...row,
    start: new Date(start_time),
    end: new Date(end_time),
    blocked_until: new Date(blocked_until),
    ...(mine ? { mine } : {}),
  };
}

/**
 * The slot engine's facts of one service, for listing and checkout alike; null if it is not offered. `from` and
 * `to` are dates, both included. Runs inside a transaction as well as outside.
 */
export async function readSlotFacts(
  db: Db,
  about: FactsRange & { service_id: string; now: Date; location_types: readonly LocationType[] },
): Promise<(SlotFacts & { service: OfferedService }) | null> {
  const facts = await readPracticeFacts(db, about);
  return slotFactsOf(facts, { ...about, zone: practice.zone });
}
