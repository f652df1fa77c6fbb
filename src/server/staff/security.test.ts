import { describe, expect, it, test } from 'vitest';
import {
  staffChangePassword,
  staffConfirmTotp,
  staffCreateCalendarFeed,
  staffEndOtherSessions,
  staffEndSession,
  staffMe,
  staffNewRecoveryCodes,
  staffOfferTotp,
  staffSecurity,
  staffSignInCode,
} from '#contract/staff.calls.ts';
import { resetFactors } from './manage-members.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { codeOfStep, stepAt } from './totp.ts';
import { demoOwner } from '#content/seed/demo-owner.ts';
import { testApp } from '#tests/support/app.ts';
import { Browser } from '#tests/support/browser.ts';
import { EVERY_CALL } from '#tests/support/every-call.ts';
import {
  demoCode,
  enterCode,
  enterPassword,
  setUpOwner,
  signInAsDemoOwner,
  STAFF_PASSWORD,
} from '#tests/support/staff-browser.ts';

const NEW_PASSWORD = 'Triphala at 9 tonight!';
const CODE_REQUIRED = { status: 403, json: { code: 'CODE_REQUIRED' } };
const MISMATCH = { status: 400, json: { code: 'CodeMismatchException' } };
const security = async (browser: Browser) => (await browser.call(staffSecurity)).json;
const isSignedIn = async (browser: Browser) => (await browser.call(staffMe)).status === 200;

test('every change needs a current code, and each code counts once', async () => {
  const site = await testApp({ seeded: false });
  const { browser, nextCode } = await setUpOwner(site);
  for (const [url, body] of [
    [staffChangePassword.path, { current_password: STAFF_PASSWORD, password: STAFF_PASSWORD }],
    [staffOfferTotp.path, {}],
    [staffNewRecoveryCodes.path, {}],
  ] as const) {
    expect(await browser.post(url, body)).toMatchObject(CODE_REQUIRED);
    expect(await browser.post(url, { ...body, code: ' ' })).toMatchObject(CODE_REQUIRED);
    const code = nextCode();
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await browser.post(url, { ...body, code: wrong })).toMatchObject(MISMATCH);
    expect((await browser.post(url, { ...body, code })).status).toBeLessThan(300);
    expect(await browser.post(url, { ...body, code })).toMatchObject(MISMATCH);
  }
});

