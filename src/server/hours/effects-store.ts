import { type RawBuilder, sql } from 'kysely';
import type { LocationType } from '#domain/slots/services.ts';
import { isLive, millis } from '../agenda/store.ts';
import type { Db } from '../db/pool.ts';
import { list, number, object, oneOf, readOne, readRows, type RowOf, text } from '../db/rows.ts';

/** The time of a live seat, in epoch ms. */
const SEAT = { id: text, service_id: text, place: oneOf<LocationType>(), start: number, end: number };
export type SeatRow = RowOf<typeof SEAT>;
/** The seats that a change can touch: of these services, or that meet this time. */
export type Reach = { service_ids: readonly string[]; times: readonly { starts_at: Date; ends_at: Date }[] };

/** Selects the times of seats to come, as one JSON value: a practice may have thousands. */
export async function selectSeatTimes(db: Db, { service_ids, times }: Reach, now: Date): Promise<SeatRow[]> {
  if (service_ids.length === 0 && times.length === 0) return [];
  const spans: RawBuilder<unknown>[] = times.map(
    ({ starts_at, ends_at }) => sql`b.start_time < ${ends_at} and b.end_time > ${starts_at}`,
  );
  const reached = sql.join([sql`b.service_id = any(${service_ids}::uuid[])`, ...spans], sql` or `);
  const found = sql`
    select coalesce(json_agg(json_build_object('id', b.id, 'service_id', b.service_id, 'place', b.location_type,
      'start', ${millis('b.start_time')}, 'end', ${millis('b.end_time')})), '[]') as seats
    from bookings b left join checkouts c on c.id = b.checkout_id
    where b.status in ('PENDING', 'CONFIRMED') and b.start_time > ${now} and (${reached}) and ${isLive(now)}`;
  return (await readOne(db, { seats: list(object(SEAT)) }, found)).seats;
}

/** Selects a booking of a series and those that follow it, as far as they are confirmed and to come. */
export async function selectFollowing(db: Db, booking_id: string, now: Date): Promise<string[]> {
  const following = sql`
    select b.id from bookings b join bookings first on first.series_id = b.series_id
    where first.id = ${booking_id}::uuid and (b.start_time, b.id) >= (first.start_time, first.id)
      and b.status = 'CONFIRMED' and b.start_time > ${now} order by b.start_time, b.id`;
  return (await readRows(db, { id: text }, following)).map(({ id }) => id);
}

/** A seat with all that a preview shows of it. `hold_expires_at` is null for a booking. */
export type SeatDetails = Awaited<ReturnType<typeof selectSeatDetails>>[number];

export async function selectSeatDetails(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('bookings as b')
    .leftJoin('checkouts as c', 'c.id', 'b.checkout_id')
    .leftJoin('users as u', 'u.id', 'b.user_id')
    .select(['b.id', 'b.service_id', 'b.service_name', 'b.location_type as place', 'b.format', 'b.status'])
    .select(['b.start_time', 'b.blocked_until', 'b.updated_at', 'b.user_id', 'b.checkout_id'])
    .select(['u.first_name', 'u.last_name'])
    .select(sql<Date | null>`case when b.status = 'PENDING' then c.hold_expires_at end`.as('hold_expires_at'))
    .where('b.id', 'in', ids)
    .orderBy('b.start_time')
    .orderBy('b.id')
    .execute();
}
