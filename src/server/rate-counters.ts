import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** So many times in so many seconds, from the first on. */
export type Allowance = { readonly times: number; readonly seconds: number };

export type RateCounters = {
  /** Counts one more; false at the first allowance of which it is one too many, and those after it are not counted. */
  take(name: string, allowances: readonly Allowance[], key: string): Promise<boolean>;
  /** Whether anything was counted for this key, and its time is not over. Counts nothing. */
  isTouched(name: string, allowance: Allowance, key: string): Promise<boolean>;
  forget(name: string, allowances: readonly Allowance[], key: string): Promise<void>;
};

/** Counters that are rows: exact across processes. `scale` multiplies every allowance. */
export function createRateCounters(pool: pg.Pool, scale: number): RateCounters {
  const counting = {
    query: ({ text, ...more }: pg.QueryConfig) => pool.query({ ...more, text: committedSoon(text) }),
  };
  const counters = new Map<string, RateLimiterPostgres>();
  const counterOf = (name: string, { times, seconds }: Allowance) => {
    const prefix = `${name}:${seconds}`;
    const found = counters.get(prefix);
    if (found) return found;
    const counter = new RateLimiterPostgres({
      storeClient: counting,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false, // jobs/clean-up.ts does it
      keyPrefix: prefix,
      points: Math.max(1, Math.ceil(times * scale)),
      duration: seconds,
    });
    counters.set(prefix, counter);
    return counter;
  };
  return {
    take: async (name, allowances, key) => {
      for (const allowance of allowances) {
        if (!(await consume(counterOf(name, allowance), hashOf(key)))) return false;
      }
      return true;
    },
    isTouched: async (name, allowance, key) => (await counterOf(name, allowance).get(hashOf(key))) !== null,
    forget: async (name, allowances, key) => {
      for (const allowance of allowances) await counterOf(name, allowance).delete(hashOf(key));
    },
  };
}

/**
 * Many who come at once from one address wait for one row, each until the one before is on disk. A count need not be:
 * what the database loses when it crashes is half a second of counting. Exact all the same, as the row is.
 */
function committedSoon(text: string): string {
  return text
    .replace(/;\s*$/, '')
    .replace(/RETURNING .*$/, "$&, set_config('synchronous_commit', 'off', true)");
}

async function consume(counter: RateLimiterPostgres, key: string): Promise<boolean> {
  try {
    await counter.consume(key);
    return true;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return false;
    throw refused;
  }
}

/** Short, and nobody's address in plain text. */
const hashOf = (value: string) => createHash('sha256').update(value).digest('base64url').slice(0, 27);
