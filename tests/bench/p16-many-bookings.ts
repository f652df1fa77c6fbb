import { slotRequests } from './p1-services.ts';
import { holdsByApp } from './p3-holds.ts';
import {
  atLeast,
  type Figure,
  figureOf,
  inTurn,
  median,
  noted,
  ratio,
  sized,
  whole,
} from './support/figures.ts';
import { type LoadResult, rawRequest } from './support/load.ts';
import { allGood, sharedServers } from './support/shared-servers.ts';
import { openSite, type Site } from './support/site.ts';

const MANY = sized(1_000_000, 20_000);
const FEW = 1000;
/** Live bookings a day; without a goal, a figure stands with the others. */
const CALENDARS = [
  { aDay: 10, goal: null },
  { aDay: 24, goal: { must: 0.8, aim: 0.9 } },
  { aDay: 80, goal: { must: 0.65, aim: 0.8 } },
];

/** P16: slots with a full calendar, and what P1 to P4 measure with a million bookings in the tables. */
export async function measureManyBookings(few: Site): Promise<Figure[]> {
  const many = await openSite();
  try {
    return [...(await measureCalendars(many, few)), ...(await measureTables(many, few))];
  } finally {
    await many.stop();
  }
}

async function measureCalendars(full: Site, none: Site): Promise<Figure[]> {
  await none.fillCalendar(0);
  const run = atSixteen(slotRequests);
  const figures: Figure[] = [];
  const empty: LoadResult[] = [];
  for (const { aDay, goal } of CALENDARS) {
    await full.fillCalendar(aDay);
    const free = await freeSlots(full);
    // Saying that a day is full may cost less than listing its times.
    if (free === 0) throw new Error(`With ${aDay} bookings a day nothing is free`);
    const { one, other } = await inTurn(
      (ms) => run(full, ms),
      (ms) => run(none, ms),
    );
    allGood([...one, ...other]);
    empty.push(...other);
    const [rate, before] = [ratesOf(one), ratesOf(other)];
    const share = rate / before;
    const what = `Slots, c=16, with ${aDay} live bookings a day`;
    const text = `${ratio(share)} (${whole(rate)}/s of ${whole(before)}/s with none; ${free} times of a week are free)`;
    figures.push(
      goal === null
        ? noted('P16', what, text)
        : figureOf(
            'P16',
            what,
            `${ratio(goal.must)} of none (aim ${ratio(goal.aim)})`,
            text,
            atLeast(share, goal),
          ),
    );
  }
  figures.push(noted('P16', 'Slots, c=16, with 0 live bookings a day', `${whole(ratesOf(empty))}/s`));
  return figures;
}

/** Times that can be booked in the week that slotRequests asks for. */
async function freeSlots(site: Site): Promise<number> {
  const { app } = await sharedServers(site);
  const counts = await Promise.all(
    Array.from({ length: 7 }, async (_, n) => {
      const answer = await fetch(`http://127.0.0.1:${app.port}/auth/get-slots`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          cookie: `access=${site.clients[n]!.token}`,
        },
        body: JSON.stringify({
          service: site.sample_service_id,
          date: site.slot(n).selectedDate,
          cart_items: [],
        }),
      });
      return ((await answer.json()) as unknown[]).length;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function measureTables(many: Site, few: Site): Promise<Figure[]> {
  await few.fill(FEW);
  await many.fill(MANY);
  const list = [rawRequest('GET', '/get-all-wellness-services')];
  const figures: Figure[] = [];
  for (const { what, run } of [
    { what: 'Public service list, c=16', run: atSixteen(() => list) },
    { what: 'Signed-in POST /auth/get-slots, c=16', run: atSixteen(slotRequests) },
    { what: 'Booking hold, c=16', run: (site: Site) => holdsByApp(site, 16, sized(1344, 112)) },
    { what: 'Booking hold, c=1', run: (site: Site) => holdsByApp(site, 1, sized(336, 28)) },
  ]) {
    const { one, other } = await inTurn(
      (ms) => run(many, ms),
      (ms) => run(few, ms),
    );
    allGood([...one, ...other]);
    const [rate, before] = [ratesOf(one), ratesOf(other)];
    const share = rate / before;
    figures.push(
      figureOf(
        'P16',
        `${what}, with ${whole(MANY)} bookings`,
        `0.75x of the same with ${whole(FEW)} (aim 0.90x)`,
        `${ratio(share)} (${whole(rate)}/s of ${whole(before)}/s)`,
        atLeast(share, { must: 0.75, aim: 0.9 }),
      ),
    );
  }
  return figures;
}

const ratesOf = (results: readonly LoadResult[]): number => median(results.map(({ perSecond }) => perSecond));

const atSixteen = (of: (site: Site) => string[]) => async (site: Site, ms: number) => {
  const { app } = await sharedServers(site);
  return site.load.run({ port: app.port, connections: 16, requests: of(site), ms, once: false });
};
