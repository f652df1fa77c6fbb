import { atLeast, type Figure, figureOf, inTurn, median, ratio, whole } from './support/figures.ts';
import { rawRequest } from './support/load.ts';
import { allGood, sharedServers } from './support/shared-servers.ts';
import type { MeasuredServer, Site } from './support/site.ts';

const PAGE = rawRequest('GET', '/wellness-services');

/** P8: a public page, rendered anew against React's bare renderToString, and from the cache against a string. */
export async function measurePages(site: Site): Promise<Figure[]> {
  const { app } = await sharedServers(site);
  const answer = await fetch(`http://127.0.0.1:${app.port}/wellness-services`);
  const page = await answer.text();
  const pageBytes = Buffer.byteLength(page);
  // Style sheets stand in the page as they are: a floor that rendered them as elements would do more than the page.
  const sheets = (page.match(/<style[^>]*>[^]*?<\/style>/g) ?? []).join('');
  const sheetBytes = Buffer.byteLength(sheets);
  const floor = await site.start({ kind: 'floor', pageBytes, sheetBytes });
  const anew = await site.start({ kind: 'app', cachePages: false });
  const rate = async (server: MeasuredServer, request: string, ms: number): Promise<number> => {
    const order = { port: server.port, connections: 16, requests: [request], ms, once: false };
    const result = await site.load.run(order);
    allGood([result]);
    return result.perSecond;
  };
  const figures: Figure[] = [];
  for (const { what, ours, path, must, aim } of [
    { what: 'uncached, of renderToString', ours: anew, path: '/rendered', must: 0.4, aim: 0.6 },
    { what: 'cached, of a string in memory', ours: app, path: '/text', must: 0.4, aim: 0.7 },
  ]) {
    const { one, other } = await inTurn(
      (ms) => rate(ours, PAGE, ms),
      (ms) => rate(floor, rawRequest('GET', path), ms),
    );
    const [mine, bare] = [median(one), median(other)];
    figures.push(
      figureOf(
        'P8',
        `Public page, ${what}`,
        `${ratio(must)} (aim ${ratio(aim)})`,
        `${ratio(mine / bare)} (${whole(mine)}/s of ${whole(bare)}/s, ${whole(pageBytes / 1024)} kB, ${whole(sheetBytes / 1024)} of it style sheets)`,
        atLeast(mine / bare, { must, aim }),
      ),
    );
  }
  await Promise.all([floor.stop(), anew.stop()]);
  return figures;
}
