import { deleteStaleIdentityRows } from '../auth/identity-store.ts';
import { deleteExpiredLogins, deleteLoginsOfAccount } from '../auth/store.ts';
import { deleteEventsProcessedBefore } from '../db/delete-old-events.ts';
import type { Deps } from '../deps.ts';
import { deleteFarewellsSentBefore, deleteMailsSentBefore } from '../mail/store.ts';
import {
  claimAccountRemovals,
  deleteAccountRemoval,
  deletePhotoRemoval,
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
const REMOVAL_LEASE_MS = 5 * MINUTE;
const AT_ONCE = 100;

/** Removes what time made useless and finishes removals that were cut off; how many things went. */
export const cleanUp = {
  name: 'clean-up',
  every_ms: MINUTE,
  run: async (deps: CleanUpDeps, now: Date): Promise<number> => {
    const ago = (ms: number) => new Date(now.getTime() - ms);
    return (
      (await forgetIdentities(deps, now)) +
      (await removePhotos(deps, ago(PHOTO_REST_MS))) +
      (await removeUploads(deps, now)) +
      (await deleteExpiredLogins(deps.db, now)) +
      (await deleteStaleIdentityRows(deps.db, now)) +
      (await deleteMailsSentBefore(deps.db, ago(MAIL_KEPT_MS))) +
      (await deleteFarewellsSentBefore(deps.db, ago(FAREWELL_KEPT_MS))) +
      (await deleteEventsProcessedBefore(deps.db, ago(EVENT_KEPT_MS)))
    );
  },
};

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

async function removePhotos({ db, photos }: CleanUpDeps, requested_before: Date): Promise<number> {
  const keys = await selectPhotoRemovals(db, requested_before, AT_ONCE);
  for (const key of keys) {
    await photos.removePhoto(key);
    await deletePhotoRemoval(db, key);
  }
  return keys.length;
}

/** Uploads that nobody made a photo of. */
async function removeUploads({ db, photos }: CleanUpDeps, now: Date): Promise<number> {
  const keys = await selectExpiredTickets(db, now, AT_ONCE);
  for (const key of keys) {
    await photos.removeUpload(key);
    await deleteTicket(db, key);
  }
  return keys.length;
}
