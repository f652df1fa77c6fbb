import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

type Waiting = { due: number; oldest_seconds: number };
export type WaitingWork = Record<
  'mail' | 'webhooks' | 'checkouts' | 'refunds' | 'photo-removals' | 'services',
  Waiting
>;

/** Counts overdue work by kind, for the alarms of docs/operations/monitoring.md. */
export async function selectWaitingWork(db: Db, now: Date): Promise<WaitingWork> {
  const { rows } = await sql<{ kind: keyof WaitingWork; due: number; oldest_seconds: number }>`
    select kind, count(*) as due, coalesce(extract(epoch from ${now}::timestamptz - min(since)), 0)::float8 as oldest_seconds
    from (
      select 'mail' as kind, created_at as since from outbox where sent_at is null and next_attempt_at <= ${now}
      union all
      select 'webhooks', received_at from webhook_events where processed_at is null and next_attempt_at <= ${now}
      union all
      select 'checkouts', hold_expires_at from checkouts where state in ('CREATED', 'OPEN', 'PAID') and hold_expires_at <= ${now}
      union all
      select 'refunds', created_at from refunds where done_at is null
      union all
      select 'photo-removals', requested_at from photo_removals where attempts > 0
      union all
      select 'services', created_at from service_syncs where attempts > 0
    ) work
    group by kind`.execute(db);
  const none = { due: 0, oldest_seconds: 0 };
  const work: WaitingWork = {
    mail: none,
    webhooks: none,
    checkouts: none,
    refunds: none,
    'photo-removals': none,
    services: none,
  };
  for (const { kind, due, oldest_seconds } of rows) work[kind] = { due, oldest_seconds };
  return work;
}
