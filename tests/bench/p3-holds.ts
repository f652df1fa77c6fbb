import { practice } from '#content/public/practice.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import {
  atLeast,
  atMost,
  type Figure,
  figureOf,
  median,
  ratio,
  ROUNDS,
  sized,
  whole,
} from './support/figures.ts';
import { type LoadResult, rawRequest } from './support/load.ts';
import { allGood, sharedServers } from './support/shared-servers.ts';
import type { LeastHold } from './support/least-hold.ts';
import type { MeasuredServer, Site } from './support/site.ts';

/** At 16 connections and at one; as many holds as fill about three seconds of a round. */
const LOADS = [
  { row: 'P3', connections: 16, holds: sized(1344, 112) },
  { row: 'P4', connections: 1, holds: sized(336, 28) },
];

/** P3 and P4: a hold over HTTP against a bare server that writes the least that an honest hold writes. */
export async function measureHolds(site: Site): Promise<Figure[]> {
  const figures: Figure[] = [];
  const rates: number[] = [];
  for (const { row, connections, holds } of LOADS) {
    const what = `Booking hold, c=${connections}`;
    const ours: LoadResult[] = [];
    const floor: LoadResult[] = [];
    // The first of each is the warm-up.
    for (let round = 0; round <= ROUNDS; round++) {
      ours.push(await holdsByApp(site, connections, holds));
      floor.push(await leastHolds(site, connections, holds));
    }
    const [mine, bare] = [ours, floor].map((results) =>
      median(results.slice(1).map(({ perSecond }) => perSecond)),
    ) as [number, number];
    rates.push(mine);
    figures.push(
      figureOf(
        row,
        what,
        '0.40x of a bare server with the least honest hold (aim 0.50x)',
        `${ratio(mine / bare)} (${whole(mine)}/s of ${whole(bare)}/s, ${ROUNDS} rounds of ${holds})`,
        atLeast(mine / bare, { must: 0.4, aim: 0.5 }),
      ),
    );
    if (connections > 1) {
      const tail = median(ours.slice(1).map(({ p50, p99 }) => p99 / p50));
      figures.push(
        figureOf(
          'P7',
          'p99 / p50 of holds, c=16',
          'at most 8 (aim 4)',
          tail.toFixed(1),
          atMost(tail, { must: 8, aim: 4 }),
        ),
      );
    }
  }
  const [many, one] = rates;
  const gain = many! / one!;
  figures.push(
    figureOf(
      'P4',
      'Booking hold, c=16 of c=1',
      '2.00x (aim 3.00x)',
      `${ratio(gain)} (${whole(many!)}/s of ${whole(one!)}/s)`,
      atLeast(gain, { must: 2, aim: 3 }),
    ),
  );
  return figures;
}

/** P6: 32 buyers want one slot at once; again and again. */
export async function measureRush(site: Site): Promise<Figure[]> {
  const ROUNDS_OF_RUSH = sized(100, 10);
  const WARM_UP = sized(20, 2);
  const BUYERS = 32;
  const { app } = await sharedServers(site);
  const deadlocks = async () => {
    const { rows } = await site.pool.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    return rows[0]!.deadlocks;
  };
  const before = await deadlocks();
  const worst: number[] = [];
  let faults = 0;
  await site.release();
  for (let round = 0; round < WARM_UP + ROUNDS_OF_RUSH; round++) {
    // Each buyer comes once, because a client who won before would release that slot first.
    const requests = Array.from({ length: BUYERS }, (_, n) => holdRequest(site, round * BUYERS + n, round));
    const result = await site.load.run({
      port: app.port,
      connections: BUYERS,
      requests,
      ms: 60_000,
      once: true,
    });
    if (result.statuses['200'] !== 1 || result.statuses['409'] !== BUYERS - 1) faults++;
    if (round >= WARM_UP) worst.push(result.worst);
  }
  const most = Math.max(...worst);
  const broken = (await deadlocks()) - before;
  await site.release();
  return [
    figureOf(
      'P6',
      `32 buyers, one slot, ${ROUNDS_OF_RUSH} rounds`,
      '1 winner each, 0 deadlocks, worst round 100 ms (aim 30)',
      `${faults} rounds without exactly 1 winner, ${broken} deadlocks, worst ${most.toFixed(0)} ms, median ${median(worst).toFixed(0)} ms`,
      faults === 0 && broken === 0 ? atMost(most, { must: 100, aim: 30 }) : 'NEITHER',
    ),
  ];
}

function holdRequest(site: Site, client: number, slot: number): string {
  return rawRequest('POST', '/auth/create-checkout', {
    access: site.clients[client]!.token,
    body: { items: [site.slot(slot)], total_amount: 8500 },
  });
}

/** So many holds of different slots, by as many clients at once. */
export async function holdsByApp(
  site: Site,
  connections: number,
  holds: number,
  server?: MeasuredServer,
): Promise<LoadResult> {
  const app = server ?? (await sharedServers(site)).app;
  await site.release();
  const requests = Array.from({ length: holds }, (_, n) => holdRequest(site, n, n));
  const result = await site.load.run({ port: app.port, connections, requests, ms: 120_000, once: true });
  allGood([result]);
  return result;
}

/** The same slots, held by the bare server. */
async function leastHolds(site: Site, connections: number, holds: number): Promise<LoadResult> {
  const { floor } = await sharedServers(site);
  await site.release();
  const requests = Array.from({ length: holds }, (_, n) => {
    const { service_id, schedule_id, selectedDate, start_time } = site.slot(n);
    const start = instantOf(selectedDate, parseTime(start_time)!, practice.zone)!.toISOString();
    const body: LeastHold = { service_id, rule_id: schedule_id, start };
    return rawRequest('POST', '/hold', { access: site.clients[n]!.token, body });
  });
  const result = await site.load.run({ port: floor.port, connections, requests, ms: 120_000, once: true });
  allGood([result]);
  return result;
}
