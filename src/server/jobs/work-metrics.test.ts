import { expect, it } from 'vitest';
import { fixedClock } from '#tests/support/clock.ts';
import { testDatabase } from '#tests/support/database.ts';
import { createDb, type Db } from '../db/pool.ts';
import { createMetrics } from '../runtime/metrics.ts';
import { registerWorkMetrics } from './work-metrics.ts';

const database = await testDatabase();
const { now } = fixedClock();

async function scrape(db: Db): Promise<string> {
  const { registry } = createMetrics();
  registerWorkMetrics(registry, db, now);
  return await registry.metrics();
}

it('reports waiting work by kind', async () => {
  const checkout = {
    state: 'CONFIRMED' as const,
    cart_hash: '',
    items: '[]',
    subtotal_cents: 5,
    currency: 'usd',
    refund_policy: '{}',
    customer_id: 'cus_1',
    customer_email: 'maren@example.com',
    session_expires_at: now(),
    hold_expires_at: now(),
    next_check_at: now(),
    created_at: now(),
    updated_at: now(),
  };
  const { id } = await database.db
    .insertInto('checkouts')
    .values(checkout)
    .returning('id')
    .executeTakeFirstOrThrow();
  const created_at = new Date(now().getTime() - 90_000);
  const refund = { checkout_id: id, amount_cents: 5, created_at, next_attempt_at: now() };
  await database.db.insertInto('refunds').values(refund).execute();
  const metrics = await scrape(database.db);
  expect(metrics).toContain('work_waiting{kind="refunds"} 1');
  expect(metrics).toContain('work_oldest_seconds{kind="refunds"} 90');
  expect(metrics).toContain('work_waiting{kind="mail"} 0');
});

it('reports the process while the database is down', async () => {
  const away = createDb('postgresql://nobody@127.0.0.1:1/none', { max: 1 });
  const metrics = await scrape(away.db);
  await away.close();
  expect(metrics).toMatch(/process_resident_memory_bytes \d/);
  expect(metrics).not.toContain('work_waiting{');
});
