import { expect, test } from '@playwright/test';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import {
  addOwner,
  codeOf,
  newOwnerEmail,
  PASSWORD,
  runOwnerCommand,
  setUpPathIn,
  signIn,
} from './support/owner.ts';
import { openStaff, signInOwner } from './support/staff-area.ts';
import { expectNoSideScroll } from './support/watch.ts';

/** The key of an authenticator app as it is shown: 160 bits in base32. */
const SECRET = /^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/;

test.beforeEach(() => needsAppDatabase());

test('each step of the set-up can be read, and the recovery codes are downloaded', async ({ page }) => {
  const path = setUpPathIn(runOwnerCommand('add', newOwnerEmail(), 'Asha Rao'));
  await page.goto(path);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('short');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Password must be at least 12 characters long')).toBeVisible();
  await expectAccessible(page);
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();

  const secret = (await page.getByText(SECRET).innerText()).replaceAll(' ', '');
  const code = page.getByLabel('Code that the app shows');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('.field-error')).toBeVisible();
  await expectAccessible(page);
  await code.fill(codeOf(secret));
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await page.getByLabel('I’ve saved them somewhere safe').check();
  await page.getByRole('button', { name: 'Open staff area' }).click();
  await expect(page).toHaveURL('/staff');
  await page.goto(path);
  await expect(page.getByText('This link has been used or has expired. Ask for a new one.')).toBeVisible();
  await expectAccessible(page);
});

test('axe: signing in, Security with its sheets, and More on a phone', async ({ page }) => {
  const owner = await addOwner(page);
  await page.goto('/staff/security');
  await page.getByLabel('Email').fill(owner.email);
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const code = page.getByLabel('Code from your authenticator app');
  await code.fill('000 000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Email, password or code is incorrect.');
  await expectAccessible(page);
  await code.fill(codeOf(owner.secret, 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This browser')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Replace' }).click();
  await code.fill(owner.recovery_codes[0]!);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(SECRET)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'More' }).click();
  const more = page.getByRole('dialog', { name: 'More' });
  await expect(more.getByRole('link', { name: 'Audit log' })).toBeVisible();
  await expectAccessible(page);
});

test('after the session has ended, the screen is hidden even before the sign-in has loaded', async ({
  page,
  context,
  baseURL,
}) => {
  await context.route('**/sign-in-again*.js', (route) => route.abort());
  await signInOwner(context, baseURL!);
  await openStaff(page, '/security', 'Security');
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('Another-kitchen-7');
  await context.clearCookies();
  await page.getByLabel('Code from your authenticator app').fill('000000');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('You were signed out. Reload the page to sign in again.')).toBeVisible();
  await expect(page.getByLabel('New password')).toBeHidden();
  await context.unroute('**/sign-in-again*.js');
  const again = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(again).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(again).toBeVisible();
});

test('offline, the screen stays and says how old it is', async ({ page, context }) => {
  const owner = await addOwner(page);
  await page.goto('/staff/security');
  await signIn(page, owner);
  await expect(page.getByText('This browser')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^You’re offline. This is as of \d+:\d\d [AP]M\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change' })).toBeDisabled();
  await expect(page.getByText('This browser')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/You’re offline/)).toHaveCount(0);
});
