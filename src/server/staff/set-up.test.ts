import { expect, test } from 'vitest';
import {
  staffFinishSetUp,
  staffMe,
  staffSecurity,
  staffSetUp,
  staffSetUpTotp,
} from '#contract/staff.calls.ts';
import type { PasswordHasher } from '../runtime/password-hasher.ts';
import type { Db } from '../db/pool.ts';
import { suspendMember } from './manage-members.ts';
import { codeOfStep, stepAt } from './totp.ts';
import { testApp } from '#tests/support/app.ts';
import { Browser } from '#tests/support/browser.ts';
import { quickHasher } from '#tests/support/sample-practice.ts';
import { withoutConditionsOn } from '#tests/support/without.ts';
import { newSetUpLink, offeredSecret, setUpOwner, STAFF_PASSWORD } from '#tests/support/staff-browser.ts';

const EXPIRED = { status: 410, json: { code: 'SET_UP_LINK_EXPIRED' } };
const EMAIL = 'asha@example.com';
const DAY_MS = 24 * 60 * 60 * 1000;

test('a link sets password, app and recovery codes and signs in', async () => {
  const site = await testApp({ seeded: false });
  const { browser, recovery_codes } = await setUpOwner(site, EMAIL);
  expect(new Set(recovery_codes).size).toBe(10);
  for (const code of recovery_codes) expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){5}$/);
  expect(await browser.call(staffMe)).toMatchObject({
    status: 200,
    json: { email: EMAIL, name: 'Asha', is_demo: false },
  });
  expect(await browser.call(staffSecurity)).toMatchObject({
    json: { recovery_codes_left: 10, recent_sign_ins: [{ by: 'SET_UP' }], sessions: [{ is_current: true }] },
  });
});

test('the link says who it is for, and offers the same secret again', async () => {
  const site = await testApp({ seeded: false });
  const browser = new Browser(site.app);
  const link = await newSetUpLink(site, EMAIL);
  expect(await browser.call(staffSetUp, { params: link })).toMatchObject({
    status: 200,
    json: { name: 'Asha', email: EMAIL },
  });
  const { secret, uri } = (await browser.call(staffSetUpTotp, { params: link })).json;
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toMatch(/^otpauth:\/\/totp\/Sattva/);
  expect(uri).toContain(`secret=${secret}`);
  expect(await offeredSecret(browser, link)).toBe(secret);
});

test('a short password or a wrong code leaves the link usable', async () => {
  const site = await testApp({ seeded: false });
  const browser = new Browser(site.app);
  const link = await newSetUpLink(site, EMAIL);
  const mismatch = { status: 400, json: { code: 'CodeMismatchException' } };
  expect(
    await browser.call(staffFinishSetUp, {
      params: link,
      body: { password: STAFF_PASSWORD, code: '123456' },
    }),
  ).toMatchObject(mismatch);
  const secret = await offeredSecret(browser, link);
  const code = codeOfStep(secret, stepAt(site.clock.now()));
  expect(
    await browser.call(staffFinishSetUp, { params: link, body: { password: 'Ghee & 7 am', code } }),
  ).toMatchObject({
    status: 400,
    json: {
      code: 'InvalidPasswordException',
      message: 'Password must be at least 12 characters long',
    },
  });
  const wrong = code === '000000' ? '000001' : '000000';
  expect(
    await browser.call(staffFinishSetUp, { params: link, body: { password: STAFF_PASSWORD, code: wrong } }),
  ).toMatchObject(mismatch);
  expect(
    await browser.call(staffFinishSetUp, { params: link, body: { password: STAFF_PASSWORD, code } }),
  ).toMatchObject({ status: 200 });
});

test('a link works once, for a day, and not for a suspended member', async () => {
  const site = await testApp({ seeded: false });
  const browser = new Browser(site.app);
  const link = await newSetUpLink(site, EMAIL);
  const secret = await offeredSecret(browser, link);
  const code = () => codeOfStep(secret, stepAt(site.clock.now()));
  expect(
    await browser.call(staffFinishSetUp, { params: link, body: { password: STAFF_PASSWORD, code: code() } }),
  ).toMatchObject({ status: 200 });
  expect(await browser.call(staffSetUp, { params: link })).toMatchObject(EXPIRED);
  expect(await browser.call(staffSetUpTotp, { params: link })).toMatchObject(EXPIRED);
  expect(
    await browser.call(staffFinishSetUp, { params: link, body: { password: STAFF_PASSWORD, code: code() } }),
  ).toMatchObject(EXPIRED);

  const late = await newSetUpLink(site, 'late@example.com');
  site.clock.advance(DAY_MS);
  expect(await browser.call(staffSetUp, { params: late })).toMatchObject(EXPIRED);

  const suspended = await newSetUpLink(site, 'suspended@example.com');
  await suspendMember(site.db, 'suspended@example.com', site.clock.now());
  expect(await browser.call(staffSetUp, { params: suspended })).toMatchObject(EXPIRED);
  expect(await browser.call(staffSetUp, { params: { token: 'unknown' } })).toMatchObject(EXPIRED);
});

/** A hasher that waits until so many have come, so that requests meet. */
function meeting(count: number): PasswordHasher {
  const hasher = quickHasher();
  let arrive: () => void;
  const all = new Promise<void>((resolve) => (arrive = resolve));
  let come = 0;
  return {
    ...hasher,
    hash: async (password) => {
      come += 1;
      if (come === count) arrive();
      await all;
      return await hasher.hash(password, null);
    },
  };
}

test.each([
  ['two finishes of one link at once: one sets up', undefined, [200, 410]],
  ['control: without the condition on used_at, both do', withoutUsedAt, [200, 200]],
] as const)('%s', async (_, change, expected) => {
  const site = await testApp({
    seeded: false,
    deps: { hasher: meeting(2) },
    ...(change ? { change } : {}),
  });
  const link = await newSetUpLink(site, EMAIL);
  const browsers = [new Browser(site.app), new Browser(site.app)];
  const secret = await offeredSecret(browsers[0]!, link);
  const code = codeOfStep(secret, stepAt(site.clock.now()));
  const answers = await Promise.all(
    browsers.map((browser) =>
      browser.call(staffFinishSetUp, { params: link, body: { password: STAFF_PASSWORD, code } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual(expected);
});

function withoutUsedAt(db: Db): Db {
  return withoutConditionsOn(db, 'used_at');
}
