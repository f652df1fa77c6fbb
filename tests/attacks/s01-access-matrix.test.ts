import { strFromU8, unzipSync } from 'fflate';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { staffLock } from '#contract/staff.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import type { getForms } from '#contract/client.calls.ts';
import { isCounted } from '#server/http/limits.ts';
import { configOf, parseEnvironment } from '#server/runtime/config.ts';
import { suspendMember } from '#server/staff/manage-members.ts';
import { EVERY_CALL } from '../support/every-call.ts';
import { report } from '../support/profile.ts';
import { type TestSession, testApp } from '../support/app.ts';
import { SOLE_OWNER } from '../support/staff.ts';
import { clientWithEverything, missing } from './support/belongings.ts';
import { DRAFT, SESSION_NOTE } from './support/owned-notes.ts';
import { newPerson } from './support/people.ts';
import { isStaffRow, type Row } from './support/route-row.ts';
import { ROWS, routesOf } from './support/routes.ts';

const site = await testApp({ env: { RATE_LIMIT_SCALE: '10000' } });
const { client, owned, canaries, health } = await clientWithEverything(site);
const other = await newPerson(site, 'profile');

/** Everything in an answer: its headers, its body, and what a zip in it holds. */
function everythingIn(answer: LightMyRequestResponse): string {
  const headers = JSON.stringify(answer.headers);
  if (!String(answer.headers['content-type']).includes('zip')) return headers + answer.body;
  const files = unzipSync(answer.rawPayload);
  return (
    headers +
    Object.entries(files)
      .map(([name, bytes]) => name + strFromU8(bytes))
      .join('\n')
  );
}
const leakedIn = (answer: LightMyRequestResponse): string[] => {
  const text = everythingIn(answer);
  return canaries.filter((canary) => text.includes(canary));
};
let checked = 0;
let leaks = 0;
/** What an answer to another client contains of the owner; counted for the line of figures. */
const leaked = (answer: LightMyRequestResponse): string[] => {
  const found = leakedIn(answer);
  checked += 1;
  leaks += found.length;
  return found;
};
const covered = new Set(ROWS.map(({ route }) => route));
const routes = new Set(routesOf(site.app));
afterAll(() => {
  const missing = [...routes].filter((route) => !covered.has(route)).length;
  report(
    'S1',
    "every route × actor × object: 100 % covered, no byte of another's",
    `${routes.size - missing} of ${routes.size} routes in ${ROWS.length} ways, ${checked} answers to other people, ` +
      `${leaks} of ${canaries.length} canaries in them`,
    missing === 0 && leaks === 0 && checked > 3 * ROWS.length,
  );
});
const codeOf = (answer: LightMyRequestResponse): unknown =>
  String(answer.headers['content-type']).includes('json') ? answer.json<{ code?: string }>().code : undefined;
/** The body without ids that differ in every answer. */
const words = (answer: LightMyRequestResponse): string =>
  answer.body.replace(/"(?:request|reset)_id":"[^"]*"/, '');

const NOT_SIGNED_IN = [401, 'NOT_SIGNED_IN'];
/** The expected status without a staff session. */
const refusedAs = (row: Row, otherwise: number): number => (isStaffRow(row) ? 401 : otherwise);
const staffRows = rowsWhere(isStaffRow);
const unlockedRows = rowsWhere(({ access, is_silent }) => access === 'staff-unlocked' && !is_silent);
const suspended = await site.signInStaff('suspended@example.com');
await suspendMember(site.db, 'suspended@example.com', site.clock.now());
const stranger: Pick<TestSession, 'request'> = site;

function nameOf({ route }: Row, index: number): string {
  return `${index + 1} ${route}`;
}
const rows = rowsWhere(() => true);

function rowsWhere(isWanted: (row: Row) => boolean) {
  return ROWS.map((row, index) => ({ name: nameOf(row, index), row })).filter(({ row }) => isWanted(row));
}

/** The rows of the owner in the database. */
async function herState(): Promise<string> {
  const { db } = site.deps;
  const mine = { user_id: owned.user_id };
  const state = [
    await db.selectFrom('users').selectAll().where('id', '=', owned.user_id).execute(),
    await db.selectFrom('bookings').selectAll().where('user_id', '=', mine.user_id).orderBy('id').execute(),
    await db.selectFrom('checkouts').selectAll().where('user_id', '=', mine.user_id).orderBy('id').execute(),
    await db
      .selectFrom('submissions')
      .selectAll()
      .where('user_id', '=', mine.user_id)
      .orderBy('id')
      .execute(),
    await db.selectFrom('accounts').selectAll().where('email', '=', owned.email).execute(),
    await db.selectFrom('logins').select('id').where('email', '=', owned.email).orderBy('id').execute(),
  ];
  return JSON.stringify(state);
}

