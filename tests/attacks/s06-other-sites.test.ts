import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { messageOf } from '#contract/errors.ts';
import { report } from '../support/profile.ts';
import { testApp } from '../support/app.ts';
import { clientWithEverything } from './support/belongings.ts';
import { ROWS } from './support/routes.ts';

const site = await testApp({ env: { RATE_LIMIT_SCALE: '10000' } });
const { client, owned } = await clientWithEverything(site);
const ours = site.deps.config.site_url;

/** The headers of a browser for a request that another page makes. `app.inject` adds none. */
const FOREIGN: Readonly<Record<string, Record<string, string>>> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'a sister of our site': { 'sec-fetch-site': 'same-site', origin: 'https://blog.sattva.example' },
  'the address bar': { 'sec-fetch-site': 'none' },
  'another site in an old browser': { origin: 'https://evil.example', referer: `${ours}/cart` },
  'a sandboxed frame': { origin: 'null' },
  'our name as a beginning': { origin: `${ours}.evil.example` },
  'a page that hides where it is': {},
  'a link of another site': { referer: 'https://evil.example/' },
};
const GUARDED = ROWS.filter(
  ({ route }) => (!route.startsWith('GET ') || route === 'GET /sign-out') && !/uploads|webhooks/.test(route),
);
const staff = await site.signInStaff(undefined, { unlocked: true });
const cookies = { access: client.access, staff: staff.token };

/** Rows of every table, counted and summed. */
async function state(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(site.deps.db);
  const sums = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select count(*), sum(hashtextextended(t::text, 0)) from ${sql.raw(name)} t`.execute(site.deps.db);
    sums.push([name, rows]);
  }
  return JSON.stringify(sums);
}
const ask = (options: InjectOptions, headers: Record<string, string>) =>
  site.app.inject({ ...options, cookies, headers: { ...options.headers, ...headers } });

it('S6: requests that another site makes the browser send are refused', async () => {
  const before = await state();
  const let_in: string[] = [];
  let asked = 0;
  for (const row of GUARDED) {
    for (const [from, headers] of Object.entries(FOREIGN)) {
      const answer = await ask(row.ask(owned), headers);
      asked++;
      if (answer.statusCode !== 403 || !answer.body.includes(messageOf('CROSS_SITE')))
        let_in.push(`${row.route} from ${from}: ${answer.statusCode}`);
    }
  }
  expect(let_in).toEqual([]);
  expect(await state()).toBe(before);
  report('S6', '403, 0 changes', `${let_in.length} of ${asked} let in`, let_in.length === 0);
});

const READING = ROWS.filter(({ route }) => route.startsWith('GET '));
/** GET calls that answer what our own page asks for in this way. */
async function openedAs(destination: string): Promise<string[]> {
  const opened: string[] = [];
  for (const row of READING.filter(({ route }) =>
    /^GET \/(?:auth|api|sign-out|get-|calendar|join|pay)/.test(route),
  )) {
    const answer = await ask(row.ask(owned), {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-dest': destination,
    });
    if (!answer.body.includes(messageOf('NOT_FROM_SCRIPT'))) opened.push(row.route);
  }
  return opened;
}

it('S6: a picture, script, style sheet or frame on our own page makes no call', async () => {
  const before = await state();
  for (const destination of ['image', 'script', 'style', 'iframe', 'video', 'embed'])
    expect([destination, await openedAs(destination)]).toEqual([destination, []]);
  expect(await state()).toBe(before);
  expect(await openedAs('document')).toEqual([
    'GET /calendar/:file',
    'GET /auth/booking.ics',
    'GET /join/:token/room',
    'GET /pay/:token',
    'GET /auth/download-my-data',
  ]);
});

it('S6: a body that a plain HTML form could send is refused, even from our own page', async () => {
  const before = await state();
  const withBody = GUARDED.filter((row) => row.ask(owned).payload !== undefined);
  for (const row of withBody) {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await ask(
        { ...row.ask(owned), payload: JSON.stringify(row.ask(owned).payload) },
        { 'sec-fetch-site': 'same-origin', 'content-type': type },
      );
      expect([row.route, type, answer.statusCode]).toEqual([row.route, type, 415]);
    }
  }
  expect(await state()).toBe(before);
});

/** What a GET may write: who read health data, and how often a limited call was made. */
const OF_READING = new Set(['audit', 'rate_limits']);
/** Signing out is admitted like an unsafe call; the other records what the provider says, as its event does. */
const WRITES = new Set(['GET /sign-out', 'GET /auth/checkout-status']);

it('S6: a GET changes nothing but the record of the read', async () => {
  const sums = async () => new Map(JSON.parse(await state()) as [string, unknown][]);
  const before = await sums();
  for (const row of READING.filter(({ route }) => !WRITES.has(route)))
    await ask(row.ask(owned), { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' });
  const after = await sums();
  for (const table of OF_READING) after.set(table, before.get(table));
  expect(after).toEqual(before);
});

it('S6: either header lets our own page in', async () => {
  const read = { method: 'POST' as const, url: '/auth/validate-address', payload: { zip_code: '97214' } };
  expect((await ask(read, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
  expect((await ask(read, { origin: ours })).statusCode).toBe(200);
  const leave = { method: 'GET' as const, url: '/sign-out' };
  expect((await ask(leave, { referer: `${ours}/profile` })).statusCode).toBe(204);
});

it('S6: no answer can be read by a page of another origin', async () => {
  for (const row of ROWS) {
    const { headers } = await ask(row.ask(owned), { origin: 'https://evil.example' });
    expect([row.route, headers['access-control-allow-origin']]).toEqual([row.route, undefined]);
  }
});
