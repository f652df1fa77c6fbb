import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { until } from '#tests/support/ask.ts';
import { emptyBooks, faultsOf, openShop, type Shop, sessionOf } from '#tests/support/shop.ts';
import { cartOf, type Client } from '#tests/support/stock.ts';
import { rewritten, without } from '#tests/support/without.ts';
import type { Db } from '../db/pool.ts';
import { lockTime } from './lock-time.ts';

const DAY = 3;
const CIRCLE = { service: 'circle', days: DAY, start: '6:00 AM' } as const;

/** A shop whose class is given at the studio and online, at the same hour: either here or there. */
async function twoPlaces(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop({ max: 16, ...options });
  const { db } = shop.database;
  const { id, rules } = shop.stock.circle;
  await db
    .updateTable('services')
    .set({ service_location_type: ['FIXED_LOCATION', 'VIRTUAL'] })
    .where('id', '=', id)
    .execute();
  const studio = await db.selectFrom('rules').selectAll().where('service_id', '=', id).execute();
  const online = await db
    .insertInto('rules')
    .values(studio.map((rule) => ({ ...rule, id: randomUUID(), location_type: 'VIRTUAL' })))
    .returning(['id', 'day_of_week'])
    .execute();
  /** The class on that day, at the studio or online. */
  const join = (client: Client, isOnline: boolean) => {
    const cart = cartOf(shop.stock, [CIRCLE], shop.clock.now());
    const day = rules.indexOf(cart.items[0]!.schedule_id);
    const schedule_id = online.find(({ day_of_week }) => day_of_week === day)!.id;
    const items = cart.items.map((item) => (isOnline ? { ...item, schedule_id } : item));
    return shop.call<{ url?: string }>(client, 'POST', '/auth/create-checkout', { ...cart, items });
  };
  return { shop, join };
}
const { shop, join } = await twoPlaces();
const twin = await twoPlaces({
  change: (db) => without(db, 'and (a.rule_id = w.rule_id or a.location_type = w.location_type)'),
});
const openTwin = await openShop({
  change: (db) =>
    without(
      db,
      'where not exists (select from closures c where c.starts_at < w.end_time and c.ends_at > w.start_time)',
    ),
});

const lockedInside = await openShop({ change: lockInside });

/** The same database, on which a hold takes its locks in the statement that they protect. */
function lockInside(db: Db): Db {
  let locks = 'select 1';
  return rewritten(db, (text) => {
    if (text.includes('pg_advisory_xact_lock(space, key)')) {
      locks = text;
      return 'select 1';
    }
    return text
      .replace('wanted as (', () => `locked as materialized (${locks}), wanted as (`)
      .replace('where not exists (select from closures', (found) =>
        found.replace('where', 'where (select count(*) from locked) > 0 and'),
      );
  });
}

/** Clients who all want the class at once, every other one online; how many were let in. */
async function rush(of: Awaited<ReturnType<typeof twoPlaces>>): Promise<number> {
  const clients = await of.shop.clients(12);
  const answers = await Promise.all(clients.map((client, n) => of.join(client, n % 2 === 0)));
  return answers.filter(({ status }) => status === 200).length;
}
/** Somebody who asks for the class just before the practice closes that time, and gets to hold a seat just after it. */
async function closedUnderway(of: Shop): Promise<number> {
  const { db } = of.database;
  const client = await of.client();
  const cart = cartOf(of.stock, [CIRCLE], of.clock.now());
  const starts_at = new Date(of.clock.now().getTime());
  const ends_at = new Date(starts_at.getTime() + 30 * 24 * 3_600_000);
  const holder = await db.startTransaction().execute();
  await lockTime(holder, [{ start_time: starts_at, blocked_until: ends_at }]);
  const asked = of.call(client, 'POST', '/auth/create-checkout', cart);
  expect(await until(async () => (await waitingForTime(db)) > 0, 10_000)).toBe(true);
  await holder.insertInto('closures').values({ starts_at, ends_at, reason: 'a cold' }).execute();
  await holder.commit().execute();
  const { status } = await asked;
  await db.deleteFrom('closures').execute();
  return status;
}
const waitingForTime = async (db: Db) =>
  (
    await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  ).rows.length;
const placesIn = ({ database }: Shop) =>
  database.db.selectFrom('bookings').select(['location_type', 'status']).execute();

beforeEach(async () => {
  await emptyBooks(shop);
  await emptyBooks(twin.shop);
});

describe('a class at two places in the same hour', () => {
  it('is given at one of them, whoever comes at once', async () => {
    expect(await rush({ shop, join })).toBeGreaterThan(0);
    expect(new Set((await placesIn(shop)).map(({ location_type }) => location_type)).size).toBe(1);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('is not joined at the other one by a payment that came late: that goes back', async () => {
    const [late, other] = [await shop.client(), await shop.client()];
    const session = sessionOf((await join(late, true)).body.url);
    shop.clock.advance(36 * 60_000);
    await shop.sweep();
    await shop.pay(sessionOf((await join(other, false)).body.url));
    await shop.pay(session, true);
    await shop.sweep();
    expect(await placesIn(shop)).toEqual([{ location_type: 'FIXED_LOCATION', status: 'CONFIRMED' }]);
    const payment = shop.sandbox.control.books().payments.find((each) => each.session === session);
    expect(payment).toMatchObject({ amount: 2170, amount_refunded: 2170 });
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('is given at both in the twin that joins whatever class begins then', async () => {
    const [late, other] = [await twin.shop.client(), await twin.shop.client()];
    const session = sessionOf((await twin.join(late, true)).body.url);
    twin.shop.clock.advance(36 * 60_000);
    await twin.shop.sweep();
    await twin.shop.pay(sessionOf((await twin.join(other, false)).body.url));
    await twin.shop.pay(session, true);
    expect(await placesIn(twin.shop)).toHaveLength(2);
    expect(await faultsOf(twin.shop)).toEqual(['CONFIRMED VIRTUAL booking in a FIXED_LOCATION appointment']);
  });
});

describe('a time that the practice closes while somebody is on the way to it', () => {
  it('is not held any more', async () => {
    expect(await closedUnderway(shop)).toBe(409);
    expect(await placesIn(shop)).toEqual([]);
  });

  it('is held all the same in the twin that looks at the practice only once', async () => {
    expect(await closedUnderway(openTwin)).toBe(200);
  });

  it('control: locked by the statement itself, it is held, as that sees the calendar of before its wait', async () => {
    expect(await closedUnderway(lockedInside)).toBe(200);
  });
});
