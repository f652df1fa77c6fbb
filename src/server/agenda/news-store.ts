import { sql } from 'kysely';
import type { Db, Trx } from '../db/pool.ts';
import { instant, maybe, oneOf, readRows, type RowOf, text } from '../db/rows.ts';

const NEWS = {
  kind: oneOf<'BOOKED' | 'MOVED' | 'CANCELLED' | 'PAID' | 'SHARED' | 'HANDED_IN'>(),
  /** The booking; of HANDED_IN the submission. */
  id: text,
  at: instant,
  /** Null: a former client. */
  user_id: maybe(text),
  first_name: maybe(text),
  last_name: maybe(text),
  /** The name of the service; of HANDED_IN of the form. */
  about: text,
  start_time: maybe(instant),
};
export type NewsRow = RowOf<typeof NEWS>;

/** Selects what clients did since the member has last looked, and not before `oldest`; the newest first, at most `limit`. */
export async function selectNews(
  db: Db,
  { staff_id, oldest, limit }: { staff_id: string; oldest: Date; limit: number },
): Promise<NewsRow[]> {
  const news = sql`
    with since as (
      select greatest(${oldest}::timestamptz, news_seen_at + interval '1 ms') as at from staff where id = ${staff_id}::uuid)
    select n.kind, n.id, n.at, n.user_id, u.first_name, u.last_name, n.about, n.start_time from (
      (select case h.cause when 'client rescheduled' then 'MOVED'
          when 'paid' then case h.from_status when 'PENDING' then 'BOOKED' else 'PAID' end else 'CANCELLED' end as kind,
        b.id, h.at, b.user_id, b.service_name as about, coalesce(h.moved_to, b.start_time) as start_time
      from booking_history h join bookings b on b.id = h.booking_id
      where h.at >= (select at from since)
        and h.cause in ('paid', 'client rescheduled', 'client cancelled', 'account deleted')
      order by h.at desc limit ${limit})
      union all
      (select 'HANDED_IN', s.id, s.submitted_at, s.user_id, v.name, null
      from submissions s join form_versions v on v.form_id = s.form_id and v.version = s.form_version
      where s.submitted_at >= (select at from since) and s.source = 'CLIENT'
      order by s.submitted_at desc limit ${limit})
      union all
      (select 'SHARED', b.id, b.client_notes_shared_at, b.user_id, b.service_name, b.start_time
      from bookings b where b.client_notes_shared_at >= (select at from since) and b.client_notes is not null
      order by b.client_notes_shared_at desc limit ${limit})) n
    left join users u on u.id = n.user_id
    order by n.at desc, n.start_time, n.id limit ${limit}`;
  return await readRows(db, NEWS, news);
}

/** Records that a member has seen everything until a moment. It never goes back. */
export async function setNewsSeen(trx: Trx, staff_id: string, until: Date): Promise<void> {
  await trx
    .updateTable('staff')
    .set({ news_seen_at: sql<Date>`greatest(news_seen_at, ${until}::timestamptz)` })
    .where('id', '=', staff_id)
    .execute();
}
