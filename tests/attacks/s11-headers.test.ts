import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createServer } from '#server/app.ts';
import { createSecurityHeaders, setSecurityHeaders } from '#server/http/security-headers.ts';
import { builtPages } from '#server/pages/serve-pages.ts';
import { builtStaffArea } from '#server/pages/serve-staff-area.ts';
import { report } from '../support/profile.ts';
import { testApp } from '../support/app.ts';
import '../support/provided-context.ts';
import { hashesIn, hashOf, inlineOf, stoppedBy } from '../support/page-policy.ts';
import { clientWithEverything, missing } from './support/belongings.ts';
import { COSTS } from './support/costs.ts';
import { ROWS } from './support/routes.ts';

// The pages as they are built: `npm test` and `npm run attacks` build them first.
const pages = builtPages(join(import.meta.dirname, '../../build'));
const staffArea = builtStaffArea(join(import.meta.dirname, '../../build'));
const site = await testApp({
  pages,
  staffArea,
  env: { SITE_URL: 'https://sattva.example', RATE_LIMIT_SCALE: '10000' },
});
const plain = await testApp({ pages, staffArea, seeded: false });
const { client: demo, owned } = await clientWithEverything(site);

const [{ url_path: post }] = (await site.request({ url: '/get-blogs' })).json<[{ url_path: string }]>();
const asset = [...pages.files.keys()].find((path) => path.startsWith('/assets/') && path.endsWith('.js'))!;
// Small ones are not compressed.
const staffScript = [...staffArea.keys()].find((path) => /\/index-[^/]*\.js$/.test(path))!;
type Case = [name: string, status: number, ask: () => Promise<LightMyRequestResponse>];
const read =
  (url: string, method: 'GET' | 'HEAD' = 'GET') =>
  () =>
    site.request({ method, url });
const CASES: Case[] = [
  ['a page', 200, read('/')],
  ['a page, by HEAD', 200, read('/sign-in', 'HEAD')],
  ['a page that is not there', 404, read('/nowhere')],
  ['a post that is not there', 404, read('/blog/nothing-of-that-name')],
  ['a script of the build', 200, read(asset)],
  ['a file of the build that is not there', 404, read('/assets/none-12345678.js')],
  ['an icon', 200, read('/favicon.svg')],
  ['the staff area', 200, read('/staff')],
  ['a screen of the staff area', 200, read('/staff/bookings/1?x=%2Fy')],
  ['a screen of the staff area, by HEAD', 200, read('/staff/audit', 'HEAD')],
  ['a script of the staff area', 200, read(`/staff${staffScript}`)],
  ['a script of the staff area that is not there', 404, read('/staff/assets/none-12345678.js')],
  ['public data', 200, read('/get-blogs')],
  ['a feed', 200, read('/blog/feed.xml')],
  ['the API without a login', 401, read('/auth/get-user')],
  ['the API with one', 200, () => demo.request({ url: '/auth/get-user' })],
  ['an address of the API that is not there', 404, read('/auth/nothing')],
  [
    'a method that an address does not take',
    405,
    () => site.request({ method: 'PATCH', url: '/about', payload: {} }),
  ],
  ['another site', 403, () => site.app.inject({ method: 'POST', url: '/sign-in', payload: {} })],
  [
    'a body that is no JSON',
    400,
    () =>
      site.request({
        method: 'POST',
        url: '/sign-in',
        payload: '{',
        headers: { 'content-type': 'application/json' },
      }),
  ],
  ['a body that is incomplete', 422, () => site.request({ method: 'POST', url: '/sign-in', payload: {} })],
  [
    'a body that is too large',
    413,
    () =>
      site.request({
        method: 'POST',
        url: '/sign-in',
        payload: Buffer.alloc(70_000, 0x20),
        headers: { 'content-type': 'application/json' },
      }),
  ],
  [
    'a kind of body that is not taken',
    415,
    () =>
      site.request({
        method: 'POST',
        url: '/sign-in',
        payload: 'x',
        headers: { 'content-type': 'text/plain' },
      }),
  ],
  ['a photo that is not there', 404, read(`/photos/${'0'.repeat(32)}.jpg`)],
  ['the API pages', 200, read('/docs')],
  ['health', 200, read('/healthz')],
];

