import type { Deps } from '../deps.ts';
import { deleteSessionsOfAccount } from '../sessions/session-store.ts';
import { claimAccountRemovals, deleteAccountRemoval } from './store.ts';

const LEASE_MS = 5 * 60 * 1000;

/** Removes identities of deleted accounts, retrying a hosted provider that was unavailable. */
export async function forgetIdentities(
  { db, identity, log }: Pick<Deps, 'db' | 'identity' | 'log'>,
  now: Date,
): Promise<number> {
  const due = await claimAccountRemovals(db, new Date(now.getTime() + LEASE_MS), now);
  let done = 0;
  for (const account of due) {
    try {
      await identity.removeAccount(db, account);
      // A sign-in in progress may have created a session for the deleted account.
      await deleteSessionsOfAccount(db, account.account_id);
      await deleteAccountRemoval(db, account.account_id);
      done += 1;
    } catch (error) {
      log.warn(
        { err: error, account_id: account.account_id },
        'Removing an identity failed; it will be retried',
      );
    }
  }
  return done;
}
