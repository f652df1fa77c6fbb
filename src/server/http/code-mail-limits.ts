import { mailboxOf } from '#domain/people/email.ts';
import { networkOf } from '../runtime/network.ts';
import type { Allowance, RateCounters } from '../runtime/rate-counter-store.ts';
import type { CodeMailResult } from '../ports/identity.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// The reasons are in docs/decisions/0018.
const GAP: readonly Allowance[] = [{ times: 1, seconds: 30 }];
const ADDRESS_AND_NETWORK: readonly Allowance[] = [{ times: 3, seconds: HOUR }];
// Ten a day per mailbox: for an existing client seven resets and three to other spellings, for a new one ten
// confirmations.
const ASKED: readonly Allowance[] = [
  { times: 5, seconds: HOUR },
  { times: 7, seconds: DAY },
];
const CONFIRMATIONS = [
  { times: 5, seconds: HOUR },
  { times: 10, seconds: DAY },
] as const satisfies readonly Allowance[];
const TAGGED: readonly Allowance[] = [
  { times: 2, seconds: HOUR },
  { times: 3, seconds: DAY },
];
const NETWORK: readonly Allowance[] = [{ times: 30, seconds: HOUR }];
const FIRST: readonly Allowance[] = [{ times: 1, seconds: DAY }];

/** The same answer for every address, known or not. */
export const NEWEST_MAIL_WORKS =
  'There were too many attempts. The newest mail we sent to this address has a link that works for a day.';
/** `attempt_id`: the sign-up that waits in this browser, which strangers on its network do not hold up. */
type Asker = { email: string; ip: string; attempt_id: string | null };

/**
 * Limits the code mails that a mailbox gets. There are two counts. Requests that must not reveal whether an address is
 * known are counted alike for every address; but requests that send no mail must not use up the mails of a client who
 * is signing up.
 */
export type CodeMailLimits = {
  /** Counts a request for a reset or a resend. `giveBack` takes that back if the request cannot be decided. */
  ask(
    kind: 'reset' | 'resend',
    asker: Asker,
  ): Promise<{ result: CodeMailResult; giveBack: () => Promise<void> }>;
  /** Counts a confirmation mail that is about to be written. */
  takeConfirmation(asker: Asker): Promise<CodeMailResult>;
  /** Clears the counts after a client has proved that the mailbox is theirs. */
  forgive(email: string): Promise<void>;
};

/** Creates the limits of code mails on these counters. */
export function createCodeMailLimits(counters: RateCounters): CodeMailLimits {
  const networkCount = (network: string) => ['code-mail:network', NETWORK, network] as const;
  const askFor = async (
    kind: 'reset' | 'resend',
    { email, ip, attempt_id }: Asker,
    take: RateCounters['take'],
  ): Promise<CodeMailResult> => {
    const mailbox = mailboxOf(email);
    const { network } = networkOf(ip);
    if (attempt_id !== null) {
      if (!(await take(`${kind}:gap`, GAP, attempt_id))) return 'TOO_SOON';
      return (await take(`${kind}:here`, ADDRESS_AND_NETWORK, attempt_id)) ? 'OK' : 'USED_UP';
    }
    // Counts by exact spelling: requests from the same network for other spellings send no mail to this one.
    const here = `${email} ${network}`;
    if (!(await take(`${kind}:gap`, GAP, here))) return 'TOO_SOON';
    // The first mail of the day to an address is always allowed: a client who is refused later has a link in their
    // mailbox.
    const isFirst = await take(`${kind}:first`, FIRST, email);
    if (!(await take(`${kind}:here`, ADDRESS_AND_NETWORK, here)) && !isFirst) return 'USED_UP';
    if (!(await take(...networkCount(network))) && !isFirst) return 'TOO_SOON';
    if (!(await take(`${kind}:mailbox`, ASKED, mailbox)) && !isFirst) return 'USED_UP';
    return 'OK';
  };
  return {
    ask: async (kind, asker) => {
      const counted: Parameters<RateCounters['giveBack']>[0][number][] = [];
      const take = async (name: string, allowances: readonly Allowance[], key: string) => {
        counted.push(...allowances.map((allowance) => ({ name, allowance, key })));
        return await counters.take(name, allowances, key);
      };
      return { result: await askFor(kind, asker, take), giveBack: () => counters.giveBack(counted) };
    },
    takeConfirmation: async ({ email, ip, attempt_id }) => {
      const mailbox = mailboxOf(email);
      const isFirst = !(await counters.isTouched('confirm:mailbox', CONFIRMATIONS[1], mailbox));
      const isStranger = attempt_id === null;
      if (isStranger && !(await counters.take(...networkCount(networkOf(ip).network))) && !isFirst)
        return 'TOO_SOON';
      // Most mails stay reserved for the plain spelling.
      if (email !== mailbox && !(await counters.take('confirm:tagged', TAGGED, mailbox))) return 'USED_UP';
      return (await counters.take('confirm:mailbox', CONFIRMATIONS, mailbox)) ? 'OK' : 'USED_UP';
    },
    forgive: async (email) => {
      const mailbox = mailboxOf(email);
      for (const kind of ['reset', 'resend']) {
        await counters.forget(`${kind}:first`, FIRST, email);
        await counters.forget(`${kind}:mailbox`, ASKED, mailbox);
      }
    },
  };
}
