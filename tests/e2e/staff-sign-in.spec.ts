import { expect, test } from '@playwright/test';
import { demoOwner } from '#content/seed/demo-owner.ts';
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
import { openStaff } from './support/staff-area.ts';
import { expectNoSideScroll } from './support/watch.ts';

/** The key of an authenticator app as it is shown: 160 bits in base32. */
const SECRET = /^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/;

test.beforeEach(() => needsAppDatabase());

test('an owner sets herself up by the printed link and signs in with a recovery code', async ({ page }) => {
  const email = newOwnerEmail();
  const path = setUpPathIn(runOwnerCommand('add', email, 'Asha Rao'));
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('short');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Password must be at least 12 characters long')).toBeVisible();
  await expect(password).toHaveValue('short');
  await expectAccessible(page);
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Add your authenticator app' })).toBeFocused();
  await expect(page.getByRole('img', { name: /QR code/ }).locator('path')).toBeAttached();
  const secret = (await page.getByText(SECRET).innerText()).replaceAll(' ', '');
  const code = page.getByLabel('Code that the app shows');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('.field-error')).toBeVisible();
  await expect(code).toHaveValue('000000');
  await expectAccessible(page);
  await code.fill(codeOf(secret));
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^\w{4}(-\w{4}){5}$/ })
    .allInnerTexts();
  expect(new Set(codes).size).toBe(10);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  const open = page.getByRole('button', { name: 'Open staff area' });
  await expect(open).toBeDisabled();
  await page.getByLabel('I’ve saved them somewhere safe').check();
  await open.click();
  await expect(page).toHaveURL('/staff');
  await expect(page.getByRole('navigation', { name: 'Staff area' })).toContainText('Asha Rao');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/staff/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0]!.toLowerCase());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/staff');
  await openStaff(page, '/security', 'Security');
  await expect(page.getByText('9 of 10 recovery codes left')).toBeVisible();

  await page.goto(path);
  await expect(page.getByText('This link has been used or has expired. Ask for a new one.')).toBeVisible();
  await expectAccessible(page);
});

test('a wrong code keeps what was typed, and the address that was asked for opens afterwards', async ({
  page,
}) => {
  const owner = await addOwner(page);
  await page.goto('/staff/security');
  await expect(page).toHaveURL('/staff/sign-in?next=%2Fsecurity');
  await expectAccessible(page);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill('Not-her-password-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Email, password or code is incorrect.');
  await expect(page.getByLabel('Email')).toHaveValue(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const code = page.getByLabel('Code from your authenticator app');
  await expect(code).toBeFocused();
  await code.fill('000 000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Email, password or code is incorrect.');
  await expect(code).toHaveValue('000000');
  await expectAccessible(page);
  await code.fill(codeOf(owner.secret, 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/staff/security');
  await expect(page.getByText('This browser')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(
    page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Audit log' }),
  ).toBeVisible();
  await expectAccessible(page);
});

test('the demo owner signs in with the demo code', async ({ page }) => {
  await page.goto('/staff');
  await page.getByLabel('Email').fill(demoOwner.email);
  await page.getByLabel('Password', { exact: true }).fill(demoOwner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Demo code' }).click();
  await expect(page.getByLabel('Code from your authenticator app')).toHaveValue(/^\d{6}$/);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/staff');
  await page.goto('/staff/security');
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Demo code' }).click();
  await expect(page.getByLabel('Code from your authenticator app')).toHaveValue(/^\d{6}$/);
});

test('after the session has ended, signing in again keeps what was typed', async ({ page, context }) => {
  const owner = await addOwner(page);
  await context.route('**/sign-in-again*.js', (route) => route.abort());
  await page.goto('/staff/security');
  await signIn(page, owner);
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('Another-kitchen-7');
  await context.clearCookies();
  await page.getByLabel('Code from your authenticator app').fill(owner.recovery_codes[0]!);
  await page.getByRole('button', { name: 'Change password' }).click();
  // The code of the dialog does not come: what was open is hidden all the same.
  await expect(page.getByText('You were signed out. Reload the page to sign in again.')).toBeVisible();
  await expect(page.getByLabel('New password')).toBeHidden();
  await context.unroute('**/sign-in-again*.js');
  const again = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(again.getByLabel('Email')).toHaveValue(owner.email);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(again).toBeVisible();
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.getByRole('button', { name: 'Use a recovery code' }).click();
  await again.getByLabel('Recovery code').fill(owner.recovery_codes[1]!);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(again).toBeHidden();
  await expect(page.getByLabel('New password')).toHaveValue('Another-kitchen-7');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed. Other browsers are signed out.')).toBeVisible();
});

test('another session is signed out, and the app and the recovery codes are replaced', async ({ page }) => {
  const owner = await addOwner(page);
  await page.goto('/staff/security');
  await signIn(page, owner);
  await expect(page.getByText('This browser')).toBeVisible();
  // The set-up signed another browser in.
  await page.getByRole('button', { name: /^Sign out: / }).click();
  await expect(page.getByText('Signed out there')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sign out: / })).toHaveCount(0);

  await page.getByRole('button', { name: 'Replace' }).click();
  await page.getByLabel('Code from your authenticator app').fill(owner.recovery_codes[0]!);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = (await page.getByText(SECRET).innerText()).replaceAll(' ', '');
  await expectAccessible(page);
  await page.getByLabel('Code that the new app shows').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Replace app' }).click();
  await expect(page.getByText('Authenticator app replaced')).toBeVisible();

  await page.getByRole('button', { name: 'Make new ones' }).click();
  await page.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1));
  await expect(page.getByRole('button', { name: 'Demo code' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await expect(page.getByRole('heading', { name: 'Save your new recovery codes' })).toBeVisible();
  await page.getByLabel('I’ve saved them somewhere safe').check();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible();
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

test('a visitor without a session is asked to sign in, and nothing else is asked for', async ({ page }) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(new URL(response.url()).pathname);
  });
  await page.goto('/staff');
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(refused).toEqual(['/api/staff/me']);
});
