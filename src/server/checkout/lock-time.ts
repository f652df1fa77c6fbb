import { sql } from 'kysely';
import { HOT } from '../db/hot-statements.ts';
import type { Db } from '../db/pool.ts';

/** Any numbers; with the hour, network or day they name a lock. */
const SPACE = 7_130_252;
const NETWORK_SPACE = SPACE + 1;
const DAY_SPACE = SPACE + 2;
const HOUR_MS = 3_600_000;

/**
 * Waits for everybody else who changes held time in these hours; lasts until the transaction ends. Whatever overlaps
 * shares an hour, so those who could collide come one after the other. Sorted, so that two never wait for each other:
 * take all locks of a transaction in one call, and before it touches a row. `shared`: for a new client, whose network
 * and days are decided upon too; in the order network, days, hours.
 */
export async function lockTime(
  db: Db,
  spans: readonly { start_time: Date | string; blocked_until: Date | string }[],
  shared: { network: number; days: readonly number[] } | null = null,
): Promise<void> {
  const hours = new Set<number>();
  for (const { start_time, blocked_until } of spans) {
    const last = Math.ceil(new Date(blocked_until).getTime() / HOUR_MS) - 1;
    for (let hour = Math.floor(new Date(start_time).getTime() / HOUR_MS); hour <= last; hour++)
      hours.add(hour);
  }
  if (hours.size === 0) return;
  const sorted = [...hours].sort((a, b) => a - b);
  if (shared !== null) {
    const days = [...shared.days].sort((a, b) => a - b);
    const spaces = [NETWORK_SPACE, ...days.map(() => DAY_SPACE), ...sorted.map(() => SPACE)];
    const keys = [shared.network, ...days, ...sorted];
    await sql`${sql.raw(HOT)} select pg_advisory_xact_lock(space, key)
      from unnest(${spaces}::int[], ${keys}::int[]) as lock(space, key)`.execute(db);
    return;
  }
  await sql`${sql.raw(HOT)} select pg_advisory_xact_lock(${SPACE}, hour) from unnest(${sorted}::int[]) as hour`.execute(
    db,
  );
}
