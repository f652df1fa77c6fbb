import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Audience } from '#domain/slots/services.ts';
import type { Db } from '../db/pool.ts';
import { flag, instant, list, maybe, number, readOne, readRows, type RowOf, text } from '../db/rows.ts';
import { hadVisit, type OfferedService } from '../seats/practice-facts.ts';
import { claimDue } from '../db/claim-due.ts';

/** Selects the offered services as the payment provider sells them. */
export async function selectSoldServices(db: Db) {
  return await db
    .selectFrom('services')
    .select(['id', 'name', 'description', 'base_price_cents', 'min_price_cents', 'max_price_cents'])
    .select(['stripe_product_id', 'stripe_price_id'])
    .where('is_active', '=', true)
    .orderBy('position')
    .execute();
}

/** Records the product and the price that the payment provider has for a service. */
export async function recordProductIds(
  db: Db,
  id: string,
  product_id: string | null,
  price_id: string | null,
) {
  await db
    .updateTable('services')
    .set({ stripe_product_id: product_id, stripe_price_id: price_id })
    .where('id', '=', id)
    .execute();
}

export type DueSync = { service_id: string; change: string; attempts: number };

/** Claims services whose change has to reach the payment provider. */
export async function claimServiceSyncs(
  db: Db,
  limit: number,
  leased_until: Date,
  now: Date,
): Promise<DueSync[]> {
  const queue = { table: 'service_syncs', key: 'service_id', where: sql`true` } as const;
  return await claimDue(db, queue, { limit, leased_until, now });
}

/** Ends the work, unless the service was changed again while it was done. */
export async function endServiceSync(db: Db, { service_id, change }: DueSync): Promise<void> {
  await db
    .deleteFrom('service_syncs')
    .where('service_id', '=', service_id)
    .where('change', '=', change)
    .execute();
}

/** Tries again later, or at once if the service was changed in the meantime. */
export async function postponeServiceSync(
  db: Db,
  { service_id, change }: DueSync,
  next_attempt_at: Date,
): Promise<void> {
  await db
    .updateTable('service_syncs')
    .set({ next_attempt_at })
    .where('service_id', '=', service_id)
    .where('change', '=', change)
    .execute();
}

/** What staff decide about a service: its row without what the practice does not see. */
export type NewService = Omit<OfferedService, 'id'>;

const ASKED_FORM = { id: text, name: text, is_global: flag, service_ids: list(text) };

/** Selects the forms that are asked, by name, with the services that ask for them. */
export async function selectAskedForms(db: Db) {
  const forms = sql`
    select f.id, v.name, f.is_global,
      array(select fs.service_id::text from form_services fs where fs.form_id = f.id order by 1) as service_ids
    from forms f
    join lateral (select name from form_versions v where v.form_id = f.id order by version desc limit 1) v on true
    where f.is_active order by v.name, f.id`;
  return await readRows(db, ASKED_FORM, forms);
}

/** For each service that was ever booked: how many booked sessions and seats are still to come. */
export async function selectBookedCounts(db: Db, now: Date): Promise<Map<string, number>> {
  const counts = sql`
    select s.id as service_id, (select count(*)::int from bookings b
      where b.service_id = s.id and b.status = 'CONFIRMED' and b.end_time > ${now}::timestamptz) as booked
    from services s where exists (select from bookings b where b.service_id = s.id)`;
  const rows = await readRows(db, { service_id: text, booked: number }, counts);
  return new Map(rows.map(({ service_id, booked }) => [service_id, booked]));
}

