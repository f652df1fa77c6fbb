import { type RawBuilder, sql } from 'kysely';
import type { LocationType } from '#domain/slots/services.ts';
import { isLive, millis } from '../agenda/store.ts';
import type { Db } from '../db/pool.ts';

/** The time of a live seat, in epoch ms. */
export type SeatRow = { id: string; service_id: string; place: LocationType; start: number; end: number };
/** The seats that a change can touch: of these services, or that meet this time. */
export type Reach = { service_ids: readonly string[]; times: readonly { starts_at: Date; ends_at: Date }[] };

/** Selects the times of seats to come, as one JSON value: a practice may have thousands. */
export async function selectSeatTimes(db: Db, { service_ids, times }: Reach, now: Date): Promise<SeatRow[]> {
  if (service_ids.length === 0 && times.length === 0) return [];
  const spans: RawBuilder<unknown>[] = times.map(
    ({ starts_at, ends_at }) => sql`b.start_time < ${ends_at} and b.end_time > ${starts_at}`,
  );
  const reached = sql.join([sql`b.service_id = any(${service_ids}::uuid[])`, ...spans], sql` or `);
  const { rows } = await sql<{ seats: SeatRow[] }>`
    select coalesce(json_agg(json_build_object('id', b.id, 'service_id', b.service_id, 'place', b.location_type,
      'start', ${millis('b.start_time')}, 'end', ${millis('b.end_time')})), '[]') as seats
    from bookings b left join checkouts c on c.id = b.checkout_id
    where b.status in ('PENDING', 'CONFIRMED') and b.start_time > ${now} and (${reached}) and ${isLive(now)}`.execute(
    db,
  );
  return rows[0]!.seats;
}

/** Selects a booking of a series and those that follow it, as far as they are confirmed and to come. */
export async function selectFollowing(db: Db, booking_id: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from bookings b join bookings first on first.series_id = b.series_id
    where first.id = ${booking_id}::uuid and (b.start_time, b.id) >= (first.start_time, first.id)
      and b.status = 'CONFIRMED' and b.start_time > ${now} order by b.start_time, b.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A seat with all that a preview shows of it. */
export type SeatDetails = {
  id: string;
  service_id: string;
  service_name: string;
  place: LocationType;
  format: string;
  status: 'PENDING' | 'CONFIRMED';
  start_time: Date;
  blocked_until: Date;
  updated_at: Date;
  user_id: string | null;
  checkout_id: string | null;
  /** Of a hold. */
  hold_expires_at: Date | null;
  first_name: string | null;
  last_name: string | null;
};

export async function selectSeatDetails(db: Db, ids: readonly string[]): Promise<SeatDetails[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SeatDetails>`
    select b.id, b.service_id, b.service_name, b.location_type as place, b.format, b.status, b.start_time, b.blocked_until, b.updated_at,
      b.user_id, b.checkout_id, case when b.status = 'PENDING' then c.hold_expires_at end as hold_expires_at,
      u.first_name, u.last_name
    from bookings b
    left join checkouts c on c.id = b.checkout_id
    left join users u on u.id = b.user_id
    where b.id = any(${ids}::uuid[]) order by b.start_time, b.id`.execute(db);
  return rows;
}
