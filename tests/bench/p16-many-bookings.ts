import { slotRequests } from './p1-services.ts';
import { holdsByApp } from './p3-holds.ts';
import { atLeast, type Figure, figureOf, inTurn, median, ratio, whole } from './support/figures.ts';
import { rawRequest } from './support/load.ts';
import { allGood, sharedServers } from './support/shared-servers.ts';
import { openSite, type Site } from './support/site.ts';

const MANY = 1_000_000;
const FEW = 1000;

/** P16: what P1 to P4 measure, with a million bookings in the tables against a thousand. */
export async function measureManyBookings(few: Site): Promise<Figure[]> {
  const many = await openSite();
  try {
    await few.fill(FEW);
    await many.fill(MANY);
    const list = [rawRequest('GET', '/get-all-wellness-services')];
    const figures: Figure[] = [];
    for (const { what, run } of [
      { what: 'Public service list, c=16', run: requests(() => list) },
      { what: 'Signed-in POST /auth/get-slots, c=16', run: requests(slotRequests) },
      { what: 'Booking hold, c=16', run: (site: Site) => holdsByApp(site, 16, 448) },
      { what: 'Booking hold, c=1', run: (site: Site) => holdsByApp(site, 1, 84) },
    ]) {
      const { one, other } = await inTurn(
        (ms) => run(many, ms),
        (ms) => run(few, ms),
      );
      allGood([...one, ...other]);
      const [rate, before] = [one, other].map((results) => median(results.map(({ perSecond }) => perSecond)));
      const share = rate! / before!;
      figures.push(
        figureOf(
          'P16',
          `${what}, with ${whole(MANY)} bookings`,
          `0.75x of the same with ${whole(FEW)} (aim 0.90x)`,
          `${ratio(share)} (${whole(rate!)}/s of ${whole(before!)}/s)`,
          atLeast(share, { must: 0.75, aim: 0.9 }),
        ),
      );
    }
    return figures;
  } finally {
    await many.stop();
  }
}

const requests = (of: (site: Site) => string[]) => async (site: Site, ms: number) => {
  const { app } = await sharedServers(site);
  return site.load.run({ port: app.port, connections: 16, requests: of(site), ms, once: false });
};
