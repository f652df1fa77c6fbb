import { findUnmatched, settleUnmatched } from '../checkout/unmatched-payments.ts';
import type { Job } from './loop.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Each payment is looked for on three days. */
const LOOK_BACK_MS = 3 * DAY_MS;

/** Refunds payments that have no checkout here, once the hour in which somebody may settle them is over. */
export const settleUnmatchedPayments: Job = {
  name: 'settle-unmatched',
  every_ms: 60_000,
  run: settleUnmatched,
};

/** Once a day, and at each start: payments at the provider that have no checkout here. */
export const reconcilePayments: Job = {
  name: 'reconcile-payments',
  every_ms: DAY_MS,
  run: (deps, now) => findUnmatched(deps, new Date(now.getTime() - LOOK_BACK_MS), now, now),
};