it('S1: every route has a row, and every row a route', () => {
  expect([...covered].sort()).toEqual([...routes].sort());
});

/** What a client reads of everything that is stored about them. */
const OWN_DATA = [
  '/auth/get-user',
  '/auth/get-user-bookings',
  '/auth/get-forms',
  '/auth/suggestions',
  '/auth/download-my-data',
];

it('S1: the client can read every canary', async () => {
  const hers = await Promise.all(OWN_DATA.map((url) => client.request({ url })));
  expect(new Set(hers.flatMap(leakedIn)).size).toBeGreaterThan(20);
});

it('S1: the client receives nothing of private notes or unpublished recommendations', async () => {
  const hers = await Promise.all(OWN_DATA.map((url) => client.request({ url })));
  for (const words of [SESSION_NOTE, DRAFT])
    expect(hers.filter((answer) => everythingIn(answer).includes(words))).toEqual([]);
});

it('S1: the canaries include the former answers of a repeated form', async () => {
  const answer = await client.request({ url: '/auth/get-forms' });
  const { required_forms } = answer.json<OutputOf<typeof getForms>>();
  const former = JSON.stringify(required_forms.map(({ former_answers }) => former_answers));
  expect(canaries.filter((canary) => former.includes(canary))).not.toEqual([]);
});

describe('S1: only the client has access', () => {
  const before = herState();

  it.each(rows)('$name refuses a visitor', async ({ row }) => {
    const answer = await stranger.request(row.ask(owned));
    if (row.access === 'public') expect(answer.statusCode).toBe(row.own);
    else expect([answer.statusCode, codeOf(answer)]).toEqual(NOT_SIGNED_IN);
    if (!row.sandbox) expect(leaked(answer)).toEqual([]);
  });

  it.each(rows)('$name refuses a session without a user record', async ({ row }) => {
    const answer = await (await newPerson(site, 'session')).request(row.ask(owned));
    if (row.access === 'record' || row.access === 'profile')
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'NO_RECORD']);
    else if (isStaffRow(row)) expect([answer.statusCode, codeOf(answer)]).toEqual(NOT_SIGNED_IN);
    else expect(answer.statusCode).toBeLessThan(500);
    if (!row.sandbox) expect(leaked(answer)).toEqual([]);
  });

  it.each(rows)('$name refuses a user record without profile data', async ({ row }) => {
    const answer = await (await newPerson(site, 'record')).request(row.ask(owned));
    if (row.access === 'profile')
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'NO_PROFILE_DATA']);
    else expect(answer.statusCode).toBe(refusedAs(row, row.other ?? row.own));
    if (!row.sandbox) expect(leaked(answer)).toEqual([]);
  });

  it.each(rows)('$name refuses another client', async ({ row }) => {
    const asker = /sign-out|delete-user/.test(row.route) ? await newPerson(site, 'profile') : other;
    const answer = await asker.request(row.ask(owned));
    const status = refusedAs(row, row.other ?? row.own);
    expect([answer.statusCode, codeOf(answer) ?? '']).toEqual([status, expect.any(String)]);
    if (!row.sandbox) expect(leaked(answer)).toEqual([]);
    if (!row.named) return;
    const nothing = await asker.request(row.ask(missing(owned)));
    expect([nothing.statusCode, words(nothing)]).toEqual([answer.statusCode, words(answer)]);
  });

  it.each(rows.filter(({ row }) => row.route.startsWith('GET ')))(
    '$name refuses others by HEAD too',
    async ({ row }) => {
      const ask = row.ask(owned);
      for (const asker of [stranger, await newPerson(site, 'profile')]) {
        const [read, head] = [await asker.request(ask), await asker.request({ ...ask, method: 'HEAD' })];
        expect([head.statusCode, head.body]).toEqual([
          asker === stranger ? read.statusCode : head.statusCode,
          '',
        ]);
        if (asker === stranger && row.access !== 'public') expect(head.statusCode).toBe(401);
      }
    },
  );

  it.each(staffRows)('$name refuses a suspended member of staff', async ({ row }) => {
    const answer = await suspended.request(row.ask(owned));
    expect([answer.statusCode, codeOf(answer)]).toEqual(NOT_SIGNED_IN);
    expect(leaked(answer)).toEqual([]);
  });

  it.each(rowsWhere((row) => !isStaffRow(row) && row.access !== 'public'))(
    '$name refuses staff',
    async ({ row }) => {
      const answer = await (await site.signInStaff()).request(row.ask(owned));
      expect([answer.statusCode, codeOf(answer)]).toEqual(NOT_SIGNED_IN);
      expect(leaked(answer)).toEqual([]);
    },
  );

  it("leaves the client's data unchanged", async () => {
    expect(await herState()).toBe(await before);
  });
});

