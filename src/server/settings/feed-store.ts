import type { Db } from '../db/pool.ts';

export async function selectStaffFeed(db: Db, staff_id: string) {
  return await db
    .selectFrom('staff_calendar_feeds')
    .select(['detail', 'created_at'])
    .where('staff_id', '=', staff_id)
    .executeTakeFirst();
}

/** Turns the feed on, or gives it a new address, which invalidates the old one. */
export async function upsertStaffFeed(
  db: Db,
  {
    staff_id,
    ...feed
  }: { staff_id: string; token_hash: Buffer; detail: 'BUSY' | 'INITIALS'; created_at: Date },
): Promise<void> {
  await db
    .insertInto('staff_calendar_feeds')
    .values({ staff_id, ...feed })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(feed))
    .execute();
}

export async function deleteStaffFeed(db: Db, staff_id: string): Promise<void> {
  await db.deleteFrom('staff_calendar_feeds').where('staff_id', '=', staff_id).execute();
}
