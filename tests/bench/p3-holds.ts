import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { practice } from '#content/public/practice.ts';
import { instantOf } from '#domain/time/zone.ts';
import {
  atLeast,
  atMost,
  type Figure,
  figureOf,
  median,
  noted,
  ratio,
  ROUNDS,
  sized,
  skipped,
  whole,
} from './support/figures.ts';
import { type LoadResult, rawRequest } from './support/load.ts';
import { allGood, sharedServers } from './support/shared-servers.ts';
import { FIRST_CLIENT, type MeasuredServer, type Site, TOKEN_START } from './support/site.ts';

const PGBENCH = ['/usr/lib/postgresql/15/bin/pgbench', '/usr/bin/pgbench'].find((path) => existsSync(path));
const run = promisify(execFile);
const DAYS = 28;

/** At 16 connections and at one; as many holds as fill about three seconds of a round. */
const LOADS = [
  { row: 'P3', connections: 16, holds: sized(1344, 112) },
  { row: 'P4', connections: 1, holds: sized(336, 28) },
];

/**
 * P3 and P4: a hold over HTTP against pgbench with the least honest hold (support/least-hold.sql), prepared as the app's
 * own statements are. Recorded with it: the same planned anew each time, as drivers send it by default.
 */
export async function measureHolds(site: Site): Promise<Figure[]> {
  const figures: Figure[] = [];
  const rates: number[] = [];
  for (const { row, connections, holds } of LOADS) {
    const what = `Booking hold, c=${connections}`;
    const goal = '0.50x of pgbench on the least honest hold (aim 0.75x)';
    const ours: LoadResult[] = [];
    const [prepared, planned]: number[][] = [[], []];
    for (let round = 0; round <= ROUNDS; round++) {
      ours.push(await holdsByApp(site, connections, holds));
      if (PGBENCH === undefined) continue;
      prepared!.push(await leastHolds(site, connections, holds, 'prepared'));
      planned!.push(await leastHolds(site, connections, holds, 'extended'));
    }
    const counted = ours.slice(1);
    const mine = median(counted.map(({ perSecond }) => perSecond));
    rates.push(mine);
    if (PGBENCH === undefined) {
      figures.push(skipped(row, what, `${whole(mine)}/s; pgbench is not installed`));
    } else {
      const [bare, anew] = [median(prepared!.slice(1)), median(planned!.slice(1))];
      figures.push(
        figureOf(
          row,
          what,
          goal,
          `${ratio(mine / bare)} (${whole(mine)}/s of ${whole(bare)}/s, ${ROUNDS} rounds of ${holds})`,
          atLeast(mine / bare, { must: 0.5, aim: 0.75 }),
        ),
        noted(
          row,
          `${what}, of the same hold planned anew each time`,
          `${ratio(mine / anew)} (of ${whole(anew)}/s)`,
        ),
      );
    }
    if (connections > 1) {
      const tail = median(counted.map(({ p50, p99 }) => p99 / p50));
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

/** The least holds a second, with pgbench's protocol for statements. */
async function leastHolds(
  site: Site,
  connections: number,
  holds: number,
  protocol: 'prepared' | 'extended',
): Promise<number> {
  const { selectedDate } = site.slot(0);
  const values = {
    clients: connections,
    first_client: FIRST_CLIENT,
    first_start: instantOf(selectedDate, 0, practice.zone)!.getTime() / 1000,
    days: DAYS,
    token: TOKEN_START,
    service: site.session.service_id,
    rule: site.session.rules[0]!,
  };
  await site.release();
  const { stdout } = await run(PGBENCH!, [
    '-n',
    `--client=${connections}`,
    `--jobs=${connections > 1 ? 2 : 1}`,
    `--transactions=${holds / connections}`,
    '--define=i=-1',
    `--file=${join(import.meta.dirname, 'support/least-hold.sql')}`,
    `--protocol=${protocol}`,
    ...Object.entries(values).map(([name, value]) => `--define=${name}=${value}`),
    site.url,
  ]);
  const { rows } = await site.pool.query<{ held: number }>('select count(*)::int as held from bookings');
  if (rows[0]!.held !== holds) throw new Error(`pgbench held ${rows[0]!.held} of ${holds}:\n${stdout}`);
  return Number(/tps = ([\d.]+) \(without/.exec(stdout)![1]);
}
