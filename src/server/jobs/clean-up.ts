import { practice } from '#content/public/practice.ts';
import { OPEN_DAYS } from '#domain/visits/suggestions.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { deleteStaleIdentityRows } from '../auth/identity-store.ts';
import { expireSuggestions } from '../bookings/suggestions-store.ts';
import { deleteExpiredSessions } from '../sessions/session-store.ts';
import { deleteExpiredStaffRows } from '../sessions/staff-session-store.ts';
import { deletePaymentLinks } from '../bookings/store.ts';
import { clearNetworks } from '../checkout/store.ts';
import { deleteEventsProcessedBefore } from '../checkout/event-store.ts';
import type { Deps } from '../deps.ts';
import { deleteAccountDeletedMailsBefore, deleteMailsDoneBefore } from '../mail/store.ts';
import { notifyPractice } from '../mail/outbox.ts';
import { photosNotRemovedMail } from '../mail/templates/practice-notices.ts';
import { CLOSURES_COUNTED_DAYS, deleteRefundedClosuresBefore } from '../users/refunded-closures.ts';
import { forgetIdentities } from '../users/forget-identities.ts';
import { dropUnusedPictures } from '../blog/draft-store.ts';
import { removeFiles } from '../users/remove-files.ts';
import {
  claimExpiredTickets,
  claimPhotoRemovals,
  countPhotoRemovals,
  deleteTicket,
  postponePhotoRemoval,
  postponeTicket,
} from '../users/store.ts';
import { retryAt } from '../runtime/back-off.ts';
import { eachRow, errorName } from './each-row.ts';

type CleanUpDeps = Pick<Deps, 'config' | 'db' | 'identity' | 'log' | 'photos'>;

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;
/** A request may still be about to use a younger file. */
const PHOTO_GRACE_MS = 60 * MINUTE;
const MAIL_RETENTION_MS = 90 * DAY;
const ACCOUNT_DELETED_MAIL_RETENTION_MS = DAY;
/** The provider repeats an event for three days. The rest of the time is for investigating a payment. */
const EVENT_RETENTION_MS = 30 * DAY;
const NETWORK_RETENTION_MS = DAY;
const REMOVAL_LEASE_MS = 5 * MINUTE;
/** A draft in a browser that was offline may still name a younger one. */
const UNUSED_PICTURE_MS = 7 * DAY;
const BATCH_SIZE = 100;
/** The practice is notified of a photo that is still stored after this. */
const PHOTO_OVERDUE_MS = 7 * DAY;

/** Deletes expired rows, ends expired suggestions and retries unfinished deletions. Returns the count. */
export const cleanUp = {
  name: 'clean-up',
  every_ms: MINUTE,
  run: async (deps: CleanUpDeps, now: Date): Promise<number> => {
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const { db } = deps;
    const done = await runAll([
      () => forgetIdentities(deps, now),
      () => dropUnusedPictures(db, ago(UNUSED_PICTURE_MS), now),
      () => removePhotos(deps, ago(PHOTO_GRACE_MS), now),
      () => notifyOverduePhotos(deps, ago(PHOTO_OVERDUE_MS), now),
      () => removeUploads(deps, now),
      () => deleteExpiredSessions(db, now),
      () => deleteExpiredStaffRows(db, now),
      () => deleteStaleIdentityRows(db, now),
      () => deleteMailsDoneBefore(db, ago(MAIL_RETENTION_MS)),
      () => deleteAccountDeletedMailsBefore(db, ago(ACCOUNT_DELETED_MAIL_RETENTION_MS)),
      () => deletePaymentLinks(db, now),
      () => clearNetworks(db, ago(NETWORK_RETENTION_MS)),
      () => deleteRefundedClosuresBefore(db, ago(CLOSURES_COUNTED_DAYS * DAY)),
      () => deleteEventsProcessedBefore(db, ago(EVENT_RETENTION_MS)),
      () => expireSuggestions(db, { today: localDateOf(now, practice.zone), open_days: OPEN_DAYS }, now),
    ]);
    return done.reduce((all, one) => all + one, 0);
  },
};

/** Runs all, one after the other. Throws the first failure at the end, so that the run counts as failed. */
async function runAll<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const done: T[] = [];
  const failures: unknown[] = [];
  for (const work of works) {
    try {
      done.push(await work());
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}

async function removePhotos(deps: CleanUpDeps, requested_before: Date, now: Date): Promise<number> {
  const { db } = deps;
  const rows = await claimPhotoRemovals(db, requested_before, BATCH_SIZE, leaseFrom(now), now);
  return await eachRow(
    rows,
    ({ key }) => removeFiles(deps, key),
    ({ key, attempts }, error) => postponePhotoRemoval(db, key, failureOf(error, attempts, now)),
  );
}

/** Notifies the practice of photos that should have been deleted, at most once a day. */
async function notifyOverduePhotos(
  { db, config }: CleanUpDeps,
  requested_before: Date,
  now: Date,
): Promise<number> {
  const count = await countPhotoRemovals(db, requested_before);
  if (count === 0) return 0;
  const mail = photosNotRemovedMail({ count, site_url: config.site_url });
  const cause = now.toISOString().slice(0, 10);
  await notifyPractice(db, { kind: 'photos-not-removed', cause, mail, clients: [] }, now);
  return 0;
}

/** Removes expired uploads that did not become a profile photo. */
async function removeUploads({ db, photos }: CleanUpDeps, now: Date): Promise<number> {
  const rows = await claimExpiredTickets(db, BATCH_SIZE, leaseFrom(now), now);
  return await eachRow(
    rows,
    async ({ key }) => {
      await photos.removeUpload(key);
      await deleteTicket(db, key);
    },
    ({ key, attempts }, error) => postponeTicket(db, key, failureOf(error, attempts, now)),
  );
}

/** 1, 2, 4 … minutes, at most a day. */
const REMOVAL_BACK_OFF = { first_ms: 60_000, longest_ms: 24 * 60 * 60_000 };

const leaseFrom = (now: Date) => new Date(now.getTime() + REMOVAL_LEASE_MS);

const failureOf = (error: unknown, attempts: number, now: Date) => ({
  next_attempt_at: retryAt(REMOVAL_BACK_OFF, attempts, now),
  last_error: errorName(error),
});
