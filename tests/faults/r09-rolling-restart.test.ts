import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { ask, type Heard, until } from './support/ask.ts';
import { openFront } from './support/front.ts';
import { isFull, p99, report, size } from './support/profile.ts';
import { isHeld, openSite } from './support/site.ts';
import { faultsOf } from './support/shop.ts';
import { dateIn, massageAt } from './support/stock.ts';

const REQUESTS_PER_SECOND = size(20, 50);
/** A database that answers so late is a loaded machine, not a restart: one of those refuses at once. */
const OVERLOAD_MS = 1900;

const database = await testDatabase();
const front = await openFront();
const site = await openSite({ url: database.url, processes: 2, origin: front.origin });
await site.start(1);
await front.use(site.ports);
const clients = await site.clients(4);

it('R9: a rolling restart of two processes behind a proxy', { timeout: 1_800_000 }, async () => {
  const pages = await Promise.all(clients.map((client, n) => site.patientCheckout(client, [massageAt(n)])));
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

  const agent = new Agent({ keepAlive: true });
  const slots = {
    service: site.stock.massage.id,
    date: dateIn(3, new Date()),
    availabilities: [],
    cart_items: [],
  };
  const questions: ((n: number) => Promise<Heard>)[] = [
    () => ask(front.origin, '/', { agent }),
    (n) =>
      ask(front.origin, '/auth/get-slots', {
        method: 'POST',
        token: clients[n % 4]!.token,
        body: slots,
        agent,
      }),
    () => ask(front.origin, '/get-all-wellness-services', { agent }),
    (n) => site.checkout(clients[n % 4]!, [massageAt(n % 4)]),
    () => ask(front.origin, '/wellness-services', { agent }),
  ];

  // An open loop: people do not wait for each other.
  const asked: Promise<Heard & { turn: number }>[] = [];
  let stopped = false;
  const load = (async () => {
    const began = performance.now();
    for (let turn = 0; !stopped; turn++) {
      asked.push(
        questions[turn % questions.length]!(Math.floor(turn / 5)).then((heard) => ({ ...heard, turn })),
      );
      await wait(Math.max(0, began + ((turn + 1) * 1000) / REQUESTS_PER_SECOND - performance.now()));
    }
  })();

  const cycles = size(1, 20);
  const exits: (number | null)[] = [];
  const goesOn = async () => {
    const before = asked.length;
    expect(await until(() => asked.length >= before + REQUESTS_PER_SECOND / 2, 60_000)).toBe(true);
  };
  await goesOn();
  for (let cycle = 0; cycle < cycles; cycle++) {
    for (const n of [0, 1]) {
      await site.apps[n]!.stop();
      exits.push(site.apps[n]!.child.exitCode);
      await site.start(n);
      await goesOn();
    }
  }
  stopped = true;
  await load;
  const heard = await Promise.all(asked);
  agent.destroy();

  const failed = heard.filter(({ status, ms }) => {
    if (status === 503 && !isFull && ms > OVERLOAD_MS) return false;
    return status !== 200;
  });
  const kept = await Promise.all(clients.map((client, n) => isHeld(site, client, pages[n]!.body.url!)));
  const faults = await faultsOf(site);
  report(
    'R9',
    `rolling restart of 2 processes behind nginx, ${cycles} × at ${REQUESTS_PER_SECOND} requests/s: 0 failed requests`,
    `behind ${front.kind}: ${heard.length} requests, ${failed.length} failed, p99 ${p99(heard.map(({ ms }) => ms)).toFixed(0)} ms, ` +
      `${exits.filter((code) => code !== 0).length} of ${exits.length} stops not in order, ${faults.length} faults`,
    failed.length + faults.length === 0 && kept.every(Boolean) && exits.every((code) => code === 0),
  );
  expect(
    failed.map(
      ({ status, ms, turn, body }) => `${turn % 5}: ${status} after ${ms} ms ${JSON.stringify(body)}`,
    ),
  ).toEqual([]);
  expect({ kept, faults }).toEqual({ kept: [true, true, true, true], faults: [] });
  // A loaded machine may need longer than a stop is given.
  if (isFull) expect(exits.every((code) => code === 0)).toBe(true);
});
