import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inParallel, report, seed, size } from '../support/profile.ts';
import { deadlocksIn, faultsOf, openShop, seatsIn } from '../support/shop.ts';
import { CLASS_SEATS, type Client, limitTo } from '../support/stock.ts';
import { without } from '../support/without.ts';

const circle = (days: number) => ({ service: 'circle', days, start: '6:00 AM' }) as const;

const shop = await openShop();
const unprotected = await openShop({ change: (db) => without(db, 'and a.taken < a.capacity') });

describe('a class', () => {
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
