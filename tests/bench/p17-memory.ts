import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningApp, startApp } from '#scripts/lib/running-app.ts';
import { atMost, type Figure, figureOf, ratio, sized, skipped, whole } from './support/figures.ts';
import {
  BROWSER_ENCODINGS,
  type LoadGenerator,
  type LoadResult,
  rawRequest,
  startLoadGenerator,
} from './support/load.ts';
import { limitMemory } from './support/memory-limit.ts';
import { memoryOf, processTree } from './support/processes.ts';
import type { CartItem } from './support/site.ts';
import { DEMO, Visitor } from './support/visitor.ts';

const MB = 1024 * 1024;
/** What README.md says; npm and the launcher run with the Node of this machine, not with the pinned one of the bench. */
const COMMAND = ['npm', 'start'] as const;
const PATH = process.env
  .PATH!.split(delimiter)
  .filter((folder) => !folder.endsWith(join('node_modules', '.bin')))
  .join(delimiter);
const REQUESTS = sized(20_000, 1000);
/** So many times as many must not take more. */
const PLATEAU = 3;
const CLIENTS = 8;
const CONNECTIONS = 8;
/** After the last answer, so that nothing is under way. */
const REST_MS = sized(10_000, 2000);

/** P17: the memory of the site with its embedded database, and whether little is enough for the main job. */
export async function measureMemory(): Promise<Figure[]> {
  if (processTree(process.pid).length === 0)
    return [skipped('P17', 'Memory of the site', 'no /proc on this machine')];
  return [...(await measureUse()), await measureLimits()];
}

async function measureUse(): Promise<Figure[]> {
  const load = startLoadGenerator();
  const measure = async (app: RunningApp): Promise<Figure[]> => {
    await new Visitor(app.baseUrl).page('/');
    await wait(REST_MS);
    const atRest = memoryOfSite(app);
    const requests = await mixedRequests(app);
    const { perSecond } = await askFor(app, load, requests);
    await wait(REST_MS);
    const after = memoryOfSite(app);
    for (let again = 1; again < PLATEAU; again++) await askFor(app, load, requests);
    await wait(REST_MS);
    const later = memoryOfSite(app);
    const growth = later.site / after.site;
    return [
      figureOf(
        'P17',
        'Memory at rest after the first page',
        '400 MB (aim 280 MB)',
        atRest.text,
        atMost(atRest.site, { must: 400 * MB, aim: 280 * MB }),
      ),
      figureOf(
        'P17',
        `Memory after ${whole(REQUESTS)} mixed requests`,
        '440 MB (aim 400 MB)',
        `${after.text}; ${whole(perSecond)} requests/s`,
        atMost(after.site, { must: 440 * MB, aim: 400 * MB }),
      ),
      figureOf(
        'P17',
        `Memory after ${whole(PLATEAU * REQUESTS)} mixed requests, of after ${whole(REQUESTS)}`,
        'at most 1.08x (aim 1.04x)',
        `${ratio(growth)} (${later.text})`,
        atMost(growth, { must: 1.08, aim: 1.04 }),
      ),
    ];
  };
  try {
    return await withFolder((dataDir) => withSite(COMMAND, dataDir, measure));
  } finally {
    await load.stop();
  }
}

/** An empty data folder, until `work` has ended. */
async function withFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sattva-memory-'));
  try {
    return await work(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The running site, until `work` has ended. npm may go before the app that it has started is gone. */
async function withSite<T>(
  command: readonly [string, ...string[]],
  dataDir: string,
  work: (app: RunningApp) => Promise<T>,
): Promise<T> {
  const app = await startApp({ command, dataDir, env: { PATH } });
  try {
    return await work(app);
  } finally {
    const tree = processTree(app.child.pid!);
    await app.stop();
    const isOver = () => tree.every(({ pid }) => processTree(pid).length === 0);
    for (const limit = performance.now() + 20_000; !isOver() && performance.now() < limit;) await wait(50);
  }
}

/** Bytes of the site, by program. npm only waits; it is listed separately and does not count. */
function memoryOfSite(app: RunningApp): { site: number; text: string } {
  const parts = { app: 0, PostgreSQL: 0, launcher: 0 };
  const tree = processTree(app.child.pid!).map(({ pid, words }) => ({ pid, part: partOf(words) }));
  const ofNpm = tree.filter(({ part }) => part === 'npm');
  const used = memoryOf(tree.filter((each) => !ofNpm.includes(each)).map(({ pid }) => pid));
  for (const { pid, part } of tree) if (part !== 'npm') parts[part] += used.get(pid)!;
  const npm = sumOf(memoryOf(ofNpm.map(({ pid }) => pid)).values());
  const site = sumOf(used.values());
  const texts = Object.entries(parts).map(([name, bytes]) => `${name} ${inMB(bytes)}`);
  return { site, text: `${inMB(site)} MB (${texts.join(', ')}; npm ${inMB(npm)} besides)` };
}

const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, each) => sum + each, 0);

function partOf(words: string): 'app' | 'PostgreSQL' | 'launcher' | 'npm' {
  if (/^(npm|(\S*\/)?(ba|da)?sh) /.test(`${words} `)) return 'npm';
  if (words.includes('postgres')) return 'PostgreSQL';
  return words.includes('prepare.mjs') ? 'launcher' : 'app';
}

const inMB = (bytes: number): string => (bytes / MB).toFixed(0);

