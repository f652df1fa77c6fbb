import { expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { Browser } from '#tests/support/browser.ts';
import { DEMO_OWNER } from '#tests/support/staff.ts';
import { demoCode, enterCode, enterPassword, signInAsDemoOwner } from '#tests/support/staff-browser.ts';

const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const INCORRECT = { code: 'NotAuthorizedException', message: 'Email, password or code is incorrect.' };
const NOT_SIGNED_IN = { status: 401, json: { code: 'NOT_SIGNED_IN' } };

test('the demo owner signs in with password and code, and out again', async () => {
  const { app } = await testApp();
  const browser = new Browser(app);
  expect(await browser.get('/api/staff/me')).toMatchObject(NOT_SIGNED_IN);
  expect(await enterPassword(browser)).toMatchObject({ status: 200, json: { next: 'CODE' } });
  expect(await browser.get('/api/staff/me')).toMatchObject(NOT_SIGNED_IN);
  const me = {
    email: DEMO_OWNER,
    name: 'Nalini',
    role: 'OWNER',
    zone: 'America/Los_Angeles',
    sandbox: true,
  };
  expect(await enterCode(browser, await demoCode(browser))).toMatchObject({ status: 200, json: me });
  expect(await browser.get('/api/staff/me')).toMatchObject({ status: 200, json: me });
  expect(await browser.post('/api/staff/sign-out')).toMatchObject({ status: 204 });
  expect(await browser.get('/api/staff/me')).toMatchObject(NOT_SIGNED_IN);
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
  await browser.post('/api/staff/sign-in/code', { code: await demoCode(browser) }, { headers: FIREFOX });
  expect(await mails()).toEqual([
    { to_address: DEMO_OWNER, subject: 'New sign-in to the Sattva & Sage staff area' },
  ]);
  await signInAsDemoOwner(browser);
  expect(await mails()).toHaveLength(1);
});
