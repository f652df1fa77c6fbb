import { comparePayments } from '../checkout/compare-payments.ts';
import { settleUnmatched } from '../checkout/unmatched-payments.ts';
import type { Job } from './loop.ts';

const HOUR_MS = 60 * 60_000;
/** Each payment is compared for three days. */
const LOOK_BACK_MS = 72 * HOUR_MS;

/** Refunds payments without a checkout after an hour, in which the practice may settle them. */
export const settleUnmatchedPayments: Job = {
  name: 'settle-unmatched',
  every_ms: 60_000,
  run: settleUnmatched,
};

/** Compares the payments of provider and database at each start and every hour. */
export const reconcilePayments: Job = {
  name: 'reconcile-payments',
  every_ms: HOUR_MS,
  async run(deps, now) {
    const from = new Date(now.getTime() - LOOK_BACK_MS);
    const { found, failures } = await comparePayments(deps, { from, to: now }, now);
    // The other payments were compared, but the run counts as failed.
    if (failures.length > 0) throw failures[0];
    return found.length;
  },
};
