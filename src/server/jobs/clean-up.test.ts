import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Deps } from '../deps.ts';
import { selectWaitingWork } from '../db/waiting-work.ts';
import { cleanUp } from './clean-up.ts';
import { testDatabase } from '../../../tests/support/database.ts';

const { db } = await testDatabase();
const now = new Date('2026-03-10T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

it('webhook events go 30 days after they were acted upon; one that waits stays', async () => {
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

it('a refund waits until it is done, whatever state its checkout is in', async () => {
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
