import { expect, test } from 'vitest';
import { staffDemoCode, staffMe, staffSetUp, staffSignInCode, staffSignOut } from '#contract/staff.calls.ts';
import { addOwner, resetFactors } from './manage-members.ts';
import { codeOfStep, stepAt } from './totp.ts';
import { demoOwner } from '#content/seed/demo-owner.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { Browser } from '#tests/support/browser.ts';
import { DEMO_OWNER } from '#tests/support/staff.ts';
import {
  demoCode,
  enterCode,
  enterPassword,
  setUpOwner,
  signInAsDemoOwner,
  STAFF_PASSWORD,
} from '#tests/support/staff-browser.ts';
import { withoutConditionsOn } from '#tests/support/without.ts';

const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const INCORRECT = { code: 'NotAuthorizedException', message: 'Email, password or code is incorrect.' };
const NOT_SIGNED_IN = { status: 401, json: { code: 'NOT_SIGNED_IN' } };

test('the demo owner signs in with password and code, and out again', async () => {
  const { app } = await testApp();
  const browser = new Browser(app);
  expect(await browser.call(staffMe)).toMatchObject(NOT_SIGNED_IN);
  expect(await enterPassword(browser)).toMatchObject({ status: 200, json: { next: 'CODE' } });
  expect(await browser.call(staffMe)).toMatchObject(NOT_SIGNED_IN);
  const me = {
    email: DEMO_OWNER,
    name: 'Nalini',
    zone: 'America/Los_Angeles',
    sandbox: true,
    is_demo: true,
  };
  expect(await enterCode(browser, await demoCode(browser))).toMatchObject({ status: 200, json: me });
  expect(await browser.call(staffMe)).toMatchObject({ status: 200, json: me });
  expect(await browser.call(staffSignOut)).toMatchObject({ status: 204 });
  expect(await browser.call(staffMe)).toMatchObject(NOT_SIGNED_IN);
});

test('the cookie is out of reach for scripts and other sites', async () => {
  const site = await testApp();
  const https = await testApp({ besides: site, env: { SITE_URL: 'https://sattvaandsage.example' } });
  const browser = new Browser(https.app);
  await enterPassword(browser);
  const done = await enterCode(browser, await demoCode(browser));
  const cookies = [done.headers['set-cookie']].flat();
  const session = cookies.find((cookie) => cookie?.startsWith('__Host-staff='));
  expect(session).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
});

test('an unknown address and a wrong password get the same answer', async () => {
  const { app } = await testApp();
  const browser = new Browser(app);
  const wrong = await enterPassword(browser, DEMO_OWNER, 'not the password');
  const unknown = await enterPassword(browser, 'nobody@example.com', 'not the password');
  expect(wrong).toMatchObject({ status: 401, json: INCORRECT });
  expect({ ...(unknown.json as object), request_id: null }).toEqual({
    ...(wrong.json as object),
    request_id: null,
  });
});

test('a code is worth nothing without the password', async () => {
  const { app } = await testApp();
  const browser = new Browser(app);
  const expired = { status: 401, json: { code: 'SIGN_IN_EXPIRED' } };
  expect(await enterCode(browser, await demoCode(browser))).toMatchObject(expired);
});

test('a new browser is announced to the owners, a known one is not', async () => {
  const { app, db } = await testApp();
  const mails = () =>
    db
      .selectFrom('outbox')
      .select(['to_address', 'subject'])
      .where('kind', '=', 'staff-new-device')
      .execute();
  const browser = new Browser(app);
  await enterPassword(browser);
  await browser.call(staffSignInCode, { body: { code: await demoCode(browser) } }, { headers: FIREFOX });
  expect(await mails()).toEqual([
    { to_address: DEMO_OWNER, subject: 'New sign-in to the Sattva & Sage staff area' },
  ]);
  await signInAsDemoOwner(browser);
  expect(await mails()).toHaveLength(1);
});

const MISMATCH = { status: 400, json: { code: 'CodeMismatchException' } };
const TOO_MANY = { status: 429, json: { code: 'LimitExceededException' } };
const EXPIRED = { status: 401, json: { code: 'SIGN_IN_EXPIRED' } };
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');

