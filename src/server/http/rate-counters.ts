import { createHash } from 'node:crypto';
import type pg from 'pg';
import { HOT } from '../db/hot-statements.ts';

/** A number of times per number of seconds, counted from the first. */
export type Allowance = { readonly times: number; readonly seconds: number };
/** One counter row: a name and the key that is counted. */
type Count = { readonly name: string; readonly allowance: Allowance; readonly key: string };

export type RateCounters = {
  /** Counts one more against each allowance in order. Stops and returns false at the first that is exceeded. */
  take(name: string, allowances: readonly Allowance[], key: string): Promise<boolean>;
  /** Counts several keys in one statement. Always name them in the same order, since each locks its row. */
  takeAll(counts: readonly Count[]): Promise<boolean>;
  /** Takes back one of each, for a request that could not be decided. */
  giveBack(counts: readonly Count[]): Promise<void>;
  /** Whether this key has an unexpired count. Counts nothing. */
  isTouched(name: string, allowance: Allowance, key: string): Promise<boolean>;
  forget(name: string, allowances: readonly Allowance[], key: string): Promise<void>;
};

/** Counters stored as rows, exact across processes. `scale` multiplies every allowance. */
export function createRateCounters(
  pool: Pick<pg.Pool, 'query'>,
  scale: number,
  clock: () => Date,
): RateCounters {
  const takeAll = async (counts: readonly Count[]): Promise<boolean> => {
    if (counts.length === 0) return true;
    const now = clock().getTime();
    const most = counts.map(({ allowance: { times } }) => Math.max(1, Math.ceil(times * scale)));
    const { rows } = await pool.query<{ counted: (number | null)[] }>(countingStatement(counts.length), [
      now,
      ...counts.flatMap((count) => [rowOf(count), now + count.allowance.seconds * 1000]),
      ...most.slice(0, -1),
    ]);
    return rows[0]!.counted.every((points, n) => points !== null && points <= most[n]!);
  };
  return {
    takeAll,
    giveBack: async (counts) => {
      // One statement each, in the order of counting, so that none waits for another while it holds a row.
      for (const count of counts)
        await pool.query(
          `with gone as (delete from rate_limits where key = $1 and points <= 1)
          update rate_limits set points = points - 1 where key = $1 and points > 1`,
          [rowOf(count)],
        );
    },
    take: (name, allowances, key) => takeAll(allowances.map((allowance) => ({ name, allowance, key }))),
    isTouched: async (name, allowance, key) => {
      const { rows } = await pool.query('select from rate_limits where key = $1 and expire > $2', [
        rowOf({ name, allowance, key }),
        clock().getTime(),
      ]);
      return rows.length > 0;
    },
    forget: async (name, allowances, key) => {
      const keys = allowances.map((allowance) => rowOf({ name, allowance, key }));
      await pool.query('delete from rate_limits where key = any($1::text[])', [keys]);
    },
  };
}

const statements = new Map<number, string>();

/**
 * Counts a number of rows in sequence, each only if the previous one was within its allowance. $1 is the current time;
 * then follow the key of each row and its expiry if it starts now, then the allowance of each but the last. Times are
 * epoch milliseconds.
 * Concurrent requests from one address wait for one row, but not for the disk: after a crash the database may lose half
 * a second of counting.
 */
function countingStatement(rows: number): string {
  const known = statements.get(rows);
  if (known !== undefined) return known;
  const counts = Array.from({ length: rows }, (_, n) => {
    const condition =
      n === 0 ? '' : ` where (select points from count_${n - 1}) <= $${2 * rows + 1 + n}::int8`;
    return `count_${n} as (
      insert into rate_limits as r (key, points, expire) select $${2 * n + 2}::text, 1, $${2 * n + 3}::int8${condition}
      on conflict (key) do update set
        points = case when r.expire <= $1::int8 then 1 else r.points + 1 end,
        expire = case when r.expire <= $1::int8 then excluded.expire else r.expire end
      returning points)`;
  });
  const counted = counts.map((_, n) => `(select points from count_${n})`).join(', ');
  const text = `${HOT} with ${counts.join(', ')}
    select array[${counted}] as counted, set_config('synchronous_commit', 'off', true)`;
  statements.set(rows, text);
  return text;
}

const rowOf = ({ name, allowance: { seconds }, key }: Count) => `${name}:${seconds}:${hashOf(key)}`;

/** A short hash, so that no address is stored in plain text. */
const hashOf = (value: string) => createHash('sha256').update(value).digest('base64url').slice(0, 27);
