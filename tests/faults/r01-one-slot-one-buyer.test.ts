import { describe, expect, it } from 'vitest';
import { inParallel, isFull, p99, randomFrom, report, seed, shuffled, size } from '../support/profile.ts';
import { NO_LIMITS } from '#domain/slots/day-limits.ts';
import { ask } from '../support/ask.ts';
import { startProcesses } from './support/processes.ts';
import { deadlocksIn, emptyBooks, faultsOf, openShop, seatsIn } from '../support/shop.ts';
import { cartOf, limitTo, type Wish } from '../support/stock.ts';

/** Hours at which a massage can begin. */
const HOURS = [
  '8:00 AM',
  '9:00 AM',
  '10:00 AM',
  '11:00 AM',
  '12:00 PM',
  '1:00 PM',
  '2:00 PM',
  '3:00 PM',
  '4:00 PM',
  '5:00 PM',
];
const slot = (n: number): Wish => ({
  service: 'massage',
  days: 2 + Math.floor(n / HOURS.length),
  start: HOURS[n % HOURS.length]!,
});

const shop = await openShop();
const unprotected = await openShop();
/** In real time, as its processes are. */
const crowd = await openShop({ start: new Date(), max: 4 });
const processes = size(2, 4);
const origins = await startProcesses(crowd, processes);

describe('24 buyers of one slot', () => {
  it('get one hold and 23 refusals with a message', async () => {
    const buyers = await shop.clients(24);
    for (let round = 0; round < size(3, 100); round++) {
      const wish = slot(round);
      const answers = await Promise.all(buyers.map((buyer) => shop.checkout(buyer, [wish])));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const losers = answers.filter(({ status }) => status !== 200);
      expect(
        losers.every(({ status, body }) => status === 409 && body.code === 'SLOT_TAKEN' && body.details),
      ).toBe(true);
      await shop.database.db.deleteFrom('bookings').execute();
      await shop.database.db.deleteFrom('appointments').execute();
      await shop.database.db.deleteFrom('checkouts').execute();
    }
    expect(await deadlocksIn(shop)).toBe(0);
  });

  it('control: without the constraints, they oversell it', async () => {
    const { pool } = unprotected.database;
    await pool.query(
      'alter table appointments drop constraint one_practitioner, drop constraint one_occurrence_per_start',
    );
    const buyers = await unprotected.clients(24);
    const answers = await Promise.all(buyers.map((buyer) => unprotected.checkout(buyer, [slot(0)])));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(1);
    expect((await faultsOf(unprotected)).length).toBeGreaterThan(0);
  });
});

it('R1: many buyers of few slots over several processes', { timeout: 900_000 }, async () => {
  const [slots, people, tries] = [size(5, 50), size(40, 1000), size(5, 10)];
  await emptyBooks(crowd);
  // Of one date, also while midnight passes.
  const begun = new Date();
  const clients = await crowd.clients(people);
  await limitTo(crowd.db, crowd.stock.massage, clients);
  const outsiders = await crowd.clients(size(3, 50));
  const outside = new Set(outsiders.map(({ id }) => id));
  // Known clients take the hour locks alone; new ones from one network would come one after the other.
  await crowd.database.db.updateTable('users').set({ house_call_approved: true }).execute();
  const random = randomFrom(seed);

  const times: number[] = [];
  const statuses: string[] = [];
  // A client who has won stops, because another cart would release the first one.
  const buy = (client: (typeof clients)[number], n: number) => async () => {
    const wishes = shuffled(
      Array.from({ length: slots }, (_, at) => at),
      random,
    ).slice(0, tries);
    for (const [at, wish] of wishes.entries()) {
      const began = performance.now();
      const answer = await fetch(`${origins[(n + at) % origins.length]}/auth/create-checkout`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          cookie: `access=${client.token}`,
        },
        body: JSON.stringify(cartOf(crowd.stock, [slot(wish)], begun)),
      });
      const body = (await answer.json()) as { code?: string; error?: string };
      times.push(performance.now() - began);
      const heard =
        answer.status === 200 ? '200' : `${answer.status} ${body.code}${body.error ? '' : ' without words'}`;
      statuses.push(outside.has(client.id) ? `outsider ${heard}` : heard);
      if (answer.status === 200) return;
    }
  };
  await inParallel(shuffled([...clients, ...outsiders], random).map(buy), 32);

  const held = await seatsIn(crowd);
  const faults = await faultsOf(crowd);
  const deadlocks = await deadlocksIn(crowd);
  const expected = ['200', '409 SLOT_TAKEN', 'outsider 409 AUDIENCE'];
  const others = statuses.filter((status) => !expected.includes(status));
  const slowest = p99(times);
  const won = statuses.filter((status) => status === '200').length;
  const passed =
    held === slots &&
    won === slots &&
    faults.length + deadlocks + others.length === 0 &&
    (!isFull || slowest <= 1000);
  report(
    'R1',
    `exactly ${slots} held, 0 overlaps, 0 HTTP 5xx, 0 deadlocks, every loser 409 with words; p99 ≤ 1 s`,
    `${statuses.length} attempts by ${processes} processes: ${held} held, ${faults.length} faults, ${deadlocks} deadlocks, ` +
      `${others.length} other answers, p99 ${slowest.toFixed(0)} ms; seed ${seed}`,
    passed,
  );
  expect({ held, won, faults, deadlocks, others }).toEqual({
    held: slots,
    won: slots,
    faults: [],
    deadlocks: 0,
    others: [],
  });
  if (isFull) expect(slowest).toBeLessThanOrEqual(1000);
});

it('R1: with three sessions a day, several processes sell exactly three', { timeout: 900_000 }, async () => {
  const [rounds, people] = [size(3, 50), size(20, 100)];
  const { db } = crowd.database;
  const value = JSON.stringify({ ...NO_LIMITS, sessions_a_day: 3 });
  await db
    .insertInto('practice_settings')
    .values({ name: 'limits', value, updated_at: new Date() })
    .execute();
  const clients = await crowd.clients(people);
  await limitTo(db, crowd.stock.massage, clients);
  await db.updateTable('users').set({ house_call_approved: true }).execute();
  const held: number[] = [];
  const statuses: string[] = [];
  for (let round = 0; round < rounds; round++) {
    await emptyBooks(crowd);
    const begun = new Date();
    const buy = (client: (typeof clients)[number], n: number) => async () => {
      const answer = await ask<{ code?: string }>(origins[n % origins.length]!, '/auth/create-checkout', {
        method: 'POST',
        body: cartOf(crowd.stock, [slot(n % HOURS.length)], begun),
        token: client.token,
      });
      statuses.push(answer.status === 200 ? '200' : `${answer.status} ${answer.body.code}`);
    };
    await inParallel(clients.map(buy), 32);
    held.push(await seatsIn(crowd));
  }
  await db.deleteFrom('practice_settings').execute();
  const faults = await faultsOf(crowd);
  const deadlocks = await deadlocksIn(crowd);
  const others = statuses.filter((status) => status !== '200' && status !== '409 SLOT_TAKEN');
  const wrong = held.filter((count) => count !== 3);
  report(
    'R1',
    'with a limit of three sessions a day exactly 3 held, 0 deadlocks',
    `${statuses.length} attempts on ${rounds} days by ${processes} processes: ${wrong.length} days with another number, ` +
      `${faults.length} faults, ${deadlocks} deadlocks, ${others.length} other answers`,
    wrong.length + faults.length + deadlocks + others.length === 0,
  );
  expect({ wrong, faults, deadlocks, others }).toEqual({ wrong: [], faults: [], deadlocks: 0, others: [] });
});
