import { expect, test, type Page } from '@playwright/test';
import {
  bookFirstSlot,
  chooseLateDay,
  openAvailability,
  openDays,
  putInCart,
  toPaymentPage,
} from './support/booking-steps.ts';
import { expectTexts } from './support/expect-texts.ts';
import { codeFor, createClient, fillSignUp, mailsTo, newEmail, open, PASSWORD } from './support/people.ts';
import { consoleErrors, tabTo } from './support/watch.ts';
import { withMotion } from './support/motion.ts';

test.use(withMotion);

/** Checks that a booking is on the confirmation, no longer in the cart, and under Upcoming. */
async function expectBooked(page: Page, service: string, day: string, times: string): Promise<void> {
  await expect(page).toHaveURL(/\/checkout\/success\?session_id=/);
  await expectTexts(page, 'Checkout', 'success');
  const line = page.getByRole('listitem').filter({ hasText: service });
  await expect(line).toContainText(`${day}, ${times}`);
  await expect(line.getByRole('link', { name: 'Add to calendar' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
  await open(page, '/cart');
  await expectTexts(page, 'Cart', 'empty');
  await open(page, '/profile/schedule');
  await expect(page.getByText(service).first()).toBeVisible();
  await expect(page.getByText(times.split(' - ')[0]!).first()).toBeVisible();
}

test('a visitor signs up, books a class, pays, and finds it under Upcoming', async ({ page }) => {
  const errors = consoleErrors(page);
  const email = newEmail();
  await open(page, '/');
  await page.getByRole('link', { name: 'Start your Journey' }).first().click();
  await expect(page).toHaveURL('/sign-in');
  await page.getByRole('link', { name: 'Create Account' }).click();
  // Both pages have an address and a password: wait for the right one.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Make an account');
  await fillSignUp(page, email);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.getByLabel('Verification Code').fill(await codeFor(page.request, email));
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page).toHaveURL('/sign-in');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(page).toHaveURL(/\/create-account/);
  await page.getByLabel('First name').fill('Iris');
  await page.getByLabel('Last name').fill('Vale');
  await page.getByLabel('Pronouns').fill('she/her');
  await page.getByLabel('Birthday').fill('1990-04-12');
  await page.getByLabel('Phone').fill('503 555 0142');
  await page.getByLabel('Street number').fill('1420');
  await page.getByLabel('Street name').fill('SE Taylor Street');
  await page.getByLabel('City').fill('Portland');
  await page.getByLabel('State', { exact: true }).fill('OR');
  await page.getByLabel('ZIP').fill('97214');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('button', { name: 'Use Suggested Address' }).click();
  await expect(page).toHaveURL('/profile');

  await open(page, '/wellness-services?type=YOGA');
  await expect(page.getByRole('button', { name: 'Yoga', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const dialog = await openAvailability(page, 'Slow Morning Flow');
  const day = await chooseLateDay(dialog);
  const times = await bookFirstSlot(dialog);
  await dialog.getByRole('button', { name: /^Slot In Cart/ }).click();
  await expect(page).toHaveURL('/cart');
  await expectTexts(page, 'Cart', 'full');
  await expect(page.getByText(day, { exact: true })).toBeVisible();
  await page.getByRole('slider', { name: /Slow Morning Flow/ }).press('ArrowRight');
  await expect(page.getByText('$21', { exact: true }).first()).toBeVisible();
  await toPaymentPage(page);
  await expect(page.getByText('Slow Morning Flow').first()).toBeVisible();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expectBooked(page, 'Slow Morning Flow', day, times);
  await expect
    .poll(async () => (await mailsTo(page.request, email)).map((mail) => mail.text).join('\n'))
    .toContain('Slow Morning Flow');
  expect(errors).toEqual([]);
});

test('a payment is declined, cancelled, and then succeeds', async ({ page }) => {
  await createClient(page);
  const { day, times } = await putInCart(page, 'Slow Morning Flow');
  await toPaymentPage(page);
  const first = page.url();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('alert')).toBeInViewport();
  const release = Promise.withResolvers<void>();
  const order: string[] = [];
  await page.route('**/auth/remove-bookings*', async (route) => {
    await release.promise;
    const response = await route.fetch();
    order.push('holds released');
    await route.fulfill({ response });
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/create-checkout')) order.push('next checkout');
  });
  const releasing = page.waitForRequest('**/auth/remove-bookings*');
  await page.getByRole('link', { name: 'Cancel and return' }).click();
  await expect(page).toHaveURL(/\/checkout\/cancel\?session_id=/);
  await releasing;
  await expectTexts(page, 'Checkout', 'cancelled');
  await page.getByRole('link', { name: 'Return to Cart' }).click();
  await expect(page.getByText(day, { exact: true })).toBeVisible();
  // The release is slow: the next checkout waits for it.
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('button', { name: 'Loading Stripe...' })).toBeVisible();
  await page.evaluate(() => fetch('/healthz'));
  release.resolve();
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
  expect(order).toEqual(['holds released', 'next checkout']);
  expect(page.url(), 'the cancelled payment page is not given out again').not.toBe(first);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expectBooked(page, 'Slow Morning Flow', day, times);
  expect(new URL(page.url()).hash).toBe('');
});

test.describe('in a time zone on the other side of the world', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('times are in the zone of the practice', async ({ page }) => {
    const errors = consoleErrors(page);
    await createClient(page);
    const { day, times } = await putInCart(page, 'Chair Yoga for Stiff Days');
    expect(times).toBe('10:00 AM - 10:45 AM');
    expect(day).toMatch(/^(Monday|Friday), /);
    await expect(page.getByText(/Times in P[DS]T\./)).toBeVisible();
    await toPaymentPage(page);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expectBooked(page, 'Chair Yoga for Stiff Days', day, times);
    expect(errors).toEqual([]);
  });
});

test('the whole booking works with the keyboard', async ({ page }) => {
  await createClient(page);
  await open(page, '/wellness-services?type=YOGA');
  const see = page.getByRole('button', { name: 'See Availability of Yoga Nidra by Candle' });
  await tabTo(page, see);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Yoga Nidra by Candle' });
  await expect(dialog.getByRole('button', { name: /^Book Slot/ })).toBeVisible();

  // Esc closes the dialog, and the focus returns.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(see).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: /^Book Slot/ })).toBeVisible();

  const chosen = dialog.locator('[aria-pressed="true"]');
  await tabTo(page, chosen);
  // Day by day to a Thursday with slots: the first open day can be the extra evening of an event.
  const focusedThursday = openDays(dialog)
    .and(page.locator(':focus'))
    .and(dialog.getByRole('button', { name: /^Thursday, / }));
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(focusedThursday).toBeVisible({ timeout: 500 });
  }).toPass({ intervals: [0] });
  await page.keyboard.press('Enter');
  const heading = dialog.getByRole('heading', { name: /^Thursday, / });
  await expect(heading).toBeFocused();
  const day = (await heading.textContent())!;

  await tabTo(page, dialog.getByRole('button', { name: /^Book Slot/ }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: /^Slot In Cart/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/cart');
  await tabTo(page, page.getByRole('button', { name: 'Checkout' }));
  await page.keyboard.press('Enter');
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  await tabTo(page, pay);
  await page.keyboard.press('Enter');
  await expectBooked(page, 'Yoga Nidra by Candle', day, '6:30 PM - 7:30 PM');
});
