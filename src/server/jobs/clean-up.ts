import { deleteStaleIdentityRows } from '../auth/identity-store.ts';
import { deleteExpiredLogins, deleteLoginsOfAccount } from '../auth/store.ts';
import { forgetNetworks } from '../checkout/store.ts';
import { deleteEventsProcessedBefore } from '../db/delete-old-events.ts';
import type { Deps } from '../deps.ts';
import { deleteFarewellsDoneBefore, deleteMailsDoneBefore } from '../mail/store.ts';
import { removeFiles } from '../users/remove-files.ts';
import {
  claimAccountRemovals,
  deleteAccountRemoval,
  deleteTicket,
  selectExpiredTickets,
  selectPhotoRemovals,
} from '../users/store.ts';

type CleanUpDeps = Pick<Deps, 'db' | 'identity' | 'log' | 'photos'>;

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;
/** Somebody may still be about to point to a younger file. */
const PHOTO_REST_MS = 60 * MINUTE;
const MAIL_KEPT_MS = 90 * DAY;
const FAREWELL_KEPT_MS = DAY;
/** The provider repeats an event for three days; the rest is for whoever has to look into a payment. */
const EVENT_KEPT_MS = 30 * DAY;
const NETWORK_KEPT_MS = DAY;
const REMOVAL_LEASE_MS = 5 * MINUTE;
const AT_ONCE = 100;
const FAILURES_BORNE = 3;

/** Removes what time made useless and finishes removals that were cut off; how many things went. */
export const cleanUp = {
  name: 'clean-up',
  every_ms: MINUTE,
  run: async (deps: CleanUpDeps, now: Date): Promise<number> => {
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const { db } = deps;
    const done = await inTurn([
      () => forgetIdentities(deps, now),
      () => removePhotos(deps, ago(PHOTO_REST_MS)),
      () => removeUploads(deps, now),
      () => deleteExpiredLogins(db, now),
      () => deleteStaleIdentityRows(db, now),
      () => deleteMailsDoneBefore(db, ago(MAIL_KEPT_MS)),
      () => deleteFarewellsDoneBefore(db, ago(FAREWELL_KEPT_MS)),
      () => forgetNetworks(db, ago(NETWORK_KEPT_MS)),
      () => deleteEventsProcessedBefore(db, ago(EVENT_KEPT_MS)),
    ]);
    return done.reduce((all, one) => all + one, 0);
  },
};

/**
 * One after the other, none kept from its turn by one before it that failed: a file that cannot be removed must not let
 * logins and mails stay for ever. The first failure is thrown at the end. After a few the rest waits for the next run,
 * as a store that is away takes its time to say so.
 */
async function inTurn<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const done: T[] = [];
  const failures: unknown[] = [];
  for (const work of works) {
    if (failures.length === FAILURES_BORNE) break;
    try {
      done.push(await work());
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}

/** Accounts whose record is gone; a hosted identity that was away is asked again. */
export async function forgetIdentities(
  { db, identity, log }: Pick<CleanUpDeps, 'db' | 'identity' | 'log'>,
  now: Date,
): Promise<number> {
  const due = await claimAccountRemovals(db, new Date(now.getTime() + REMOVAL_LEASE_MS), now);
  let done = 0;
  for (const account of due) {
    try {
      await identity.removeAccount(db, account);
      // Whoever was just signing in has a login to an account that is gone.
      await deleteLoginsOfAccount(db, account.account_id);
      await deleteAccountRemoval(db, account.account_id);
      done += 1;
    } catch (error) {
      log.warn({ err: error, account_id: account.account_id }, 'An identity could not be removed yet');
    }
  }
  return done;
}

async function removePhotos(deps: CleanUpDeps, requested_before: Date): Promise<number> {
  const keys = await selectPhotoRemovals(deps.db, requested_before, AT_ONCE);
  await inTurn(keys.map((key) => () => removeFiles(deps, key)));
  return keys.length;
}

/** Uploads that nobody made a photo of. */
async function removeUploads({ db, photos }: CleanUpDeps, now: Date): Promise<number> {
  const keys = await selectExpiredTickets(db, now, AT_ONCE);
  await inTurn(
    keys.map((key) => async () => {
      await photos.removeUpload(key);
      await deleteTicket(db, key);
    }),
  );
  return keys.length;
}
