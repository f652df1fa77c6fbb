import { checkCheckout } from '../checkout/check-checkout.ts';
import { claimDueCheckouts } from '../checkout/store.ts';
import type { Job } from './loop.ts';

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
