import { expect, test } from 'vitest';
import { demoOwner } from '#content/seed/demo-owner.ts';
import { codeOfStep, stepAt } from '#server/staff/totp.ts';
import { testApp } from '#tests/support/app.ts';
import { newSetUpLink, setUpOwner, STAFF_PASSWORD } from '#tests/support/staff-browser.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Page } from './support/page.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';

const app = await testApp();

/** The key of an authenticator app as it is shown: 160 bits in base32. */
const SECRET = /^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/;
const RECOVERY_CODE = /^\w{4}(-\w{4}){5}$/;

/** A browser without a session. */
async function signedOut(): Promise<Page> {
  const page = await staffBrowser(app);
  page.clearCookies();
  return page;
}

async function enterPassword(page: Page, email: string, password: string = STAFF_PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The secret that is shown, and its code now. */
const secretOn = async (page: Page) => (await page.getByText(SECRET).textContent()).replace(/\s/g, '');
const codeNow = (secret: string) => codeOfStep(secret, stepAt(app.clock.now()));

const appCode = (page: Page) => page.getByLabel('Code from your authenticator app');

test('an owner sets herself up by her link and signs in with a recovery code', async () => {
  const page = await signedOut();
  const email = 'set-up@example.com';
  const { token } = await newSetUpLink(app, email);
  const path = `/staff/set-up/${token}`;
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('short');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Password must be at least 12 characters long')).toBeVisible();
  await expect(password).toHaveValue('short');
  await password.fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Add your authenticator app' })).toBeFocused();
  await expect(page.getByRole('img', { name: /QR code/ }).locator('path')).toHaveCount(1);
  const code = page.getByLabel('Code that the app shows');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('.field-error')).toBeVisible();
  await expect(code).toHaveValue('000000');
  await code.fill(codeNow(await secretOn(page)));
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  const codes = page.getByRole('listitem').filter({ hasText: RECOVERY_CODE });
  const texts = codes.elements().map(({ textContent }) => textContent);
  expect(new Set(texts).size).toBe(10);
  await expectAccessible(page);
  const open = page.getByRole('button', { name: 'Open staff area' });
  await expect(open).toBeDisabled();
  await page.getByLabel('I’ve saved them somewhere safe').check();
  await open.click();
  await expect(page).toHaveURL('/staff');
  await expect(page.getByRole('navigation', { name: 'Staff area' })).toContainText('Asha');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/staff/sign-in');
  await page.reload();
  app.clock.advance(1000);
  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(texts[0]!.toLowerCase());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/staff');
  await openStaff(page, '/security', 'Security');
  await expect(page.getByText('9 of 10 recovery codes left')).toBeVisible();

  await page.goto(path);
  await expect(page.getByText('This link has been used or has expired. Ask for a new one.')).toBeVisible();
});

test('a wrong code keeps what was typed, and the address that was asked for opens afterwards', async () => {
  const page = await signedOut();
  const owner = await setUpOwner(app, 'wrong-code@example.com');
  await page.goto('/staff/security');
  await expect(page).toHaveURL('/staff/sign-in?next=%2Fsecurity');
  await expectAccessible(page);
  await enterPassword(page, owner.email, 'Not-her-password-1');
  await expect(page.getByRole('alert')).toHaveText('Email, password or code is incorrect.');
  await expect(page.getByLabel('Email')).toHaveValue(owner.email);
  await enterPassword(page, owner.email);
  await expect(appCode(page)).toBeFocused();
  await appCode(page).fill('000 000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Email, password or code is incorrect.');
  await expect(appCode(page)).toHaveValue('000000');
  await expectAccessible(page);
  await appCode(page).fill(owner.nextCode());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/staff/security');
  await expect(page.getByText('This browser', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('the demo owner signs in with the demo code', async () => {
  const page = await signedOut();
  await page.goto('/staff');
  await enterPassword(page, demoOwner.email, demoOwner.password);
  await page.getByRole('button', { name: 'Demo code' }).click();
  await expect(appCode(page)).toHaveValue(/^\d{6}$/);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/staff');
  await page.goto('/staff/security');
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Demo code' }).click();
  await expect(appCode(page)).toHaveValue(/^\d{6}$/);
});

test('after the session has ended, signing in again keeps what was typed', async () => {
  const owner = await setUpOwner(app, 'ended@example.com');
  const page = await staffBrowser(app, { email: owner.email });
  await page.goto('/staff/security');
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Current password').fill(STAFF_PASSWORD);
  await page.getByLabel('New password').fill('Another-kitchen-7');
  page.clearCookies();
  app.clock.advance(1000);
  await appCode(page).fill(owner.recovery_codes[0]!);
  await page.getByRole('button', { name: 'Change password' }).click();
  const again = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(again.getByLabel('Email')).toHaveValue(owner.email);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(again).toBeVisible();
  await again.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.getByRole('button', { name: 'Use a recovery code' }).click();
  await again.getByLabel('Recovery code').fill(owner.recovery_codes[1]!);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(again).toBeHidden();
  await expect(page.getByLabel('New password')).toHaveValue('Another-kitchen-7');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed. Other browsers are signed out.')).toBeVisible();
});

test('another session is signed out, and the app and the recovery codes are replaced', async () => {
  const owner = await setUpOwner(app, 'replaced@example.com');
  const page = await staffBrowser(app, { email: owner.email });
  await page.goto('/staff/security');
  await expect(page.getByText('This browser', { exact: true })).toBeVisible();
  // The set-up signed another browser in.
  await page.getByRole('button', { name: /^Sign out: / }).click();
  await expect(page.getByText('Signed out there')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sign out: / })).toHaveCount(0);
  expect((await owner.browser.get('/api/staff/me')).status).toBe(401);

  await page.getByRole('button', { name: 'Replace' }).click();
  await appCode(page).fill(owner.recovery_codes[0]!);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = await secretOn(page);
  await expectAccessible(page);
  await page.getByLabel('Code that the new app shows').fill(codeNow(secret));
  await page.getByRole('button', { name: 'Replace app' }).click();
  await expect(page.getByText('Authenticator app replaced')).toBeVisible();

  await page.getByRole('button', { name: 'Make new ones' }).click();
  app.clock.advance(30_000);
  await appCode(page).fill(codeNow(secret));
  await expect(page.getByRole('button', { name: 'Demo code' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await expect(page.getByRole('heading', { name: 'Save your new recovery codes' })).toBeVisible();
  await page.getByLabel('I’ve saved them somewhere safe').check();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible();
});

test('a visitor without a session is asked to sign in, and nothing else is asked for', async () => {
  const page = await signedOut();
  await page.goto('/staff');
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(new Set(page.requests)).toEqual(new Set(['GET /api/staff/me']));
});

test('without passkeys in the browser there is only the password', async () => {
  const page = await signedOut();
  await page.goto('/staff/sign-in');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
});
