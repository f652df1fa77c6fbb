import { sql } from 'kysely';
import { HOT } from '../db/hot-statements.ts';
import type { Db } from '../db/pool.ts';

/** Any number; with the hour it names a lock. */
const SPACE = 7_130_252;
const HOUR_MS = 3_600_000;

/**
 * Waits for everybody else who changes held time in these hours; lasts until the transaction ends. Whatever overlaps
 * shares an hour, so those who could collide come one after the other. Sorted, so that two never wait for each other:
 * take all locks of a transaction in one call, and before it touches a row.
 */
export async function lockTime(
  db: Db,
  spans: readonly { start_time: Date | string; blocked_until: Date | string }[],
): Promise<void> {
  const hours = new Set<number>();
  for (const { start_time, blocked_until } of spans) {
    const last = Math.ceil(new Date(blocked_until).getTime() / HOUR_MS) - 1;
    for (let hour = Math.floor(new Date(start_time).getTime() / HOUR_MS); hour <= last; hour++)
      hours.add(hour);
  }
  if (hours.size === 0) return;
  const sorted = [...hours].sort((a, b) => a - b);
  await sql`${sql.raw(HOT)} select pg_advisory_xact_lock(${SPACE}, hour) from unnest(${sorted}::int[]) as hour`.execute(
    db,
  );
}
