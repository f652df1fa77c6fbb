import { type RawBuilder, sql, type Selectable } from 'kysely';
import type { Closure, Rule } from '#domain/slots/availability.ts';
import { type DayLimits, NO_LIMITS } from '#domain/slots/day-limits.ts';
import { addDays, dateOfDayNumber, dayNumberOf, isLocalDate, mondayOf } from '#domain/time/calendar.ts';
import { startOfDay, instantOf } from '#domain/time/zone.ts';
import type { Span } from '#domain/slots/open-minutes.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import type { BusyTimes, Taken, CartTime, ScheduledClass, SlotFacts } from '#domain/slots/slot-facts.ts';
import { practice } from '#content/public/practice.ts';
import { HOT } from '../db/hot-statements.ts';
import { millis } from '../db/millis.ts';
import type { Db } from '../db/pool.ts';
import { flag, json, list, maybe, number, object, oneOf, readOne, type RowOf, text } from '../db/rows.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import type { Services } from '../db/types.ts';

/**
 * Selects the services that clients see, in the order of the price list. A service without hours has no times to show;
 * one that had some stays listed.
 */
export async function selectServices(db: Db): Promise<OfferedService[]> {
  return await db
    .selectFrom('services')
    .selectAll()
    .where('is_active', '=', true)
    .where('bookable_online', '=', true)
    .where(sql<boolean>`exists (select from rules r where r.service_id = services.id and r.is_active)`)
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
const SEATS = {
  id: text,
  service_id: text,
  rule_id: maybe(text),
  location_type: oneOf<LocationType>(),
  start: number,
  end: number,
  blocked: number,
  capacity: number,
  taken: number,
  mine: maybe(oneOf<'HELD' | 'BOOKED'>()),
};
/** Held time as the database returns it; an empty list is null. */
const TAKEN = {
  starts: maybe(list(number)),
  ends: maybe(list(number)),
  blocked: maybe(list(number)),
  seats: maybe(list(object(SEATS))),
};
type CatalogueRow = {
  services: OfferedService[];
  rules: Rule[];
  closures: { starts_at: string; ends_at: string; public_text: string | null }[];
  limits: Partial<DayLimits> | null;
  busy_elsewhere: Span[];
};

/** The catalogue that this process read last. Versions are random, so that one version always means one catalogue. */
let cached: { version: string; catalogue: Catalogue } | null = null;

/** Held time as the database returns it; takenOf() reads it. */
export const HELD_TIME = object(TAKEN);
/**
 * Held time, whether it is that of whole weeks, whether the viewer had a visit, and the version of the catalogue that they
 * belong to.
 */
export const FACTS_NOW = { version: text, in_weeks: flag, taken: HELD_TIME, had_visit: flag };
export type FactsNow = RowOf<typeof FACTS_NOW>;
const READ_FACTS = { facts: object(FACTS_NOW) };

const VERSION = sql`(select string_agg(version::text, ' ' order by noun) from content_versions
  where noun in ('services', 'rules'))`;
const CATALOGUE = sql`json_build_object(
  'services', (select coalesce(json_agg(s), '[]') from services s where s.is_active),
  'rules', (select coalesce(json_agg(to_jsonb(r) || jsonb_build_object('skipped', (
      select json_agg(k.date order by k.date) from skipped_dates k where k.rule_id = r.id))
      order by r.start_time, r.id), '[]') from rules r where r.is_active),
  'closures', (select coalesce(json_agg(c), '[]') from closures c),
  'limits', (select value from practice_settings where name = 'limits'),
  'busy_elsewhere', (select coalesce(json_agg(json_build_object(
      'start', ${millis('lower(span)')}, 'end', ${millis('upper(span)')}) order by span), '[]')
    from (select unnest(range_agg(tstzrange(starts_at, ends_at))) as span from busy_times where closes) busy))`;

const IS_BUSY_TIME = sql.raw('a.capacity = 1 and own.id is null');
/** The viewer's own seats are read from this long before the range: longer than any session with its buffer. */
const LONGEST_SESSION_DAYS = 7;

/**
 * Returns an SQL expression for the appointments that a session in the range can collide with: those that overlap it or
 * begin within the longest buffer after it. A full day has many one-to-one appointments, so that only their times are
 * read, as numbers; classes and the viewer's own seats are rows. `mine` is HELD while the viewer's checkout can still be
 * replaced by another, and BOOKED once it is paid or if it was offered to the viewer. The range is a subselect so that
 * PostgreSQL cannot plan by its value: with many appointments it would prefer a custom plan to the cached one and plan
 * again each time.
 */
function takenBetween(viewer: RawBuilder<string | null>, { from, to }: Dates): RawBuilder<unknown> {
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
        case when b.status = 'PENDING' and c.state in ('CREATED', 'OPEN') and c.kind = 'CART'
          then 'HELD' else 'BOOKED' end as mine
      from bookings b left join checkouts c on c.id = b.checkout_id
      where b.user_id = ${viewer} and b.status in ('PENDING', 'CONFIRMED') and b.start_time >= ${own_from}::timestamptz
    ) own on own.id = a.id
    where tstzrange(a.start_time, a.blocked_until) && (
      select tstzrange(${first}::timestamptz,
        ${last}::timestamptz + coalesce(max(buffer_time), 0) * interval '1 minute') from services))`;
}

/** Returns an SQL expression for whether a client had a visit that is completed. */
export const hadVisit = (client: RawBuilder<string | null>): RawBuilder<boolean> =>
  sql`exists (select from bookings v where v.user_id = ${client} and v.status = 'COMPLETED')`;

function factsNow(viewer: RawBuilder<string | null>, dates: Dates): RawBuilder<FactsNow> {
  const in_weeks = cached !== null && needsWeeks(cached.catalogue);
  const taken = takenBetween(viewer, in_weeks ? weeksOf(dates) : dates);
  return sql`json_build_object('version', ${VERSION}, 'in_weeks', ${in_weeks}::boolean, 'taken', ${taken},
    'had_visit', ${hadVisit(viewer)})`;
}

/** Hours of a week are limited, so that every session of the week counts for each of its days. */
const needsWeeks = ({ limits }: Catalogue): boolean => limits !== null && limits.hours_a_week !== null;
const weeksOf = ({ from, to }: Dates): Dates => ({
  from: dateOfDayNumber(mondayOf(dayNumberOf(from))),
  to: dateOfDayNumber(mondayOf(dayNumberOf(to)) + 6),
});

/** Returns an SQL expression for all held time in the weeks of these dates. */
export const heldInWeeks = (dates: Dates): RawBuilder<unknown> =>
  takenBetween(sql<null>`null::uuid`, weeksOf(dates));

export const USER = sql.raw<string | null>('users.id');
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
  // The catalogue may have been read anew since the statement was written.
  if (facts && facts.version === cached?.version && (facts.in_weeks || !needsWeeks(cached.catalogue)))
    return { catalogue: cached.catalogue, ...takenOf(facts.taken), had_visit: facts.had_visit };
  const query = sql`
    select ${VERSION} as version, true as in_weeks, ${takenBetween(viewer, weeksOf(range))} as taken,
      ${hadVisit(viewer)} as had_visit,
      ${CATALOGUE} as catalogue`;
  const row = await readOne(db, { ...FACTS_NOW, catalogue: json<CatalogueRow>() }, query);
  return { catalogue: keepCatalogue(row), ...takenOf(row.taken), had_visit: row.had_visit };
}

/** An SQL expression for the version of the catalogue, for readCatalogue. */
export const catalogueVersion = VERSION;

/** Returns the catalogue of a version that another statement has just read; reads it only if it has changed. */
export async function readCatalogue(db: Db, version: string): Promise<Catalogue> {
  if (version === cached?.version) return cached.catalogue;
  const query = sql`select ${VERSION} as version, ${CATALOGUE} as catalogue`;
  return keepCatalogue(await readOne(db, { version: text, catalogue: json<CatalogueRow>() }, query));
}

/** Returns the catalogue as it is now. */
export async function readCatalogueNow(db: Db): Promise<Catalogue> {
  const { version } = await readOne(db, { version: text }, sql`select ${VERSION} as version`);
  return await readCatalogue(db, version);
}

function keepCatalogue({ version, catalogue }: { version: string; catalogue: CatalogueRow }): Catalogue {
  const { services, rules, closures, limits, busy_elsewhere } = catalogue;
  const known = catalogueOf(services, rules, closures.map(closureOf));
  cached = { version, catalogue: { ...known, limits: limitsOf(limits), busy_elsewhere } };
  return cached.catalogue;
}

async function readFactsNow(db: Db, facts: RawBuilder<FactsNow>): Promise<FactsNow> {
  return (await readOne(db, READ_FACTS, sql`${sql.raw(HOT)} select ${facts} as facts`)).facts;
}

const closureOf = (row: CatalogueRow['closures'][number]): Closure => ({
  starts_at: new Date(row.starts_at),
  ends_at: new Date(row.ends_at),
  public_text: row.public_text,
});

function limitsOf(stored: CatalogueRow['limits']): DayLimits | null {
  const limits = { ...NO_LIMITS, ...stored };
  const { sessions_a_day, hours_a_week, break_minutes } = limits;
  return (sessions_a_day ?? hours_a_week ?? break_minutes) === null ? null : limits;
}

/** Reads held time. */
export function takenOf({
  starts,
  ends,
  blocked,
  seats,
}: FactsNow['taken']): Pick<PracticeFacts, 'busy' | 'taken'> {
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

/** A service as the server uses it: money in cents, times in minutes. */
export type OfferedService = Omit<Selectable<Services>, 'is_active' | 'position' | 'updated_at'>;

/** The active services and rules, the closures and the busy times of other calendars. Only the practice changes them. */
export type Catalogue = {
  services: ReadonlyMap<string, OfferedService>;
  /** By service id. */
  rules: ReadonlyMap<string, readonly Rule[]>;
  classes: readonly ScheduledClass[];
  closures: readonly Closure[];
  /** Null: none is on. */
  limits: DayLimits | null;
  /** Sorted; no two of them meet. */
  busy_elsewhere: readonly Span[];
};

/**
 * Catalogue and held time, read at one moment, for the listing and the checkout. `taken`: classes and the viewer's own
 * seats. `busy`: all other appointments. `had_visit`: whether the viewer had a visit that is completed.
 */
export type PracticeFacts = {
  catalogue: Catalogue;
  taken: readonly Taken[];
  busy: BusyTimes;
  had_visit: boolean;
};

function catalogueOf(
  services: readonly OfferedService[],
  rules: readonly Rule[],
  closures: readonly Closure[],
): Omit<Catalogue, 'limits' | 'busy_elsewhere'> {
  const byId = new Map(services.map((service) => [service.id, service]));
  const byService = new Map<string, Rule[]>();
  const classes: ScheduledClass[] = [];
  for (const rule of rules) {
    const service = byId.get(rule.service_id);
    if (!service) continue;
    const known = byService.get(service.id);
    if (known) known.push(rule);
    else byService.set(service.id, [rule]);
    if (isClassFormat(service.format))
      classes.push({ rule, duration: service.duration, buffer_time: service.buffer_time });
  }
  return { services: byId, rules: byService, classes, closures };
}

/** Returns the rules of one-to-one services at these places. */
export function openRulesOf(catalogue: Catalogue, places: readonly LocationType[]): Rule[] {
  return [...catalogue.services.values()]
    .filter(({ format }) => format === 'ONE_ON_ONE')
    .flatMap(({ id }) => catalogue.rules.get(id) ?? [])
    .filter(({ location_type }) => places.includes(location_type));
}

/** Returns the facts of one service for the slot engine; null if clients cannot book it. Of one client: factsForClient. */
export function slotFactsOf(
  facts: Omit<PracticeFacts, 'had_visit'>,
  about: {
    service_id: string;
    location_types: readonly LocationType[];
    now: Date;
    zone: string;
    cart?: SlotFacts['cart'];
    /** The start of the viewer's own session that is to move. */
    moving?: Date | undefined;
  },
): (SlotFacts & { service: OfferedService }) | null {
  const { catalogue, taken, busy } = facts;
  const service = catalogue.services.get(about.service_id);
  const moving = about.moving?.getTime();
  if (!service?.bookable_online) return null;
  const rules = (catalogue.rules.get(service.id) ?? []).filter((rule) =>
    about.location_types.includes(rule.location_type),
  );
  return {
    service,
    rules,
    classes: catalogue.classes,
    closures: catalogue.closures,
    busy_elsewhere: catalogue.busy_elsewhere,
    taken,
    busy,
    cart: about.cart,
    limits: catalogue.limits,
    moved: moving ? taken.filter(({ mine, start }) => mine === 'BOOKED' && start.getTime() === moving) : [],
    now: about.now,
    zone: about.zone,
  };
}

/** A cart item of get-slots as the browser stored it; any part may be missing. */
type CartHint = {
  serviceId?: string | null | undefined;
  selectedDate?: string | null | undefined;
  slotData?: { start?: string | null | undefined } | null | undefined;
};

/**
 * Converts cart items to times with the buffers of the database. Skips unreadable items: the only effect is that a slot
 * is listed which the cart itself refuses.
 */
export function cartTimesOf(
  items: readonly CartHint[] | null | undefined,
  catalogue: Catalogue,
  zone: string,
): CartTime[] {
  return (items ?? []).flatMap((item) => {
    const service = catalogue.services.get(item.serviceId ?? '');
    const start = parseTime(item.slotData?.start ?? '');
    const date = item.selectedDate ?? '';
    if (!service || start === null || !isLocalDate(date)) return [];
    const start_time = instantOf(date, start, zone);
    if (!start_time) return [];
    const end_time = new Date(start_time.getTime() + service.duration * 60_000);
    const blocked_until = new Date(end_time.getTime() + service.buffer_time * 60_000);
    return [{ service_id: service.id, start_time, end_time, blocked_until }];
  });
}
