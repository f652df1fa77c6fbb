import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectTexts } from './support/expect-texts.ts';
import { createClient, open, signIn } from './support/people.ts';
import { consoleErrors, expectNoSideScroll } from './support/watch.ts';

test('the profile on a phone, signing out without a connection, and in another tab', async ({
  page,
  context,
}) => {
  const errors = consoleErrors(page);
  await createClient(page);
  await open(page, '/profile/messages');
  const other = await context.newPage();
  await open(other, '/profile/settings');
  await expect(other.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
  // A background tab renders only once a second.
  await page.bringToFront();

  await page.setViewportSize({ width: 360, height: 740 });
  const bar = page.getByRole('navigation', { name: 'Profile' });
  await expectTexts(bar, 'Profile', 'bottom bar');
  await bar.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expectNoSideScroll(page);

  await page.evaluate(() => {
    localStorage.setItem(
      'draft:someone:note:1',
      JSON.stringify({ saved_at: Date.now(), value: 'dear diary' }),
    );
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  const sidebar = page.getByRole('complementary');
  await sidebar.getByRole('button', { name: 'Ivo Marlow' }).click();
  await sidebar.getByRole('button', { name: 'Sign Out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out and lose your drafts?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  // Its code cannot be loaded either, as without a network.
  const code = (url: URL) => url.pathname.startsWith('/assets/');
  await page.route(code, (route) => route.abort());
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await expectTexts(page, 'Profile', 'sign out failed');
  await page.unroute(code);
  await sidebar.getByRole('button', { name: 'Ivo Marlow' }).click();
  await sidebar.getByRole('button', { name: 'Sign Out' }).click();
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  // The other tab signs out too.
  await expect(other).toHaveURL('/');
  await other.close();
  expect(errors).toEqual([]);
});

test('a tab that missed the end of a session shows nothing of it once another one has started', async ({
  page,
  context,
  browser,
}) => {
  const elsewhere = await browser.newContext();
  const other = await createClient(await elsewhere.newPage(), { first_name: 'Tilda' });
  await elsewhere.close();
  const client = await createClient(page);
  await open(page, '/profile/settings');
  await expect(page.getByText(client.email)).toBeVisible();
  // An answer that arrives while there is no cookie would show the end of the session, which this tab must miss.
  await page.waitForLoadState('networkidle');

  const tab = await context.newPage();
  await context.clearCookies();
  await signIn(tab, other.email);
  await expect(page.getByText(other.email)).toBeVisible();
  await expect(page.getByText(client.email)).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('First name').fill('Tilda May');

  // Signing in as the same client keeps the page's data.
  await context.clearCookies();
  const asked = page.waitForResponse('**/auth/get-user');
  await tab.reload();
  await signIn(tab, other.email);
  await (await asked).finished();
  await expect(page.getByLabel('First name')).toHaveValue('Tilda May');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
});