test('a code counts once, and so do those before it', async () => {
  const site = await testApp({ seeded: false });
  const { email, secret, nextCode } = await setUpOwner(site);
  const browser = new Browser(site.app);
  const code = nextCode();
  await enterPassword(browser, email, STAFF_PASSWORD);
  expect(await enterCode(browser, code)).toMatchObject({ status: 200 });
  await enterPassword(browser, email, STAFF_PASSWORD);
  expect(await enterCode(browser, code)).toMatchObject(MISMATCH);
  const before = codeOfStep(secret, stepAt(site.clock.now()) - 1);
  expect(await enterCode(browser, before)).toMatchObject(MISMATCH);
  const after = codeOfStep(secret, stepAt(site.clock.now()) + 1);
  expect(await enterCode(browser, `${after.slice(0, 3)} ${after.slice(3)}`)).toMatchObject({ status: 200 });
});

test('a code two steps away is refused', async () => {
  const site = await testApp({ seeded: false });
  const { email, secret, nextCode } = await setUpOwner(site);
  const browser = new Browser(site.app);
  nextCode();
  await enterPassword(browser, email, STAFF_PASSWORD);
  for (const away of [-2, 2]) {
    const code = codeOfStep(secret, stepAt(site.clock.now()) + away);
    expect(await enterCode(browser, code)).toMatchObject(MISMATCH);
  }
});

test('five codes are compared for one sign-in, and it ends after five minutes', async () => {
  const site = await testApp({ seeded: false });
  const { email, browser, nextCode } = await setUpOwner(site);
  const code = nextCode();
  await enterPassword(browser, email, STAFF_PASSWORD);
  for (let tries = 0; tries < 5; tries += 1)
    expect(await enterCode(browser, wrongCode(code))).toMatchObject(MISMATCH);
  expect(await enterCode(browser, code)).toMatchObject(EXPIRED);
  site.clock.advance(1000);
  await enterPassword(browser, email, STAFF_PASSWORD);
  const late = nextCode();
  site.clock.advance(5 * 60_000 - 30_000);
  expect(await enterCode(browser, late)).toMatchObject(EXPIRED);
});

test('exactly one code is asked for', async () => {
  const { app } = await testApp();
  const browser = new Browser(app);
  await enterPassword(browser);
  for (const body of [{}, { code: '123456', recovery_code: 'x' }])
    expect(await browser.call(staffSignInCode, { body })).toMatchObject({ status: 422 });
});

/** Two requests do not meet each time, least of all on a busy machine: a control tries again. */
const MOST_TRIES = 8;

