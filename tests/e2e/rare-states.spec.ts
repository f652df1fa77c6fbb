import { expect, test } from '@playwright/test';
import { openDays, putInCart } from './support/booking-steps.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing, whileUnreadable, whileWaiting } from './support/fail-calls.ts';
import { codeFor, createClient, fillSignUp, newEmail, open, PASSWORD } from './support/people.ts';

// Texts of states that the other files do not reach.

const COOL_DOWN_MS = 31_000;

test('services that fail to load and are retried; one without a name', async ({ page }) => {
  await createClient(page);
  // The server could not load them either, so the browser requests them.
  await page.route(/\/wellness-services\.data/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"services",\[[\d,]*\]/, '"services",null');
    await route.fulfill({ response: answer, body });
  });
  await open(page, '/checkout/cancel');
  await whileFailing(page, 'GET', '/get-all-wellness-services', async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Yoga', exact: true }).click();
    await expectTexts(page.getByRole('main'), 'Services', 'failed');
  });
  // The screen shows its own text, whatever the server's message is.
  const away = { error: 'We cannot reach our database right now.', code: 'UNAVAILABLE' };
  await page.route('**/get-all-wellness-services', (route) => route.fulfill({ status: 503, json: away }));
  const answered = page.waitForResponse('**/get-all-wellness-services');
  await page.getByRole('button', { name: 'Try again' }).click();
  expect((await answered).status()).toBe(503);
  await expectTexts(page.getByRole('main'), 'Services', 'failed');
  await expect(page.getByText(away.error)).toHaveCount(0);
  await page.unroute('**/get-all-wellness-services');
  await page.route('**/get-all-wellness-services', async (route) => {
    const answer = await route.fetch();
    const json = ((await answer.json()) as { name: string }[]).map((service) =>
      service.name === 'Slow Morning Flow' ? { ...service, name: '' } : service,
    );
    await route.fulfill({ response: answer, json });
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Private Yoga' })).toBeVisible();
  await page.getByRole('button', { name: /^See Availability of\s*$/ }).click();
  await expectTexts(page.getByRole('dialog'), 'Availability', 'nameless');
});

test('a day that is loading, and every state of a slot', async ({ page }) => {
  await createClient(page);
  await open(page, '/wellness-services');
  const service = 'Slow Morning Flow';
  const dialog = page.getByRole('dialog', { name: service });
  await whileWaiting(page, 'POST', '/auth/get-availabilities', async () => {
    await page.getByRole('button', { name: `See Availability of ${service}` }).click();
    await expectTexts(dialog, 'Availability', 'loading');
  });
  await expect(dialog.getByRole('grid')).toBeVisible();

  const slot = { duration: 75, schedule_id: 'any', current_count: 7, available_spots: 3 };
  await page.route('**/auth/get-slots', (route) =>
    route.fulfill({
      json: [
        { ...slot, start: '9:00 AM', end: '10:15 AM' },
        { ...slot, start: '11:00 AM', end: '12:15 PM', available_spots: 0 },
        { ...slot, start: '', end: '' },
        { ...slot, start: '2:00 PM', end: '3:15 PM', available_spots: undefined },
      ],
    }),
  );
  await whileWaiting(page, 'POST', '/auth/get-slots', async () => {
    await openDays(dialog).last().click();
    await expectTexts(dialog, 'Availability', 'loading slots');
  });
  await expectTexts(dialog, 'Availability', 'of a class');
  await expect(dialog.getByText('(3 spots available)', { exact: true })).toBeVisible();
  const times = dialog.getByRole('listitem');
  await expectTexts(times, 'Availability', 'full');
  await expectTexts(times, 'Availability', 'broken slot');
  await expectTexts(times, 'Availability', 'spots unknown');
  for (const name of [/^No Spots Available/, /^Invalid Slot/, /^Unavailable/])
    await expect(dialog.getByRole('button', { name })).toBeDisabled();
});

