import type pg from 'pg';
import { type CodeMailLimits, createCodeMailLimits } from './code-mail-limits.ts';
import { networkOf } from '../runtime/network.ts';
import { type Allowance, createRateCounters } from './rate-counters.ts';

type LimitedAction = {
  /** Per network address. */
  ip: readonly Allowance[];
  /**
   * Per account; for public calls per typed email and network, so that a caller cannot use up another network's
   * allowance.
   */
  account: readonly Allowance[];
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A /48 of IPv6 may use this many times the allowance of one network. */
const WIDE_TIMES = 4;

const ACTIONS = {
  // Wrong passwords lock separately (rules.md §2). This limit is for unknown browsers; known ones have their own.
  'sign-in': { ip: [{ times: 300, seconds: 15 * MINUTE }], account: [] },
  'sign-in-known': { ip: [], account: [{ times: 60, seconds: 15 * MINUTE }] },
  'sign-up': { ip: [{ times: 300, seconds: HOUR }], account: [{ times: 10, seconds: HOUR }] },
  'confirm-sign-up': { ip: [{ times: 600, seconds: HOUR }], account: [{ times: 60, seconds: HOUR }] },
  // Code mails have limits of their own (http/code-mail-limits.ts); these bound the requests.
  'resend-code': { ip: [{ times: 3000, seconds: HOUR }], account: [] },
  'forgot-password': { ip: [{ times: 3000, seconds: HOUR }], account: [] },
  'confirm-new-password': { ip: [{ times: 600, seconds: HOUR }], account: [{ times: 60, seconds: HOUR }] },
  // Per link: a request without a valid link costs one index lookup and must not block a neighbor who has one.
  'password-link': { ip: [], account: [{ times: 10, seconds: HOUR }] },
  'refresh-token': { ip: [{ times: 2000, seconds: 15 * MINUTE }], account: [] },
  'write-user': { ip: [{ times: 600, seconds: HOUR }], account: [{ times: 60, seconds: HOUR }] },
  'claim-record': { ip: [{ times: 300, seconds: HOUR }], account: [{ times: 30, seconds: HOUR }] },
  'validate-address': { ip: [{ times: 600, seconds: HOUR }], account: [{ times: 60, seconds: HOUR }] },
  'upload-photo': { ip: [{ times: 300, seconds: HOUR }], account: [{ times: 60, seconds: HOUR }] },
  'create-checkout': {
    ip: [{ times: 600, seconds: 10 * MINUTE }],
    account: [{ times: 60, seconds: 10 * MINUTE }],
  },
  'checkout-status': { ip: [], account: [{ times: 120, seconds: MINUTE }] },
  'remove-bookings': { ip: [], account: [{ times: 30, seconds: MINUTE }] },
  // Of a link: a stranger who guesses costs one index lookup each, and uses up nobody's link.
  'read-payment-link': {
    ip: [{ times: 600, seconds: 10 * MINUTE }],
    account: [{ times: 120, seconds: 10 * MINUTE }],
  },
  'pay-balance': {
    ip: [{ times: 600, seconds: 10 * MINUTE }],
    account: [{ times: 60, seconds: 10 * MINUTE }],
  },
  'change-booking': { ip: [], account: [{ times: 30, seconds: 10 * MINUTE }] },
  'unknown-checkout': { ip: [], account: [{ times: 10, seconds: MINUTE }] },
  'read-bookings': { ip: [], account: [{ times: 120, seconds: MINUTE }] },
  // Writes of one staff member; public calls of staff sign-in have limits of their own.
  'staff-write': { ip: [], account: [{ times: 600, seconds: HOUR }] },
  // A draft is saved after each pause in typing.
  'staff-draft': { ip: [], account: [{ times: 3600, seconds: HOUR }] },
  'staff-sign-in': { ip: [{ times: 300, seconds: 15 * MINUTE }], account: [] },
  // Apart from passwords: a stranger who guesses those uses up no codes of the owner's network.
  'staff-code': { ip: [{ times: 300, seconds: 15 * MINUTE }], account: [] },
  'staff-passkey': { ip: [{ times: 300, seconds: 15 * MINUTE }], account: [] },
  'staff-set-up': { ip: [{ times: 300, seconds: HOUR }], account: [{ times: 60, seconds: HOUR }] },
  'write-health': { ip: [{ times: 1200, seconds: HOUR }], account: [{ times: 300, seconds: HOUR }] },
} as const satisfies Record<string, LimitedAction>;

export type LimitedActionName = keyof typeof ACTIONS;

export type Limits = {
  /**
   * Counts one more of this action; false if that exceeds the allowance of the network or the account (answer
   * LimitExceededException). The counters are rows, so they are exact across processes.
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
      // A /48 of IPv6 has 65,536 networks; together they get four times the allowance of one.
      const perWide =
        wide === network ? [] : perAddress.map((each) => ({ ...each, times: each.times * WIDE_TIMES }));
      // A call that its network may not make is not counted against the account.
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