/** What two browsers that have given the password are answered at once. */
async function atOnce(
  app: TestApp['app'],
  email: string,
  ask: (browser: Browser) => Promise<{ status: number }>,
): Promise<number[]> {
  const browsers = [new Browser(app), new Browser(app)];
  for (const browser of browsers) await enterPassword(browser, email, STAFF_PASSWORD);
  const answers = await Promise.all(browsers.map(ask));
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

test.each([
  ['two uses of one code at once: one signs in', undefined, [200, 400]],
  ['control: without the last step, both do', 'totp_last_step', [200, 200]],
] as const)('%s', async (_, column, expected) => {
  const site = await testApp({
    seeded: false,
    ...(column ? { change: (db) => withoutConditionsOn(db, column) } : {}),
  });
  const { email, nextCode } = await setUpOwner(site);
  const answer = async () => {
    const code = nextCode();
    return await atOnce(site.app, email, (browser) => enterCode(browser, code));
  };
  let statuses = await answer();
  for (let tries = 1; column && statuses[1] !== 200 && tries < MOST_TRIES; tries++) statuses = await answer();
  expect(statuses).toEqual(expected);
});

test.each([
  ['two uses of one recovery code at once: one signs in', undefined, [200, 400]],
  ['control: without the condition on used_at, both do', 'used_at', [200, 200]],
] as const)('%s', async (_, column, expected) => {
  const site = await testApp({
    seeded: false,
    ...(column ? { change: (db) => withoutConditionsOn(db, column) } : {}),
  });
  const { email, recovery_codes } = await setUpOwner(site);
  let statuses: number[] = [];
  for (const recovery_code of recovery_codes.slice(0, column ? MOST_TRIES : 1)) {
    statuses = await atOnce(site.app, email, (browser) =>
      browser.call(staffSignInCode, { body: { recovery_code } }),
    );
    if (statuses[1] === 200) break;
  }
  expect(statuses).toEqual(expected);
});

test('a correct password forgives no wrong codes; a whole sign-in does', async () => {
  const site = await testApp({ seeded: false });
  const { email, nextCode } = await setUpOwner(site);
  const thief = new Browser(site.app);
  let compared = 0;
  for (let tries = 0; tries < 20; tries += 1) {
    const asked = await enterPassword(thief, email, STAFF_PASSWORD);
    if (asked.status === 200 && (await enterCode(thief, '000000')).status === 400) compared += 1;
  }
  expect(compared).toBe(5);
  expect(await enterPassword(thief, email, STAFF_PASSWORD)).toMatchObject({ status: 200 });
  expect(await enterCode(thief, '000000')).toMatchObject(TOO_MANY);
  site.clock.advance(15 * 60_000);
  expect(await enterPassword(thief, email, STAFF_PASSWORD)).toMatchObject({ status: 200 });
  expect(await enterCode(thief, nextCode())).toMatchObject({ status: 200 });
  for (let tries = 0; tries < 4; tries += 1) await enterPassword(thief, email, 'not the password');
  expect(await enterPassword(thief, email, STAFF_PASSWORD)).toMatchObject({ status: 200 });
});

const DAY_MS = 24 * 60 * 60_000;
const knownPasswordMails = async ({ db }: TestApp) =>
  (
    await db.selectFrom('outbox').select('to_address').where('kind', '=', 'staff-password-known').execute()
  ).map(({ to_address }) => to_address);

test('a member whose password somebody gave with wrong codes gets one mail a day', async () => {
  const site = await testApp({ seeded: false });
  const { email } = await setUpOwner(site);
  const attempt = async (codes: number) => {
    const thief = new Browser(site.app);
    await enterPassword(thief, email, STAFF_PASSWORD);
    for (let tries = 0; tries < codes; tries += 1) await enterCode(thief, '000000');
  };
  await attempt(4);
  expect(await knownPasswordMails(site)).toEqual([]);
  await attempt(1);
  expect(await knownPasswordMails(site)).toEqual([email]);
  site.clock.advance(60_000);
  await attempt(5);
  expect(await knownPasswordMails(site)).toEqual([email]);
  site.clock.advance(DAY_MS);
  await attempt(4);
  expect(await knownPasswordMails(site)).toEqual([email]);
  await attempt(1);
  expect(await knownPasswordMails(site)).toEqual([email, email]);
});

test('wrong codes at once send one mail', async () => {
  const site = await testApp({ seeded: false });
  const { email } = await setUpOwner(site);
  const thief = new Browser(site.app);
  await enterPassword(thief, email, STAFF_PASSWORD);
  await Promise.all(Array.from({ length: 8 }, () => enterCode(thief, '000000')));
  expect(await knownPasswordMails(site)).toEqual([email]);
});

test('no mail says that the password is known after a right code, in a known browser, or of the demo owner', async () => {
  const site = await testApp();
  const { email, browser, nextCode } = await setUpOwner(site);
  const other = new Browser(site.app);
  await enterPassword(other, email, STAFF_PASSWORD);
  for (let tries = 0; tries < 4; tries += 1) await enterCode(other, '000000');
  expect(await enterCode(other, nextCode())).toMatchObject({ status: 200 });
  for (const [each, address, password] of [
    [browser, email, STAFF_PASSWORD],
    [new Browser(site.app), demoOwner.email, demoOwner.password],
  ] as const) {
    await enterPassword(each, address, password);
    for (let tries = 0; tries < 5; tries += 1) await enterCode(each, '000000');
  }
  expect(await knownPasswordMails(site)).toEqual([]);
});

test('strangers who know the address do not keep the owner out of a browser used before', async () => {
  const site = await testApp({ seeded: false });
  const { email, browser, nextCode } = await setUpOwner(site);
  await browser.call(staffSignOut);
  for (let stranger = 0; stranger < 30; stranger += 1) {
    const other = new Browser(site.app);
    for (let tries = 0; tries < 5; tries += 1) await enterPassword(other, email, 'not the password');
  }
  expect(await enterPassword(new Browser(site.app), email, STAFF_PASSWORD)).toMatchObject({
    status: 429,
    json: { message: 'Too many attempts from new browsers. Use one where you have signed in before.' },
  });
  await site.runJobs('notify-paused-accounts');
  await site.runJobs('notify-paused-accounts');
  const notices = await site.db
    .selectFrom('outbox')
    .select('to_address')
    .where('kind', '=', 'staff-sign-in-paused')
    .execute();
  expect(notices).toEqual([{ to_address: email }]);
  expect(await enterPassword(browser, email, STAFF_PASSWORD)).toMatchObject({ status: 200 });
  expect(await enterCode(browser, nextCode())).toMatchObject({ status: 200 });
});

test('a locked source learns when to try again', async () => {
  const site = await testApp({ seeded: false });
  const { email } = await setUpOwner(site);
  const browser = new Browser(site.app);
  for (let tries = 0; tries < 13; tries += 1) {
    await enterPassword(browser, email, 'not the password');
    if (tries >= 4 && tries < 12) site.clock.advance(2 ** (tries - 4) * 1000);
  }
  expect(await enterPassword(browser, email, 'not the password')).toMatchObject({
    status: 429,
    json: { message: 'Too many attempts. Try again in 5 minutes.' },
  });
});

test("a client's failures and browsers are other ones, at the same address too", async () => {
  const site = await testApp();
  const { email, nextCode } = await setUpOwner(site, 'demo@example.com');
  const browser = new Browser(site.app);
  for (let tries = 0; tries < 6; tries += 1) await browser.signIn(email, 'not the password');
  expect(await browser.signIn(email, 'not the password')).toMatchObject(TOO_MANY);
  expect(await enterPassword(browser, email, STAFF_PASSWORD)).toMatchObject({ status: 200 });
  expect(await enterCode(browser, nextCode())).toMatchObject({ status: 200 });
});

test('outside the sandbox the demo owner does not exist', async () => {
  const site = await testApp();
  const real = await testApp({
    besides: site,
    env: { STRIPE_SECRET_KEY: 'sk_test_outside', STRIPE_WEBHOOK_SECRET: 'whsec_outside', SANDBOX: '0' },
  });
  const browser = new Browser(real.app);
  expect(await browser.call(staffDemoCode)).toMatchObject({ status: 404 });
  expect(await enterPassword(browser)).toMatchObject({ status: 401, json: INCORRECT });
  const session = await site.signInStaff();
  browser.cookies.set('staff', session.token);
  expect(await browser.call(staffMe)).toMatchObject(NOT_SIGNED_IN);
  // A sign-in that was begun in the sandbox, and a link that was made there.
  const begun = new Browser(site.app);
  await enterPassword(begun);
  const [name, token] = ['staff-sign-in', begun.cookies.get('staff-sign-in')!];
  browser.cookies.set(name, token);
  expect(await enterCode(browser, await demoCode(begun))).toMatchObject(EXPIRED);
  const reset = await resetFactors(site.db, DEMO_OWNER, site.clock.now());
  expect(reset.ok && (await browser.call(staffSetUp, { params: { token: reset.value } })).status).toBe(410);
});

test('STAFF_AREA=off leaves out the calls', async () => {
  const { app } = await testApp({ env: { STAFF_AREA: 'off' } });
  const browser = new Browser(app);
  expect(await enterPassword(browser)).toMatchObject({ status: 404 });
  expect(await browser.call(staffMe)).toMatchObject({ status: 404 });
});

test('visitors of the sandbox share the demo owner', async () => {
  const { app } = await testApp();
  for (let visitor = 0; visitor < 5; visitor += 1) await signInAsDemoOwner(new Browser(app));
});

test('ended sessions, waiting sign-ins and links are deleted', async () => {
  const site = await testApp({ seeded: false });
  const { email, browser } = await setUpOwner(site);
  await enterPassword(browser, email, STAFF_PASSWORD);
  await addOwner(site.db, { email: 'ravi@example.com', name: 'Ravi' }, site.clock.now());
  const tables = ['staff_sessions', 'staff_sign_ins', 'staff_invites'] as const;
  const counts = () =>
    Promise.all(
      tables.map(async (table) => (await site.db.selectFrom(table).select('staff_id').execute()).length),
    );
  await site.runJobs('clean-up');
  expect(await counts()).toEqual([1, 1, 2]);
  site.clock.advance(5 * 60_000);
  await site.runJobs('clean-up');
  expect(await counts()).toEqual([1, 0, 2]);
  site.clock.advance(24 * 60 * 60_000);
  await site.runJobs('clean-up');
  expect(await counts()).toEqual([0, 0, 0]);
});
