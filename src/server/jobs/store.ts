import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { number, oneOf, readRows } from '../db/rows.ts';

type Kind = 'mail' | 'webhooks' | 'checkouts' | 'refunds' | 'photo-removals' | 'services';
const WAITING = { kind: oneOf<Kind>(), due: number, oldest_seconds: number };
export type WaitingWork = Record<Kind, { due: number; oldest_seconds: number }>;

/** Counts overdue work by kind, for the alarms of docs/operations/monitoring.md. */
export async function selectWaitingWork(db: Db, now: Date): Promise<WaitingWork> {
  const waiting = sql`
    select kind, count(*) as due, coalesce(extract(epoch from ${now}::timestamptz - min(since)), 0)::float8 as oldest_seconds
    from (
      select 'mail' as kind, created_at as since from outbox where sent_at is null and next_attempt_at <= ${now}
      union all
      select 'webhooks', received_at from webhook_events where processed_at is null and next_attempt_at <= ${now}
      union all
      select 'checkouts', hold_expires_at from checkouts
        where state in ('OFFERED', 'CREATED', 'OPEN', 'PAID') and hold_expires_at <= ${now}
      union all
      select 'refunds', created_at from refunds where done_at is null
      union all
      select 'photo-removals', requested_at from photo_removals where attempts > 0
      union all
      select 'services', created_at from service_syncs where attempts > 0
    ) work
    group by kind`;
  const none = { due: 0, oldest_seconds: 0 };
  const work: WaitingWork = {
    mail: none,
    webhooks: none,
    checkouts: none,
    refunds: none,
    'photo-removals': none,
    services: none,
  };
  for (const { kind, due, oldest_seconds } of await readRows(db, WAITING, waiting))
    work[kind] = { due, oldest_seconds };
  return work;
}

/** Whether a mail with this key was queued. */
export async function wasNotified(db: Db, dedupe_key: string): Promise<boolean> {
  const mail = await db
    .selectFrom('outbox')
    .select('id')
    .where('dedupe_key', '=', dedupe_key)
    .executeTakeFirst();
  return mail !== undefined;
}

const MOST_IN_A_NOTICE = 200;

/** Selects the sessions that clients paid for in a range of time and that still stand, by start. */
export async function selectBookedBetween(db: Db, from: Date, to: Date) {
  return await db
    .selectFrom('booking_history as h')
    .innerJoin('bookings as b', 'b.id', 'h.booking_id')
    .leftJoin('users as u', 'u.id', 'b.user_id')
    .select(['b.user_id', 'b.service_name', 'b.start_time', 'u.first_name', 'u.last_name'])
    .where('h.cause', '=', 'paid')
    .where('h.at', '>=', from)
    .where('h.at', '<', to)
    .where('b.status', 'in', ['CONFIRMED', 'COMPLETED'])
    .orderBy('b.start_time')
    .limit(MOST_IN_A_NOTICE)
    .execute();
}
