import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** Arbitrary numbers. Together with an hour, a network or a day they identify an advisory lock. */
const SPACE = 7_130_252;
const NETWORK_SPACE = SPACE + 1;
const DAY_SPACE = SPACE + 2;
const MONTH_SPACE = SPACE + 3;
const CLIENT_SPACE = SPACE + 4;
const HOUR_MS = 3_600_000;

type HeldTime = { start_time: Date | string; blocked_until: Date | string };
/** The network and days of a new client, whose limits are checked under locks. */
type SharedLocks = { network: number; days: readonly number[] };
/**
 * The client whom staff give bookings, or who is erased: an erasure must find every booking. The months whose supported
 * visits are counted, as year * 12 + month.
 */
type OtherLocks = { client_id?: string; months?: readonly number[] };

/**
 * Locks these hours until the transaction ends. Times that overlap share an hour, so that transactions that could
 * collide run one after the other. Locks are taken in the order network, days, months, client, hours, each sorted, so that there is no
 * deadlock: take all locks of a transaction in one call, before it touches a row. Never lock in the statement that the
 * lock protects: a statement sees the rows as they were before it waited.
 */
export async function lockTime(db: Db, spans: readonly HeldTime[], other: OtherLocks = {}): Promise<void> {
  if (spans.length > 0) await locksOf(hoursOf(spans), null, other).execute(db);
}

/**
 * Locks the time of seats that `read` selects, and returns them as they are then. A seat may be moved while this waits for
 * its hours: then all locks are released and taken again, so that their order is kept.
 */
export async function lockTimeOf<Seat extends HeldTime>(
  trx: Db,
  read: () => Promise<Seat[]>,
  other: OtherLocks = {},
): Promise<Seat[]> {
  for (;;) {
    const hours = hoursOf(await read());
    await sql`savepoint before_time`.execute(trx);
    await locksOf(hours, null, other).execute(trx);
    const seats = await read();
    if (hoursOf(seats).every((hour) => hours.includes(hour))) return seats;
    await sql`rollback to savepoint before_time`.execute(trx);
  }
}

/** Returns the statement of lockTime; `spans` must not be empty. */
export function timeLocks(
  spans: readonly HeldTime[],
  shared: SharedLocks | null = null,
): RawBuilder<unknown> {
  return locksOf(hoursOf(spans), shared);
}

function hoursOf(spans: readonly HeldTime[]): number[] {
  const hours = new Set<number>();
  for (const { start_time, blocked_until } of spans) {
    const last = Math.ceil(new Date(blocked_until).getTime() / HOUR_MS) - 1;
    for (let hour = Math.floor(new Date(start_time).getTime() / HOUR_MS); hour <= last; hour++)
      hours.add(hour);
  }
  return [...hours].sort((a, b) => a - b);
}

function locksOf(
  hours: readonly number[],
  shared: SharedLocks | null,
  { client_id, months = [] }: OtherLocks = {},
): RawBuilder<unknown> {
  const inOrder = (keys: readonly number[]) => [...new Set(keys)].sort((a, b) => a - b);
  const locks = [
    ...(shared === null ? [] : [[NETWORK_SPACE, shared.network]]),
    ...inOrder(shared?.days ?? []).map((day) => [DAY_SPACE, day]),
    ...inOrder(months).map((month) => [MONTH_SPACE, month]),
    ...(client_id === undefined ? [] : [[CLIENT_SPACE, Number.parseInt(client_id.slice(0, 8), 16) | 0]]),
    ...hours.map((hour) => [SPACE, hour]),
  ] as [number, number][];
  const listOf = (at: 0 | 1) => `'{${locks.map((lock) => lock[at]).join()}}'::int[]`;
  // The integers are part of the text, because only a statement without parameters can begin a transaction
  // (transactions.ts).
  return sql.raw(
    `select pg_advisory_xact_lock(space, key) from unnest(${listOf(0)}, ${listOf(1)}) as lock(space, key)`,
  );
}
