import { mailboxOf } from '#domain/mailbox.ts';
import { networkOf } from '../runtime/network.ts';
import type { Allowance, RateCounters } from './rate-counters.ts';
import type { CodeMailVerdict } from '../ports/identity.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// docs/decisions/0018
const GAP: readonly Allowance[] = [{ times: 1, seconds: 30 }];
const ADDRESS_AND_NETWORK: readonly Allowance[] = [{ times: 3, seconds: HOUR }];
// Ten a day for a mailbox: a client's are seven resets and three to other spellings, a newcomer's ten that confirm.
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

/** Said of every address alike, known or not. */
export const NEWEST_MAIL_WORKS =
  'There were too many attempts. The newest mail we sent to this address has a link that works for a day.';
type Asker = { email: string; ip: string };

/**
 * How many mails with codes a mailbox gets. Two ways of counting, because two things must hold: what is *asked for*
 * without a word about whether the address is known has to be counted alike for every address; and what strangers ask
 * for in vain must not use up the mails that somebody who signs up really needs.
 */
export type CodeMailLimits = {
  /** A reset or a resend is asked for. */
  ask(kind: 'reset' | 'resend', asker: Asker): Promise<CodeMailVerdict>;
  /** A mail that confirms an address is about to be written. */
  takeConfirmation(asker: Asker): Promise<CodeMailVerdict>;
  /** Somebody has shown that the mailbox is theirs: what was asked for before counts no more. */
  forgive(email: string): Promise<void>;
};

/** The limits of code mails on these counters. */
export function createCodeMailLimits(counters: RateCounters): CodeMailLimits {
  const takeNetwork = (network: string) => counters.take('code-mail:network', NETWORK, network);
  return {
    ask: async (kind, { email, ip }) => {
      const mailbox = mailboxOf(email);
      const { network } = networkOf(ip);
      // By the spelling: what somebody on the same network asks for other spellings brings no mail to this one.
      const here = `${email} ${network}`;
      if (!(await counters.take(`${kind}:gap`, GAP, here))) return 'TOO_SOON';
      // Nothing stops the first one of the day to an address: where the others are refused, a link is in the mailbox.
      const isFirst = await counters.take(`${kind}:first`, FIRST, email);
      if (!(await counters.take(`${kind}:here`, ADDRESS_AND_NETWORK, here)) && !isFirst) return 'USED_UP';
      if (!(await takeNetwork(network)) && !isFirst) return 'TOO_SOON';
      if (!(await counters.take(`${kind}:mailbox`, ASKED, mailbox)) && !isFirst) return 'USED_UP';
      return 'OK';
    },
    takeConfirmation: async ({ email, ip }) => {
      const mailbox = mailboxOf(email);
      const isFirst = !(await counters.isTouched('confirm:mailbox', CONFIRMATIONS[1], mailbox));
      if (!(await takeNetwork(networkOf(ip).network)) && !isFirst) return 'TOO_SOON';
      // Most of them stay for the plain spelling.
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
