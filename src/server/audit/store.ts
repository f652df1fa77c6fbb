import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { instant, json, maybe, oneOf, readRows, type RowOf, text } from '../db/rows.ts';

const ENTRY = {
  /** With `at`, the place in the order. */
  key: text,
  /** Exact, as PostgreSQL writes it in UTC. */
  at_text: text,
  at: instant,
  staff_id: maybe(text),
  staff_name: maybe(text),
  via: oneOf<'WEB' | 'COMMAND' | 'JOB' | 'READ'>(),
  /** Of a row of `audit`: 'client', 'practice', 'staff:<id>' or a job. */
  actor: maybe(text),
  action: text,
  object_kind: maybe(text),
  object_id: maybe(text),
  /** Of the visit whose notes were read. */
  service_name: maybe(text),
  start_time: maybe(instant),
  user_id: maybe(text),
  first_name: maybe(text),
  last_name: maybe(text),
  details: json<Readonly<Record<string, unknown>>>(),
};
export type LogEntry = RowOf<typeof ENTRY>;
export type LogFilter = {
  staff_id: string | null;
  user_id: string | null;
  /** OWN: what clients did with their own health data, and nothing else. */
  kind: 'BOOKING' | 'CLIENT' | 'STAFF' | 'READ' | 'OWN' | null;
  from: Date | null;
  to: Date | null;
  /** The last row of the page before. */
  after: { at_text: string; key: string } | null;
};

/**
 * Reads actions and accesses to health data, newest first. Each half is limited by its own index, so that a page costs
 * the same however long the log is. An action on health data is recorded as an access as well, and one on that of
 * all clients as an access to each: the whole log shows the action.
 */
export async function selectLog(db: Db, filter: LogFilter, limit: number): Promise<LogEntry[]> {
  const { staff_id, user_id, kind, from, to, after } = filter;
  const when = (key: RawBuilder<unknown>) => sql`
    (${from}::timestamptz is null or l.at >= ${from}::timestamptz)
    and (${to}::timestamptz is null or l.at < ${to}::timestamptz)
    and (${user_id}::uuid is null or l.user_id = ${user_id}::uuid)
    and (${after?.at_text ?? null}::timestamptz is null or l.at <= ${after?.at_text ?? null}::timestamptz)
    and (${after?.at_text ?? null}::timestamptz is null
      or (l.at, ${key}) < (${after?.at_text ?? null}::timestamptz, ${after?.key ?? ''}))`;
  // Both as a constant, for the partial index: clients make most of the rows.
  const whose = kind === 'OWN' ? sql`l.actor = 'client'` : sql`l.actor <> 'client'`;
  const actionKey = sql`'action:' || l.id`;
  const readKey = sql`'read:' || lpad(l.id::text, 20, '0')`;
  const entries = sql`
    with log as (
      (select ${actionKey} as key, l.at, l.staff_id, l.via, null as actor, l.action, l.object_kind, l.object_id, l.user_id,
          l.details
        from staff_actions l
        where ${when(actionKey)} and (${staff_id}::uuid is null or l.staff_id = ${staff_id}::uuid)
          and (${kind}::text is null or l.object_kind = ${kind}::text)
        order by l.at desc, 1 desc limit ${limit})
      union all
      (select ${readKey}, l.at, case when l.actor like 'staff:%' then substr(l.actor, 7)::uuid end,
          case when l.actor = 'client' or l.actor like 'staff:%' then 'READ' when l.actor = 'practice' then 'COMMAND' else 'JOB' end,
          l.actor,
          l.action, null, l.object_id, l.user_id, '{}'::jsonb
        from audit l
        where ${when(readKey)} and (${staff_id}::uuid is null or l.actor = 'staff:' || ${staff_id}::uuid)
          and ${whose} and coalesce(${kind}::text, 'READ') in ('READ', 'OWN')
          and (${kind}::text is not null or not exists (
            select from staff_actions a where a.at = l.at and a.action = l.action
              and (a.user_id = l.user_id or a.user_id is null and ${user_id}::uuid is null)))
        order by l.at desc, 1 desc limit ${limit}))
    select log.*, (log.at at time zone 'UTC')::text || '+00' as at_text, s.name as staff_name, u.first_name, u.last_name,
      b.service_name, b.start_time
    from log left join staff s on s.id = log.staff_id left join users u on u.id = log.user_id
    left join bookings b on log.actor is not null and b.id = case
      when log.action ~ '^(notes|session-note|recommendations)[.]' and log.object_id ~ '^[0-9a-f-]{36}$'
      then log.object_id::uuid end
    order by log.at desc, log.key desc limit ${limit}`;
  return await readRows(db, ENTRY, entries);
}

export async function selectClientName(
  db: Db,
  id: string,
): Promise<{ first_name: string | null; last_name: string | null } | undefined> {
  return await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function selectStaffNames(db: Db): Promise<{ id: string; name: string }[]> {
  return await db.selectFrom('staff').select(['id', 'name']).orderBy('name').orderBy('id').execute();
}
