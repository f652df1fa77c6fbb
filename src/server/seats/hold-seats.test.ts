import { createCheckout } from '#contract/client.calls.ts';
import { openTransaction } from '#tests/support/database.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { until } from '#tests/support/ask.ts';
import { emptyBooks, faultsOf, openShop, type Shop, sessionOf } from '#tests/support/shop.ts';
import { cartOf, type Client } from '#tests/support/stock.ts';
import { rewritten, without } from '#tests/support/without.ts';
import type { Db } from '../db/pool.ts';
import { lockTime } from './hold-seats.ts';

const DAY = 3;
const CIRCLE = { service: 'circle', days: DAY, start: '6:00 AM' } as const;

/** A shop whose class has a rule at the studio and one online at the same hour; it is given at one of them. */
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
    return shop.call(client, createCheckout, { body: { ...cart, items } });
  };
  return { shop, join };
}
const { shop, join } = await twoPlaces();
const control = await twoPlaces({
  change: (db) => without(db, 'and (a.rule_id = w.rule_id or a.location_type = w.location_type)'),
});
const openControl = await openShop({
  change: (db) =>
    without(
      db,
      'and not exists (select from closures c where c.starts_at < w.end_time and c.ends_at > w.start_time)',
    ),
});

const skipControl = await openShop({
  change: (db) =>
    without(
      db,
      'and not exists (select from skipped_dates k where k.rule_id = w.rule_id and k.date = w.date)',
    ),
});

const lockedInside = await openShop({ change: lockInside });

/** Changes the hold so that it takes its locks in the statement that they protect. */
function lockInside(db: Db): Db {
  let locks = 'select 1';
  return rewritten(db, (text) => {
    if (text.includes('pg_advisory_xact_lock(space, key)')) {
      locks = text;
      return 'select 1';
    }
    return text
      .replace('wanted as (', () => `locked as materialized (${locks}), wanted as (`)
      .replace(
        'and not exists (select from closures',
        (found) => `and (select count(*) from locked) > 0 ${found}`,
      );
  });
}

/** Clients request the class at once, every other one online. Returns how many got a seat. */
async function rush(of: Awaited<ReturnType<typeof twoPlaces>>): Promise<number> {
  const clients = await of.shop.clients(12);
  const answers = await Promise.all(clients.map((client, n) => of.join(client, n % 2 === 0)));
  return answers.filter(({ status }) => status === 200).length;
}
/** A client requests the class just before the practice closes that time, and the hold runs just after it. */
async function closedDuringCheckout(of: Shop, how: 'CLOSED' | 'SKIPPED' = 'CLOSED'): Promise<number> {
  const { db } = of.database;
  const client = await of.client();
  const cart = cartOf(of.stock, [CIRCLE], of.clock.now());
  const starts_at = new Date(of.clock.now().getTime());
  const ends_at = new Date(starts_at.getTime() + 30 * 24 * 3_600_000);
  const holder = await openTransaction(db);
  await lockTime(holder, [{ start_time: starts_at, blocked_until: ends_at }]);
  const asked = of.call(client, createCheckout, { body: cart });
  expect(await until(async () => (await waitingForTime(db)) > 0, 10_000)).toBe(true);
  const [item] = cart.items;
  if (how === 'CLOSED')
    await holder.insertInto('closures').values({ starts_at, ends_at, reason: 'a cold' }).execute();
  else
    await holder
      .insertInto('skipped_dates')
      .values({ rule_id: item!.schedule_id, date: item!.selectedDate })
      .execute();
  await holder.commit().execute();
  const { status } = await asked;
  await db.deleteFrom(how === 'CLOSED' ? 'closures' : 'skipped_dates').execute();
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
  await emptyBooks(control.shop);
});

describe('a class at two places in the same hour', () => {
  it('is given at one of them, also if clients request both at once', async () => {
    expect(await rush({ shop, join })).toBeGreaterThan(0);
    expect(new Set((await placesIn(shop)).map(({ location_type }) => location_type)).size).toBe(1);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('is not joined at the other one by a late payment, which is refunded', async () => {
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

  it('control: without the condition on the place it is given at both', async () => {
    const [late, other] = [await control.shop.client(), await control.shop.client()];
    const session = sessionOf((await control.join(late, true)).body.url);
    control.shop.clock.advance(36 * 60_000);
    await control.shop.sweep();
    await control.shop.pay(sessionOf((await control.join(other, false)).body.url));
    await control.shop.pay(session, true);
    expect(await placesIn(control.shop)).toHaveLength(2);
    expect(await faultsOf(control.shop)).toEqual([
      'CONFIRMED VIRTUAL booking in a FIXED_LOCATION appointment',
    ]);
  });
});

describe('a time that the practice closes during a checkout', () => {
  it('is not held', async () => {
    expect(await closedDuringCheckout(shop)).toBe(409);
    expect(await placesIn(shop)).toEqual([]);
  });

  it('is not held if only its date is skipped; control: without that check it is held', async () => {
    expect(await closedDuringCheckout(shop, 'SKIPPED')).toBe(409);
    expect(await placesIn(shop)).toEqual([]);
    expect(await closedDuringCheckout(skipControl, 'SKIPPED')).toBe(200);
  });

  it('control: without the second check of closures it is held', async () => {
    expect(await closedDuringCheckout(openControl)).toBe(200);
  });

  it('control: with the lock in the same statement it is held, because that sees the rows from before its wait', async () => {
    expect(await closedDuringCheckout(lockedInside)).toBe(200);
  });
});
