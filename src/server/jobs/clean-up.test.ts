import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Deps } from '../deps.ts';
import { selectWaitingWork } from './store.ts';
import { cleanUp } from './clean-up.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db } = await testDatabase();
const now = new Date('2026-03-10T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

it('webhook events are deleted 30 days after they were processed; an unprocessed one stays', async () => {
  const event = (id: string, processed: Date | null) => ({
    id,
    type: 'checkout.session.completed',
    body: '{}',
    received_at: daysAgo(60),
    next_attempt_at: daysAgo(60),
    processed_at: processed,
  });
  await db
    .insertInto('webhook_events')
    .values([event('old', daysAgo(31)), event('young', daysAgo(29)), event('waits', null)])
    .execute();
  expect(await cleanUp.run({ db } as Deps, now)).toBe(1);
  const left = await db.selectFrom('webhook_events').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual(['waits', 'young']);
});

it('a refund counts as waiting until it is done, whatever the state of its checkout', async () => {
  const checkout_id = randomUUID();
  await db
    .insertInto('checkouts')
    .values({
      id: checkout_id,
      state: 'CONFIRMED',
      cart_hash: 'x',
      items: '[]',
      subtotal_cents: 8500,
      currency: 'usd',
      refund_policy: '{}',
      customer_id: 'cus_1',
      customer_email: 'maren@example.com',
      session_expires_at: now,
      hold_expires_at: now,
      next_check_at: now,
      created_at: daysAgo(3),
      updated_at: now,
    })
    .execute();
  const owed = { checkout_id, amount_cents: 8500, created_at: daysAgo(1), next_attempt_at: now };
  await db.insertInto('refunds').values(owed).execute();
  expect((await selectWaitingWork(db, now)).refunds).toEqual({ due: 1, oldest_seconds: 86_400 });
  await db.updateTable('refunds').set({ done_at: now }).execute();
  expect((await selectWaitingWork(db, now)).refunds).toEqual({ due: 0, oldest_seconds: 0 });
});

it('one deletion that throws does not stop the others', async () => {
  const stuck = 'a'.repeat(32);
  const other = 'b'.repeat(32);
  await db
    .insertInto('photo_removals')
    .values([stuck, other].map((photo_key) => ({ photo_key, requested_at: daysAgo(1) })))
    .execute();
  await db
    .insertInto('logins')
    .values({
      account_id: 'somebody',
      email: 'maren@example.com',
      access_hash: Buffer.from('access'),
      access_expires_at: daysAgo(2),
      refresh_hash: Buffer.from('refresh'),
      refresh_expires_at: daysAgo(2),
      created_at: daysAgo(9),
      expires_at: daysAgo(2),
    })
    .execute();
  const gone: string[] = [];
  const removePhoto = async (key: string) => {
    if (key === stuck) throw new Error('EPERM');
    gone.push(key);
  };
  const photos = { removePhoto, removeUpload: async () => undefined };
  // The run fails, so that the error is reported.
  await expect(cleanUp.run({ db, photos } as unknown as Deps, now)).rejects.toThrow('EPERM');
  expect(gone).toEqual([other]);
  const notes = await db.selectFrom('photo_removals').select('photo_key').execute();
  expect(notes).toEqual([{ photo_key: stuck }]);
  expect(await db.selectFrom('logins').select('id').execute()).toEqual([]);
});

it('failed mails are deleted like sent ones, mails about a deleted account after a day', async () => {
  const mail = (kind: string, days: number, given_up: boolean) => ({
    dedupe_key: `${kind}-${days}-${given_up}`,
    kind,
    to_address: 'gone@example.com',
    subject: 'x',
    text: 'the code is 042137',
    html: '',
    message_id: '<x>',
    created_at: daysAgo(days),
    next_attempt_at: given_up ? sql<Date>`'infinity'::timestamptz` : now,
  });
  await db
    .insertInto('outbox')
    .values([
      mail('account-deleted', 2, true),
      mail('account-deleted', 2, false),
      mail('reminder', 91, true),
      mail('reminder', 89, true),
    ])
    .execute();
  const photos = { removePhoto: async () => undefined, removeUpload: async () => undefined };
  await cleanUp.run({ db, photos } as unknown as Deps, now);
  const left = await db.selectFrom('outbox').select('dedupe_key').orderBy('dedupe_key').execute();
  expect(left.map(({ dedupe_key }) => dedupe_key)).toEqual(['account-deleted-2-false', 'reminder-89-true']);
});
