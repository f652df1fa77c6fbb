import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { NO_LIMITS } from '#domain/slots/day-limits.ts';
import { inParallel, report, seed, size } from '../support/profile.ts';
import { deadlocksIn, emptyBooks, faultsOf, openShop, seatsIn } from '../support/shop.ts';
import { CLASS_SEATS, type Client, limitTo } from '../support/stock.ts';
import { without } from '../support/without.ts';

const circle = (days: number) => ({ service: 'circle', days, start: '6:00 AM' }) as const;

const shop = await openShop();
const unprotected = await openShop({ change: (db) => without(db, 'and a.taken < a.capacity') });

describe('a class', () => {
  it('R2: sells all its seats on a day whose sessions are limited to three, and they sell exactly three', async () => {
    const { db } = shop.database;
    const value = JSON.stringify({ ...NO_LIMITS, sessions_a_day: 3 });
    await db
      .insertInto('practice_settings')
      .values({ name: 'limits', value, updated_at: new Date() })
      .execute();
    const people = size(24, 240);
    const hours = ['8:00 AM', '9:00 AM', '10:00 AM', '11:00 AM', '12:00 PM', '1:00 PM'];
    const wishOf = (n: number) =>
      n % 2 === 0
        ? circle(3)
        : { service: 'massage' as const, days: 3, start: hours[((n - 1) / 2) % hours.length]! };
    const clients = await shop.clients(people);
    await db.updateTable('users').set({ house_call_approved: true }).execute();
    await inParallel(
      clients.map((client, n) => () => shop.checkout(client, [wishOf(n)])),
      32,
    );
    const rows = await db.selectFrom('appointments').select(['service_id', 'taken']).execute();
    const [classes, sessions] = ['circle', 'massage'].map((name) =>
      rows.filter(({ service_id }) => service_id === shop.stock[name as 'circle'].id),
    );
    const faults = await faultsOf(shop);
    const seats = classes!.map(({ taken }) => taken);
    report(
      'R2',
      `on a day limited to three sessions: ${CLASS_SEATS} seats of its class and 3 sessions`,
      `${people} clients at once: ${seats.join()} seats and ${sessions!.length} sessions, ${faults.length} faults`,
      seats.join() === String(CLASS_SEATS) && sessions!.length === 3 && faults.length === 0,
    );
    expect({ seats, sessions: sessions!.length, faults }).toEqual({
      seats: [CLASS_SEATS],
      sessions: 3,
      faults: [],
    });
    await db.deleteFrom('practice_settings').execute();
    await emptyBooks(shop);
  });

  it('control: without the check of its capacity, it is oversold', async () => {
    await unprotected.database.pool.query('alter table appointments drop constraint seats_within_capacity');
    const buyers = await unprotected.clients(24);
    const answers = await Promise.all(buyers.map((buyer) => unprotected.checkout(buyer, [circle(3)])));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(CLASS_SEATS);
  });

  it('R2: is sold exactly, with a correct count of seats at every moment', { timeout: 900_000 }, async () => {
    const [classes, attempts] = [size(3, 10), size(90, 10_000)];
    // Who has a seat does not come again, so there are many more people than seats.
    const clients = await shop.clients(Math.min(attempts, size(100, 1000)));
    await limitTo(shop.db, shop.stock.circle, clients);
    const outsiders = await shop.clients(size(3, 50));
    const has = new Set<string>();
    let tried = 0;
    const odd: string[] = [];
    const attempt = (n: number) => async () => {
      const client = clients[n % clients.length]!;
      if (has.has(client.id)) return;
      tried++;
      const answer = await shop.checkout(client, [
        circle(2 + ((Math.floor(n / clients.length) + n) % classes)),
      ]);
      if (answer.status === 200) has.add(client.id);
      else if (answer.body.code !== 'SLOT_TAKEN') odd.push(`${answer.status} ${answer.body.code}`);
    };

    const isRefused = (outsider: Client) => async () => {
      const { status, body } = await shop.checkout(outsider, [circle(2)]);
      if (body.code !== 'AUDIENCE') odd.push(`outsider ${status} ${body.code}`);
    };

    const samples: string[] = [];
    let samplings = 0;
    let isOver = false;
    const sampling = (async () => {
      while (!isOver) {
        samples.push(...(await faultsOf(shop)));
        samplings++;
        await wait(20);
      }
    })();
    await inParallel(
      [...Array.from({ length: attempts }, (_, n) => attempt(n)), ...outsiders.map(isRefused)],
      48,
    );
    isOver = true;
    await sampling;

    const seats = await seatsIn(shop);
    const deadlocks = await deadlocksIn(shop);
    const passed = seats === classes * CLASS_SEATS && samples.length + deadlocks + odd.length === 0;
    report(
      'R2',
      `exactly ${classes * CLASS_SEATS} seats; taken = live bookings at every sample`,
      `${tried} attempts: ${seats} seats, ${samples.length} faults in ${samplings} samples, ${deadlocks} deadlocks; seed ${seed}`,
      passed,
    );
    expect({ seats, samples, odd, deadlocks }).toEqual({
      seats: classes * CLASS_SEATS,
      samples: [],
      odd: [],
      deadlocks: 0,
    });
  });
});
