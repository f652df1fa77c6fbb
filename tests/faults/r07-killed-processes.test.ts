import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ask, until } from '../support/ask.ts';
import { isFull, randomFrom, report, seed, size } from '../support/profile.ts';
import { areConfirmed, type CheckoutAnswer, isHeld, openSite } from './support/site.ts';
import { emptyBooks, faultsOf, seatsIn, sessionOf } from '../support/shop.ts';
import { massageAt } from '../support/stock.ts';

/** How long anything may take that is not measured: a loaded machine is no fault of the site. */
const PATIENCE_MS = 120_000;
const READY_GOAL_MS = 5000;

const site = await openSite();
const random = randomFrom(seed);
const [payers, buyers] = await Promise.all([site.clients(2), site.clients(5)]);
/** The last two buyers want the same time. */
const wishOf = (n: number) => massageAt(10 + Math.min(n, buyers.length - 2));

/** Both payers are at the payment page. */
async function openPages(): Promise<string[]> {
  await emptyBooks(site);
  const answers = await Promise.all(payers.map((client, n) => site.patientCheckout(client, [massageAt(n)])));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  return answers.map(({ body }) => body.url!);
}

/** A whole checkout on a quiet site, milliseconds: kills fall somewhere within. */
async function calmCheckout(): Promise<number> {
  await openPages();
  const { status, ms } = await site.patientCheckout(buyers[0]!, [massageAt(20)]);
  expect(status).toBe(200);
  return ms;
}

/** What the buyers were promised and is not so. */
async function brokenPromises(answers: readonly CheckoutAnswer[]): Promise<string[]> {
  const broken: string[] = [];
  for (const [n, { status, body }] of answers.entries()) {
    if (status === 200 && !(await isHeld(site, buyers[n]!, body.url!))) broken.push(`page of buyer ${n}`);
  }
  return broken;
}

/**
 * Everybody tries again with the same cart; afterwards four have a page and one has read that it is taken. Who had a page
 * has the same one: a second would be a second payment.
 */
async function tryAgain(answers: readonly CheckoutAnswer[]): Promise<void> {
  const again = await Promise.all(buyers.map((client, n) => site.patientCheckout(client, [wishOf(n)])));
  const statuses = again.map(({ status }) => status);
  expect(statuses.slice(0, 3), JSON.stringify(again)).toEqual([200, 200, 200]);
  expect(
    statuses.slice(3).toSorted((a, b) => a - b),
    JSON.stringify(again),
  ).toEqual([200, 409]);
  for (const [n, { status, body }] of answers.entries())
    if (status === 200) expect(again[n]!.body.url).toBe(body.url);
}

/**
 * What was paid becomes a booking. `looking`: the payers are back on the success page, which asks for them; else events
 * and jobs alone bring it about, and one that a killed process had in hand is taken up when its lease has ended.
 */
