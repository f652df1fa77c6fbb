import { deleteSessionsOfAccount, type Session } from '../sessions/session-store.ts';
import { cancelBookingsForErasure } from '../checkout/close-account.ts';
import type { Db, Trx } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { queueMail } from '../mail/outbox.ts';
import { deleteMailsOf } from '../mail/store.ts';
import { accountDeletedMail } from '../mail/templates/account.ts';
import { countRefundedClosure } from './refunded-closures.ts';
import {
  insertAccountRemoval,
  insertPhotoRemoval,
  lockFilesOf,
  lockRecordToErase,
  selectRecordOf,
} from './store.ts';

/**
 * Erases a client in one transaction: cancels future bookings and queues their refunds, then deletes sessions, record,
 * photo, notes, recommendations, form answers, the key that opened them, and mails. Payments and bookings stay without
 * a name. External data (photo file, uploads, identity) is recorded for removal. Returns the keys of those files.
 */
export async function eraseClient(
  db: Db,
  { session, site_url, app_secret }: { session: Session; site_url: string; app_secret: string },
  now: Date,
): Promise<string[]> {
  const { account_id, email } = session;
  // Read committed, since a payment may be confirmed while this waits for its checkout.
  return await inTransaction(db, async (tx) => {
    // Sessions end first and the record is read afterwards, so that no record can be created for the account meanwhile
    // (sessions/session-store.ts, lockSession).
    await deleteSessionsOfAccount(tx, account_id);
    const user_id = await selectRecordOf(tx, account_id);
    const closed =
      user_id === null
        ? { cancelled: [], refunded_cents: 0, card_hashes: [] }
        : await cancelBookingsForErasure(tx, user_id, now);
    await insertAccountRemoval(tx, { account_id, email }, now);
    const files = user_id === null ? [] : await eraseRecord(tx, user_id, now);
    // Two tabs may delete at once: the final mail of the first one lists the cancelled bookings.
    const dedupe_key = `account-deleted:${account_id}`;
    await deleteMailsOf(tx, { user_id, email, save: dedupe_key });
    const mail = accountDeletedMail({ ...closed, site_url });
    await queueMail(tx, { ...mail, dedupe_key, kind: 'account-deleted', user_id: null, to: email }, now);
    if (closed.refunded_cents > 0)
      await countRefundedClosure(tx, { email, card_hashes: closed.card_hashes, app_secret, site_url }, now);
    return files;
  });
}

/**
 * Erases a record that has no login, in the caller's transaction: its visits to come are cancelled and refunded in full,
 * the rest goes as when a client deletes the account. Returns the keys of its files. HAS_LOGIN: its client has taken it over
 * meanwhile, and everything must be rolled back.
 */
export async function eraseKeptRecord(
  tx: Trx,
  {
    id,
    site_url,
    action_id,
    actor,
  }: { id: string; site_url: string; action_id: string; actor: string | null },
  now: Date,
): Promise<string[] | Refusal> {
  const how = { cause: 'record deleted', refund: 'FULL', actor } as const;
  const closed = await cancelBookingsForErasure(tx, id, now, how);
  // Locked after the bookings, as everywhere. From here on it cannot be taken over.
  const record = await lockRecordToErase(tx, id);
  if (!record) return refuse('CLIENT_NOT_FOUND');
  if (record.has_login) return refuse('HAS_LOGIN');
  const { email } = record;
  const files = await eraseRecord(tx, id, now);
  const dedupe_key = `account-deleted:${action_id}`;
  await deleteMailsOf(tx, { user_id: id, email, save: dedupe_key });
  if (email !== '') {
    const mail = accountDeletedMail({ ...closed, is_kept_record: true, site_url });
    await queueMail(tx, { ...mail, dedupe_key, kind: 'account-deleted', user_id: null, to: email }, now);
  }
  return files;
}

/**
 * Records the client's files for removal and returns their keys. It reads them under a lock, including a photo saved a
 * moment ago.
 */
async function eraseRecord(tx: Trx, user_id: string, now: Date): Promise<string[]> {
  await tx
    .updateTable('bookings')
    .set({
      client_notes: null,
      notes_updated_at: null,
      client_notes_shared_at: null,
      recommendations_draft: null,
      suggestion_draft: null,
      published_recommendations: null,
      recommendation_version: 0,
      published_at: null,
      republished_at: null,
      recommendation_withdrawn_at: null,
      room_url: null,
      updated_at: now,
    })
    .where('user_id', '=', user_id)
    .execute();
  await eraseTextsAbout(tx, user_id);
  const files = await lockFilesOf(tx, user_id);
  for (const key of files) await insertPhotoRemoval(tx, key, now);
  // Deleting the record cascades to answers, tickets and the key of the health data; bookings and checkouts lose their
  // user_id.
  await tx.deleteFrom('users').where('id', '=', user_id).execute();
  return files;
}

/** What staff wrote about the client where money and bookings stay: in mails, for refunds and for payments by hand. */
async function eraseTextsAbout(tx: Trx, user_id: string): Promise<void> {
  const bookings = tx.selectFrom('bookings').select('id').where('user_id', '=', user_id);
  await tx
    .updateTable('booking_history')
    .set({ message: null })
    .where('booking_id', 'in', bookings)
    .where('message', 'is not', null)
    .execute();
  await tx
    .updateTable('refunds')
    .set({ reason: '' })
    .where('booking_id', 'in', bookings)
    .where('reason', '<>', '')
    .execute();
  await tx
    .updateTable('offline_payments')
    .set({ note: '' })
    .where('booking_id', 'in', bookings)
    .where('note', '<>', '')
    .execute();
}
