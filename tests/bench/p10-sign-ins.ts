import { hash, verify } from '@node-rs/argon2';
import { ARGON2 } from '#server/runtime/password-hasher.ts';
import { slotRequests } from './p1-services.ts';
import {
  atLeast,
  atMost,
  type Figure,
  figureOf,
  inRounds,
  inTurn,
  median,
  ratio,
} from './support/figures.ts';
import { type LoadGenerator, rawRequest, startLoadGenerator } from './support/load.ts';
import { allGood, sharedServers } from './support/shared-servers.ts';
import type { Site } from './support/site.ts';
import { DEMO } from './support/visitor.ts';

/** P10: sign-ins by two at a time against argon2id alone, and how long slots take others meanwhile. */
export async function measureSignIns(site: Site): Promise<Figure[]> {
  const { app } = await sharedServers(site);
  const requests = [
    rawRequest('POST', '/sign-in', { body: { username: DEMO.email, password: DEMO.password } }),
  ];
  const signIns = (load: LoadGenerator, ms: number) =>
    load.run({ port: app.port, connections: 2, requests, ms, once: false });
  const known = await hash(DEMO.password, ARGON2);
  const { one, other } = await inTurn(
    (ms) => signIns(site.load, ms),
    (ms) => verifications(known, 2, ms),
  );
  allGood(one);
  const [rate, bare] = [median(one.map(({ perSecond }) => perSecond)), median(other)];

  const second = startLoadGenerator();
  const slots = (ms: number) =>
    site.load.run({ port: app.port, connections: 1, requests: slotRequests(site), ms, once: false });
  const [busy, calm, hashes] = await inRounds([
    async (ms) => {
      const [asked, signedIn] = await Promise.all([slots(ms), signIns(second, ms)]);
      allGood([asked, signedIn]);
      return asked.p99;
    },
    async (ms) => (await slots(ms)).p99,
    async (ms) => 1000 / (await verifications(known, 1, ms)),
  ]);
  await second.stop();
  const [p99, alone, oneHash] = [busy!, calm!, hashes!].map(median) as [number, number, number];
  return [
    figureOf(
      'P10',
      'Sign-ins, c=2, of a bare argon2id loop',
      '0.60x (aim 0.75x)',
      `${ratio(rate / bare)} (${rate.toFixed(0)}/s of ${bare.toFixed(0)}/s)`,
      atLeast(rate / bare, { must: 0.6, aim: 0.75 }),
    ),
    figureOf(
      'P10',
      'p99 of slots during sign-ins, of one hash alone',
      'at most 1.0x (aim 0.5x)',
      `${ratio(p99 / oneHash)} (${p99.toFixed(1)} ms of ${oneHash.toFixed(1)} ms; ${alone.toFixed(1)} ms without sign-ins)`,
      atMost(p99 / oneHash, { must: 1, aim: 0.5 }),
    ),
  ];
}

/** How many passwords are compared in a second, so many at once. */
async function verifications(known: string, atOnce: number, ms: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  const work = async () => {
    while (performance.now() - start < ms) {
      await verify(known, DEMO.password);
      done++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return (done / (performance.now() - start)) * 1000;
}
