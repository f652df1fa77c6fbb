import { beforeEach, describe, expect, it } from 'vitest';
import { removeBookings } from '#contract/client.calls.ts';
import { emptyBooks, openShop, sessionOf, waitForWaiters } from '#tests/support/shop.ts';
import { massageAt } from '#tests/support/stock.ts';
import { withoutRowLocks } from '#tests/support/without.ts';
import type { Deps } from '../deps.ts';
import { watchHolds } from './watch-holds.ts';

const shop = await openShop();
const { clock, deps } = shop;
const { db } = shop.database;
const MINUTE = 60_000;

/** Three days are open, with twelve one-to-one hours each. */
beforeEach(async () => {
  await emptyBooks(shop);
  await db.updateTable('hold_watch').set({ above_since: null, notified_at: null }).execute();
  await db.deleteFrom('closures').execute();
  const starts_at = new Date(clock.now().getTime() + (3 * 24 + 15) * 60 * MINUTE);
  const ends_at = new Date(starts_at.getTime() + 30 * 24 * 60 * MINUTE);
  await db.insertInto('closures').values({ starts_at, ends_at, reason: 'test' }).execute();
});

/** Holds one hour each for this many clients, from the day after tomorrow. */
async function hold(hours: number) {
  const clients = await shop.clients(hours);
  const urls = [];
  for (const [n, client] of clients.entries())
    urls.push((await shop.checkout(client, [massageAt(n)])).body.url);
  return { clients, urls };
}
const look = async (...minutes: number[]) => {
  for (const after of minutes) {
    clock.advance(after * MINUTE);
    await watchHolds.run(deps, clock.now());
  }
  const mails = await db
    .selectFrom('outbox')
    .select(['subject', 'text'])
    .where('kind', '=', 'many-holds')
    .execute();
  return mails;
};

describe('the practice is notified that much is held without payment', () => {
  it('at two checks ten minutes apart, with the numbers and what to do', async () => {
    await hold(13);
    expect(await look(0, 5)).toEqual([]);
    const [mail, ...more] = await look(5);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Many times are held without payment');
    const text = mail?.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      '13 of 36 one-to-one hours are held by people who have not paid yet: 13 accounts, 13 of them new, from 1 network.',
    );
    expect(text).toContain(`Open the calendar: ${shop.origin}/staff/calendar`);
  });

  it('not up to a third, and not if it was less in between', async () => {
    const { clients, urls } = await hold(12);
    expect(await look(0, 10)).toEqual([]);
    const [thirteenth] = await shop.clients(1);
    await shop.checkout(thirteenth!, [massageAt(12)]);
    expect(await look(0)).toEqual([]);
    const cancel = (n: number) =>
      shop.call(clients[n]!, removeBookings, { query: { id: sessionOf(urls[n]) } });
    await cancel(0);
    expect(await look(5)).toEqual([]);
    await shop.checkout(clients[0]!, [massageAt(0)]);
    expect(await look(5)).toEqual([]);
    expect(await look(10)).toHaveLength(1);
  });

  it('not for paid times', async () => {
    const { urls } = await hold(13);
    for (const url of urls.slice(0, 3)) await shop.pay(sessionOf(url));
    expect(await look(0, 10)).toEqual([]);
  });

  it('at most once in 24 hours, however many processes check', async () => {
    await hold(20);
    await look(0);
    await checkAtOnce(deps);
    expect(await look(0, 10, 10)).toHaveLength(1);
    expect(await look(23 * 60)).toHaveLength(1);
    expect(await look(60)).toHaveLength(2);
  });

  it('control: several times without the lock on their one row', async () => {
    await hold(20);
    await look(0);
    await checkAtOnce({ ...deps, db: withoutRowLocks(db) });
    expect((await look(0)).length).toBeGreaterThan(1);
  });

  /** Runs the check in four processes ten minutes later; each goes as far as it can before the first finishes. */
  async function checkAtOnce(of: Deps): Promise<void> {
    clock.advance(10 * MINUTE);
    const at = clock.now().getTime();
    const first = await db.startTransaction().execute();
    await first.selectFrom('hold_watch').selectAll().forUpdate().execute();
    const checks = Array.from({ length: 4 }, (_, n) => watchHolds.run(of, new Date(at + n)));
    await waitForWaiters(shop, 4);
    await first.commit().execute();
    await Promise.all(checks);
  }
});

it('is a metric, for all clients and for new ones', async () => {
  const { clients } = await hold(8);
  const known = await shop.client();
  await db.updateTable('users').set({ house_call_approved: true }).where('id', '=', known.id).execute();
  await shop.checkout(known, [massageAt(8)]);
  expect(clients).toHaveLength(8);
  const metrics = await deps.metrics.registry.metrics();
  expect(metrics).toContain('unpaid_hold_share{clients="all"} 0.25');
  expect(metrics).toMatch(/unpaid_hold_share\{clients="new"\} 0\.2222/);
});
