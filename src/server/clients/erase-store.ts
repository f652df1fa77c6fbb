import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { number, readOne } from '../db/rows.ts';

/** The record of a client; undefined if there is none. */
export async function selectRecord(db: Db, id: string) {
  return await db
    .selectFrom('users')
    .select(['id', 'email', sql<boolean>`cognito_sub is not null`.as('has_login')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What was paid at the visit for these bookings: it goes back by hand. */
export async function selectOfflineCents(db: Db, booking_ids: readonly string[]): Promise<number> {
  const paid = sql`select coalesce(sum(amount_cents), 0)::int as cents from offline_payments
    where booking_id = any(${booking_ids}::uuid[])`;
  return (await readOne(db, { cents: number }, paid)).cents;
}

/** How much was written by and about a client. */
export async function selectWritten(db: Db, id: string) {
  const written = sql`
    select (select count(*)::int from submissions where user_id = ${id}::uuid) as forms,
      (select count(*)::int from session_notes where user_id = ${id}::uuid and amends is null) as notes`;
  return await readOne(db, { forms: number, notes: number }, written);
}
