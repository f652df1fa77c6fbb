import { PHONE_PROBLEM } from '#domain/people/phone.ts';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing } from './support/fail-calls.ts';
import { createAccount, createClient, hydrated, open, signIn } from './support/people.ts';
import { consoleErrors, expectNoSideScroll } from './support/watch.ts';

test('a new client creates an account: with errors, corrected, and with the suggested address', async ({
  page,
}) => {
  const email = await createAccount(page);
  await signIn(page, email);
  await expect(page).toHaveURL('/create-account');
  await open(page, '/profile/settings');
  await expect(page).toHaveURL('/create-account?next=%2Fprofile%2Fsettings');

  await expectTexts(page, 'Create account', 'empty');
  const typed = {
    'First name': 'Wilhelmina-Theodora Anastasia',
    'Last name': 'Featherstonehaugh',
    Pronouns: 'she/her',
    Birthday: '1990-04-05',
    Phone: '503 555 01',
    'Street number': '2814',
    'Street name': 'se ankeny st',
    'Apartment or suite': 'Apt #4B',
    City: 'Portland',
    State: 'OR',
    ZIP: '10001',
  };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  for (const label of ['Pronouns', 'Birthday', 'Phone'])
    await expect(page.getByLabel(label)).toHaveAttribute('required', '');
  const create = page.getByRole('button', { name: 'Create Account' });
  await create.click();
  await expect(page.getByLabel('Phone')).toBeFocused();
  await expect(page.getByText(PHONE_PROBLEM)).toBeVisible();

  await page.getByLabel('Phone').fill('503 555 0142');
  await page.getByLabel('City').focus();
  await expect(page.getByLabel('Phone')).toHaveValue('(503) 555-0142');
  await create.click();
  const alert = page.getByRole('alert');
  await expectTexts(alert, 'Create account', 'refused');
  await expect(alert.getByRole('listitem')).toHaveText(['ZIP: 10001 is in NY, not in OR']);
  const keep = alert.getByRole('button', { name: 'Use this address' });
  await expect(keep).toBeVisible();
  await expectAccessible(page);
  for (const [label, value] of Object.entries({ ...typed, Phone: '(503) 555-0142' }))
    await expect(page.getByLabel(label)).toHaveValue(value);

  await page.getByLabel('ZIP').fill('97214');
  await expect(keep).toBeHidden();
  await create.click();
  const suggestion = page.getByRole('dialog', { name: 'Is this the address?' });
  await expect(suggestion).toContainText('2814 SE Ankeny Street');
  await expectTexts(suggestion, 'Create account', 'suggestion');
  await expectAccessible(page);
  await suggestion.getByRole('button', { name: 'Edit Address' }).click();
  await expect(suggestion).toBeHidden();
  await expect(page.getByLabel('Street name')).toHaveValue('se ankeny st');
  await create.click();
  await whileFailing(page, 'POST', '/auth/create-user', async () => {
    await suggestion.getByRole('button', { name: 'Use Suggested Address' }).click();
    await expectTexts(page, 'Create account', 'failed');
  });
  await create.click();
  await suggestion.getByRole('button', { name: 'Use Suggested Address' }).click();

  // Back on the page that needed a record.
  await expect(page).toHaveURL('/profile/settings');
  await expect(page.getByText('2814 SE Ankeny Street')).toBeVisible();
  await expect(page.getByText('4B', { exact: true })).toBeVisible();
  await expect(page.getByText('Apr 5, 1990')).toBeVisible();
  // Over 20 characters the sidebar shows the first name, over 15 only its first 12.
  await expect(page.getByRole('button', { name: 'Wilhelmina-T…', exact: true })).toBeVisible();
});

