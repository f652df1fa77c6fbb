import { practice } from '#content/public/practice.ts';
import { syncServices } from '../catalogue/sync-catalogue.ts';
import {
  claimServiceSyncs,
  type DueSync,
  endServiceSync,
  postponeServiceSync,
  selectSoldServices,
} from '../catalogue/service-store.ts';
import type { Deps } from '../deps.ts';
import { type BackOff, retryAt } from '../runtime/back-off.ts';
import { eachRow, errorName } from './each-row.ts';
import type { Job } from './loop.ts';

const BATCH_SIZE = 50;
/** Longer than a batch takes. If this process dies, another process goes on after it. */
const LEASE_MS = 10 * 60_000;
const BACK_OFF: BackOff = { first_ms: 60_000, longest_ms: 60 * 60_000 };

/**
 * Brings the payment provider up to date about services that staff changed. Repeating it changes nothing, so a process that
 * dies half-way leaves nothing to repair.
 */
export const syncChangedServices: Job = {
  name: 'sync-services',
  every_ms: 15_000,
  async run(deps, now) {
    const due = await claimServiceSyncs(deps.db, BATCH_SIZE, new Date(now.getTime() + LEASE_MS), now);
    return await eachRow(
      due,
      (row) => syncOne(deps, row),
      async (row, error) => {
        deps.log.warn(
          { service_id: row.service_id, reason: errorName(error) },
          'The payment provider was not told about a service and will be',
        );
        await postponeServiceSync(deps.db, row, retryAt(BACK_OFF, row.attempts, now));
      },
    );
  },
};

/** A retired service is not synced: its product stays for what was sold. */
async function syncOne({ db, catalogue }: Deps, row: DueSync): Promise<void> {
  const service = (await selectSoldServices(db)).find(({ id }) => id === row.service_id);
  if (service) {
    const options = { db, catalogue, currency: practice.currency, apply: true };
    const outcome = await syncServices(options, [service]);
    if (!outcome.ok) throw new Error(outcome.message);
  }
  await endServiceSync(db, row);
}
