import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

export type KeptRecord = { id: string; email: string; has_login: boolean };

/** The record of a client; undefined if there is none. */
export async function selectRecord(db: Db, id: string): Promise<KeptRecord | undefined> {
  const { rows } = await sql<KeptRecord>`
    select id, email, cognito_sub is not null as has_login from users where id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** What was paid at the visit for these bookings: it goes back by hand. */
export async function selectOfflineCents(db: Db, booking_ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::int as cents from offline_payments
    where booking_id = any(${booking_ids}::uuid[])`.execute(db);
  return rows[0]!.cents;
}

/** How much was written by and about a client. */
export async function selectWritten(db: Db, id: string): Promise<{ forms: number; notes: number }> {
  const { rows } = await sql<{ forms: number; notes: number }>`
    select (select count(*)::int from submissions where user_id = ${id}::uuid) as forms,
      (select count(*)::int from session_notes where user_id = ${id}::uuid and amends is null) as notes`.execute(
    db,
  );
  return rows[0]!;
}