async function arePaymentsKept(pages: readonly string[], looking: boolean): Promise<boolean> {
  await site.sandbox.control.flush();
  if (looking) {
    await Promise.all(
      pages.map(async (page, n) => {
        const path = `/auth/checkout-status?session_id=${sessionOf(page)}`;
        await until(
          async () => (await ask(site.origin, path, { token: payers[n]!.token })).status === 200,
          PATIENCE_MS,
        );
      }),
    );
  }
  return await areConfirmed(site, payers, PATIENCE_MS);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Of the embedded database, as its lock file says; pid 0: none. */
function postmaster(): { pid: number; ready: boolean } {
  try {
    const file = join(site.apps[0]!.dataDir, 'postgres/cluster/postmaster.pid');
    const lines = readFileSync(file, 'utf8').split('\n');
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return { pid: 0, ready: false };
  }
}

describe('R7: kill -9', () => {
  const readies: number[] = [];
  const lost: string[] = [];
  const faults: string[] = [];
  let cut = 0;
  let promised = 0;
  /** Milliseconds that answers take, as far as is known. */
  let span = 0;
  const count = (answers: readonly CheckoutAnswer[]) => {
    const answered = answers.filter(({ status }) => status === 200).length;
    promised += answered;
    cut += answers.filter(({ status }) => status === 0 || status === 503).length;
    // Moves the next kill nearer to or further from the answers, so that it fits the speed of this machine.
    span *= answered * 2 < answers.length ? 1.3 : 0.8;
  };
  /** When to kill: every second time at the first answer, else at a random moment of the seed. */
  const moment = async (kill: number, asked: readonly Promise<unknown>[]) =>
    await (kill % 2 === 0 ? Promise.race(asked) : wait(random() * 2 * span));

  const verdict = (what: string, kills: number) => {
    const sorted = readies.splice(0).toSorted((a, b) => a - b);
    const slowest = sorted.at(-1)!;
    const figure =
      `${promised} checkouts promised and ${cut} cut off, ${lost.length} promises broken, ${faults.length} faults, ready again ` +
      `after ${seconds(sorted[Math.floor(sorted.length / 2)]!)} (median), at most ${seconds(slowest)}; seed ${seed}`;
    [cut, promised] = [0, 0];
    const passed =
      lost.length + faults.length === 0 && sorted.length === kills && (!isFull || slowest <= READY_GOAL_MS);
    report(
      'R7',
      `${kills} × kill -9 of ${what}: nothing acknowledged is lost, 0 overlaps, ready again ≤ 5 s`,
      `${kills} × kill -9 of ${what}: ${figure}`,
      passed,
    );
    expect({ lost, faults }).toEqual({ lost: [], faults: [] });
    if (isFull) expect(slowest).toBeLessThanOrEqual(READY_GOAL_MS);
  };

  it('of an app process during checkout', { timeout: 3_600_000 }, async () => {
    const kills = size(2, 200);
    span = await calmCheckout();
    for (let kill = 0; kill < kills; kill++) {
      const pages = await openPages();
      const asked = buyers.map((client, n) => site.checkout(client, [wishOf(n)]));
      for (const page of pages) expect(site.sandbox.control.pay(sessionOf(page)).ok).toBe(true);
      await moment(kill, asked);
      await site.kill();
      const answers = await Promise.all(asked);
      count(answers);

      readies.push(await site.start());
      lost.push(...(await brokenPromises(answers)));
      if (!(await arePaymentsKept(pages, kill % 50 !== 49))) lost.push('a payment');
      await tryAgain(answers);
      expect(await seatsIn(site)).toBe(6);
      faults.push(...(await faultsOf(site)));
    }
    verdict('an app process in mid-checkout', kills);
  });

  it('of the embedded database, alone or with its app', { timeout: 3_600_000 }, async () => {
    const kills = size(2, 50);
    span = await calmCheckout();
    for (let kill = 0; kill < kills; kill++) {
      const pages = await openPages();
      const asked = buyers.map((client, n) => site.checkout(client, [wishOf(n)]));
      await moment(kill, asked);
      const withApp = kill % 4 === 1 || kill % 4 === 2;
      const killed = postmaster().pid;
      process.kill(killed, 'SIGKILL');
      const began = performance.now();
      if (withApp) await site.kill();
      const answers = await Promise.all(asked);
      if (withApp) {
        readies.push(await site.start());
      } else {
        // Those who served under the killed one answer for a moment longer: only its successor counts.
        const isBack = async () =>
          postmaster().ready && postmaster().pid !== killed && (await site.isReady());
        expect(await until(isBack, PATIENCE_MS), site.apps[0]!.output()).toBe(true);
        readies.push(performance.now() - began);
        await site.reconnect();
        expect(site.apps[0]!.child.exitCode).toBe(null);
        // No client got an error: each got a payment page, 'taken', or 'try again in a moment'.
        const statuses = answers.map(({ status }) => status);
        expect(
          statuses.filter((status) => ![200, 409, 503].includes(status)),
          statuses.join(),
        ).toEqual([]);
      }
      count(answers);

      lost.push(...(await brokenPromises(answers)));
      for (const [n, page] of pages.entries()) {
        if (!(await isHeld(site, payers[n]!, page))) lost.push(`page of payer ${n}`);
        expect(site.sandbox.control.pay(sessionOf(page)).ok).toBe(true);
      }
      if (!(await arePaymentsKept(pages, kill % 50 !== 49))) lost.push('a payment');
      await tryAgain(answers);
      expect(await seatsIn(site)).toBe(6);
      faults.push(...(await faultsOf(site)));
    }
    verdict('the embedded database', kills);
  });
});
