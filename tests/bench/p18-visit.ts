import { setTimeout as wait } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { ARGON2 } from '#server/runtime/password-hasher.ts';
import { type RunningApp, startApp } from '#scripts/lib/running-app.ts';
import { atMost, type Figure, figureOf, inTurn, median, ratio, sized, skipped } from './support/figures.ts';
import { cpuOfTree } from './support/processes.ts';
import { DEMO, type OpenDay, Visitor } from './support/visitor.ts';

const WHAT = 'Processor time of a visit, server side, of one argon2id hash';
/** A round; there are some 20 dates to book. */
const MOST_VISITS = sized(20, 5);
const HASHES = sized(100, 20);
/** What an answer leaves to do (its mail, the provider's event) is done by then, and belongs to the visit. */
const AFTERWARDS_MS = sized(2000, 1000);

/**
 * P18: what a visit costs the app and its PostgreSQL: landing page, services, sign-in, slots, hold, confirmation. The
 * sandbox's payment provider works in the app's process, so its part counts too; files of the build do not.
 */
export async function measureVisit(): Promise<Figure[]> {
  const app = await startApp();
  try {
    if (cpuOfTree(app.child.pid!) === 0) return [skipped('P18', WHAT, 'no /proc on this machine')];
    const { one, other } = await inTurn(
      async () => costOfVisits(app, await daysToBook(app)),
      () => costOfHash(),
    );
    const [visit, oneHash] = [median(one), median(other)];
    return [
      figureOf(
        'P18',
        WHAT,
        'at most 6.0x (aim 3.0x)',
        `${ratio(visit / oneHash)} (${visit.toFixed(1)} ms of ${oneHash.toFixed(1)} ms, up to ${MOST_VISITS} visits a round)`,
        atMost(visit / oneHash, { must: 6, aim: 3 }),
      ),
    ];
  } finally {
    await app.stop();
  }
}

/** On different dates, so that no visit fills the day of another. */
async function daysToBook(app: RunningApp): Promise<OpenDay[]> {
  const visitor = new Visitor(app.baseUrl);
  await visitor.signIn(DEMO);
  const byDate = new Map<string, OpenDay>();
  for (const day of await visitor.openDays()) if (!byDate.has(day.date)) byDate.set(day.date, day);
  return [...byDate.values()].slice(0, MOST_VISITS);
}

/** Milliseconds of one visit, on average. */
async function costOfVisits(app: RunningApp, days: readonly OpenDay[]): Promise<number> {
  const pid = app.child.pid!;
  const before = cpuOfTree(pid);
  for (const day of days) await visit(app.baseUrl, day);
  await wait(AFTERWARDS_MS);
  return (cpuOfTree(pid) - before) / days.length;
}

async function visit(baseUrl: string, day: OpenDay): Promise<void> {
  const visitor = new Visitor(baseUrl);
  await visitor.page('/');
  await visitor.page('/wellness-services');
  await visitor.signIn(DEMO);
  const paid = await visitor.pay(await visitor.hold(await visitor.freeSlot(day)));
  await visitor.confirmation(paid);
}

/** Milliseconds of processor time, of this process alone. */
async function costOfHash(): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < HASHES; n++) await hash(DEMO.password, ARGON2);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / HASHES;
}
