import { sql } from 'kysely';
import { offlineCents } from '../bookings/balance-store.ts';
import type { Db } from '../db/pool.ts';

/** The client of a booking, as they can be reached. */
export type ContactRow = Awaited<ReturnType<typeof selectContacts>>[number];

export async function selectContacts(db: Db, booking_ids: readonly string[]) {
  if (booking_ids.length === 0) return [];
  return await db
    .selectFrom('bookings as b')
    .leftJoin('users as u', 'u.id', 'b.user_id')
    .select(['b.id', 'b.start_time', 'b.status', 'b.user_id', 'u.first_name', 'u.last_name', 'u.phone'])
    .select([
      sql<boolean>`coalesce(u.email <> '', false)`.as('has_email'),
      offlineCents(sql`b.id`).as('by_hand_cents'),
    ])
    .where('b.id', 'in', booking_ids)
    .execute();
}
