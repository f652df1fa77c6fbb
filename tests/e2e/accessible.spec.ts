import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { bookFirstSlot, openAvailability } from './support/booking-steps.ts';
import { whileFailing } from './support/fail-calls.ts';
import { test } from './support/lasting-page.ts';
import { codeFor, createClient, fillSignUp, newEmail, open, PASSWORD, signInDemo } from './support/people.ts';

// axe on the screens, dialogs and menus that the other files do not check.

/** Opens a page, waits for its last content, and runs axe. */
async function look(page: Page, path: string, level1: string | RegExp): Promise<void> {
  await open(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(level1);
  await expect(page.getByRole('main').getByRole('progressbar')).toHaveCount(0);
  await expectAccessible(page);
}

test('axe: the public pages, menus and drawer', async ({ page }) => {
  await look(page, '/', /Health & Wellness/);
  await look(page, '/events', 'Events');
  await look(page, '/store', 'Coming Soon.');
  const banner = page.getByRole('banner');
  for (const name of ['Services', 'About']) {
    const button = banner.getByRole('button', { name, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expectAccessible(page, { part: banner });
    await page.keyboard.press('Escape');
  }
});

test('axe: empty and missing pages, and the drawer', async ({ page }) => {
  await open(page, '/wellness-services');
  await expect(page.getByRole('button', { name: 'Sign In To Add To Cart' }).first()).toBeVisible();
  await expectAccessible(page);
  await look(page, '/cart', 'Your cart is empty');
  await look(page, '/checkout/cancel', 'Checkout Cancelled');
  await look(page, '/blog/nobody-wrote-this', 'Blog Post Not Found');
  await look(page, '/visit/cancelled', 'Nothing was paid');
  await look(page, `/visit/${'x'.repeat(43)}`, 'This link to a visit has expired.');

  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/store');
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  for (const part of ['Services', 'About'])
    await drawer.getByRole('navigation').locator('summary', { hasText: part }).click();
  await expect(drawer.getByRole('link', { name: 'Testimonials' })).toBeVisible();
  await expectAccessible(page);
});

test('axe: every step of signing in and up', async ({ page }) => {
  const email = newEmail();
  await look(page, '/sign-in', 'Welcome back');
  await look(page, '/forgot-password', /password/i);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByLabel('Verification Code')).toBeVisible();
  await expectAccessible(page);

  await look(page, '/sign-up', 'Make an account');
  await fillSignUp(page, email);
  await page.getByLabel('Confirm password').fill('nettle');
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  const code = page.getByLabel('Verification Code');
  await expect(code).toBeVisible();
  await expectAccessible(page);

  await open(page, '/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(code).toBeVisible();
  await expectAccessible(page);
  await code.fill(await codeFor(page.request, email));
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page).toHaveURL('/create-account');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A few things about you');
  await expectAccessible(page);
  const typed = {
    Pronouns: 'she/her',
    Birthday: '1990-04-05',
    Phone: '503 555 0142',
    'Street number': '2814',
    'Street name': 'se ankeny st',
    City: 'Portland',
    State: 'OR',
    ZIP: '10001',
  };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  const create = page.getByRole('button', { name: 'Create Account' });
  await create.click();
  await expect(page.getByRole('alert').getByRole('button', { name: 'Use this address' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('ZIP').fill('97214');
  await create.click();
  await expect(page.getByRole('dialog', { name: 'Is this the address?' })).toBeVisible();
  await expectAccessible(page);
});

test('axe: the empty profile of a new client, its dialogs and menu', async ({ page }) => {
  await createClient(page, {
    first_name: 'Wilhelmina-Alexandra-Theodora-Anastasia',
    last_name: 'Featherstonehaugh-Cholmondeley',
  });
  await open(page, '/profile');
  await expect(page.getByRole('group', { name: 'Journey' })).toContainText('Wellness Journey Started');
  await expect(page.getByText('No upcoming bookings')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Wilhelmina-A…' }).click();
  await expectAccessible(page);

  await open(page, '/profile/schedule');
  await expect(page.getByText('No upcoming bookings')).toBeVisible();
  await expectAccessible(page);
  await look(page, '/profile/messages', 'Messages');
  await open(page, '/profile/journey');
  await page.getByRole('button', { name: /Wellness Journey Started/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('axe: the settings and their dialogs', async ({ page }) => {
  await createClient(page);
  await look(page, '/profile/settings', 'Settings');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Account' });
  await expect(question).toContainText('You have no upcoming visits.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep my account' }).click();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('First name').fill('Ivor');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await expectAccessible(page);
});

test('axe: the Resources of a new client, failed and empty', async ({ page }) => {
  await createClient(page);
  await whileFailing(page, 'GET', '/auth/get-forms', async () => {
    await open(page, '/profile/forms');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectAccessible(page);
  });
  await page.route('**/auth/get-forms*', (route) =>
    route.fulfill({ json: { required_forms: [], completed_forms: [], message: 'OK' } }),
  );
  await open(page, '/profile/forms');
  await expect(page.getByText('No forms available at this time.')).toBeVisible();
  await expectAccessible(page);
});

test('axe: the full profile of the sample client and its dialogs', async ({ page }) => {
  await signInDemo(page);
  await open(page, '/profile');
  await expect(page.getByRole('group', { name: 'Forms' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('group', { name: 'Upcoming' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);

  await open(page, '/profile/journey');
  const cards = page.getByRole('main').getByRole('listitem').getByRole('button');
  await expect(cards.nth(5)).toBeVisible();
  await expectAccessible(page);
  await cards.filter({ hasText: 'Ayurvedic Consultation' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('Your Reflections');
  await expectAccessible(page);

  await open(page, '/profile/forms');
  await expect(page.getByRole('heading', { name: 'Completed Forms' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'View Movement History' }).click();
  await expect(page.getByRole('dialog')).toContainText('Sit on the floor with my niece');
  await expectAccessible(page);
  await open(page, '/wellness-services?location=house-call');
  await expect(page.getByRole('button', { name: /^See Availability/ }).first()).toBeVisible();
  await expectAccessible(page);
});

test('axe: the times of a service, and why others cannot be booked', async ({ page }) => {
  await createClient(page);
  await open(page, '/wellness-services');
  const dialog = await openAvailability(page, 'Marma Session');
  await bookFirstSlot(dialog);
  await dialog.locator('summary').click();
  await dialog
    .getByRole('button', { name: /^Nearest times to/ })
    .first()
    .click();
  await expectAccessible(page);
  await dialog
    .getByRole('button', { name: /It is not offered on this day\.$/ })
    .first()
    .click();
  await expect(dialog.getByRole('list', { name: 'The three nearest times' })).toBeVisible();
  await expectAccessible(page);
});

test('axe: a payment that is being confirmed, and one that goes back', async ({ page }) => {
  await createClient(page);
  const checkout = { bookings: [], subtotal_cents: 1800, tax_cents: null, total_cents: null };
  const money = { refunded_cents: 1800, currency: 'usd', receipt_url: null, refunded_elsewhere: false };
  const lost = [
    {
      service_id: 'x',
      schedule_id: 'x',
      selectedDate: '2030-01-15',
      start_time: '8:15 AM',
      service_name: 'Private Yoga',
    },
  ];
  for (const [status, level1] of [
    ['PROCESSING', 'Confirming your payment…'],
    ['REFUNDED', 'Your payment is on its way back'],
  ] as const) {
    await page.route('**/auth/checkout-status?*', (route) =>
      route.fulfill({ json: { ...checkout, ...money, status, lost } }),
    );
    await open(page, '/checkout/success?session_id=cs_1');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(level1);
    await expectAccessible(page);
    await page.unroute('**/auth/checkout-status?*');
  }
});
