import { expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { payAt, putInCart, toPaymentPage } from './support/bookings.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing } from './support/fail-calls.ts';
import type { Page } from './support/page.ts';
import { createClient, PASSWORD } from './support/people.ts';
import { visitor } from './support/site.ts';

const app = await testApp();

/** Replaces the response of GET /auth/checkout-status, for states that the sandbox leaves too quickly. */
const answerStatus = (page: Page, answer: object) =>
  page.intercept('GET', '/auth/checkout-status', () =>
    Promise.resolve(
      Response.json({
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
      }),
    ),
  );

test('without a session id redirects to the landing page; the one of another client is not found', async () => {
  const page = visitor(app);
  await page.goto('/checkout/success');
  await expect(page).toHaveURL('/');
  await createClient(page);
  await page.goto('/checkout/success?session_id=cs_of_somebody_else');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This checkout was not found.');
  await page.goto('/checkout/cancel');
  await expectTexts(page, 'Checkout', 'cancelled');
});

test('paid while the session ended in another browser: signing in leads to the confirmation', async () => {
  const page = visitor(app);
  const { email } = await createClient(page);
  await putInCart(page, 'Chair Yoga for Stiff Days');
  const payment = await toPaymentPage(page);
  page.clearCookies();
  await page.goto(await payAt(payment));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please sign in to continue.');
  await expect(page.getByText('We also confirm payments by email.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectTexts(page, 'Checkout', 'success');
  await page.goto('/cart');
  await expectTexts(page, 'Cart', 'empty');
});

test('the outcomes of a payment that was not completed', async () => {
  const page = visitor(app);
  await createClient(page);
  const { day, times } = await putInCart(page, 'Chair Yoga for Stiff Days');
  const stored = localStorage.getItem('wellness_cart')!;
  const { items } = JSON.parse(stored) as { items: { serviceId: string; selectedDate: string }[] };

  let end = answerStatus(page, { status: 'PROCESSING' });
  await page.goto('/checkout/success?session_id=cs_1');
  await expect(page.getByText('Confirming your payment…')).toBeVisible();
  await expectAccessible(page);
  end();
  await whileFailing(page, 'GET', '/auth/checkout-status', async () => {
    await page.goto('/checkout/success?session_id=cs_1');
    await expect(page.getByText(/check your payment.*confirm payments by email/)).toBeVisible();
  });
  end = answerStatus(page, { status: 'EXPIRED' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This payment was not completed.');
  await page.getByRole('link', { name: 'Return to Cart' }).click();
  await expect(page.getByText(day, { exact: true })).toBeVisible();
  end();

  const lost = {
    service_id: items[0]!.serviceId,
    schedule_id: 'x',
    selectedDate: items[0]!.selectedDate,
    start_time: times.split(' - ')[0],
    service_name: 'Chair Yoga for Stiff Days',
  };
  const refunded = { status: 'REFUNDED', refunded_cents: 1800, lost: [lost] };
  end = answerStatus(page, refunded);
  await page.goto('/checkout/success?session_id=cs_2');
  await expect(
    page.getByText(/somebody else has booked it since.*\$18, goes back to your card/),
  ).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Chair Yoga for Stiff Days' })).toContainText(
    day,
  );
  await expectAccessible(page);
  await page.goto('/cart');
  await expectTexts(page, 'Cart', 'empty');
  end();

  answerStatus(page, { ...refunded, refunded_elsewhere: true });
  await page.goto('/checkout/success?session_id=cs_3');
  await expect(page.getByText(/The practice gave your payment back .*\$18, goes back/)).toBeVisible();
});

test('while the payment page is created, when it fails, and when an address is missing', async () => {
  const page = visitor(app);
  await createClient(page);
  await putInCart(page, 'Chair Yoga for Stiff Days');
  const checkout = page.getByRole('button', { name: 'Checkout' });
  const { promise, resolve } = Promise.withResolvers<Response>();
  let end = page.intercept('POST', '/auth/create-checkout', () => promise);
  await checkout.click();
  await expectTexts(page, 'Cart', 'working');
  await expect(page.getByRole('button', { name: 'Loading Stripe...' })).toBeDisabled();
  resolve(Response.json({ url: '' }));
  const dialog = page.getByRole('dialog', { name: 'Booking Conflict' });
  await expectTexts(dialog, 'Cart', 'no url');
  await dialog.getByRole('button', { name: 'Back to the cart' }).click();
  end();

  await whileFailing(page, 'POST', '/auth/create-checkout', async () => {
    await checkout.click();
    await expectTexts(dialog, 'Cart', 'not created');
  });
  await dialog.getByRole('button', { name: 'Back to the cart' }).click();
  const message = 'A house call needs your address.';
  end = page.intercept('POST', '/auth/create-checkout', () =>
    Promise.resolve(Response.json({ code: 'ADDRESS_NEEDED', message }, { status: 422 })),
  );
  await checkout.click();
  await expect(dialog).toContainText(message);
  await expect(dialog.getByRole('link', { name: 'Open Settings' })).toHaveAttribute(
    'href',
    '/profile/settings',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Chair Yoga for Stiff Days' })).toBeVisible();
  end();
});
