import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { staffRescheduleBooking } from '#contract/staff.calls.ts';
import type { Db } from '#server/db/pool.ts';
import { startProcesses } from './support/processes.ts';
import { inParallel, p99, randomFrom, report, seed, shuffled, size } from '../support/profile.ts';
import {
  deadlocksIn,
  faultsOf,
  openShop,
  seatsIn,
  type Shop,
  sessionOf,
  waitForWaiters,
} from '../support/shop.ts';
import { type Client, cartOf, limitTo, massageAt, startOf } from '../support/stock.ts';
import { rewritten } from '../support/without.ts';

/** In real time, as its processes are. */
const crowd = await openShop({ start: new Date(), max: 4 });
const withoutLocks = (db: Db): Db =>
  rewritten(db, (text) => (text.includes('pg_advisory_xact_lock') ? 'select 1' : text));
const unprotected = await openShop({ max: 24, change: withoutLocks });
const processes = size(2, 4);
const origins = await startProcesses(crowd, processes);
const random = randomFrom(seed);

/** The times that staff and clients want, after those that are booked at first. */
const wanted = (count: number, booked: number) =>
  Array.from({ length: count }, (_, n) => massageAt(booked + n));

/** Clients with a paid session each, one after the other from the day after tomorrow. */
async function bookedClients(shop: Shop, count: number): Promise<{ client: Client; id: string }[]> {
  const clients = await shop.clients(count);
  return await inParallel(
    clients.map((client, n) => async () => {
      const session = sessionOf((await shop.checkout(client, [massageAt(n)])).body.url);
      await shop.pay(session);
      const { id } = await shop.database.db
        .selectFrom('bookings')
        .select('id')
        .where('user_id', '=', client.id)
        .executeTakeFirstOrThrow();
      return { client, id };
    }),
    8,
  );
}

type Answer = { status: number; code: string | undefined; ms: number };
async function ask(origin: string, path: string, cookie: string, body: object): Promise<Answer> {
  const began = performance.now();
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
    body: JSON.stringify(body),
  });
  const { code } = (await answer.json()) as { code?: string };
  return { status: answer.status, code, ms: performance.now() - began };
}

it('control: without locks and constraints, a move and a checkout take one time', async () => {
  await unprotected.database.pool.query(
    'alter table appointments drop constraint one_practitioner, drop constraint one_occurrence_per_start',
  );
  const staff = await unprotected.signInStaff();
  const [booked] = await bookedClients(unprotected, 1);
  const { db } = unprotected.database;
  const row = db.selectFrom('bookings').select('updated_at').where('id', '=', booked!.id);
  const { updated_at } = await row.executeTakeFirstOrThrow();
  const wish = massageAt(5);
  // The move has taken its seat and waits for the booking, when the checkout looks at the time.
  const holder = await db.startTransaction().execute();
  await holder.selectFrom('bookings').select('id').where('id', '=', booked!.id).forUpdate().execute();
  const moved = staff.call(staffRescheduleBooking, {
    params: { id: booked!.id },
    body: {
      action_id: randomUUID(),
      base_updated_at: updated_at.toISOString(),
      start: startOf(wish, unprotected.clock.now()),
      accept: [],
      notify: true,
    },
  });
  await waitForWaiters(unprotected, 1);
  const bought = await unprotected.checkout(await unprotected.client(), [wish]);
  await holder.commit().execute();
  expect([(await moved).status, bought.status]).toEqual([200, 200]);
  expect((await faultsOf(unprotected)).filter((fault) => fault.startsWith('overlap'))).toHaveLength(1);
});

it('R17: staff move sessions while clients check out the same times', { timeout: 1_800_000 }, async () => {
  const [movers, people, tries] = [size(12, 200), size(60, 2000), size(3, 4)];
  const staff = await crowd.signInStaff();
  const booked = await bookedClients(crowd, movers);
  const buyers = await crowd.clients(people);
  // Staff move sessions of clients who could not book them any more.
  await limitTo(crowd.db, crowd.stock.massage, buyers);
  const outsiders = await crowd.clients(size(3, 50));
  // Known clients take the hour locks alone; new ones from one network would come one after the other.
  await crowd.database.db.updateTable('users').set({ house_call_approved: true }).execute();
  // Clients can book 30 days ahead, at twelve times a day.
  const wishes = wanted(Math.min(2 * movers, 12 * 28 - movers), movers);
  const moves: Answer[] = [];
  const checkouts: Answer[] = [];
  const refused: Answer[] = [];

  const move =
    ({ id }: { id: string }, n: number) =>
    async () => {
      for (const wish of shuffled(wishes, random).slice(0, tries)) {
        const { updated_at } = await crowd.database.db
          .selectFrom('bookings')
          .select('updated_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const path = `/api/staff/bookings/${id}/reschedule`;
        const body = {
          action_id: randomUUID(),
          base_updated_at: updated_at.toISOString(),
          start: startOf(wish, new Date()),
          accept: ['SAME_DAY', 'AUDIENCE'],
          notify: true,
        };
        const answer = await ask(origins[n % origins.length]!, path, `staff=${staff.token}`, body);
        moves.push(answer);
        if (answer.status === 200) return;
      }
    };
  const buy = (client: Client, n: number) => async () => {
    for (const wish of shuffled(wishes, random).slice(0, tries)) {
      const cart = cartOf(crowd.stock, [wish], new Date());
      const cookie = `access=${client.token}`;
      const answer = await ask(origins[n % origins.length]!, '/auth/create-checkout', cookie, cart);
      checkouts.push(answer);
      if (answer.status === 200) return;
    }
  };
  const isRefused = (client: Client, n: number) => async () => {
    const cart = cartOf(crowd.stock, [wishes[n % wishes.length]!], new Date());
    const cookie = `access=${client.token}`;
    refused.push(await ask(origins[n % origins.length]!, '/auth/create-checkout', cookie, cart));
  };
  // In two queues, so that neither side has taken everything before the other begins.
  const buys = shuffled([...buyers.map(buy), ...outsiders.map(isRefused)], random);
  await Promise.all([inParallel(booked.map(move), 16), inParallel(buys, 16)]);

  const held = await seatsIn(crowd);
  const faults = await faultsOf(crowd);
  const deadlocks = await deadlocksIn(crowd);
  const won = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;
  const odd = [
    ...[...moves, ...checkouts].filter(({ status, code }) => status !== 200 && code !== 'SLOT_TAKEN'),
    ...refused.filter(({ code }) => code !== 'AUDIENCE'),
  ].map(({ status, code }) => `${status} ${code}`);
  const slowest = p99(moves.map(({ ms }) => ms));
  report(
    'R17',
    `${movers} sessions moved by staff among ${people} clients who check out the same times: 0 overlaps, 0 HTTP 5xx, 0 deadlocks, seats equal bookings`,
    `${moves.length} moves (${won(moves)} done) and ${checkouts.length} checkouts (${won(checkouts)} done) by ${processes} processes: ` +
      `${held} held, ${faults.length} faults, ${deadlocks} deadlocks, ${odd.length} other answers, p99 of a move ${slowest.toFixed(0)} ms; seed ${seed}`,
    faults.length + deadlocks + odd.length === 0 && held === movers + won(checkouts),
  );
  expect({ faults, deadlocks, odd }).toEqual({ faults: [], deadlocks: 0, odd: [] });
  expect(held).toBe(movers + won(checkouts));
  expect(won(moves)).toBeGreaterThan(0);
});