it.each(staffRows)('S1: $name is open to staff', async ({ row }) => {
  const unlocked = row.access === 'staff-unlocked';
  const answer = await (await site.signInStaff(SOLE_OWNER, { unlocked })).request(row.ask(owned));
  expect([row.route, answer.statusCode]).toEqual([row.route, row.own]);
});

const limitOf = (route: string) =>
  EVERY_CALL.find(({ method, path }) => route === `${method} ${path}`)!.limit;
const strict = await testApp({ env: { RATE_LIMIT_SCALE: '0.0001' } });

/** A malformed body is refused before it counts. */
const isWrite = (row: Row) => isStaffRow(row) && !row.route.startsWith('GET ') && row.own !== 422;

it.each(rowsWhere(isWrite))('S1: $name counts against the allowance of its session', async ({ row }) => {
  const member = await strict.signInStaff(SOLE_OWNER, { unlocked: true });
  // The allowance is one call.
  await member.request(row.ask(owned));
  const { statusCode } = await member.request(row.ask(owned));
  expect([row.route, statusCode === 429]).toEqual([row.route, isCounted(limitOf(row.route))]);
});

describe('S1: health data', () => {
  const leaked = (answer: LightMyRequestResponse) => {
    const text = everythingIn(answer);
    return health.filter((canary) => text.includes(canary));
  };

  it.each(rows)('$name tells a locked owner none', async ({ row }) => {
    const locked = await site.signInStaff();
    const answer = await locked.request(row.ask(owned));
    if (row.access === 'staff-unlocked')
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'STEP_UP_REQUIRED']);
    if (!row.sandbox) expect(leaked(answer)).toEqual([]);
  });

  it.each(unlockedRows)('$name tells an unlocked owner, until the session is locked', async ({ row }) => {
    const unlocked = await site.signInStaff(undefined, { unlocked: true });
    expect(leaked(await unlocked.request(row.ask(owned)))).not.toEqual([]);
    expect((await unlocked.call(staffLock)).status).toBe(204);
    expect(leaked(await unlocked.request(row.ask(owned)))).toEqual([]);
  });
});

describe('S1: the client', () => {
  it('has access to every route', async () => {
    const uploaded = await client.request({
      method: 'PUT',
      url: owned.upload,
      headers: { 'content-type': 'image/jpeg' },
      payload: owned.upload_body,
    });
    expect(uploaded.statusCode).toBe(200);
    const outcome: [string, number][] = [];
    for (const { name, row } of rows) {
      const asker = /sign-out|delete-user/.test(row.route) ? await site.signIn(owned.email) : client;
      outcome.push([name, (await asker.request(row.ask(owned))).statusCode]);
    }
    expect(outcome).toEqual(rows.map(({ name, row }) => [name, refusedAs(row, row.own)]));
  });

  it('is erased in the end, with all data', async () => {
    expect((await client.request({ url: '/auth/get-user' })).statusCode).toBe(401);
  });
});

it('S1: the public mailbox exists only in the sandbox', () => {
  const secrets = { app_secret: 'a'.repeat(32), master_key: Buffer.alloc(32), port: 3000 };
  const mailbox = (env: Record<string, string>) => {
    const parsed = parseEnvironment(env);
    if (!parsed.ok) throw new Error(parsed.errors.join());
    return configOf(parsed.env, secrets).dev_mailbox;
  };
  const production = {
    NODE_ENV: 'production',
    SITE_URL: 'https://sattva.example',
    APP_SECRET: 'a'.repeat(32),
    MASTER_KEY: '0'.repeat(64),
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  expect(mailbox({})).toBe(true);
  expect(mailbox({ SMTP_URL: 'smtp://mail.example' })).toBe(false);
  expect(mailbox({ ...production, SMTP_URL: 'smtp://mail.example' })).toBe(false);
});
