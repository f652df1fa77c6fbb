import { formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { type Command, done, listing, usageError } from './command.ts';
import { keepUnmatched, refundUnmatchedNow, selectUnmatched } from './store.ts';

export const payments = listing({
  name: 'payments',
  summary: 'payments without a checkout here, for example after a restore or a failover, and their outcome',
  empty: 'Every known payment has a checkout here.',
  async lines({ db, zone }) {
    const unmatched = await selectUnmatched(db);
    return unmatched.map(
      (payment) =>
        `${payment.session_id}  ${formatCents(payment.amount_cents)}  ${(payment.email || payment.customer_id) ?? 'unknown client'}, ` +
        `recorded ${formatShortDateAtTime(payment.noted_at, zone)}: ${stateOf(payment, zone)}`,
    );
  },
});

const OUTCOMES = { REFUNDED: 'refunded', KEPT: 'kept', FOUND: 'its checkout was found' } as const;

function stateOf({ outcome, refund_at }: { outcome: string | null; refund_at: Date }, zone: string): string {
  if (outcome === null) return `is refunded at ${formatShortDateAtTime(refund_at, zone)} unless you keep it`;
  return OUTCOMES[outcome as keyof typeof OUTCOMES];
}

export const refundPayment: Command = {
  name: 'refund-payment',
  usage: 'SESSION',
  summary: 'refund a payment that has no checkout here, now',
  async run({ db, now }, [session_id, ...more]) {
    if (!session_id || more.length > 0)
      return usageError('Name one payment by its checkout session. See: payments');
    if (!(await refundUnmatchedNow(db, session_id, now))) return usageError(notOpen(session_id));
    return done('It is refunded within a minute while the site runs, and the client is notified.');
  },
};

export const keepPayment: Command = {
  name: 'keep-payment',
  usage: 'SESSION',
  summary: 'keep a payment that has no checkout here: you have agreed with the client what it is for',
  async run({ db, now }, [session_id, ...more]) {
    if (!session_id || more.length > 0)
      return usageError('Name one payment by its checkout session. See: payments');
    if (!(await keepUnmatched(db, session_id, now))) return usageError(notOpen(session_id));
    return done('Kept. To refund it later, use the dashboard of the payment provider.');
  },
};

const notOpen = (session_id: string) =>
  `No payment ${session_id} waits for a decision. It may be refunded already. See: payments`;
