import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../db/pool.ts';

const setting = (field: 'room_url' | 'know') => sql<string | null>`(
  select nullif(value ->> ${sql.lit(field)}, '') from practice_settings where name = 'online')`;

/** The room of the booking of this alias if it is online: its own, else that of the practice; null without one. */
export const roomOf = (booking: string): RawBuilder<string | null> => {
  const b = sql.raw(booking);
  return sql`case when ${b}.location_type = 'VIRTUAL' then coalesce(${b}.room_url, ${setting('room_url')}) end`;
};

export type JoinableRow = NonNullable<Awaited<ReturnType<typeof selectJoinable>>>;
/** What the client's link to a session shows; undefined for a hold and for a deleted account. */
export async function selectJoinable(db: Db, id: string) {
  return await db
    .selectFrom('bookings as b')
    .select(['b.service_name', 'b.start_time', 'b.end_time', 'b.status', 'b.location_type'])
    .select([roomOf('b').as('room'), setting('know').as('know')])
    .where('b.id', '=', id)
    .where('b.status', '<>', 'PENDING')
    .where('b.user_id', 'is not', null)
    .executeTakeFirst();
}

/** Sets a booking's own room, '' for none. Undefined if it was changed since `base`, or is not online. */
export async function writeRoom(
  trx: Trx,
  { id, room_url, base }: { id: string; room_url: string; base: Date },
  now: Date,
): Promise<{ user_id: string | null } | undefined> {
  return await trx
    .updateTable('bookings')
    .set({
      room_url: room_url || null,
      // The time of a change is the version of the row, so it always increases.
      updated_at: sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .where('location_type', '=', 'VIRTUAL')
    .where(sql<boolean>`date_trunc('milliseconds', updated_at) = ${base}::timestamptz`)
    .returning('user_id')
    .executeTakeFirst();
}