let checked = 0;
const statuses = new Set<number>();
const bare: string[] = [];
afterAll(() => {
  const seen = [...statuses].toSorted((a, b) => a - b).join(', ');
  report(
    'S11',
    'headers on every answer',
    `${checked} answers (${seen}), ${bare.length} without`,
    bare.length === 0,
  );
});

/** Checks every security header of an answer, and counts answers for the line of figures. */
function checkHeaders(answer: LightMyRequestResponse, what = ''): void {
  checked += 1;
  statuses.add(answer.statusCode);
  try {
    expectHeaders(answer);
  } catch (error) {
    bare.push(`${answer.statusCode} ${what}`);
    throw error;
  }
}

function expectHeaders({ headers }: LightMyRequestResponse): void {
  const csp = String(headers['content-security-policy']);
  // Mails in the sandbox's mailbox may load nothing at all; styles stand in their markup.
  const nothing = [`default-src 'none'`, `base-uri 'none'`];
  const own = [`default-src 'self'`, `object-src 'none'`, `base-uri 'none'`];
  for (const directive of csp.startsWith(nothing[0]!) ? nothing : own) expect(csp).toContain(directive);
  expect(csp).toContain(`frame-ancestors 'none'`);
  expect(csp).not.toMatch(
    /unsafe-eval|nonce-|strict-dynamic|script-src[^;]*unsafe-|script-src[^;]*[* ]https?:/,
  );
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=63072000',
    'x-content-type-options': 'nosniff',
    'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/) as string,
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  });
  expect(headers['permissions-policy']).toContain('camera=()');
  expect(headers['x-request-id']).toBeTruthy();
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers['server']).toBeUndefined();
}

/** Every address of a page, and one that has none. */
const PAGES = COSTS.filter(({ route }) => route.startsWith('PAGE ')).map(({ route }) =>
  route
    .slice('PAGE '.length)
    .replace(':urlPath', post)
    .replace('*', 'nowhere')
    .replace(/^.checkout.success$/, '$&?session_id=cs_1'),
);
/** Proxies take 4 to 8 KB for all headers of an answer. */
const LONGEST_POLICY = 2048;

