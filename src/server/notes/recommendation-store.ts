import type { Db, Trx } from '../db/pool.ts';
import { visits } from './store.ts';

/** The recommendation of a visit, with its sealed texts. */
export type RecommendationRow = NonNullable<Awaited<ReturnType<typeof selectRecommendation>>>;

export async function selectRecommendation(db: Db, booking_id: string) {
  return await recommendations(db, booking_id).executeTakeFirst();
}

/** Locks the booking, so that neither another device nor the client's deletion changes it before the transaction ends. */
export async function lockRecommendation(trx: Trx, booking_id: string) {
  return await recommendations(trx, booking_id).forUpdate('b').executeTakeFirst();
}

const recommendations = (db: Db, booking_id: string) =>
  visits(db, booking_id).select([
    'b.recommendation_version as version',
    'b.recommendations_draft as draft',
    'b.suggestion_draft',
    'b.published_recommendations as published',
    'b.published_at',
    'b.republished_at',
    'b.recommendation_withdrawn_at as withdrawn_at',
  ]);

type Written = {
  version: number;
  draft: Buffer | null;
  suggestion_draft: Buffer | null;
  published: Buffer | null;
  published_at: Date | null;
  republished_at: Date | null;
  withdrawn_at: Date | null;
};

/** Writes the next version of a recommendation that this transaction has locked. */
export async function writeRecommendation(trx: Trx, booking_id: string, row: Written): Promise<void> {
  await trx
    .updateTable('bookings')
    .set({
      recommendation_version: row.version + 1,
      recommendations_draft: row.draft,
      suggestion_draft: row.suggestion_draft,
      published_recommendations: row.published,
      published_at: row.published_at,
      republished_at: row.republished_at,
      recommendation_withdrawn_at: row.withdrawn_at,
    })
    .where('id', '=', booking_id)
    .execute();
}

/** A service that clients can book. */
export async function selectSuggestedService(db: Db, id: string) {
  return await db
    .selectFrom('services')
    .select(['id', 'service_location_type'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('bookable_online', '=', true)
    .where('format', '<>', 'PRODUCT')
    .executeTakeFirst();
}
