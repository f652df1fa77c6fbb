import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { instant, maybe, oneOf, readRows, type RowOf, text } from '../db/rows.ts';

/** How a date of a class went: one seat of it, or the record of the change (`booking_id` null). */
const GONE = {
  booking_id: maybe(text),
  fate: oneOf<'CANCELLED' | 'MOVED'>(),
  at: instant,
  moved_to: maybe(instant),
  staff_name: maybe(text),
};
export type GoneRow = RowOf<typeof GONE>;

/**
 * Selects what became of the seats that one date of a class had, and of the date itself, the newest first. `object_id` is
 * that of the record of its change.
 */
export async function selectGone(
  db: Db,
  { service_id, start, object_id }: { service_id: string; start: Date; object_id: string },
): Promise<GoneRow[]> {
  const gone = sql`
    select g.booking_id, g.fate, g.at, g.moved_to, s.name as staff_name
    from (
      select distinct on (b.id) b.id as booking_id, 'CANCELLED' as fate, h.at, null::timestamptz as moved_to, h.actor
      from bookings b join booking_history h on h.booking_id = b.id and h.to_status = 'CANCELLED' and h.cause = 'practice'
      where b.start_time = ${start} and b.service_id = ${service_id}::uuid and b.format <> 'ONE_ON_ONE'
        and b.status = 'CANCELLED'
      union all
      select distinct on (b.id) b.id, 'MOVED', h.at, h.moved_to, h.actor
      from booking_history h join bookings b on b.id = h.booking_id
      where h.moved_from = ${start} and b.service_id = ${service_id}::uuid and b.format <> 'ONE_ON_ONE'
        and b.start_time <> ${start}
      union all
      select null, case a.details->>'kind' when 'RESCHEDULE' then 'MOVED' else 'CANCELLED' end, a.at,
        (a.details->>'to')::timestamptz, 'staff:' || a.staff_id
      from staff_actions a
      where a.object_kind = 'WEEK' and a.object_id = ${object_id} and a.details->>'kind' <> 'SET_SEATS'
    ) g
    left join staff s on 'staff:' || s.id = g.actor
    order by g.at desc, g.booking_id`;
  return await readRows(db, GONE, gone);
}
