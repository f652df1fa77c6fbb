import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { ask, type Heard, until } from '../support/ask.ts';
import { openDoor } from './support/database-door.ts';
import { isFull, p99, report, size } from '../support/profile.ts';
import { isHeld, openSite } from './support/site.ts';
import { faultsOf } from '../support/shop.ts';
import { dateIn, massageAt } from '../support/stock.ts';

/** How long anything may take that is not measured: a loaded machine is no fault of the site. */
const PATIENCE_MS = 120_000;
const ANSWER_GOAL_MS = 3000;
const RECOVERY_GOAL_MS = 5000;

type Outage = { kind: 'refuse' | 'stall' | 'reset'; seconds: number };
const SMOKE: Outage[] = [
  { kind: 'refuse', seconds: 0 },
  { kind: 'stall', seconds: 0 },
  { kind: 'reset', seconds: 0 },
];
const FULL: Outage[] = [
  ...[1, 2].flatMap(() => SMOKE.map(({ kind }) => ({ kind, seconds: 10 }))),
  { kind: 'stall', seconds: 60 },
];

const database = await testDatabase();
const door = await openDoor(database.url);
const site = await openSite({ url: door.url, near_url: database.url });
const workers = await site.clients(size(4, 12));

/** What a site in use is asked, over and over, until it is stopped; every answer is kept. */
function putUnderLoad() {
  const heard: (Heard & { what: string })[] = [];
  let stopped = false;
  const questions = (n: number) => {
    const { token } = workers[n]!;
    const slots = {
      service: site.stock.massage.id,
      date: dateIn(3, new Date()),
      availabilities: [],
      cart_items: [],
    };
    return [
      ['slots', () => ask(site.origin, '/auth/get-slots', { method: 'POST', token, body: slots })],
      ['services', () => ask(site.origin, '/get-all-wellness-services')],
      ['checkout', () => site.checkout(workers[n]!, [massageAt(n)])],
    ] as const;
  };
  const work = async (n: number) => {
    for (let turn = 0; !stopped; turn++) {
      const [what, question] = questions(n)[turn % 3]!;
      heard.push({ what, ...(await question()) });
      await wait(20);
    }
  };
  const done = Promise.all(workers.map((_, n) => work(n)));
  return {
    heard,
    stop: async () => {
      stopped = true;
      await done;
    },
  };
}

it('R8: a database that refuses, stalls or resets under load', { timeout: 1_800_000 }, async () => {
  // Everybody has a page before anything happens; from then on the same cart means the same page.
  const pages = await Promise.all(workers.map((client, n) => site.patientCheckout(client, [massageAt(n)])));
  expect(pages.map(({ status }) => status)).toEqual(workers.map(() => 200));

  const load = putUnderLoad();
  const health = { asked: 0, ill: 0, on: true };
  const watch = (async () => {
    while (health.on) {
      health.asked += 1;
      if ((await ask(site.origin, '/healthz')).status !== 200) health.ill += 1;
      await wait(100);
    }
  })();

  const recoveries: number[] = [];
  const silent: string[] = [];
  for (const { kind, seconds } of isFull ? FULL : SMOKE) {
    const before = load.heard.length;
    await door[kind]();
    const began = performance.now();
    // Until /readyz has reported it and clients have read it: a condition, and in the full profile at least so long.
    const isReported = await until(
      async () => !(await site.isReady()) && load.heard.slice(before).some(({ status }) => status === 503),
      PATIENCE_MS,
      100,
    );
    if (!isReported) silent.push(kind);
    await wait(Math.max(0, seconds * 1000 - (performance.now() - began)));

    await door.open();
    const opened = performance.now();
    if (!(await until(() => site.isReady(), PATIENCE_MS, 50))) silent.push(`${kind}: not ready again`);
    const sinceReady = load.heard.length;
    const works = () => load.heard.slice(sinceReady).filter(({ status }) => status === 200).length >= 3;
    if (!(await until(works, PATIENCE_MS))) silent.push(`${kind}: no answers again`);
    recoveries.push(performance.now() - opened);
  }
  await load.stop();
  health.on = false;
  await watch;

  // A page or slots, or to try again in a moment; never a fault, never nothing.
  const others = load.heard.filter(({ status }) => status !== 200 && status !== 503);
  const refused = load.heard.filter(({ status }) => status === 503);
  const wordless = refused.filter(
    ({ body, headers }) => body['code'] !== 'UNAVAILABLE' || !headers['retry-after'],
  );
  const kept = await Promise.all(workers.map((client, n) => isHeld(site, client, pages[n]!.body.url!)));
  const lost = kept.filter((held) => !held).length;
  const exited = site.apps.filter((app) => app?.child.exitCode !== null).length;
  const faults = await faultsOf(site);
  const slowest = Math.max(...refused.map(({ ms }) => ms));
  const recovery = Math.max(...recoveries);
  const isSafe =
    others.length + wordless.length + silent.length + lost + exited + faults.length + health.ill === 0;
  const isFast = slowest <= ANSWER_GOAL_MS && recovery <= RECOVERY_GOAL_MS;
  report(
    'R8',
    'database away: no process exits, /healthz 200, /readyz tells, 503 ≤ 3 s, recovers ≤ 5 s',
    `${recoveries.length} outages, ${load.heard.length} requests, ${refused.length} × 503 (p99 ` +
      `${p99(refused.map(({ ms }) => ms)).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms), ${others.length} other answers, ` +
      `${health.ill} of ${health.asked} × /healthz not 200, recovered after at most ${(recovery / 1000).toFixed(1)} s, ` +
      `${exited} processes gone, ${lost} holds lost, ${faults.length} faults`,
    isSafe && (!isFull || isFast),
  );
  expect({
    others: others.map(({ what, status, body }) => `${what}: ${status} ${JSON.stringify(body)}`),
    wordless: wordless.length,
    silent,
    lost,
    exited,
    faults,
    ill: health.ill,
  }).toEqual({ others: [], wordless: 0, silent: [], lost: 0, exited: 0, faults: [], ill: 0 });
  if (isFull) {
    expect(slowest).toBeLessThanOrEqual(ANSWER_GOAL_MS);
    expect(recovery).toBeLessThanOrEqual(RECOVERY_GOAL_MS);
  }
});
