import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { putInCart, toPaymentPage } from './support/booking-steps.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing } from './support/fail-calls.ts';
import { test } from './support/lasting-page.ts';
import { createClient, hydrated, open, PASSWORD } from './support/people.ts';
import { expectNoSideScroll } from './support/watch.ts';

/** Replaces the response of GET /auth/checkout-status, for states that the sandbox leaves too quickly. */
async function answerStatus(page: Page, answer: object): Promise<void> {
  await page.route('**/auth/checkout-status?*', (route) =>
    route.fulfill({
      json: {
        bookings: [],
        subtotal_cents: 1800,
        tax_cents: null,
        total_cents: null,
        refunded_cents: 0,
        currency: 'usd',
        receipt_url: null,
        refunded_elsewhere: false,
        lost: [],
        ...answer,
      },
    }),
  );
}

test('Back from the payment page keeps the cart and the payment; a paid booking has a calendar file', async ({
  page,
}) => {
  await createClient(page);
  const { day } = await putInCart(page, 'Chair Yoga for Stiff Days');
  await toPaymentPage(page);
  const payment = page.url();
  await page.goBack();
  await hydrated(page);
  await expect(page.getByText(day, { exact: true })).toBeVisible();
  await toPaymentPage(page);
  expect(page.url()).toBe(payment);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expectTexts(page, 'Checkout', 'success');
  await expect(page.getByRole('link', { name: 'Open the map' })).toHaveAttribute('href', /openstreetmap/);
  await expect(page.getByRole('heading', { name: 'Before you come' })).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Add to calendar' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.ics$/);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);

  // A client who opens this page again later keeps the new cart.
  const confirmation = page.url();
  await putInCart(page, 'Yoga Nidra by Candle');
  await page.goto(confirmation);
  await expectTexts(page, 'Checkout', 'success');
  await open(page, '/cart');
  await expect(page.getByRole('heading', { name: 'Yoga Nidra by Candle' })).toBeVisible();
});

test('without a session id redirects to the landing page; the one of another client is not found', async ({
  page,
}) => {
  await page.goto('/checkout/success');
  await expect(page).toHaveURL('/');
  await createClient(page);
  await open(page, '/checkout/success?session_id=cs_of_somebody_else');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This checkout was not found.');
  await open(page, '/checkout/cancel');
  await expectTexts(page, 'Checkout', 'cancelled');
});

test('paid while the session ended in another browser: signing in leads to the confirmation', async ({
  page,
  context,
}) => {
  const { email } = await createClient(page);
  await putInCart(page, 'Chair Yoga for Stiff Days');
  await toPaymentPage(page);
  await context.clearCookies();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please sign in to continue.');
  await expect(page.getByText('We also confirm payments by email.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in', exact: true }).last().click();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectTexts(page, 'Checkout', 'success');
  await open(page, '/cart');
  await expectTexts(page, 'Cart', 'empty');
});

test('the outcomes of a payment that was not completed', async ({ page }) => {
  await createClient(page);
  const { day, times } = await putInCart(page, 'Chair Yoga for Stiff Days');
  const stored = await page.evaluate(() => localStorage.getItem('wellness_cart'));
  const { items } = JSON.parse(stored!) as { items: { serviceId: string; selectedDate: string }[] };

  await answerStatus(page, { status: 'PROCESSING' });
  await open(page, '/checkout/success?session_id=cs_1');
  await expect(page.getByText('Confirming your payment…')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/auth/checkout-status?*');
  await page.route('**/auth/checkout-status?*', (route) => route.fulfill({ status: 500, body: '' }));
  await open(page, '/checkout/success?session_id=cs_1');
  await expect(page.getByText(/check your payment.*confirm payments by email/)).toBeVisible();
  await page.unroute('**/auth/checkout-status?*');
  await answerStatus(page, { status: 'EXPIRED' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This payment was not completed.');
  await page.getByRole('link', { name: 'Return to Cart' }).click();
  await expect(page.getByText(day, { exact: true })).toBeVisible();

  await page.unroute('**/auth/checkout-status?*');
  const lost = {
    service_id: items[0]!.serviceId,
    schedule_id: 'x',
    selectedDate: items[0]!.selectedDate,
    start_time: times.split(' - ')[0],
    service_name: 'Chair Yoga for Stiff Days',
  };
  await answerStatus(page, { status: 'REFUNDED', refunded_cents: 1800, lost: [lost] });
  await open(page, '/checkout/success?session_id=cs_2');
  await expect(
    page.getByText(/somebody else has booked it since.*\$18, goes back to your card/),
  ).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Chair Yoga for Stiff Days' })).toContainText(
    day,
  );
  await expectAccessible(page);
  await open(page, '/cart');
  await expectTexts(page, 'Cart', 'empty');

  await page.unroute('**/auth/checkout-status?*');
  const given_back = { status: 'REFUNDED', refunded_cents: 1800, refunded_elsewhere: true, lost: [lost] };
  await answerStatus(page, given_back);
  await open(page, '/checkout/success?session_id=cs_3');
  await expect(page.getByText(/The practice gave your payment back .*\$18, goes back/)).toBeVisible();
});

test('while the payment page is created, when it fails, and when an address is missing', async ({ page }) => {
  await createClient(page);
  await putInCart(page, 'Chair Yoga for Stiff Days');
  let letAnswer = () => {};
  const mayAnswer = new Promise<void>((resolve) => (letAnswer = resolve));
  await page.route('**/auth/create-checkout', async (route) => {
    await mayAnswer;
    await route.fulfill({ json: { url: '' } });
  });
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expectTexts(page, 'Cart', 'working');
  await expect(page.getByRole('button', { name: 'Loading Stripe...' })).toBeDisabled();
  letAnswer();
  const dialog = page.getByRole('dialog', { name: 'Booking Conflict' });
  await expectTexts(dialog, 'Cart', 'no url');
  await dialog.getByRole('button', { name: 'Back to the cart' }).click();

  await page.unroute('**/auth/create-checkout');
  await whileFailing(page, 'POST', '/auth/create-checkout', async () => {
    await page.getByRole('button', { name: 'Checkout' }).click();
    await expectTexts(dialog, 'Cart', 'not created');
  });
  await dialog.getByRole('button', { name: 'Back to the cart' }).click();
  await page.route('**/auth/create-checkout', (route) =>
    route.fulfill({
      status: 422,
      json: { code: 'ADDRESS_NEEDED', message: 'A house call needs your address.' },
    }),
  );
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(dialog).toContainText('A house call needs your address.');
  await expect(dialog.getByRole('link', { name: 'Open Settings' })).toHaveAttribute(
    'href',
    '/profile/settings',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Chair Yoga for Stiff Days' })).toBeVisible();
});
