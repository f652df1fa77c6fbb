import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { SERVICE_LIMITS } from '#domain/money/service-fields.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { builtPages } from '#server/pages/serve-pages.ts';
import { isFull, randomFrom, report, seed, shuffled, size } from '../support/profile.ts';
import { testApp } from '../support/app.ts';
import { SOLE_OWNER } from '../support/staff.ts';
import { clientWithEverything } from './support/belongings.ts';
import type { CostLimits, CostWorld } from './support/cost-row.ts';
import { COSTS, isClosedToStrangers, isForClients, requestsOf } from './support/costs.ts';
import { fullAgenda, HEAVY_BOOKINGS, heavyClient, heavyNotes } from './support/heavy-clients.ts';
import { type Cost, createCostMeter } from './support/measure-cost.ts';
import { routesOf } from './support/routes.ts';

// The pages as they are built: `npm test` and `npm run attacks` build them first.
const pages = builtPages(join(import.meta.dirname, '../../build'));
const site = await testApp({ pages, env: { RATE_LIMIT_SCALE: '100000' }, prepare: addExpensiveRoutes });
const { client, owned } = await clientWithEverything(site);
const heavy = await heavyClient(site);
const world: CostWorld = {
  site,
  client,
  owned,
  staff: await site.signInStaff(SOLE_OWNER, { unlocked: true }),
  heavy,
  heavy_notes: await heavyNotes(site, heavy),
  agenda: await fullAgenda(site),
};
const meter = await createCostMeter(site);
afterAll(() => meter.close());
const RUNS = size(1, 9);
/** The largest exports are made again and again; on a busy machine that takes minutes. */
const LONG_MS = 900_000;
const random = randomFrom(seed);

/** Routes that cost too much, each in another way: the measurement must find each. */
function addExpensiveRoutes(app: FastifyInstance): void {
  app.get('/expensive/loop', () => {
    const until = process.threadCpuUsage().user + 60_000;
    let turns = 0;
    while (process.threadCpuUsage().user < until) turns++;
    return { turns };
  });
  app.get('/expensive/memory', () => ({ length: Buffer.alloc(4 * 1024 * 1024, 1).length }));
  app.get('/expensive/mails', async () => {
    const mail = { subject: 'x', text: 'x', html: 'x', kind: 'x', user_id: null, to: 'x@example.com' };
    for (const n of [1, 2])
      await queueMail(site.deps.db, { ...mail, dedupe_key: `${n} ${Math.random()}` }, site.clock.now());
    return {};
  });
  app.post('/expensive/body', { bodyLimit: 2_000_000 }, () => ({}));
}

/** The limits that a cost is above. */
const above = (cost: Cost, limits: CostLimits): string[] =>
  (Object.keys(limits) as (keyof CostLimits)[]).filter((name) => cost[name] > limits[name]);

const answers = new Map<string, Pick<Cost, 'status' | 'mails'>>();
const figures = {
  requests: 0,
  above: 0,
  dead: 0,
  stranger: { loop_ms: 0, memory_mb: 0 },
  client: { loop_ms: 0, memory_mb: 0 },
};
const uncovered: string[] = [];
afterAll(() => {
  const most = ({ loop_ms, memory_mb }: { loop_ms: number; memory_mb: number }) =>
    `${loop_ms.toFixed(1)} ms and ${memory_mb.toFixed(1)} MB`;
  report(
    'S13',
    'cost matrix: every route and page × stranger, client × worst input, each within its limits',
    `${COSTS.length} rows, ${uncovered.length} routes without one, ${figures.requests} requests, ${figures.above} above a limit; ` +
      `most: a stranger ${most(figures.stranger)}, a client ${most(figures.client)} (${HEAVY_BOOKINGS} largest notes); ` +
      `${figures.dead} answers failed when repeated; seed ${seed}`,
    uncovered.length + figures.above + figures.dead === 0 && figures.requests > COSTS.length,
  );
});

it('S13: every route and every page has a row, and every row a route', async () => {
  const { routes } = await pages.load();
  const pathOf = (id: string): string => {
    const { path = '', parentId } = routes[id]!;
    const above = parentId === undefined ? '' : pathOf(parentId).replace(/\/$/, '');
    return `${above}/${path}`.replace(/(.)\/$/, '$1');
  };
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const ofPages = Object.keys(routes)
    .filter((id) => !parents.has(id))
    .map((id) => `PAGE ${pathOf(id)}`);
  const ofApp = routesOf(site.app).filter(
    (route) => !route.includes('/expensive/') && !route.endsWith(' /*'),
  );
  const rows = new Set(COSTS.map(({ route }) => route));
  // Pages and methods that no address takes are one route each of the app.
  const all = new Set([...ofApp, ...ofPages, 'OTHER /*']);
  uncovered.push(...[...all].filter((route) => !rows.has(route)));
  expect([...rows].toSorted()).toEqual([...all].toSorted());
});

