import type pg from 'pg';
import { type CodeMailLimits, createCodeMailLimits } from './code-mail-limits.ts';
import { networkOf } from '../runtime/network.ts';
import { type Allowance, createRateCounters } from './rate-counters.ts';

type LimitedAction = {
  /** Per network address of the caller. */
  ip: readonly Allowance[];
  /** Per account; of the public calls per typed e-mail and network, so that nobody spends another network's. */
  account: readonly Allowance[];
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How many networks of one /48 may use up all that a network may. */
const WIDE_TIMES = 4;

const ACTIONS = {
  // Wrong passwords lock by themselves (rules.md §2). Unknown browsers only: a known one has its own.
  'sign-in': { ip: [{ times: 300, seconds: 15 * MINUTE }], account: [] },
  'sign-in-known': { ip: [], account: [{ times: 60, seconds: 15 * MINUTE }] },
  'sign-up': { ip: [{ times: 300, seconds: HOUR }], account: [{ times: 10, seconds: HOUR }] },
  'confirm-sign-up': { ip: [{ times: 600, seconds: HOUR }], account: [{ times: 60, seconds: HOUR }] },
  // Code mails have limits of their own (http/code-mail-limits.ts); these bound the asking.
  'resend-code': { ip: [{ times: 3000, seconds: HOUR }], account: [] },
  'forgot-password': { ip: [{ times: 3000, seconds: HOUR }], account: [] },
  'confirm-new-password': { ip: [{ times: 600, seconds: HOUR }], account: [{ times: 60, seconds: HOUR }] },
  // Per link: who holds none costs one look at an index, and a neighbor must not stop who does.
  'password-link': { ip: [], account: [{ times: 10, seconds: HOUR }] },
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
  readonly codeMails: CodeMailLimits;
};

/** `scale` multiplies every allowance (RATE_LIMIT_SCALE), for load tests and classes behind one address. */
export function createLimits(pool: pg.Pool, scale: number, clock: () => Date): Limits {
  const counters = createRateCounters(pool, scale, clock);
  return {
    codeMails: createCodeMailLimits(counters),
    allow: async (action, { ip, account }) => {
      const { ip: perAddress, account: perAccount }: LimitedAction = ACTIONS[action];
      const { network, wide } = networkOf(ip);
      // A /48 of IPv6 has 65,536 networks: together they may do what four may.
      const perWide =
        wide === network ? [] : perAddress.map((each) => ({ ...each, times: each.times * WIDE_TIMES }));
      // An account is not counted for what its network may not do.
      return await counters.takeAll([
        ...perAddress.map((allowance) => ({ name: `${action}:ip`, allowance, key: network })),
        ...perWide.map((allowance) => ({ name: `${action}:wide`, allowance, key: wide })),
        ...(account
          ? perAccount.map((allowance) => ({ name: `${action}:account`, allowance, key: account }))
          : []),
      ]);
    },
  };
}
