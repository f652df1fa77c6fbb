import { comparePayments } from '../checkout/compare-payments.ts';
import { settleUnmatched } from '../checkout/unmatched-payments.ts';
import type { Job } from './loop.ts';

const HOUR_MS = 60 * 60_000;
/** Each payment is looked for on three days. */
const LOOK_BACK_MS = 72 * HOUR_MS;

/** Refunds payments that have no checkout here, once the hour in which somebody may settle them is over. */
export const settleUnmatchedPayments: Job = {
  name: 'settle-unmatched',
  every_ms: 60_000,
  run: settleUnmatched,
};

/** At each start and every hour: what the provider and the database do not agree about. */
export const reconcilePayments: Job = {
  name: 'reconcile-payments',
  every_ms: HOUR_MS,
  async run(deps, now) {
    const from = new Date(now.getTime() - LOOK_BACK_MS);
    const { found, failures } = await comparePayments(deps, { from, to: now }, now);
    // All was compared that could be; the run still counts as failed.
    if (failures.length > 0) throw failures[0];
    return found.length;
  },
};
