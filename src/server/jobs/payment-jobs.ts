import { checkCheckout } from '../checkout/check-checkout.ts';
import { comparePayments } from '../checkout/compare-payments.ts';
import { processEvents } from '../checkout/provider-events.ts';
import { settleRefunds } from '../checkout/settle-refund.ts';
import { claimDueCheckouts } from '../checkout/store.ts';
import { settleUnmatched } from '../checkout/unmatched-payments.ts';
import type { Job } from './loop.ts';

/** Processes events of the payment provider that could not be processed on arrival. */
export const processWebhooks: Job = {
  name: 'process-webhooks',
  every_ms: 5000,
  run: (deps, now) => processEvents(deps, now),
};

/** After a full batch the job runs again at once. */
const BATCH_SIZE = 50;
/** Requests to the provider at a time. */
const IN_PARALLEL = 8;
/** Longer than a batch takes. If this process dies, another process checks the batch again after it. */
const LEASE_MS = 120_000;

/** The sweeper (rules.md §5): confirms, expires or releases checkouts for which no event arrived. */
export const checkCheckouts: Job = {
  name: 'check-checkouts',
  every_ms: 30_000,
  async run(deps, now) {
    const due = await claimDueCheckouts(deps.db, BATCH_SIZE, new Date(now.getTime() + LEASE_MS), now);
    const waiting = [...due];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { id } = next;
        await checkCheckout(deps, next, now).catch((error: unknown) => {
          deps.log.error({ err: error, checkout_id: id }, 'A checkout could not be checked');
        });
      }
    };
    await Promise.all(Array.from({ length: IN_PARALLEL }, work));
    return due.length;
  },
};

/** Makes the refunds that are due, however long the provider is down. */
export const settleOwedRefunds: Job = {
  name: 'settle-refunds',
  every_ms: 5000,
  run: (deps, now) => settleRefunds(deps, now),
};

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