test('an address that the check does not know is kept once the client says so, and not asked about again', async ({
  page,
}) => {
  await signIn(page, await createAccount(page));
  const typed = {
    Pronouns: 'they/them',
    Birthday: '1985-02-03',
    Phone: '(503) 555-0142',
    'Street number': '12-A',
    'Street name': 'Nowhere Lane',
    City: 'Portland',
    State: 'OR',
    ZIP: '00000',
  };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Create Account' }).click();
  const keep = page.getByRole('alert').getByRole('button', { name: 'Use this address' });
  await keep.focus();
  await expectAccessible(page);
  await keep.press('Enter');
  await expect(page).toHaveURL('/profile');

  await open(page, '/profile/settings');
  await expect(page.getByText('12-A Nowhere Lane')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Sol');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('12-A Nowhere Lane')).toBeVisible();
  expect(await (await page.request.get('/auth/get-user')).json()).toMatchObject({
    data: { first_name: 'Sol', address: { street_number: '12-A', zip_code: '00000' } },
  });
});

test('an account whose response was lost: trying again continues', async ({ page }) => {
  await signIn(page, await createAccount(page));
  await page.getByLabel('First name').fill('Ivo');
  await page.getByLabel('Pronouns').fill('he/him');
  await page.getByLabel('Birthday').fill('1985-02-03');
  await page.getByLabel('Phone').fill('(503) 555-0142');
  const create = page.getByRole('button', { name: 'Create Account' });
  await page.route('**/auth/create-user', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await create.click();
  await expectTexts(page, 'Create account', 'failed');
  await page.unroute('**/auth/create-user');
  await create.click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('heading', { name: 'Welcome, Ivo', level: 1 })).toBeVisible();
});

test('a session that ends during Create Account keeps what was typed; signing out deletes it', async ({
  page,
  context,
}) => {
  const email = await createAccount(page);
  const typed = {
    'First name': 'Maren',
    Pronouns: 'she/her',
    Birthday: '1990-04-05',
    Phone: '(503) 555-0142',
  };
  const expectTyped = async (values: readonly string[]) => {
    for (const [at, label] of Object.keys(typed).entries())
      await expect(page.getByLabel(label)).toHaveValue(values[at]!);
  };
  await signIn(page, email);
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  await context.clearCookies();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/');

  await signIn(page, email);
  await expect(page).toHaveURL('/create-account');
  await expect(page.getByText('Welcome back. What you typed last time is still here.')).toBeVisible();
  await expectTyped(Object.values(typed));
  await page.getByRole('button', { name: 'SignOut' }).click();
  await page
    .getByRole('dialog', { name: 'Sign out and lose your drafts?' })
    .getByRole('button', { name: 'Sign Out' })
    .click();
  await expect(page).toHaveURL('/');

  await signIn(page, email);
  await expect(page).toHaveURL('/create-account');
  await expectTyped(['', '', '', '']);
});

test('the profile: auth guard, navigation on both sizes, signing out everywhere', async ({
  page,
  context,
}) => {
  const errors = consoleErrors(page);
  await open(page, '/profile/messages');
  await expect(page).toHaveURL('/');

  await createClient(page);
  await open(page, '/sign-in');
  await expect(page).toHaveURL('/profile');
  const sidebar = page.getByRole('complementary');
  await expectTexts(sidebar, 'Profile', 'sidebar');
  await sidebar.getByRole('link', { name: 'Messages' }).click();
  await expectTexts(page, 'Profile', 'messages');
  await whileFailing(
    page,
    'GET',
    '/auth/get-user',
    async () => {
      await page.reload();
      await expectTexts(page, 'Profile', 'fetch failed');
    },
    0,
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectTexts(page, 'Profile', 'messages');

  const other = await context.newPage();
  await open(other, '/profile/settings');
  await expect(other.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
  // A background tab renders only once a second.
  await page.bringToFront();

  await page.setViewportSize({ width: 360, height: 740 });
  const bar = page.getByRole('navigation', { name: 'Profile' });
  await expectTexts(bar, 'Profile', 'bottom bar');
  await expect(bar.getByRole('link')).toHaveCount(6);
  await bar.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expectNoSideScroll(page);

  // Signing out asks for confirmation if there are drafts, and empties the cart without asking.
  await page.evaluate(() => {
    localStorage.setItem(
      'draft:someone:note:1',
      JSON.stringify({ saved_at: Date.now(), value: 'dear diary' }),
    );
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await sidebar.getByRole('button', { name: 'Ivo Marlow' }).click();
  await expectTexts(sidebar, 'Profile', 'menu');
  await sidebar.getByRole('button', { name: 'Sign Out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out and lose your drafts?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await sidebar.getByRole('button', { name: 'Ivo Marlow' }).click();
  await sidebar.getByRole('button', { name: 'Sign Out' }).click();
  // Its code cannot be loaded either, as without a network.
  const code = (url: URL) => url.pathname.startsWith('/assets/');
  await page.route(code, (route) => route.abort());
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await expectTexts(page, 'Profile', 'sign out failed');
  await page.unroute(code);
  await expect(page.getByText('Failed to sign out')).toBeHidden();
  await sidebar.getByRole('button', { name: 'Ivo Marlow' }).click();
  await sidebar.getByRole('button', { name: 'Sign Out' }).click();
  await whileFailing(page, 'GET', '/sign-out', async () => {
    await question.getByRole('button', { name: 'Sign Out' }).click();
    await expectTexts(page, 'Profile', 'sign out failed');
  });
  await sidebar.getByRole('button', { name: 'Ivo Marlow' }).click();
  await sidebar.getByRole('button', { name: 'Sign Out' }).click();
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))),
  ).toEqual([]);
  // The other tab signs out too.
  await expect(other).toHaveURL('/');
  await other.close();

  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await hydrated(page);
  await open(page, '/sign-in');
  expect(asked).not.toContain('/auth/get-user');
  expect(errors).toEqual([]);
});

test('a session ended in another browser: the page says why it changes', async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  await createClient(page);
  await open(page, '/profile/settings');
  // The last response that this page waits for: no later one may reveal it before the reload.
  await expect(page.getByRole('button', { name: 'Make a calendar link' })).toBeEnabled();
  const elsewhere = await playwright.request.newContext({
    baseURL: baseURL!,
    storageState: await context.storageState(),
  });
  await elsewhere.get('/sign-out', { headers: { 'sec-fetch-site': 'same-origin' } });
  await elsewhere.dispose();

  // On a busy machine the page can take longer to load than the three seconds of the toast.
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByText('You have been signed out. Please sign in again.')).toBeVisible();
  await expect(page).toHaveURL('/');
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