describe('S11: the headers of', () => {
  it.each(CASES)('%s (%i)', async (_name, status, ask) => {
    const answer = await ask();
    expect(answer.statusCode).toBe(status);
    checkHeaders(answer);
  });

  it('every route, for a client, for a visitor, and for missing things', async () => {
    // The last one deletes the account, and one that signs out ends the session.
    for (const row of ROWS.filter(({ route }) => !/sign-out|delete-user/.test(route)))
      for (const ask of [row.ask(owned), row.ask(missing(owned))])
        for (const asker of [demo, site]) checkHeaders(await asker.request(ask), row.route);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 401, 403, 404, 405, 409, 413, 415, 422]));
  });

  it('the staff area: for no search engine, no referrer, the page always asked again, files kept for good', async () => {
    const page = await site.request({ url: '/staff/bookings/1' });
    const file = await site.request({ url: `/staff${staffScript}`, headers: { 'accept-encoding': 'gzip' } });
    for (const { headers } of [page, file])
      expect(headers).toMatchObject({
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      });
    expect(page.headers['cache-control']).toBe('private, no-cache');
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
    });
    expect(stoppedBy(String(page.headers['content-security-policy']), page.body)).toEqual([]);
    expect(inlineOf(page.body)).toEqual({ scripts: [], styles: [] });
    expect((await site.request({ url: '/staffing' })).statusCode).toBe(404);
  });

  it('control: an answer without the plugin that sets them is detected', () => {
    const naked = { headers: {}, statusCode: 200 } as LightMyRequestResponse;
    expect(() => expectHeaders(naked)).toThrow();
  });

  it('an answer while the database is unreachable (503)', async () => {
    const { rows } = await site.database.pool.query<{ name: string }>('select current_database() as name');
    const name = rows[0]!.name;
    const admin = new pg.Client({ connectionString: inject('databaseServer') });
    await admin.connect();
    const allow = (yes: boolean) => admin.query(`alter database "${name}" allow_connections ${yes}`);
    try {
      await allow(false);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      const answers = [
        await demo.request({ url: '/auth/get-user-bookings' }),
        await site.request({ url: '/readyz' }),
      ];
      for (const answer of answers) {
        expect(answer.statusCode).toBe(503);
        checkHeaders(answer);
      }
      expect(answers[0]!.headers['retry-after']).toBe('2');
      expect((await site.request({ url: '/healthz' })).statusCode).toBe(200);
    } finally {
      await allow(true);
      await admin.end();
    }
    await expect.poll(async () => (await demo.request({ url: '/auth/get-user' })).statusCode).toBe(200);
  });

  it.each(PAGES)('%s: the policy allows exactly its inline scripts and styles', async (url) => {
    const { body, headers } = await site.request({ url });
    const policy = String(headers['content-security-policy']);
    const inline = inlineOf(body);
    expect(inline.scripts.length).toBeGreaterThan(3);
    expect(inline.styles.length).toBeGreaterThan(0);
    expect(stoppedBy(policy, body)).toEqual([]);
    const { scripts, styles } = hashesIn(policy);
    expect(scripts.toSorted()).toEqual([...new Set(inline.scripts.map(hashOf))].toSorted());
    expect(styles.toSorted()).toEqual([...new Set(inline.styles.map(hashOf))].toSorted());
    expect(policy.length).toBeLessThan(LONGEST_POLICY);

    // Control: a byte more in any of them is stopped.
    for (const text of [...inline.scripts, ...inline.styles])
      expect(
        stoppedBy(
          policy,
          body.replace(`>${text}</`, () => `>${text} </`),
        ),
      ).toContain(`${text} `);
  });

  it('other answers: the policy allows nothing inline', async () => {
    for (const url of [
      asset,
      '/favicon.svg',
      '/get-blogs',
      '/auth/get-user',
      '/auth/nothing',
      '/events.data',
    ]) {
      const policy = String((await site.request({ url })).headers['content-security-policy']);
      expect([url, /script-src 'self'; style-src 'self';/.test(policy)]).toEqual([url, true]);
    }
  });

  it('a page that the browser has cached (304): the policy of that page', async () => {
    const { headers, body } = await site.request({ url: '/about' });
    const again = await site.request({ url: '/about', headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    checkHeaders(again);
    expect(stoppedBy(String(again.headers['content-security-policy']), body)).toEqual([]);
  });

  it('pages: no style attribute and no handler, which the policy would block', async () => {
    for (const url of PAGES) {
      const { body } = await site.request({ url });
      const markup = body.replaceAll(/<script\b[\s\S]*?<\/script>/g, '');
      expect([url, /<[a-z][^>]*\s(style|on[a-z]+)=/i.exec(markup)?.[0]]).toEqual([url, undefined]);
    }
  });

  it('answers of the API: never cached', async () => {
    for (const url of ['/auth/get-user', '/auth/get-user-bookings', '/auth/get-forms', '/auth/nothing'])
      expect((await demo.request({ url })).headers['cache-control']).toBe('no-store');
  });

  it('https: HSTS covers subdomains if the setting says so', async () => {
    for (const [setting, value] of [
      [false, 'max-age=63072000'],
      [true, 'max-age=63072000; includeSubDomains'],
    ] as const) {
      const app = createServer({ trustProxy: false, logger: false });
      const config = { ...site.deps.config, HSTS_SUBDOMAINS: setting };
      setSecurityHeaders(app, createSecurityHeaders(config, []));
      const { headers } = await app.inject('/');
      expect(headers['strict-transport-security']).toBe(value);
      await app.close();
    }
  });

  it('http on this machine: no HSTS and no upgrade, which would make the site unreachable', async () => {
    const { headers } = await plain.request({ url: '/' });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });
});
