import { sql } from 'kysely';
import type { BookingStatus } from '#domain/visits/booking.ts';
import { offlineCents } from '../bookings/balance-store.ts';
import type { Db } from '../db/pool.ts';

/** The client of a booking, as they can be reached. */
export type ContactRow = {
  id: string;
  start_time: Date;
  status: BookingStatus;
  user_id: string | null;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  has_email: boolean;
  by_hand_cents: number;
};

export async function selectContacts(db: Db, booking_ids: readonly string[]): Promise<ContactRow[]> {
  if (booking_ids.length === 0) return [];
  const { rows } = await sql<ContactRow>`
    select b.id, b.start_time, b.status, b.user_id, u.first_name, u.last_name, u.phone, coalesce(u.email <> '', false) as has_email,
      ${offlineCents(sql`b.id`)} as by_hand_cents
    from bookings b left join users u on u.id = b.user_id
    where b.id = any(${booking_ids}::uuid[])`.execute(db);
  return rows;
}