test('a new password ends all sessions; this browser gets a new one', async () => {
  const site = await testApp({ seeded: false });
  const { email, browser, nextCode } = await setUpOwner(site);
  const thief = browser.copy();
  const other = new Browser(site.app);
  await enterPassword(other, email, STAFF_PASSWORD);
  await enterCode(other, nextCode());
  expect(await isSignedIn(other)).toBe(true);
  const short = { current_password: STAFF_PASSWORD, password: 'Ghee & 7 am', code: nextCode() };
  const change = { ...short, password: NEW_PASSWORD };
  expect(await browser.call(staffChangePassword, { body: short })).toMatchObject({
    json: { code: 'InvalidPasswordException' },
  });
  expect(await browser.call(staffChangePassword, { body: change })).toMatchObject({ status: 204 });
  expect([await isSignedIn(browser), await isSignedIn(other), await isSignedIn(thief)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await enterPassword(other, email, STAFF_PASSWORD)).toMatchObject({ status: 401 });
  expect(await enterPassword(other, email, NEW_PASSWORD)).toMatchObject({ status: 200 });
});

test('a sign-in that waits for a code ends with a new password', async () => {
  const site = await testApp({ seeded: false });
  const { email, browser, nextCode } = await setUpOwner(site);
  const other = new Browser(site.app);
  await enterPassword(other, email, STAFF_PASSWORD);
  const change = { current_password: STAFF_PASSWORD, password: NEW_PASSWORD, code: nextCode() };
  expect(await browser.call(staffChangePassword, { body: change })).toMatchObject({ status: 204 });
  expect(await enterCode(other, nextCode())).toMatchObject({ json: { code: 'SIGN_IN_EXPIRED' } });
});

test('another app replaces the first when a code of it confirms it', async () => {
  const site = await testApp({ seeded: false });
  const { email, browser, nextCode } = await setUpOwner(site);
  const confirm = (new_code: string) => browser.call(staffConfirmTotp, { body: { new_code } });
  expect(await confirm('123456')).toMatchObject(CODE_REQUIRED);
  const { secret } = (await browser.call(staffOfferTotp, { body: { code: nextCode() } })).json;
  const ofNew = () => codeOfStep(secret, stepAt(site.clock.now()));
  expect(await confirm(nextCode())).toMatchObject(MISMATCH);
  expect(await confirm(ofNew())).toMatchObject({ status: 204 });
  const other = new Browser(site.app);
  await enterPassword(other, email, STAFF_PASSWORD);
  expect(await enterCode(other, nextCode())).toMatchObject(MISMATCH);
  expect(await enterCode(other, ofNew())).toMatchObject({ status: 200 });
});

test('the offer of another app ends after ten minutes', async () => {
  const site = await testApp({ seeded: false });
  const { browser, nextCode } = await setUpOwner(site);
  const { json } = await browser.call(staffOfferTotp, { body: { code: nextCode() } });
  site.clock.advance(10 * 60_000);
  const new_code = codeOfStep(json.secret, stepAt(site.clock.now()));
  expect(await browser.call(staffConfirmTotp, { body: { new_code } })).toMatchObject(CODE_REQUIRED);
});

test('recovery codes sign in once each and prove a change', async () => {
  const site = await testApp({ seeded: false });
  const { email, browser, recovery_codes, nextCode } = await setUpOwner(site);
  const other = new Browser(site.app);
  const enter = (recovery_code: string) => other.call(staffSignInCode, { body: { recovery_code } });
  site.clock.advance(1000);
  await enterPassword(other, email, STAFF_PASSWORD);
  const recovery_code = recovery_codes[0]!.toLowerCase().replaceAll('-', ' ');
  expect(await enter(recovery_code)).toMatchObject({ status: 200 });
  await enterPassword(other, email, STAFF_PASSWORD);
  expect(await enter(recovery_code)).toMatchObject(MISMATCH);
  expect(await security(browser)).toMatchObject({
    recovery_codes_left: 9,
    recent_sign_ins: [{ by: 'RECOVERY_CODE' }, { by: 'SET_UP' }],
  });
  // Whoever lost the app can add another one.
  const proof = { code: recovery_codes[1] };
  expect(await browser.call(staffOfferTotp, { body: proof })).toMatchObject({ status: 200 });
  const replaced = await browser.call(staffNewRecoveryCodes, { body: { code: nextCode() } });
  expect(replaced.json.recovery_codes).toHaveLength(10);
  await enterPassword(other, email, STAFF_PASSWORD);
  expect(await enter(recovery_codes[2]!)).toMatchObject(MISMATCH);
});

test('a session ends where it is asked to, and only the own ones', async () => {
  const site = await testApp({ seeded: false });
  const { email, browser, nextCode } = await setUpOwner(site);
  const ravi = await setUpOwner(site, 'ravi@example.com');
  const other = new Browser(site.app);
  await enterPassword(other, email, STAFF_PASSWORD);
  await enterCode(other, nextCode());
  const { sessions } = await security(browser);
  const theirs = sessions.find(({ is_current }) => !is_current)!;
  const params = { id: theirs.id };
  expect(await ravi.browser.call(staffEndSession, { params })).toMatchObject({ status: 404 });
  expect(await browser.call(staffEndSession, { params })).toMatchObject({ status: 204 });
  expect(await browser.call(staffEndSession, { params })).toMatchObject({ status: 404 });
  expect(await browser.call(staffEndSession, { params: { id: 'x' } })).toMatchObject({ status: 404 });
  expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
  const own = (await security(browser)).sessions.find(({ is_current }) => is_current)!;
  await browser.call(staffEndSession, { params: { id: own.id } });
  expect(browser.cookies.has('staff')).toBe(false);
});

test('all other sessions end, and the sign-ins that wait for a code', async () => {
  const site = await testApp({ seeded: false });
  const { email, browser, nextCode } = await setUpOwner(site);
  const ravi = await setUpOwner(site, 'ravi@example.com');
  const [other, waiting] = [new Browser(site.app), new Browser(site.app)];
  await enterPassword(other, email, STAFF_PASSWORD);
  await enterCode(other, nextCode());
  await enterPassword(waiting, email, STAFF_PASSWORD);
  expect(await browser.call(staffEndOtherSessions)).toMatchObject({ status: 204 });
  expect(await enterCode(waiting, nextCode())).toMatchObject({ json: { code: 'SIGN_IN_EXPIRED' } });
  const signedIn = [browser, other, ravi.browser].map((each) => isSignedIn(each));
  expect(await Promise.all(signedIn)).toEqual([true, false, true]);
});

test('a member has at most 20 sessions: one more ends the one that was used least recently', async () => {
  const site = await testApp({ seeded: false });
  const { email, browser, nextCode } = await setUpOwner(site);
  const others: Browser[] = [];
  for (let count = 0; count < 20; count += 1) {
    const other = new Browser(site.app);
    await enterPassword(other, email, STAFF_PASSWORD);
    expect(await enterCode(other, nextCode())).toMatchObject({ status: 200 });
    others.push(other);
    // The first one stays in use.
    if (count === 18) expect(await isSignedIn(browser)).toBe(true);
  }
  expect((await security(browser)).sessions).toHaveLength(20);
  expect([await isSignedIn(others[0]!), await isSignedIn(others[1]!)]).toEqual([false, true]);
});

test('the calendar link ends when the factors are reset', async () => {
  const site = await testApp({ seeded: false });
  const { email, browser } = await setUpOwner(site);
  const { json } = await browser.call(staffCreateCalendarFeed, { body: { detail: 'BUSY' } });
  const feed = new URL(json.url).pathname;
  expect(await new Browser(site.app).get(feed)).toMatchObject({ status: 200 });
  await resetFactors(site.db, email, site.clock.now());
  expect(await new Browser(site.app).get(feed)).toMatchObject({ status: 404 });
});

describe('a visitor of a demo', async () => {
  const site = await testApp();
  const calls = EVERY_CALL.filter(({ no_action }) => no_action === 'own-access');
  it.each(calls)('locks no other visitor out by $method $path', async ({ method, path, open_to_demo }) => {
    await site.db.deleteFrom('staff_sessions').execute();
    const other = new Browser(site.app);
    await signInAsDemoOwner(other);
    const { id } = await site.db.selectFrom('staff_sessions').select('id').executeTakeFirstOrThrow();
    const browser = new Browser(site.app);
    await signInAsDemoOwner(browser);
    const answer = await browser.send(method as 'POST', path.replace(':id', id), {
      current_password: demoOwner.password,
      password: NEW_PASSWORD,
      detail: 'BUSY',
      code: await demoCode(browser),
    });
    expect(answer.status, JSON.stringify(answer.json)).toEqual(
      open_to_demo ? expect.toBeOneOf([200, 201, 204]) : 403,
    );
    if (!open_to_demo) expect(answer.json).toMatchObject({ code: 'DEMO_ACCOUNT' });
    expect(await isSignedIn(other)).toBe(true);
  });
});

test('recovery codes have 120 bits; those of 80 bits work until they are replaced', () => {
  const codes = newRecoveryCodes();
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(hashRecoveryCode('ABCD-EFGH-JKMN-PQRS')).not.toBeNull();
  expect(hashRecoveryCode('ABCD-EFGH-JKMN-PQRS-TVWX')).toBeNull();
});

test('wrong codes of a stolen session are bounded and lock no sign-in', async () => {
  const site = await testApp({ seeded: false });
  const { email, browser, nextCode } = await setUpOwner(site);
  const thief = browser.copy();
  const answers: number[] = [];
  for (let guess = 0; guess < 20; guess += 1) {
    const code = String(guess).padStart(6, '0');
    answers.push((await thief.call(staffNewRecoveryCodes, { body: { code } })).status);
  }
  expect(answers.filter((status) => status === 400)).toHaveLength(5);
  expect(answers.filter((status) => status === 429)).toHaveLength(15);
  const other = new Browser(site.app);
  await enterPassword(other, email, STAFF_PASSWORD);
  expect(await enterCode(other, nextCode())).toMatchObject({ status: 200 });
});

test('a new password needs the present one, whose guesses count with those of codes', async () => {
  const site = await testApp({ seeded: false });
  const { email, browser, nextCode } = await setUpOwner(site);
  const { path: url } = staffChangePassword;
  const code = nextCode();
  const change = { current_password: STAFF_PASSWORD, password: NEW_PASSWORD, code };
  const { current_password: _, ...without } = change;
  expect(await browser.post(url, without)).toMatchObject({ status: 422 });
  const guess = { ...change, current_password: NEW_PASSWORD };
  for (let tries = 0; tries < 3; tries += 1)
    expect(await browser.post(url, guess)).toMatchObject({
      status: 422,
      json: { details: { current_password: 'This isn’t your password.' } },
    });
  const wrong = { ...change, code: code === '000000' ? '000001' : '000000' };
  // A right password forgives none of them.
  expect(await browser.post(url, wrong)).toMatchObject(MISMATCH);
  expect(await browser.post(url, guess)).toMatchObject({ status: 422 });
  expect(await browser.post(url, change)).toMatchObject({ status: 429 });
  expect(await enterPassword(new Browser(site.app), email, STAFF_PASSWORD)).toMatchObject({ status: 200 });
  site.clock.advance(1000);
  // The refused guesses have used up no code.
  expect(await browser.post(url, change)).toMatchObject({ status: 204 });
});

test('a session ends after 12 idle hours and after 7 days', async () => {
  const site = await testApp({ seeded: false });
  const { browser } = await setUpOwner(site);
  const hours = (count: number) => site.clock.advance(count * 3_600_000);
  hours(11);
  expect(await isSignedIn(browser)).toBe(true);
  hours(11);
  expect(await isSignedIn(browser)).toBe(true);
  const idle = browser.copy();
  hours(12);
  expect(await isSignedIn(idle)).toBe(false);

  const busy = await setUpOwner(site, 'busy@example.com');
  for (let asked = 0; asked < 15; asked += 1) {
    hours(11);
    expect(await isSignedIn(busy.browser)).toBe(true);
  }
  hours(3);
  expect(await isSignedIn(busy.browser)).toBe(false);
});
