import type { ClientLimit, Limit, PublicLimit, StaffLimit } from '#contract/call.ts';
import type { Db } from '../db/pool.ts';
import { networkOf } from '../runtime/network.ts';
import { type CodeMailLimits, createCodeMailLimits } from './code-mail-limits.ts';
import {
  type Allowance,
  type Count,
  type Counting,
  createRateCounters,
  type Points,
} from '../runtime/rate-counter-store.ts';

/**
 * What a request has proved. A session belongs to an account. Anything else that is proved has one key: the id of a known
 * browser, a link, a sign-in or sign-up that waits. Requests that prove nothing are counted by their network, and by what
 * they name (a typed address).
 */
export type Caller = OfSession | { proved: string } | { ip: string; named?: string | undefined };

type OfSession = { session: string; account: string };

type Counted = {
  /** For whoever proves something. Strangers never use it up. */
  proved?: Allowance;
  /** For requests that prove nothing. Without it they are refused before anything is counted, after one lookup. */
  network?: Allowance;
  /** For requests that prove nothing, per network and typed address: one caller cannot use up another network's. */
  named?: Allowance;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const times = (count: number, seconds: number): Allowance => ({ times: count, seconds });

/** A /48 of IPv6 may use this many times the allowance of one network, and an account that of one session. */
const WIDE_TIMES = 4;

const COUNTED = {
  // Known browser of the address, or a pass after a new password. Wrong passwords lock separately (rules.md §2).
  'sign-in': { proved: times(60, 15 * MINUTE), network: times(300, 15 * MINUTE) },
  // The browser's own attempt, which waits for its code.
  'sign-up': { proved: times(10, HOUR), network: times(300, HOUR), named: times(10, HOUR) },
  'confirm-sign-up': { proved: times(60, HOUR), network: times(600, HOUR), named: times(60, HOUR) },
  // Code mails have limits of their own (http/code-mail-limits.ts); these bound the requests.
  'resend-code': { proved: times(60, HOUR), network: times(3000, HOUR) },
  'forgot-password': { proved: times(60, HOUR), network: times(3000, HOUR) },
  // A reset that was asked for and waits for its code, or a known browser.
  'confirm-new-password': { proved: times(60, HOUR), network: times(600, HOUR), named: times(60, HOUR) },
  // A live refresh token.
  'refresh-token': { proved: times(300, 15 * MINUTE) },
  // Links.
  'password-link': { proved: times(10, HOUR) },
  'read-link': { proved: times(120, 10 * MINUTE) },
  'pay-by-link': { proved: times(60, 10 * MINUTE) },
  'change-by-link': { proved: times(30, 10 * MINUTE) },
  // Wrong digits have five tries themselves.
  'forms-by-link': { proved: times(60, HOUR) },
  'unknown-link': { network: times(300, 10 * MINUTE) },
  'staff-set-up': { proved: times(60, HOUR) },
  // Known browser of the member.
  'staff-sign-in': { proved: times(60, 15 * MINUTE), network: times(300, 15 * MINUTE) },
  // A sign-in that waits for its code, and has five tries itself.
  'staff-code': { proved: times(60, 15 * MINUTE) },
  // Known browser of any member, or a staff session.
  'staff-passkey-prompt': { proved: times(60, 15 * MINUTE), network: times(300, 15 * MINUTE) },
  // A prompt that is open; it is used up.
  'staff-passkey': { proved: times(60, 15 * MINUTE) },
  'demo-code': { network: times(300, 15 * MINUTE) },
  // Sessions of clients.
  'write-user': { proved: times(60, HOUR) },
  'claim-record': { proved: times(30, HOUR) },
  'validate-address': { proved: times(60, HOUR) },
  'upload-photo': { proved: times(60, HOUR) },
  'publish-photo': { proved: times(60, HOUR) },
  'create-checkout': { proved: times(60, 10 * MINUTE) },
  'checkout-status': { proved: times(120, MINUTE) },
  'unknown-checkout': { proved: times(10, MINUTE) },
  'pay-balance': { proved: times(60, 10 * MINUTE) },
  'change-booking': { proved: times(30, 10 * MINUTE) },
  'read-bookings': { proved: times(120, MINUTE) },
  'write-health': { proved: times(300, HOUR) },
  // Sessions of staff.
  'staff-write': { proved: times(600, HOUR) },
  // A draft is saved after each pause in typing.
  'staff-draft': { proved: times(3600, HOUR) },
  'staff-security': { proved: times(120, HOUR) },
} as const satisfies Record<
  PublicLimit | ClientLimit | StaffLimit | 'unknown-checkout' | 'unknown-link',
  Counted
>;

export type CountedLimit = keyof typeof COUNTED;

/** Takes back what a request has counted that the server could not decide. */
export type GiveBack = () => Promise<void>;

export type Limits = {
  /**
   * Counts one more request; null if that exceeds an allowance (answer LimitExceededException). The counters are rows, so
   * they are exact across processes.
   */
  take(limit: CountedLimit, caller: Caller): Promise<GiveBack | null>;
  /** Likewise in the statement that finds the session, as `login` (id, account_id). */
  withSession(limit: CountedLimit): CountingOfSession;
  readonly codeMails: CodeMailLimits;
};

export type CountingOfSession = Omit<Counting, 'isWithin'> & {
  /** What `take` returns for the points that were read. */
  taken(points: Points, caller: OfSession): GiveBack | null;
};

/** Whether a call is counted at all. */
export const isCounted = (limit: Limit): limit is Exclude<Limit, 'read' | 'way-out'> =>
  limit !== 'read' && limit !== 'way-out';

const LOGIN: OfSession = { session: 'login.id', account: 'login.account_id' };

const wide = (allowance: Allowance): Allowance => ({ ...allowance, times: allowance.times * WIDE_TIMES });

/** `scale` multiplies every allowance (RATE_LIMIT_SCALE), for load tests and classes behind one address. */
export function createLimits(db: Db, scale: number, clock: () => Date): Limits {
  const counters = createRateCounters(db, scale, clock);

  const count = (name: string, allowance: Allowance | undefined, key: string | undefined): Count[] =>
    allowance && key !== undefined ? [{ name, allowance, key }] : [];
  const countsOfSession = (limit: CountedLimit, { session, account }: OfSession) => {
    const { proved }: Counted = COUNTED[limit];
    return [
      ...count(`${limit}:session`, proved, session),
      ...count(`${limit}:account`, proved && wide(proved), account),
    ];
  };
  const countsOf = (limit: CountedLimit, caller: Caller) => {
    const { proved, network, named }: Counted = COUNTED[limit];
    if ('session' in caller) return countsOfSession(limit, caller);
    if ('proved' in caller) return count(`${limit}:proved`, proved, caller.proved);
    const { network: of, wide: around } = networkOf(caller.ip);
    // A call that its network may not make is not counted against the address.
    return [
      ...count(`${limit}:ip`, network, of),
      ...count(`${limit}:wide`, network && wide(network), around === of ? undefined : around),
      ...count(`${limit}:account`, named, caller.named === undefined ? undefined : `${caller.named} ${of}`),
    ];
  };

  return {
    codeMails: createCodeMailLimits(counters),
    take: async (limit, caller) => {
      const counts = countsOf(limit, caller);
      return (await counters.takeAll(counts)) ? () => counters.giveBack(counts) : null;
    },
    withSession: (limit) => {
      const { isWithin, ...parts } = counters.within(countsOfSession(limit, LOGIN), 'login');
      return {
        ...parts,
        taken: (points, caller) =>
          isWithin(points) ? () => counters.giveBack(countsOfSession(limit, caller)) : null,
      };
    },
  };
}
