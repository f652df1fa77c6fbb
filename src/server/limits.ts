import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './network.ts';

/** So many times in so many seconds. */
type Allowance = { times: number; seconds: number };
type LimitedAction = {
  /** Per network address of the caller. */
  ip: readonly Allowance[];
  /** Per account, or per typed e-mail, whether or not it belongs to an account. */
  account: readonly Allowance[];
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A code may be asked for every 30 s, 5 times an hour, 10 times a day (rules.md §2). */
const CODE_MAILS: readonly Allowance[] = [
  { times: 1, seconds: 30 },
  { times: 5, seconds: HOUR },
  { times: 10, seconds: DAY },
];

/** How many networks of one /48 may use up all that a network may. */
const WIDE_TIMES = 4;

const ACTIONS = {
  // Wrong passwords lock the account by themselves (rules.md §2).
  'sign-in': { ip: [{ times: 300, seconds: 15 * MINUTE }], account: [] },
  'sign-up': { ip: [{ times: 300, seconds: HOUR }], account: [{ times: 10, seconds: HOUR }] },
  'confirm-sign-up': { ip: [{ times: 600, seconds: HOUR }], account: [{ times: 60, seconds: HOUR }] },
  'resend-code': { ip: [{ times: 300, seconds: HOUR }], account: CODE_MAILS },
  'forgot-password': { ip: [{ times: 300, seconds: HOUR }], account: CODE_MAILS },
  'confirm-new-password': { ip: [{ times: 600, seconds: HOUR }], account: [{ times: 60, seconds: HOUR }] },
  'refresh-token': { ip: [{ times: 2000, seconds: 15 * MINUTE }], account: [] },
  'write-user': { ip: [{ times: 600, seconds: HOUR }], account: [{ times: 60, seconds: HOUR }] },
  'validate-address': { ip: [{ times: 600, seconds: HOUR }], account: [{ times: 60, seconds: HOUR }] },
  'upload-photo': { ip: [{ times: 300, seconds: HOUR }], account: [{ times: 60, seconds: HOUR }] },
  'create-checkout': {
    ip: [{ times: 600, seconds: 10 * MINUTE }],
    account: [{ times: 60, seconds: 10 * MINUTE }],
  },
  'checkout-status': { ip: [], account: [{ times: 120, seconds: MINUTE }] },
  'remove-bookings': { ip: [], account: [{ times: 30, seconds: MINUTE }] },
  'unknown-checkout': { ip: [], account: [{ times: 10, seconds: MINUTE }] },
  'read-bookings': { ip: [], account: [{ times: 120, seconds: MINUTE }] },
  'write-health': { ip: [{ times: 1200, seconds: HOUR }], account: [{ times: 300, seconds: HOUR }] },
} as const satisfies Record<string, LimitedAction>;

export type LimitedActionName = keyof typeof ACTIONS;

export type Limits = {
  /**
   * Counts one more of this action; false if it is one too many for the network address or for the account
   * (answer LimitExceededException). Exact across processes, as the counters are rows.
   */
  allow(action: LimitedActionName, who: { ip: string; account?: string | null }): Promise<boolean>;
};

/** `scale` multiplies every allowance (RATE_LIMIT_SCALE), for load tests and classes behind one address. */
export function createLimits(pool: pg.Pool, scale: number): Limits {
  const counting = {
    query: ({ text, ...more }: pg.QueryConfig) => pool.query({ ...more, text: committedSoon(text) }),
  };
  const counters = new Map<string, RateLimiterPostgres>();
  const counterOf = (name: string, { times, seconds }: Allowance) => {
    const found = counters.get(name);
    if (found) return found;
    const counter = new RateLimiterPostgres({
      storeClient: counting,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false, // jobs/clean-up.ts does it
      keyPrefix: name,
      points: Math.max(1, Math.ceil(times * scale)),
      duration: seconds,
    });
    counters.set(name, counter);
    return counter;
  };
  const takeAll = async (name: string, allowances: readonly Allowance[], key: string) => {
    for (const allowance of allowances) {
      const counter = counterOf(`${name}:${allowance.seconds}`, allowance);
      if (!(await take(counter, key))) return false;
    }
    return true;
  };
  return {
    allow: async (action, { ip, account }) => {
      const { ip: perAddress, account: perAccount }: LimitedAction = ACTIONS[action];
      const { network, wide } = networkOf(ip);
      if (!(await takeAll(`${action}:ip`, perAddress, keyOf(network)))) return false;
      // A /48 of IPv6 has 65,536 networks: together they may do what four may.
      const perWide =
        wide === network ? [] : perAddress.map((each) => ({ ...each, times: each.times * WIDE_TIMES }));
      if (!(await takeAll(`${action}:wide`, perWide, keyOf(wide)))) return false;
      return account ? await takeAll(`${action}:account`, perAccount, keyOf(account)) : true;
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

async function take(counter: RateLimiterPostgres, key: string): Promise<boolean> {
  try {
    await counter.consume(key);
    return true;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return false;
    throw refused;
  }
}

/** Short, and nobody's address in plain text. */
const keyOf = (value: string) => createHash('sha256').update(value).digest('base64url').slice(0, 27);
