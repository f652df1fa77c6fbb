import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { HOT } from '../db/hot-statements.ts';
import type { Db } from '../db/pool.ts';
import { list, maybe, number, readFirst, readOne, text } from '../db/rows.ts';

/** A number of times per number of seconds, counted from the first. */
export type Allowance = { readonly times: number; readonly seconds: number };
/** One counter row: a name and the key that is counted. */
export type Count = { readonly name: string; readonly allowance: Allowance; readonly key: string };
/** How often each row was counted, in order; null: not counted, since the one before was exceeded. */
export type Points = readonly (number | null)[];
/** The parts of a statement that counts while it does other work. */
export type Counting = {
  readonly ctes: RawBuilder<unknown>;
  /** An expression for the Points. Its statement does not wait for the disk. */
  readonly points: RawBuilder<unknown>;
  isWithin(points: Points): boolean;
};

export type RateCounters = {
  /** Counts one more against each allowance in order. Stops and returns false at the first that is exceeded. */
  take(name: string, allowances: readonly Allowance[], key: string): Promise<boolean>;
  /** Counts several keys in one statement. Always name them in the same order, since each locks its row. */
  takeAll(counts: readonly Count[]): Promise<boolean>;
  /** Counts in another statement, for each row of `source`, whose columns the keys name. */
  within(counts: readonly Count[], source: string): Counting;
  /** Takes back one of each, for a request that could not be decided. */
  giveBack(counts: readonly Count[]): Promise<void>;
  /** Whether this key has an unexpired count. Counts nothing. */
  isTouched(name: string, allowance: Allowance, key: string): Promise<boolean>;
  forget(name: string, allowances: readonly Allowance[], key: string): Promise<void>;
};

const COUNTED = { counted: list(maybe(number)) };

/** Counters stored as rows, exact across processes. `scale` multiplies every allowance. */
export function createRateCounters(db: Db, scale: number, clock: () => Date): RateCounters {
  const counting = (counts: readonly Row[], source?: string) =>
    countingOf(counts, { scale, now: clock().getTime(), source });
  const takeAll = async (counts: readonly Count[]): Promise<boolean> => {
    if (counts.length === 0) return true;
    const { ctes, points, isWithin } = counting(
      counts.map((count) => ({ ...count, row: sql`${rowOf(count)}::text` })),
    );
    const statement = sql`${sql.raw(HOT)} with ${ctes} select ${points} as counted`;
    return isWithin((await readOne(db, COUNTED, statement)).counted);
  };
  return {
    takeAll,
    within: (counts, source) =>
      counting(
        counts.map((count) => ({
          ...count,
          row: sql`${rowPrefix(count)}::text || ${hashOfColumn(count.key)}`,
        })),
        source,
      ),
    giveBack: async (counts) => {
      // One statement each, in the order of counting, so that none waits for another while it holds a row.
      for (const count of counts)
        await sql`with gone as (delete from rate_limits where key = ${rowOf(count)} and points <= 1)
          update rate_limits set points = points - 1 where key = ${rowOf(count)} and points > 1`.execute(db);
    },
    take: (name, allowances, key) => takeAll(allowances.map((allowance) => ({ name, allowance, key }))),
    isTouched: async (name, allowance, key) => {
      const counted = sql`select key from rate_limits
        where key = ${rowOf({ name, allowance, key })} and expire > ${clock().getTime()}`;
      return (await readFirst(db, { key: text }, counted)) !== undefined;
    },
    forget: async (name, allowances, key) => {
      const keys = allowances.map((allowance) => rowOf({ name, allowance, key }));
      await sql`delete from rate_limits where key = any(${keys}::text[])`.execute(db);
    },
  };
}

type Row = { readonly row: RawBuilder<unknown>; readonly allowance: Allowance };

/**
 * Counts a number of rows in sequence, each only if the previous one was within its allowance.
 * Concurrent requests from one address wait for one row, but not for the disk: after a crash the database may lose half
 * a second of counting.
 */
function countingOf(
  rows: readonly Row[],
  { scale, now, source }: { scale: number; now: number; source: string | undefined },
): Counting {
  const from = source === undefined ? sql`` : sql`from ${sql.table(source)}`;
  const most = rows.map(({ allowance: { times } }) => Math.max(1, Math.ceil(times * scale)));
  const pointsOf = (n: number) => sql`(select points from ${sql.raw(`count_${n}`)})`;
  const ctes = rows.map(({ row, allowance: { seconds } }, n) => {
    const condition = n === 0 ? sql`` : sql` where ${pointsOf(n - 1)} <= ${most[n - 1]}::int8`;
    return sql`${sql.raw(`count_${n}`)} as (
      insert into rate_limits as r (key, points, expire)
      select ${row}, 1, ${now + seconds * 1000}::int8 ${from}${condition}
      on conflict (key) do update set
        points = case when r.expire <= ${now}::int8 then 1 else r.points + 1 end,
        expire = case when r.expire <= ${now}::int8 then excluded.expire else r.expire end
      returning points, set_config('synchronous_commit', 'off', true))`;
  });
  return {
    ctes: sql.join(ctes),
    points: sql`array[${sql.join(rows.map((_, n) => pointsOf(n)))}]`,
    isWithin: (points) => points.every((times, n) => times !== null && times <= most[n]!),
  };
}

const rowPrefix = ({ name, allowance: { seconds } }: Omit<Count, 'key'>) => `${name}:${seconds}:`;
const rowOf = (count: Count) => `${rowPrefix(count)}${hashOf(count.key)}`;

/** A short hash, so that no address is stored in plain text. */
const hashOf = (value: string) => createHash('sha256').update(value).digest('base64url').slice(0, 27);
/** The same in SQL. */
const hashOfColumn = (name: string) =>
  sql`left(translate(encode(sha256(convert_to(${sql.ref(name)}::text, 'UTF8')), 'base64'), '+/', '-_'), 27)`;
