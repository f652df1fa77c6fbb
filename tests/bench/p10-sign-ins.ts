import { hash, verify } from '@node-rs/argon2';
import { ARGON2 } from '#server/ports/identity-password-hasher.ts';
import { slotRequests } from './p1-services.ts';
import { atLeast, atMost, type Figure, figureOf, inTurn, median, ratio } from './support/figures.ts';
import { rawRequest, startLoadGenerator } from './support/load.ts';
import { allGood, sharedServers } from './support/shared-servers.ts';
import type { Site } from './support/site.ts';

const DEMO = { username: 'demo@example.com', password: 'Garden-gate-7' };

/** P10: sign-ins by two at a time against argon2id alone, and what they do to the slots of others meanwhile. */
export async function measureSignIns(site: Site): Promise<Figure[]> {
  const { app } = await sharedServers(site);
  const requests = [rawRequest('POST', '/sign-in', { body: DEMO })];
  const signIns = (load: typeof site.load, ms: number) =>
    load.run({ port: app.port, connections: 2, requests, ms, once: false });
  const known = await hash(DEMO.password, ARGON2);
  const { one, other } = await inTurn(
    (ms) => signIns(site.load, ms),
    (ms) => verifications(known, ms),
  );
  allGood(one);
  const share = median(one.map(({ perSecond }) => perSecond)) / median(other);

  const second = startLoadGenerator();
  const slots = (ms: number) =>
    site.load.run({ port: app.port, connections: 1, requests: slotRequests(site), ms, once: false });
  const under = await inTurn(slots, async (ms) => {
    const [result] = await Promise.all([slots(ms), signIns(second, ms)]);
    return result;
  });
  await second.stop();
  const calm = median(under.one.map(({ p99 }) => p99));
  const busy = median(under.other.map(({ p99 }) => p99));
  return [
    figureOf(
      'P10',
      'Sign-ins, c=2, of a bare argon2id loop',
      '0.80x (aim 0.90x)',
      `${ratio(share)} (${median(one.map(({ perSecond }) => perSecond)).toFixed(0)}/s of ${median(other).toFixed(0)}/s)`,
      atLeast(share, { must: 0.8, aim: 0.9 }),
    ),
    figureOf(
      'P10',
      'p99 of slots during sign-ins, of unloaded',
      '5x (aim 3x)',
      `${ratio(busy / calm)} (${busy.toFixed(0)} ms of ${calm.toFixed(0)} ms)`,
      atMost(busy / calm, { must: 5, aim: 3 }),
    ),
  ];
}

async function verifications(known: string, ms: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  const work = async () => {
    while (performance.now() - start < ms) {
      await verify(known, DEMO.password);
      done++;
    }
  };
  await Promise.all([work(), work()]);
  return (done / (performance.now() - start)) * 1000;
}