/** Every request has an answer, and all but those for a slot that is gone are good ones. */
async function askFor(app: RunningApp, load: LoadGenerator, requests: string[]): Promise<LoadResult> {
  const port = Number(new URL(app.baseUrl).port);
  const order = { port, connections: CONNECTIONS, requests, ms: 300_000, once: true };
  const result = await load.run(order);
  const { statuses } = result;
  const good = (statuses['200'] ?? 0) + (statuses['409'] ?? 0);
  if (good !== requests.length) throw new Error(`Answers were not all good: ${JSON.stringify(statuses)}`);
  return result;
}

/** What many visitors and a few clients ask for, the rare between the frequent. */
async function mixedRequests(app: RunningApp): Promise<string[]> {
  const clients: { visitor: Visitor; items: CartItem[] }[] = [];
  for (let n = 0; n < CLIENTS; n++) {
    const visitor = new Visitor(app.baseUrl);
    await visitor.signUp();
    clients.push({ visitor, items: [] });
  }
  const looking = clients[0]!.visitor;
  const days = await looking.openDays();
  // Each client has a date, so that clients do not take each other's slots.
  const dates = [...new Set(days.map(({ date }) => date))];
  for (const day of days) {
    const { items } = clients[dates.indexOf(day.date) % CLIENTS]!;
    if (items.length < 4) items.push(await looking.freeSlot(day));
  }
  const headers = { 'accept-encoding': BROWSER_ENCODINGS };
  const page = (path: string) => () => rawRequest('GET', path, { headers });
  const own = (n: number) => clients[n % CLIENTS]!.visitor.access;
  let holds = 0;
  /** How many of a hundred, and the nth of them. */
  const mix: [share: number, request: (n: number) => string][] = [
    [20, page('/')],
    [15, page('/wellness-services')],
    [5, page('/blog')],
    [5, page('/events')],
    [5, page('/about')],
    [5, page('/sign-in')],
    [10, page('/get-all-wellness-services')],
    [4, (n) => rawRequest('GET', '/auth/get-user', { headers, access: own(n) })],
    [
      20,
      (n) => {
        const { date, service } = days[n % days.length]!;
        const body = { service: service.id, date, cart_items: [] };
        return rawRequest('POST', '/auth/get-slots', { headers, access: own(n), body });
      },
    ],
    [
      8,
      (n) => {
        const { service } = days[n % days.length]!;
        const body = { service: service.id, service_location_type: 'FIXED_LOCATION' };
        return rawRequest('POST', '/auth/get-availabilities', { headers, access: own(n), body });
      },
    ],
    [
      2,
      () => {
        // Each client's holds are far apart: two at once undo each other, as in two tabs of one client.
        const hold = holds++;
        const { visitor, items } = clients[hold % CLIENTS]!;
        const item = items[Math.floor(hold / CLIENTS) % items.length]!;
        const body = { items: [item], total_amount: item.selected_price };
        return rawRequest('POST', '/auth/create-checkout', { headers, access: visitor.access, body });
      },
    ],
    [
      1,
      () => {
        const body = { username: DEMO.email, password: DEMO.password };
        return rawRequest('POST', '/sign-in', { headers, body });
      },
    ],
  ];
  const hundred = mix.flatMap(([share, request]) => Array.from({ length: share }, () => request));
  // 37 and 100 have no common divisor: each of the hundred comes once in a hundred.
  return Array.from({ length: REQUESTS }, (_, n) => hundred[(n * 37) % hundred.length]!(n));
}

const LIMITS = [
  { mb: 384, reach: 'AIM' },
  { mb: 512, reach: 'MUST' },
] as const;

/** Everything that `npm start` starts, npm itself included, within a limit of the system. */
async function measureLimits(): Promise<Figure> {
  const what = 'Browse, sign in, see slots, hold, pay, confirmation, within a memory limit';
  const failures: string[] = [];
  for (const { mb, reach } of LIMITS) {
    const outcome = await withFolder((dataDir) => mainJobWithin(mb, dataDir));
    if (outcome === null) return skipped('P17', what, 'no cgroup with a memory limit can be made here');
    if (outcome.works) {
      const text = [`works in ${mb} MB: ${outcome.text}`, ...failures].join('; ');
      return figureOf('P17', what, 'works in 512 MB (aim 384 MB)', text, reach);
    }
    failures.push(`not in ${mb} MB (${outcome.text})`);
  }
  return figureOf('P17', what, 'works in 512 MB (aim 384 MB)', failures.join('; '), 'NEITHER');
}

/** Null if the system sets no limit. */
async function mainJobWithin(mb: number, dataDir: string): Promise<{ works: boolean; text: string } | null> {
  const limit = limitMemory(mb * MB);
  if (limit === null) return null;
  const outcome = await withSite(limit.inside(COMMAND), dataDir, doMainJob).then(
    (memory) => ({ works: true, text: memory }),
    (error: unknown) => ({ works: false, text: (error as Error).message.split('\n', 1)[0]! }),
  );
  const kills = limit.kills();
  await limit.remove();
  return kills === 0 ? outcome : { works: false, text: `${kills} processes killed; ${outcome.text}` };
}

/** Hands back what memory the site has in use then. */
async function doMainJob(app: RunningApp): Promise<string> {
  const visitor = new Visitor(app.baseUrl);
  for (const path of ['/', '/wellness-services', '/blog', '/events', '/about']) await visitor.page(path);
  await visitor.signIn(await visitor.signUp());
  const [day] = await visitor.openDays();
  const paid = await visitor.pay(await visitor.hold(await visitor.freeSlot(day!)));
  await visitor.confirmation(paid);
  return memoryOfSite(app).text;
}
