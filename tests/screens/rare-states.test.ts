import { expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { openDays, putInCart } from './support/bookings.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing, whileUnreadable, whileWaiting } from './support/fail-calls.ts';
import type { Page } from './support/page.ts';
import { codeFor, createClient, newEmail, PASSWORD, signInDemo } from './support/people.ts';
import { visitor } from './support/site.ts';

// Texts of states that the other files do not reach.

const app = await testApp();

const COOL_DOWN_MS = 31_000;

/** Fills in and sends the first step of signing up. */
async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
}

test('services that fail to load and are retried; one without a name', async () => {
  const page = visitor(app);
  await createClient(page);
  const services = '/get-all-wellness-services';
  const main = page.getByRole('main');
  await page.goto('/checkout/cancel');
  await whileFailing(page, 'GET', services, async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Yoga', exact: true }).click();
    await expectTexts(main, 'Services', 'failed');
  });
  // The screen shows its own text, whatever the server's message is.
  const away = { error: 'We cannot reach our database right now.', code: 'UNAVAILABLE' };
  const asked = Promise.withResolvers<void>();
  let end = page.intercept('GET', services, () => {
    asked.resolve();
    return Promise.resolve(Response.json(away, { status: 503 }));
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await asked.promise;
  await expectTexts(main, 'Services', 'failed');
  await expect(page.getByText(away.error)).toHaveCount(0);
  end();
  end = page.intercept('GET', services, async (ask) => {
    const answer = (await (await ask()).json()) as { name: string }[];
    return Response.json(
      answer.map((each) => (each.name === 'Slow Morning Flow' ? { ...each, name: '' } : each)),
    );
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Private Yoga' })).toBeVisible();
  await page.getByRole('button', { name: /^See Availability of\s*$/ }).click();
  await expectTexts(page.getByRole('dialog'), 'Availability', 'nameless');
  end();
});

test('a day that is loading, and every state of a slot', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/wellness-services');
  const service = 'Slow Morning Flow';
  const dialog = page.getByRole('dialog', { name: service });
  await whileWaiting(page, 'POST', '/auth/get-availabilities', async () => {
    await page.getByRole('button', { name: `See Availability of ${service}` }).click();
    await expectTexts(dialog, 'Availability', 'loading');
  });
  await expect(dialog.getByRole('grid')).toBeVisible();

  const slot = { duration: 75, schedule_id: 'any', current_count: 7, available_spots: 3 };
  page.intercept('POST', '/auth/get-slots', () =>
    Promise.resolve(
      Response.json([
        { ...slot, start: '9:00 AM', end: '10:15 AM' },
        { ...slot, start: '11:00 AM', end: '12:15 PM', available_spots: 0 },
        { ...slot, start: '', end: '' },
        { ...slot, start: '2:00 PM', end: '3:15 PM', available_spots: undefined },
      ]),
    ),
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

test('requesting another code when signing up and for a forgotten password', async () => {
  const page = visitor(app);
  const email = newEmail();
  const coolDown = () => page.setTime(new Date(Date.now() + COOL_DOWN_MS));
  await signUp(page, email);
  await expectTexts(page, 'Sign up', 'code');
  const again = page.getByRole('button', { name: 'Resend confirmation code' });
  coolDown();
  await expect(again).toBeEnabled();
  await whileFailing(page, 'POST', '/resend-confirm-code', async () => {
    await again.click();
    await expectTexts(page, 'Sign up', 'resend failed');
  });
  await page.getByLabel('Verification Code').fill(await codeFor(page, email));
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expectTexts(page, 'Sign up', 'verified');

  await page.goto('/forgot-password');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expectTexts(page, 'Forgot password', 'reset');
  coolDown();
  await expectTexts(page, 'Forgot password', 'cooled down');
  const resend = page.getByRole('button', { name: 'Resend verification code' });
  await whileFailing(page, 'POST', '/forgot-password', async () => {
    await resend.click();
    await expectTexts(page, 'Forgot password', 'resend failed');
  });
  await resend.click();
  await expectTexts(page, 'Forgot password', 'resent');
});

test('a client without profile data, and bookings of every status', async () => {
  const page = visitor(app);
  await createClient(page);
  const unknown = { first_name: '', last_name: '', birthdate: 'a day in spring', created_at: '' };
  const end = page.intercept('GET', '/auth/get-user', async (ask) => {
    const account = (await (await ask()).json()) as { data: object };
    return Response.json({ ...account, data: { ...account.data, ...unknown } });
  });
  page.intercept('GET', '/auth/get-forms', () =>
    Promise.resolve(Response.json({ required_forms: [], completed_forms: [], message: 'OK' })),
  );
  await page.goto('/profile');
  await expectTexts(page, 'Overview', 'nothing at all');
  await expectTexts(page.getByRole('complementary'), 'Profile', 'nameless');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('User Not Found');
  await page.goto('/profile/settings');
  await expectTexts(page, 'Settings', 'no date');
  end();

  // Bookings in the format of the server, all of them today.
  await signInDemo(page);
  const start_time = app.clock.now().toISOString();
  const statuses = ['CONFIRMED', 'PENDING', 'CANCELLED', 'COMPLETED', 'WAITLISTED', 'NO_SHOW'];
  page.intercept('GET', '/auth/get-user-bookings', async (ask) => {
    const [booking] = (await (await ask()).json()) as object[];
    return Response.json(
      statuses.map((status) => ({ ...booking, id: status, status, start_time, end_time: start_time })),
    );
  });
  await page.goto('/profile/schedule');
  const entries = page.getByRole('main').getByRole('listitem');
  await expectTexts(entries, 'Schedule', 'of every status');
});

test('a response that cannot be parsed, and a browser that blocks cookies', async () => {
  const page = visitor(app);
  const email = newEmail();
  await whileUnreadable(page, 'POST', '/sign-up', async () => {
    await signUp(page, email);
    await expectTexts(page, 'Sign up', 'unreadable answer');
  });

  const end = page.intercept('POST', '/sign-in', () => Promise.resolve(Response.json({})));
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectTexts(page, 'Sign in', 'without cookies');
  await expect(page).toHaveURL('/sign-in');
  end();

  await createClient(page);
  await putInCart(page, 'Chair Yoga for Stiff Days');
  await whileUnreadable(page, 'POST', '/auth/create-checkout', async () => {
    await page.getByRole('button', { name: 'Checkout' }).click();
    await expectTexts(page.getByRole('dialog'), 'Cart', 'unreadable answer');
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Chair Yoga for Stiff Days' })).toBeVisible();

  await whileUnreadable(page, 'GET', '/auth/get-user-bookings', async () => {
    await page.goto('/profile');
    await expectTexts(page.getByRole('group', { name: 'Upcoming' }), 'Overview', 'unreadable answer');
  });
  await page.goto('/profile/settings');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('First name').fill('Ivor');
  await whileUnreadable(page, 'PUT', '/auth/update-user', async () => {
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expectTexts(dialog, 'Settings', 'unreadable answer');
  });
  await expect(dialog.getByLabel('First name')).toHaveValue('Ivor');
});
