import { sql } from 'kysely';
import { ASKED } from '../agenda/store.ts';
import { tookPlace } from '../bookings/visit-store.ts';
import type { Db } from '../db/pool.ts';
import { list, maybe, number, object, readFirst, type RowOf, text } from '../db/rows.ts';

/** Moments in epoch ms. */
const FACTS = {
  birthdate: maybe(text),
  created_at: number,
  photo: maybe(text),
  /** Starts of the latest visits that took place. */
  last_starts: list(number),
  /** Visits that took place, the first of them, and those that the client missed. */
  past_visits: number,
  first_start: maybe(number),
  missed: number,
  forms: list(
    object({
      name: text,
      booking_id: maybe(text),
      start_time: maybe(number),
      submitted_at: maybe(number),
    }),
  ),
  submissions: list(
    object({
      id: text,
      name: text,
      version: number,
      service_name: maybe(text),
      submitted_at: number,
    }),
  ),
};
export type ClientFacts = RowOf<typeof FACTS>;

/** The rhythm of a client is computed from so many visits. */
const RHYTHM_VISITS = 60;
const MOST_FORMS = 100;

/** Selects what the page of a client shows besides contact and visits; undefined if there is no such client. */
export async function selectClientFacts(db: Db, id: string, now: Date): Promise<ClientFacts | undefined> {
  const ms = (moment: string) => sql.raw(`(date_part('epoch', ${moment}) * 1000)::float8`);
  const facts = sql`
    with ${ASKED}, past as materialized (
      select b.start_time from bookings b where b.user_id = ${id}::uuid and ${tookPlace('b', now)})
    select u.birthdate::text as birthdate, ${ms('u.created_at')} as created_at, u.photo,
      array(select ${ms('p.start_time')} from past p order by p.start_time desc limit ${RHYTHM_VISITS}) as last_starts,
      (select count(*)::int from past) as past_visits,
      (select ${ms('min(p.start_time)')} from past p) as first_start,
      (select count(*)::int from bookings b where b.user_id = u.id and b.status = 'NO_SHOW') as missed,
      (select coalesce(json_agg(x order by x.start_time nulls first, x.name), '[]') from (
        select f.name, null::uuid as booking_id, null::float8 as start_time, (
          select ${ms('max(a.submitted_at)')} from submissions a where a.user_id = u.id and a.form_id = f.id
            and a.form_version >= f.asked_since_version) as submitted_at
        from asked f where f.is_global
        union all (
        select f.name, b.id, ${ms('b.start_time')}, (
          select ${ms('max(a.submitted_at)')} from submissions a where a.user_id = u.id and a.form_id = f.id
            and a.form_version >= f.asked_since_version and a.booking_id = b.id)
        from bookings b join asked f on f.service_id = b.service_id and not f.is_global
        where b.user_id = u.id and b.status = 'CONFIRMED' and b.start_time > ${now}::timestamptz
        order by b.start_time limit ${MOST_FORMS})) x) as forms,
      (select coalesce(json_agg(x order by x.submitted_at desc, x.name), '[]') from (
        select a.id, v.name, a.form_version as version, b.service_name, ${ms('a.submitted_at')} as submitted_at
        from submissions a join form_versions v on v.form_id = a.form_id and v.version = a.form_version
        left join bookings b on b.id = a.booking_id
        where a.user_id = u.id order by a.submitted_at desc limit ${MOST_FORMS}) x) as submissions
    from users u where u.id = ${id}::uuid`;
  return await readFirst(db, FACTS, facts);
}
