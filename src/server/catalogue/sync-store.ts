import { sql } from 'kysely';
import { claimDue } from '../db/claim-due.ts';
import type { Db } from '../db/pool.ts';

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