describe.each(['stranger', 'client'] as const)('S13: the limit of a %s', (actor) => {
  const rows = COSTS.filter((row) => actor === 'stranger' || isForClients(row));
  it.each(rows.map((row) => ({ name: row.route, row })))('$name', { timeout: LONG_MS }, async ({ row }) => {
    const all = Object.entries(requestsOf(row, world, actor));
    // In the small size one request of a row is repeated, and strangers who are refused anyway send one: others in each run.
    const [one] = shuffled(all, random);
    const requests = !isFull && actor === 'stranger' && isClosedToStrangers(row) && one ? [one] : all;
    for (const [name, make] of requests) {
      const limits = name.startsWith('rendered') ? row.rendering! : row[actor];
      const cost = await meter.measure(make, limits, RUNS);
      const over = above(cost, limits);
      answers.set(`${actor} ${row.route}: ${name}`, cost);
      figures.requests += 1;
      figures.above += over.length;
      if (!name.startsWith('rendered')) {
        figures[actor].loop_ms = Math.max(figures[actor].loop_ms, cost.loop_ms);
        figures[actor].memory_mb = Math.max(figures[actor].memory_mb, cost.memory_mb);
      }
      expect.soft({ name, over, cost }).toEqual({ name, over: [], cost });
      expect(cost.status).toBeLessThan(500);
      if (actor === 'client') expect([name, cost.status]).not.toEqual([name, 401]);

      if (!isFull && name !== one?.[0]) continue;
      // A proxy may send it to the next process as well: neither ends, and both answer others at once.
      const repeated = await meter.repeat(make);
      const healthy = await site.request({ url: '/healthz' });
      if (repeated.some((status) => status >= 500) || healthy.statusCode !== 200) figures.dead += 1;
      expect([name, healthy.statusCode]).toEqual([name, 200]);
    }
  });
});

const LARGEST_CLASS =
  'POST /api/staff/classes/:service_id/:start/message: a class of the most seats, each of another client';

it('S13: the most expensive requests are accepted', () => {
  expect(answers.get('stranger PAGE /visit/:token: rendered, most sessions')?.status).toBe(200);
  for (const [name, status] of [
    ['GET /auth/get-user-bookings: most past bookings with the largest notes', 200],
    ['GET /auth/get-forms: most forms with the largest answers', 200],
    ['PATCH /auth/update-user-notes: most operations', 200],
    ['PATCH /auth/update-user-notes: most lines', 200],
    ['PATCH /auth/update-user-notes: longest links', 200],
    ['POST /auth/update-profile-photo: a photo of 5 MB that is all marks', 200],
    ['PUT /uploads/:key: a photo of 5 MB', 200],
    ['POST /auth/create-checkout: a cart that can be had', 200],
    ['POST /webhooks/stripe: the largest event of the provider', 200],
    ['GET /api/staff/calendar: six full weeks', 200],
    ['GET /api/staff/bookings/:id: the longest history', 200],
    ['GET /api/staff/classes/:service_id/:start: a large class', 200],
    ['POST /api/staff/services/preview: a service with every booking', 200],
    ['PUT /api/staff/services/order: the whole list, in another order', 204],
    ['GET /api/staff/explain: a full day', 200],
    ['GET /api/staff/submissions/:id: the largest answers, beside the largest', 200],
    [
      'GET /api/staff/bookings/:id/session-note: the largest notes and recommendations, with what is pinned',
      200,
    ],
    ['POST /api/staff/bookings/:id/recommendation/publish: the largest note', 200],
    ['GET /auth/suggestions: many suggestions of one service', 200],
  ] as const)
    expect([name, answers.get(`client ${name}`)?.status]).toEqual([name, status]);
});

it('S13: a message to a large class is accepted and mailed to each client', () => {
  expect(answers.get(`client ${LARGEST_CLASS}`)).toMatchObject({ status: 200, mails: SERVICE_LIMITS.seats });
});

describe('S13 control: an expensive route exceeds the limit of', () => {
  const stranger = COSTS.find(({ route }) => route === 'GET /healthz')!.stranger;
  it.each([
    ['the event loop', 'GET /expensive/loop', ['loop_ms']],
    ['memory', 'GET /expensive/memory', ['memory_mb']],
    ['mails', 'GET /expensive/mails', ['mails', 'rows']],
    ['bytes that are read', 'POST /expensive/body', ['bytes_read']],
  ])('%s', { timeout: LONG_MS }, async (_, route, over) => {
    const [method, url] = route.split(' ') as [string, string];
    const body = method === 'POST' ? JSON.stringify({ x: 'x'.repeat(1_000_000) }) : undefined;
    // Once: the limit is exceeded each time.
    const cost = await meter.measure(() => ({ method, url, ...(body ? { body } : {}) }), stranger, RUNS, 1);
    expect(above(cost, stranger)).toEqual(expect.arrayContaining(over));
  });
});
