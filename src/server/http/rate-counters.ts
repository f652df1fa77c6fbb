import { createHash } from 'node:crypto';
import type pg from 'pg';
import { HOT } from '../db/hot-statements.ts';

/** So many times in so many seconds, from the first on. */
export type Allowance = { readonly times: number; readonly seconds: number };
/** One row: who or what is counted, under which name. */
type Count = { readonly name: string; readonly allowance: Allowance; readonly key: string };

export type RateCounters = {
  /** Counts one more; false at the first allowance of which it is one too many, and those after it are not counted. */
  take(name: string, allowances: readonly Allowance[], key: string): Promise<boolean>;
  /** The same for several keys, in one statement. Name them in the same order everywhere: each locks its row. */
  takeAll(counts: readonly Count[]): Promise<boolean>;
  /** Whether anything was counted for this key, and its time is not over. Counts nothing. */
  isTouched(name: string, allowance: Allowance, key: string): Promise<boolean>;
  forget(name: string, allowances: readonly Allowance[], key: string): Promise<void>;
};

/** Counters that are rows: exact across processes. `scale` multiplies every allowance. */
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
 * Counts so many rows one after the other, each only if the one before was not one too many. $1 is the present moment;
 * then come the key of each row and the end of its time if that begins now, then how often each but the last may be
 * counted. Moments are epoch ms.
 *
 * Many who come at once from one address wait for one row, each until the one before is on disk. A count need not be:
 * what the database loses when it crashes is half a second of counting. Exact all the same, as the row is.
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

/** Short, and nobody's address in plain text. */
const hashOf = (value: string) => createHash('sha256').update(value).digest('base64url').slice(0, 27);
