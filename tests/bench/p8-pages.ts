import { setTimeout as wait } from 'node:timers/promises';
import {
  atLeast,
  atMost,
  type Figure,
  figureOf,
  inRounds,
  inTurn,
  median,
  noted,
  ratio,
  whole,
} from './support/figures.ts';
import { BROWSER_ENCODINGS, type LoadResult, rawRequest } from './support/load.ts';
import { allGood, sharedServers } from './support/shared-servers.ts';
import type { MeasuredServer, Site } from './support/site.ts';

const PATH = '/wellness-services';
const asking = (encodings: string, more: Record<string, string> = {}): string =>
  rawRequest('GET', PATH, { headers: { 'accept-encoding': encodings, ...more } });

type Load = { server: MeasuredServer; request: string; connections?: number };

/**
 * P8: a public page as a browser asks for it, from the cache against a bare server that sends as many bytes in the same
 * encoding, and rendered anew against React's bare renderToString.
 */
export async function measurePages(site: Site): Promise<Figure[]> {
  const { app } = await sharedServers(site);
  const page = await (await fetch(`http://127.0.0.1:${app.port}${PATH}`)).text();
  const pageBytes = Buffer.byteLength(page);
  // Style sheets stand in the page as they are: a floor that rendered them as elements would do more than the page.
  const sheets = (page.match(/<style[^>]*>[^]*?<\/style>/g) ?? []).join('');
  const sheetBytes = Buffer.byteLength(sheets);
  const sent = await settledAnswer(site, app);
  const floor = await site.start({ kind: 'floor', pageBytes, sheetBytes, sent });
  const anew = await site.start({ kind: 'app', cachePages: false });
  const run = async ({ server, request, connections = 16 }: Load, ms: number): Promise<LoadResult> => {
    const result = await site.load.run({
      port: server.port,
      connections,
      requests: [request],
      ms,
      once: false,
    });
    allGood([result]);
    return result;
  };
  const against = async (ours: Load, bare: Load) => {
    const { one, other } = await inTurn(
      (ms) => run(ours, ms),
      (ms) => run(bare, ms),
    );
    const [mine, floors] = [ratesOf(one), ratesOf(other)];
    return { share: mine / floors, rates: `${whole(mine)}/s of ${whole(floors)}/s`, one, other };
  };
  const size = `${whole(pageBytes / 1024)} kB, ${whole(sheetBytes / 1024)} of it style sheets`;
  const wire = `${(sent.bytes / 1024).toFixed(1)} kB ${sent.encoding}`;
  const page16 = { server: app, request: asking(BROWSER_ENCODINGS) };
  const bytes16 = { server: floor, request: rawRequest('GET', '/compressed') };
  const rendered16 = { server: floor, request: rawRequest('GET', '/rendered') };

  const cached = await against(page16, bytes16);
  const alone = await against({ ...page16, connections: 1 }, { ...bytes16, connections: 1 });
  const fresh = await against({ ...page16, server: anew }, rendered16);
  const [tail, bareTail] = [tailOf(alone.one), tailOf(alone.other)];
  const figures = [
    figureOf(
      'P8',
      "Public page, cached, a browser's Accept-Encoding, c=16",
      '0.60x of the same bytes from memory (aim 0.85x)',
      `${ratio(cached.share)} (${cached.rates}, ${wire})`,
      atLeast(cached.share, { must: 0.6, aim: 0.85 }),
    ),
    figureOf(
      'P8',
      'p99 / p50 of the same, c=1',
      'at most 8 (aim 4)',
      `${tail.toFixed(1)} (${latencies(alone.one)}; of the bare server ${bareTail.toFixed(1)})`,
      atMost(tail, { must: 8, aim: 4 }),
    ),
    figureOf(
      'P8',
      "Public page, uncached, a browser's Accept-Encoding, c=16",
      '0.20x of renderToString (aim 0.40x)',
      `${ratio(fresh.share)} (${fresh.rates}, ${size})`,
      atLeast(fresh.share, { must: 0.2, aim: 0.4 }),
    ),
  ];

  figures.push(...(await measureEncodings(app, run)));
  await Promise.all([floor.stop(), anew.stop()]);
  return figures;
}

