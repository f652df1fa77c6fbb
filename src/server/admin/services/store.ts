import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { OfferedService } from '../../seats/slot-facts.ts';
import { liveBookings, type StoredService } from '../../hours/week-store.ts';

/** An offered service, locked until the transaction ends. */
export async function lockService(db: Db, key: string): Promise<StoredService | undefined> {
  return await db
    .selectFrom('services')
    .selectAll()
    .where('key', '=', key)
    .where('is_active', '=', true)
    .forUpdate()
    .executeTakeFirst();
}

/** Updates a service. Bookings and checkouts have copies of their own. */
export async function updateService(db: Db, service: OfferedService): Promise<void> {
  const { id, name, description, type, category, duration, buffer_time, max_capacity } = service;
  const { base_price_cents, suggested_price_cents, min_price_cents, max_price_cents } = service;
  const { service_location_type, location_name } = service;
  await db
    .updateTable('services')
    .set({
      name,
      description,
      type,
      category,
      duration,
      buffer_time,
      max_capacity,
      base_price_cents,
      suggested_price_cents,
      min_price_cents,
      max_price_cents,
      service_location_type,
      location_name,
    })
    .where('id', '=', id)
    .execute();
}

export type NewService = Omit<OfferedService, 'id'>;

/** Inserts a service at the end of the price list; false if the key exists, including retired services. */
export async function insertService(db: Db, service: NewService): Promise<boolean> {
  const added = await db
    .insertInto('services')
    .values({
      ...service,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from services)`,
    })
    .onConflict((conflict) => conflict.constraint('one_service_per_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Sets whether a service is sold. The row is never deleted, since bookings refer to it. */
export async function setOffered(db: Db, id: string, is_active: boolean): Promise<void> {
  await db.updateTable('services').set({ is_active }).where('id', '=', id).execute();
}

/** Booked and held seats of a service that have not ended. */
export async function selectBookingsOfService(db: Db, service_id: string, now: Date) {
  return await liveBookings(db).where('service_id', '=', service_id).where('end_time', '>', now).execute();
}

/** Names of the forms that a service asks for, from their newest versions. */
export async function selectFormsOfService(db: Db, service_id: string): Promise<string[]> {
  const forms = await db
    .selectFrom('form_services as s')
    .innerJoin('forms as f', 'f.id', 's.form_id')
    .innerJoin('form_versions as v', 'v.form_id', 'f.id')
    .select('v.name')
    .distinctOn('f.id')
    .where('s.service_id', '=', service_id)
    .where('f.is_active', '=', true)
    .orderBy('f.id')
    .orderBy('v.version', 'desc')
    .execute();
  return forms.map(({ name }) => name);
}

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
