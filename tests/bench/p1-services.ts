import { atLeast, atMost, figureOf, type Figure, inTurn, median, ratio, whole } from './support/figures.ts';
import { type LoadResult, rawRequest } from './support/load.ts';
import { allGood, sharedServers } from './support/shared-servers.ts';
import { ASKING_CLIENTS } from './support/bookings.ts';
import type { Site } from './support/site.ts';

/** P1 and P2: two hot calls, each against a bare server that selects one row, 16 at a time. */
export async function measureServiceList(site: Site): Promise<Figure[]> {
  const { app, floor } = await sharedServers(site);
  const list = [rawRequest('GET', '/get-all-wellness-services')];
  const row = [rawRequest('GET', '/row')];
  const { one, other } = await inTurn(
    (ms) => site.load.run({ port: app.port, connections: 16, requests: list, ms, once: false }),
    (ms) => site.load.run({ port: floor.port, connections: 16, requests: row, ms, once: false }),
  );
  return [against('P1', 'Public service list, c=16', one, other, { must: 0.5, aim: 0.8 })];
}

export async function measureSlots(site: Site): Promise<Figure[]> {
  const { app, floor } = await sharedServers(site);
  const row = [rawRequest('GET', '/row')];
  const requests = slotRequests(site);
  const { one, other } = await inTurn(
    (ms) => site.load.run({ port: app.port, connections: 16, requests, ms, once: false }),
    (ms) => site.load.run({ port: floor.port, connections: 16, requests: row, ms, once: false }),
  );
  const tail = median(one.map(({ p50, p99 }) => p99 / p50));
  return [
    against('P2', 'Signed-in POST /auth/get-slots, c=16', one, other, { must: 0.36, aim: 0.4 }),
    figureOf(
      'P7',
      'p99 / p50 of slots, c=16',
      'at most 8 (aim 4)',
      tail.toFixed(1),
      atMost(tail, { must: 8, aim: 4 }),
    ),
  ];
}

/** Slots of a week, asked for by many clients. */
export function slotRequests(site: Site): string[] {
  return site.clients.slice(0, ASKING_CLIENTS).map(({ token }, n) =>
    rawRequest('POST', '/auth/get-slots', {
      access: token,
      body: { service: site.sample_service_id, date: site.slot(n % 7).selectedDate, cart_items: [] },
    }),
  );
}

function against(
  row: string,
  what: string,
  ours: LoadResult[],
  floor: LoadResult[],
  goal: { must: number; aim: number },
): Figure {
  allGood(ours);
  const [mine, bare] = [ours, floor].map((results) => median(results.map((result) => result.perSecond)));
  const share = mine! / bare!;
  return figureOf(
    row,
    what,
    `${ratio(goal.must)} of a bare select (aim ${ratio(goal.aim)})`,
    `${ratio(share)} (${whole(mine!)}/s of ${whole(bare!)}/s)`,
    atLeast(share, goal),
  );
}
