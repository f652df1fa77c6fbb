import type { Login, UserRow } from '../auth/find-login.ts';
import { deleteLoginsOfAccount } from '../auth/store.ts';
import { closeMoneyOf } from '../checkout/close-account.ts';
import type { Db } from '../db/pool.ts';
import { queueMail } from '../mail/outbox.ts';
import { deleteMailsOf } from '../mail/store.ts';
import { accountDeletedMail } from '../mail/templates/account-deleted.ts';
import { insertAccountRemoval, insertPhotoRemoval } from './store.ts';

/**
 * Forgets a client in one transaction: future bookings are cancelled and refunds queued, then logins, record, photo,
 * notes, recommendations, form answers, the key that opened them, and mails go. Payments and bookings stay without
 * a name. What lies elsewhere (photo file, identity) is noted for removal.
 */
export async function eraseClient(
  db: Db,
  { login, user, site_url }: { login: Login; user: UserRow | null; site_url: string },
  now: Date,
): Promise<void> {
  const { account_id, email } = login;
  // Each statement sees what was committed before it: a payment that is confirmed while its checkout is waited for.
  const transaction = db.transaction().setIsolationLevel('read committed');
  await transaction.execute(async (tx) => {
    const closed = user ? await closeMoneyOf(tx, user.id, now) : { cancelled: [], refunded_cents: 0 };
    await deleteLoginsOfAccount(tx, account_id);
    await insertAccountRemoval(tx, { account_id, email }, now);
    if (user) await eraseRecord(tx, user, now);
    await deleteMailsOf(tx, { user_id: user?.id ?? null, email });
    const mail = accountDeletedMail({ ...closed, site_url });
    const dedupe_key = `account-deleted:${account_id}`;
    await queueMail(tx, { ...mail, dedupe_key, kind: 'account-deleted', user_id: null, to: email }, now);
  });
}

async function eraseRecord(tx: Db, user: UserRow, now: Date): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({
      client_notes: null,
      notes_updated_at: null,
      recommendations_draft: null,
      published_recommendations: null,
      updated_at: now,
    })
    .where('user_id', '=', user.id)
    .execute();
  if (user.photo_key !== null) await insertPhotoRemoval(tx, user.photo_key, now);
  // Answers, tickets and the key of the health data go with the record; bookings and checkouts lose their user_id.
  await tx.deleteFrom('users').where('id', '=', user.id).execute();
}
