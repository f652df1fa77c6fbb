import {
  claimPausedAccount,
  countPausedSince,
  selectPausedAccounts,
} from '../auth/sign-in-failures-store.ts';
import { notifyPractice, queueMail } from '../mail/outbox.ts';
import { manyPausedMail, signInPausedMail, staffSignInPausedMail } from '../mail/templates/staff-account.ts';
import { selectPausedMembers } from '../staff/store.ts';
import { eachRow, errorName } from './each-row.ts';
import type { Job } from './loop.ts';
import { inTransaction } from '../db/transactions.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BATCH_SIZE = 50;
/** The practice is notified if more addresses than this are paused within an hour. */
const MANY_PER_HOUR = 20;

/**
 * Notifies clients whose address is paused for unknown browsers, once for each pause, with a link to a new password. It
 * is a job, so that no response takes longer for an address that has an account.
 */
export const notifyPausedAccounts: Job = {
  name: 'notify-paused-accounts',
  every_ms: MINUTE_MS,
  async run({ db, config, identity, log }, now) {
    const paused = await countPausedSince(db, new Date(now.getTime() - HOUR_MS), now);
    if (paused > MANY_PER_HOUR) {
      const mail = manyPausedMail({ paused, site_url: config.site_url });
      const cause = now.toISOString().slice(0, 10);
      await notifyPractice(db, { kind: 'many-paused', cause, mail, clients: [] }, now);
    }
    const members = await eachRow(
      await selectPausedMembers(db, now),
      async ({ email, counted_as }) => {
        await inTransaction(db, async (tx) => {
          if (!(await claimPausedAccount(tx, counted_as, now))) return;
          const mail = staffSignInPausedMail({ site_url: config.site_url });
          const dedupe_key = `staff-sign-in-paused:${email}:${now.toISOString()}`;
          const kind = 'staff-sign-in-paused';
          await queueMail(tx, { ...mail, dedupe_key, kind, user_id: null, to: email }, now);
        });
      },
      (_, error) => {
        log.warn({ reason: errorName(error) }, 'The notice about a paused member of staff was not queued');
        return Promise.resolve();
      },
    );
    const clients = await eachRow(
      await selectPausedAccounts(db, now, BATCH_SIZE),
      async ({ email, account_id }) => {
        await inTransaction(db, async (tx) => {
          if (!(await claimPausedAccount(tx, email, now))) return;
          const key = await identity.makeLink(tx, email, now);
          const mail = signInPausedMail({ key, site_url: config.site_url });
          const dedupe_key = `sign-in-paused:${account_id}:${now.toISOString()}`;
          await queueMail(tx, { ...mail, dedupe_key, kind: 'sign-in-paused', user_id: null, to: email }, now);
        });
      },
      ({ account_id }, error) => {
        // It is not marked as notified, so the next run tries again.
        log.warn(
          { account_id, reason: errorName(error) },
          'The notice about a paused address was not queued',
        );
        return Promise.resolve();
      },
    );
    return members + clients;
  },
};