test('requesting another code when signing up and for a forgotten password', async ({ page }) => {
  const email = newEmail();
  await open(page, '/sign-up');
  await fillSignUp(page, email);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expectTexts(page, 'Sign up', 'code');
  const again = page.getByRole('button', { name: 'Resend confirmation code' });
  await page.clock.setFixedTime(Date.now() + COOL_DOWN_MS);
  await expect(again).toBeEnabled();
  await whileFailing(page, 'POST', '/resend-confirm-code', async () => {
    await again.click();
    await expectTexts(page, 'Sign up', 'resend failed');
  });
  await page.getByLabel('Verification Code').fill(await codeFor(page.request, email));
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expectTexts(page, 'Sign up', 'verified');

  await open(page, '/forgot-password');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expectTexts(page, 'Forgot password', 'reset');
  await page.clock.setFixedTime(Date.now() + 2 * COOL_DOWN_MS);
  await expectTexts(page, 'Forgot password', 'cooled down');
  const resend = page.getByRole('button', { name: 'Resend verification code' });
  await whileFailing(page, 'POST', '/forgot-password', async () => {
    await resend.click();
    await expectTexts(page, 'Forgot password', 'resend failed');
  });
  await resend.click();
  await expectTexts(page, 'Forgot password', 'resent');
});

type Account = { data: Record<string, unknown> };

test('a client without profile data, and bookings of every status', async ({ page, request }) => {
  await createClient(page);
  const account = (await (await page.request.get('/auth/get-user')).json()) as Account;
  const unknown = { first_name: '', last_name: '', birthdate: 'a day in spring', created_at: '' };
  await page.route('**/auth/get-user', (route) =>
    route.fulfill({ json: { ...account, data: { ...account.data, ...unknown } } }),
  );
  await page.route('**/auth/get-forms*', (route) =>
    route.fulfill({ json: { required_forms: [], completed_forms: [], message: 'OK' } }),
  );
  await open(page, '/profile');
  await expectTexts(page, 'Overview', 'nothing at all');
  await expectTexts(page.getByRole('complementary'), 'Profile', 'nameless');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('User Not Found');
  await open(page, '/profile/settings');
  await expectTexts(page, 'Settings', 'no date');

  // Bookings in the format of the server, all of them today.
  await request.post('/sign-in', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { username: 'demo@example.com', password: 'Garden-gate-7' },
  });
  const [booking] = (await (await request.get('/auth/get-user-bookings')).json()) as object[];
  const start_time = new Date().toISOString();
  const statuses = ['CONFIRMED', 'PENDING', 'CANCELLED', 'COMPLETED', 'WAITLISTED', 'NO_SHOW'];
  await page.route('**/auth/get-user-bookings*', (route) =>
    route.fulfill({
      json: statuses.map((status) => ({ ...booking, id: status, status, start_time, end_time: start_time })),
    }),
  );
  await open(page, '/profile/schedule');
  const entries = page.getByRole('main').getByRole('listitem');
  await expectTexts(entries, 'Schedule', 'of every status');
});

test('a response that cannot be parsed, and a browser that blocks cookies', async ({ page }) => {
  const email = newEmail();
  await open(page, '/sign-up');
  await fillSignUp(page, email);
  await whileUnreadable(page, 'POST', '/sign-up', async () => {
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await expectTexts(page, 'Sign up', 'unreadable answer');
  });

  await page.route('**/sign-in', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: {} }) : route.fallback(),
  );
  await open(page, '/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectTexts(page, 'Sign in', 'without cookies');
  await expect(page).toHaveURL('/sign-in');

  await createClient(page);
  await putInCart(page, 'Chair Yoga for Stiff Days');
  await whileUnreadable(page, 'POST', '/auth/create-checkout', async () => {
    await page.getByRole('button', { name: 'Checkout' }).click();
    await expectTexts(page.getByRole('dialog'), 'Cart', 'unreadable answer');
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Chair Yoga for Stiff Days' })).toBeVisible();

  await whileUnreadable(page, 'GET', '/auth/get-user-bookings', async () => {
    await open(page, '/profile');
    await expectTexts(page.getByRole('group', { name: 'Upcoming' }), 'Overview', 'unreadable answer');
  });
  await open(page, '/profile/settings');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('First name').fill('Ivor');
  await whileUnreadable(page, 'PUT', '/auth/update-user', async () => {
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expectTexts(dialog, 'Settings', 'unreadable answer');
  });
  await expect(dialog.getByLabel('First name')).toHaveValue('Ivor');
});