/** Whether a service was ever booked or held. */
export async function wasBooked(db: Db, service_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('service_id', '=', service_id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the booked sessions and seats of a service that are still to come. `version` changes with each of them. */
export async function selectBookedSeats(db: Db, service_id: string, now: Date) {
  const booked = sql`
    select count(*)::int as count,
      coalesce(md5(string_agg(id::text || updated_at::text, ' ' order by id)), '') as version
    from bookings
    where service_id = ${service_id} and status = 'CONFIRMED' and end_time > ${now}::timestamptz`;
  return await readOne(db, { count: number, version: text }, booked);
}

/** Counts the booked and held seats of a service that have not ended. */
export async function selectLiveSeats(db: Db, service_id: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('service_id', '=', service_id)
    .where('status', 'in', ['PENDING', 'CONFIRMED'])
    .where('end_time', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const OPEN_PAGE = {
  id: text,
  first_name: maybe(text),
  last_name: maybe(text),
  start_time: instant,
  hold_expires_at: instant,
};
export type OpenPage = RowOf<typeof OPEN_PAGE>;

/** Selects the open payment pages with a session of the service, with the first one in each. */
export async function selectOpenPages(db: Db, service_id: string): Promise<OpenPage[]> {
  const pages = sql`
    select c.id, u.first_name, u.last_name, c.hold_expires_at,
      (select min((item ->> 'start_time')::timestamptz) from jsonb_array_elements(c.items) item
        where item ->> 'service_id' = ${service_id}) as start_time
    from checkouts c left join users u on u.id = c.user_id
    where c.state in ('CREATED', 'OPEN') and c.items @> ${JSON.stringify([{ service_id }])}::jsonb
    order by start_time, c.id`;
  return await readRows(db, OPEN_PAGE, pages);
}

const OUTSIDER = { first_name: maybe(text), last_name: maybe(text), start_time: instant };

/** Selects what is booked by clients who do not belong to an audience, the next ones first, at most 21. */
export async function selectOutsiders(db: Db, service_id: string, audience: Audience, now: Date) {
  const other = sql`case when u.marked_known or ${hadVisit(sql`u.id`)} then 'NEW' else 'KNOWN' end`;
  const outsiders = sql`
    select u.first_name, u.last_name, b.start_time from bookings b join users u on u.id = b.user_id
    where b.service_id = ${service_id} and b.status = 'CONFIRMED' and b.end_time > ${now}::timestamptz
      and ${audience}::text = ${other}
    order by b.start_time, b.id limit 21`;
  return await readRows(db, OUTSIDER, outsiders);
}

/** Inserts a service at the end of the price list, under a key made of its name. */
export async function insertService(
  db: Db,
  service: Omit<NewService, 'key'>,
  slug: string,
  now: Date,
): Promise<string> {
  const like = sql`select key from services where key = ${slug} or key like ${`${slug}-%`}`;
  const taken = new Set((await readRows(db, { key: text }, like)).map(({ key }) => key));
  let key = slug;
  for (let n = 2; taken.has(key); n++) key = `${slug}-${n}`;
  const { id } = await db
    .insertInto('services')
    .values({
      ...service,
      key,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from services)`,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The time of a change. It is the version of the row, so it always increases. */
const changedAt = (now: Date) =>
  sql<Date>`greatest(${now}::timestamptz, coalesce(updated_at, '-infinity') + interval '1 millisecond')`;

/** Updates a service. Bookings and checkouts have copies of their own. */
export async function updateService(db: Db, service: OfferedService, now: Date): Promise<void> {
  const { id, key: _key, stripe_product_id: _product, stripe_price_id: _price, ...fields } = service;
  await db
    .updateTable('services')
    .set({ ...fields, updated_at: changedAt(now) })
    .where('id', '=', id)
    .execute();
}

/** Sets whether a service is offered. The row is never deleted, since bookings refer to it. */
export async function setOffered(db: Db, id: string, is_active: boolean, now: Date): Promise<void> {
  await db
    .updateTable('services')
    .set({ is_active, updated_at: changedAt(now) })
    .where('id', '=', id)
    .execute();
}

/** Sets which of these forms the service asks for. */
export async function setFormsOfService(
  db: Db,
  service_id: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  if (remove.length > 0)
    await db
      .deleteFrom('form_services')
      .where('service_id', '=', service_id)
      .where('form_id', 'in', remove)
      .execute();
  if (add.length > 0)
    await db
      .insertInto('form_services')
      .values(add.map((form_id) => ({ form_id, service_id })))
      .execute();
}

/** Puts the services in this order. */
export async function setPositions(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update services s set position = o.position
    from unnest(${ids}::uuid[]) with ordinality as o(id, position)
    where s.id = o.id and s.position <> o.position`.execute(db);
}

// The payment provider

/** Whether the practice keeps its services at the payment provider (npm run stripe:sync). */
export async function hasProducts(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('services')
    .select('id')
    .where('stripe_product_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Has the payment provider brought up to date about a service. */
export async function queueServiceSync(db: Db, service_id: string, now: Date): Promise<void> {
  const due = { change: randomUUID() as string, next_attempt_at: now, attempts: 0 };
  await db
    .insertInto('service_syncs')
    .values({ service_id, created_at: now, ...due })
    .onConflict((conflict) => conflict.column('service_id').doUpdateSet(due))
    .execute();
}
