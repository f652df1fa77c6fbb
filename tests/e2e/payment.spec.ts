import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { putInCart, toPaymentPage } from './support/booking-steps.ts';
import { expectTexts } from './support/expect-texts.ts';
import { test } from './support/lasting-page.ts';
import { createClient, hydrated, open } from './support/people.ts';
import { expectNoSideScroll } from './support/watch.ts';

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
