import { expect, test } from 'vitest';
import { signOutEverywhere } from '#contract/client.calls.ts';
import { PHONE_PROBLEM } from '#domain/people/phone.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing, whileLosing } from './support/fail-calls.ts';
import { createAccount, createClient, signIn, signInByCall } from './support/people.ts';
import { visitor } from './support/site.ts';

const app = await testApp();

test('a new client creates an account: with errors, corrected, and with the suggested address', async () => {
  const page = visitor(app);
  const email = await createAccount(page);
  await signIn(page, email);
  await expect(page).toHaveURL('/create-account');
  await page.goto('/profile/settings');
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

test('an address that the check does not know is kept once the client says so, and not asked about again', async () => {
  const page = visitor(app);
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

  await page.goto('/profile/settings');
  await expect(page.getByText('12-A Nowhere Lane')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Sol');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('12-A Nowhere Lane')).toBeVisible();
  expect((await page.send({ url: '/auth/get-user' })).json()).toMatchObject({
    data: { first_name: 'Sol', address: { street_number: '12-A', zip_code: '00000' } },
  });
});

test('an account whose response was lost: trying again continues', async () => {
  const page = visitor(app);
  await signIn(page, await createAccount(page));
  await page.getByLabel('First name').fill('Ivo');
  await page.getByLabel('Pronouns').fill('he/him');
  await page.getByLabel('Birthday').fill('1985-02-03');
  await page.getByLabel('Phone').fill('(503) 555-0142');
  const create = page.getByRole('button', { name: 'Create Account' });
  await whileLosing(page, 'POST', '/auth/create-user', async () => {
    await create.click();
    await expectTexts(page, 'Create account', 'failed');
  });
  await create.click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('heading', { name: 'Welcome, Ivo', level: 1 })).toBeVisible();
});

test('a session that ends during Create Account keeps what was typed; signing out deletes it', async () => {
  const page = visitor(app);
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
  page.clearCookies();
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

test('the profile: auth guard, navigation, a failed request and signing out', async () => {
  const page = visitor(app);
  await page.goto('/profile/messages');
  await expect(page).toHaveURL('/');

  await createClient(page);
  await page.goto('/sign-in');
  await expect(page).toHaveURL('/profile');
  const sidebar = page.getByRole('complementary');
  await expectTexts(sidebar, 'Profile', 'sidebar');
  await sidebar.getByRole('link', { name: 'Messages' }).click();
  await expectTexts(page, 'Profile', 'messages');
  const reload = async () => {
    await page.reload();
    await expectTexts(page, 'Profile', 'fetch failed');
  };
  await whileFailing(page, 'GET', '/auth/get-user', reload, 0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectTexts(page, 'Profile', 'messages');
  const bar = page.getByRole('navigation', { name: 'Profile' }).last();
  await expectTexts(bar, 'Profile', 'bottom bar');
  await expect(bar.getByRole('link')).toHaveCount(6);
  await bar.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect(page.getByRole('main')).toBeFocused();

  // Signing out asks for confirmation if there are drafts.
  localStorage.setItem('draft:someone:note:1', JSON.stringify({ saved_at: Date.now(), value: 'dear diary' }));
  const signOut = async () => {
    await sidebar.getByRole('button', { name: 'Ivo Marlow' }).click();
    await sidebar.getByRole('button', { name: 'Sign Out' }).click();
  };
  await sidebar.getByRole('button', { name: 'Ivo Marlow' }).click();
  await expectTexts(sidebar, 'Profile', 'menu');
  await sidebar.getByRole('button', { name: 'Sign Out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out and lose your drafts?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await signOut();
  await whileFailing(page, 'GET', '/sign-out', async () => {
    await question.getByRole('button', { name: 'Sign Out' }).click();
    await expectTexts(page, 'Profile', 'sign out failed');
  });
  await signOut();
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);

  page.requests.length = 0;
  await page.reload();
  await page.goto('/sign-in');
  await expect(page.getByLabel('Email address')).toBeVisible();
  expect(page.requests).not.toContain('GET /auth/get-user');
});

test('a session ended in another browser: the page says why it changes', async () => {
  const page = visitor(app);
  const { email } = await createClient(page);
  await page.goto('/profile/settings');
  await expect(page.getByRole('button', { name: 'Make a calendar link' })).toBeEnabled();
  const elsewhere = visitor(app);
  await signInByCall(elsewhere, email);
  await elsewhere.call(signOutEverywhere);
  await page.reload();
  await expect(page.getByText('You have been signed out. Please sign in again.')).toBeVisible();
  await expect(page).toHaveURL('/');
});
