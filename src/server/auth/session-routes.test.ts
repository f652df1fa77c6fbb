import { expect, it } from 'vitest';
import { endSession, getSessions, refreshToken, signIn, signOutEverywhere } from '#contract/client.calls.ts';
import { Browser } from '#tests/support/browser.ts';
import { authApp } from '#tests/support/auth-app.ts';
import { hashToken } from '../sessions/tokens.ts';
import { deleteSession } from '../sessions/session-store.ts';

const { app, deps, advance, newAddress, isSignedIn } = await authApp();

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0';
const ROUNDS = 12;
const NOT_FOUND = { status: 404, json: { code: 'SESSION_NOT_FOUND' } };
const NOT_SIGNED_IN = { status: 401, json: { code: 'NOT_SIGNED_IN' } };

async function listOf(browser: Browser) {
  const { status, json } = await browser.call(getSessions);
  expect(status).toBe(200);
  return json.sessions;
}
const currentOf = async (browser: Browser) => (await listOf(browser)).find(({ is_current }) => is_current)!;
const end = (browser: Browser, id: string) => browser.call(endSession, { query: { id } });

/** Two browsers of one new client. */
async function twoBrowsers(): Promise<{ email: string; here: Browser; there: Browser }> {
  const email = newAddress();
  const here = new Browser(app);
  await here.signUpAndIn(email);
  const there = new Browser(app);
  await there.signIn(email);
  return { email, here, there };
}

it('lists the sessions of the account, the last used first, with browser and times', async () => {
  const email = newAddress();
  const here = new Browser(app);
  await here.signUpAndIn(email);
  const began = new Date().toISOString();
  advance(60);
  const there = new Browser(app);
  const body = { username: email, password: 'Kitchari & ghee 7' };
  await there.call(signIn, { body }, { headers: { 'user-agent': FIREFOX } });
  const thereBegan = new Date().toISOString();
  advance(600);
  await here.call(refreshToken);
  expect(await listOf(here)).toEqual([
    {
      id: expect.any(String),
      browser: null,
      signed_in_at: began,
      last_active_at: new Date().toISOString(),
      is_current: true,
    },
    {
      id: expect.any(String),
      browser: 'Firefox on Windows',
      signed_in_at: thereBegan,
      last_active_at: thereBegan,
      is_current: false,
    },
  ]);
  expect(await currentOf(there)).toMatchObject({ browser: 'Firefox on Windows' });
});

it('leaves out sessions that have expired, and those of other clients', async () => {
  const { here, there } = await twoBrowsers();
  await twoBrowsers();
  const day = 24 * 60 * 60;
  advance(6 * day);
  await here.call(refreshToken);
  expect(await listOf(here)).toHaveLength(2);
  advance(day);
  await here.call(refreshToken);
  expect(await listOf(here)).toEqual([expect.objectContaining({ is_current: true })]);
  expect(await isSignedIn(there)).toBe(false);
});

it('signs out one browser, and no other', async () => {
  const { here, there } = await twoBrowsers();
  const { id } = await currentOf(there);
  expect(await end(here, id)).toMatchObject({ status: 200 });
  expect(await isSignedIn(there)).toBe(false);
  expect(await there.call(refreshToken)).toMatchObject(NOT_SIGNED_IN);
  expect(await isSignedIn(here)).toBe(true);
  expect(await end(here, id)).toMatchObject(NOT_FOUND);
});

it('clears the cookies of a browser that signs itself out by its id', async () => {
  const { here, there } = await twoBrowsers();
  const { id } = await currentOf(here);
  expect(await end(here, id)).toMatchObject({ status: 200 });
  expect([...here.cookies.keys()]).toEqual(['browser']);
  expect(await isSignedIn(there)).toBe(true);
});

it('never ends a session of another client, and answers as for one that is missing', async () => {
  const { here } = await twoBrowsers();
  const { here: stranger } = await twoBrowsers();
  const { id } = await currentOf(here);
  const foreign = await end(stranger, id);
  const missing = await end(stranger, crypto.randomUUID());
  expect(foreign).toMatchObject(NOT_FOUND);
  expect({ ...Object(missing.json), request_id: '' }).toEqual({ ...Object(foreign.json), request_id: '' });
  expect(await end(stranger, 'no-uuid')).toMatchObject(NOT_FOUND);
  expect(await end(stranger, '')).toMatchObject({ status: 422 });
  expect(await isSignedIn(here)).toBe(true);
});

it('signs out everywhere, this browser included', async () => {
  const { email, here, there } = await twoBrowsers();
  const { here: other } = await twoBrowsers();
  expect(await here.call(signOutEverywhere)).toMatchObject({ status: 204 });
  expect(here.cookies.has('login')).toBe(false);
  for (const browser of [here, there]) {
    expect(await isSignedIn(browser)).toBe(false);
    expect(await browser.call(refreshToken)).toMatchObject(NOT_SIGNED_IN);
  }
  expect(await isSignedIn(other)).toBe(true);
  expect(await here.signIn(email)).toMatchObject({ status: 200 });
});

type Ending = (here: Browser, there: Browser) => Promise<unknown>;

/** Ends the session of a browser that asks for new tokens at the same moment; how many sessions are left of all. */
async function survivors(ending: Ending): Promise<number> {
  let left = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { here, there } = await twoBrowsers();
    advance(120);
    await Promise.all([ending(here, there), there.call(refreshToken)]);
    if (await isSignedIn(there)) left += 1;
  }
  return left;
}

it('ends a session that gets new tokens at this moment', async () => {
  const one: Ending = async (here, there) => {
    const listed = await listOf(here);
    const other = listed.find(({ is_current }) => !is_current)!;
    return Promise.all([end(here, other.id), there.call(refreshToken)]);
  };
  expect(await survivors(one)).toBe(0);
  expect(await survivors((here) => here.call(signOutEverywhere))).toBe(0);
});

it('control: ended by the token it was listed with, such a session lives on', async () => {
  const byToken: Ending = async (_, there) => {
    const access_hash = hashToken(there.cookies.get('access')!);
    const listed = await deps.db
      .selectFrom('logins')
      .select('access_hash')
      .where('access_hash', '=', access_hash)
      .execute();
    await there.call(refreshToken);
    for (const { access_hash } of listed)
      await deps.db.deleteFrom('logins').where('access_hash', '=', access_hash).execute();
  };
  expect(await survivors(byToken)).toBe(ROUNDS);
});

it('ends a session once, however many ask at once', async () => {
  const { here, there } = await twoBrowsers();
  const { id } = await currentOf(there);
  const { account_id } = await deps.db
    .selectFrom('logins')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const done = await Promise.all(Array.from({ length: 8 }, () => deleteSession(deps.db, { id, account_id })));
  expect(done.filter(Boolean)).toHaveLength(1);
  expect(await isSignedIn(here)).toBe(true);
});