/** What each encoding costs: pages a second and how long one takes. */
async function measureEncodings(
  app: MeasuredServer,
  run: (load: Load, ms: number) => Promise<LoadResult>,
): Promise<Figure[]> {
  const asked = [1, 16].flatMap((connections) =>
    ['identity', 'gzip', 'br'].map((encoding) => ({ connections, encoding })),
  );
  const results = await inRounds(
    asked.map(
      ({ connections, encoding }) =>
        (ms: number) =>
          run({ server: app, request: asking(encoding), connections }, ms),
    ),
  );
  return Promise.all(
    asked.map(async ({ connections, encoding }, n) => {
      const sent = await answerOf(app, encoding);
      const other = sent.encoding === encoding ? '' : `, sent as ${sent.encoding}`;
      return noted(
        'P8',
        `Public page, cached, ${encoding}, c=${connections}`,
        `${whole(ratesOf(results[n]!))}/s, ${latencies(results[n]!)}, ${(sent.bytes / 1024).toFixed(1)} kB${other}`,
      );
    }),
  );
}

/** P21: asking for a page that the browser has kept, against the same page sent whole. */
export async function measureConditional(site: Site): Promise<Figure[]> {
  const { app } = await sharedServers(site);
  const { etag } = await settledAnswer(site, app);
  const figure = (text: string, share: number): Figure =>
    figureOf(
      'P21',
      'Conditional request for an unchanged page, c=16',
      '1.00x of the cached page (aim 1.50x)',
      text,
      atLeast(share, { must: 1, aim: 1.5 }),
    );
  if (etag === null) return [figure('the page has no ETag to ask by', 0)];
  const run = (request: string) => (ms: number) =>
    site.load.run({ port: app.port, connections: 16, requests: [request], ms, once: false });
  const { one, other } = await inTurn(
    run(asking(BROWSER_ENCODINGS, { 'if-none-match': etag })),
    run(asking(BROWSER_ENCODINGS)),
  );
  allGood(other);
  const wrong = one.find(({ statuses }) => Object.keys(statuses).join() !== '304');
  if (wrong) return [figure(`answered ${JSON.stringify(wrong.statuses)} instead of 304`, 0)];
  const share = ratesOf(one) / ratesOf(other);
  const rates = `${whole(ratesOf(one))}/s of ${whole(ratesOf(other))}/s`;
  return [figure(`${ratio(share)} (${rates}, ${latencies(one)})`, share)];
}

const ratesOf = (results: readonly LoadResult[]): number => median(results.map(({ perSecond }) => perSecond));
const tailOf = (results: readonly LoadResult[]): number => median(results.map(({ p50, p99 }) => p99 / p50));

function latencies(results: readonly LoadResult[]): string {
  const [p50, p99] = [median(results.map((one) => one.p50)), median(results.map((one) => one.p99))];
  return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
}

type Sent = { encoding: string; bytes: number; etag: string | null };

/** How browsers get the page once it has been asked for so often that the app has made its best encoding of it. */
async function settledAnswer(site: Site, app: MeasuredServer): Promise<Sent> {
  const requests = [asking(BROWSER_ENCODINGS)];
  await site.load.run({ port: app.port, connections: 16, requests, ms: 500, once: false });
  await wait(2000);
  return answerOf(app, BROWSER_ENCODINGS);
}

/** How the app sends the page to a browser that takes these encodings. */
async function answerOf(app: MeasuredServer, encodings: string): Promise<Sent> {
  const answer = await fetch(`http://127.0.0.1:${app.port}${PATH}`, {
    headers: { 'accept-encoding': encodings },
  });
  await answer.arrayBuffer();
  const { headers } = answer;
  const length = headers.get('content-length');
  // The load generator knows by it where an answer ends.
  if (length === null) throw new Error('The page came without a content-length');
  return {
    encoding: headers.get('content-encoding') ?? 'identity',
    bytes: Number(length),
    etag: headers.get('etag'),
  };
}
