import { sql } from 'kysely';
import { selectUnpaidHolds, shareOf } from '../seats/unpaid-holds.ts';
import { notifyPractice } from '../mail/outbox.ts';
import { manyHoldsMail } from '../mail/templates/practice-notices.ts';
import type { Job } from './loop.ts';
import { inTransaction } from '../db/transactions.ts';

const MINUTE_MS = 60_000;
/** The interval between two checks, and how long the share must stay above the alarm. */
const CHECK_EVERY_MS = 10 * MINUTE_MS;
const MAIL_EVERY_MS = 24 * 60 * MINUTE_MS;
/** Share of the open one-to-one time. */
const ALARM = 1 / 3;

/**
 * Notifies the practice if too much of its calendar is held without payment at two checks ten minutes apart, at most
 * once in 24 hours. All processes lock one row, so that only one mail is sent.
 */
export const watchHolds: Job = {
  name: 'watch-holds',
  every_ms: CHECK_EVERY_MS,
  async run({ db, config }, now) {
    const holds = await selectUnpaidHolds(db, now);
    const isAbove = shareOf(holds.held_minutes, holds) > ALARM;
    return await inTransaction(db, async (trx) => {
      const { above_since, notified_at } = await trx
        .selectFrom('hold_watch')
        .select(['above_since', 'notified_at'])
        .forUpdate()
        .executeTakeFirstOrThrow();
      const ago = (since: Date | null) => (since === null ? Infinity : now.getTime() - since.getTime());
      const isDue =
        isAbove &&
        above_since !== null &&
        ago(above_since) >= CHECK_EVERY_MS &&
        ago(notified_at) >= MAIL_EVERY_MS;
      if (isDue) {
        const mail = manyHoldsMail({ ...holds, site_url: config.site_url });
        await notifyPractice(trx, { kind: 'many-holds', cause: now.toISOString(), mail, clients: [] }, now);
      }
      await sql`update hold_watch set above_since = ${isAbove ? (above_since ?? now) : null}::timestamptz,
        notified_at = ${isDue ? now : notified_at}::timestamptz`.execute(trx);
      return isDue ? 1 : 0;
    });
  },
};
