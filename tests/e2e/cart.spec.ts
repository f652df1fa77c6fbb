import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import { addDays } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { expectAccessible } from './support/axe.ts';
import {
  bookFirstSlot,
  openAvailability,
  openDays,
  putInCart,
  toPaymentPage,
} from './support/booking-steps.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileWaiting } from './support/fail-calls.ts';
import { test } from './support/lasting-page.ts';
import { createAccount, createClient, hydrated, open, PASSWORD } from './support/people.ts';
import { expectNoSideScroll } from './support/watch.ts';

type Stored = {
  items: { serviceId: string; currentPrice: number; service: { base_price: number } }[];
  timestamp: number;
};

/** Changes the stored cart, as time or another version of the site might, and reloads the page. */
async function alterStoredCart(page: Page, alter: (cart: Stored) => void): Promise<void> {
  const stored = await page.evaluate(() => localStorage.getItem('wellness_cart'));
  const cart = JSON.parse(stored!) as Stored;
  alter(cart);
  await page.evaluate((text) => localStorage.setItem('wellness_cart', text), JSON.stringify(cart));
  await page.reload();
  await hydrated(page);
}

const MINUTE_MS = 60_000;

test('one price for all items of a service, removal, and the cart in another tab', async ({
  page,
  context,
}) => {
  await createClient(page);
  await open(page, '/wellness-services');
  const dialog = await openAvailability(page, 'Slow Morning Flow');
  await openDays(dialog).last().click();
  await bookFirstSlot(dialog);
  await openDays(dialog).nth(-2).click();
  await bookFirstSlot(dialog);
  const other = await context.newPage();
  await open(other, '/cart');
  await page.bringToFront();
  await dialog
    .getByRole('button', { name: /^Slot In Cart/ })
    .first()
    .click();

  await expectTexts(page, 'Cart', 'sliding scale');
  const slider = page.getByRole('slider', { name: /Slow Morning Flow/ });
  await expect(slider).toHaveValue('20');
  await expect(slider).toHaveAttribute('min', '15');
  await expect(slider).toHaveAttribute('max', '30');
  await slider.press('End');
  await expect(page.getByText('Slow Morning Flow × 2')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '$60' }).first()).toBeVisible();
  await expect(other.getByRole('slider', { name: /Slow Morning Flow/ })).toHaveValue('30');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Understanding Our Sliding Scale' }).click();
  await expect(page.getByRole('dialog', { name: 'Understanding Our Sliding Scale' })).toContainText(
    'seen only by you and the payment page, unless you ask us about it.',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  const removals = page.getByRole('button', { name: /^Remove session/ });
  await removals.first().click();
  await expect(removals).toHaveCount(1);
  await expect(removals).toBeFocused();
  await expect(other.getByRole('button', { name: /^Remove session/ })).toHaveCount(1);
  await removals.click();
  await expectTexts(page, 'Cart', 'empty');
  await expectTexts(other, 'Cart', 'empty');
  expect(await page.evaluate(() => localStorage.getItem('wellness_cart'))).toBe(null);
});

test('the cart expires thirty minutes after the last change; loading it does not renew it', async ({
  page,
}) => {
  await createClient(page);
  await putInCart(page, 'Chair Yoga for Stiff Days');
  await alterStoredCart(page, (cart) => (cart.timestamp = Date.now() - 6.5 * MINUTE_MS));
  await expect(page.getByText(/^Kept in this browser for 24 more minutes\./)).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(page.getByText(/^Kept in this browser for 24 more minutes\./)).toBeVisible();
  await alterStoredCart(page, (cart) => (cart.timestamp = Date.now() - 30 * MINUTE_MS));
  await expectTexts(page, 'Cart', 'empty');
  await expect(
    page.getByText(/This one’s time is over; the times you chose may still be free/),
  ).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('wellness_cart'))).toBe(null);
});

test('a client who returns from the payment page learns that the cart expired', async ({ page }) => {
  await createClient(page);
  await putInCart(page, 'Chair Yoga for Stiff Days');
  await toPaymentPage(page);
  const payment = page.url();
  // A page without scripts: no cart is read there that has become old meanwhile.
  await page.goto('/robots.txt');
  await page.evaluate((age) => {
    const cart = JSON.parse(localStorage.getItem('wellness_cart')!) as { timestamp: number };
    localStorage.setItem('wellness_cart', JSON.stringify({ ...cart, timestamp: Date.now() - age }));
  }, 36 * MINUTE_MS);
  await page.goto(payment);
  await page.getByRole('link', { name: 'Cancel and return' }).click();
  await hydrated(page);
  await page.getByRole('link', { name: 'Return to Cart' }).click();
  await expectTexts(page, 'Cart', 'empty');
  await expect(page.getByText(/^A cart is kept for 30 minutes\./)).toBeVisible();
});

test('a cart written by another version of the site is shown as far as possible', async ({ page }) => {
  await open(page, '/cart');
  const selectedDate = addDays(localDateOf(new Date(), practice.zone), 9);
  const slotData = { start: '14:00', end: '15:30' };
  const service = { name: 'Lunar Rest', base_price: 60, min_price: 40.5, max_price: 80.5 };
  const item = { serviceId: 'old', service, slotData, selectedDate };
  const items = [
    item,
    item,
    { ...item, serviceId: 'gone', service: undefined },
    { ...item, slotData: {} },
    null,
  ];
  await page.evaluate(
    (text) => localStorage.setItem('wellness_cart', text),
    JSON.stringify({ items, timestamp: Date.now() }),
  );
  await page.reload();
  await hydrated(page);
  const group = page.getByRole('region', { name: 'Lunar Rest' });
  await expect(group.getByRole('listitem').filter({ hasText: '2:00 PM - 3:30 PM · 90 min' })).toHaveCount(1);
  // The price is in whole dollars, so the scale starts and ends with whole dollars.
  const slider = group.getByRole('slider');
  await expect(slider).toHaveValue('60');
  await slider.press('Home');
  await expect(slider).toHaveValue('41');
  await slider.press('End');
  await expect(slider).toHaveValue('80');
  await expect(page.getByRole('definition').filter({ hasText: '$80' }).first()).toBeVisible();
  await group.getByRole('button', { name: /^Remove session/ }).click();
  await expectTexts(page, 'Cart', 'empty');
});

test('a changed price is shown with the old one; nothing is removed', async ({ page }) => {
  await createClient(page);
  await putInCart(page, 'Tea Blending Workshop');
  await alterStoredCart(page, ({ items }) => {
    for (const item of items) {
      item.currentPrice = 40;
      item.service.base_price = 40;
    }
  });
  await expect(page.getByText('$40').first()).toBeVisible();
  await page.getByRole('button', { name: 'Checkout' }).click();
  const dialog = page.getByRole('dialog', { name: 'Booking Conflict' });
  await expect(dialog.getByRole('listitem')).toContainText('Was $40, is now $48');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Back to the cart' }).click();
  await expect(page.getByRole('heading', { name: 'Tea Blending Workshop' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '$48' }).first()).toBeVisible();

  // A service that is no longer offered is named and removed.
  await alterStoredCart(page, ({ items }) => (items[0]!.serviceId = randomUUID()));
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(dialog).toContainText('This service is no longer offered.');
  await expect(dialog.getByRole('listitem')).toContainText('Tea Blending Workshop');
  await dialog.getByRole('button', { name: 'Remove from cart' }).click();
  await expectTexts(page, 'Cart', 'empty');
});

test('a client who may not pay yet is redirected to each missing step and back, with the cart', async ({
  page,
}) => {
  const email = await createAccount(page);
  const buyer = await page.context().browser()!.newContext();
  const shop = await buyer.newPage();
  await createClient(shop);
  await putInCart(shop, 'Chair Yoga for Stiff Days');
  const stored = await shop.evaluate(() => localStorage.getItem('wellness_cart'));
  await buyer.close();

  await open(page, '/cart');
  await page.evaluate((text) => localStorage.setItem('wellness_cart', text!), stored);
  await page.reload();
  await hydrated(page);
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page).toHaveURL('/sign-in?next=%2Fcart');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/create-account?next=%2Fcart');
  await page.getByLabel('Pronouns').fill('they/them');
  await page.getByLabel('Birthday').fill('1990-04-12');
  await page.getByLabel('Phone').fill('503 555 0142');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('heading', { name: 'Chair Yoga for Stiff Days' })).toBeVisible();

  // The session expired while the cart was open.
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page).toHaveURL('/sign-in?next=%2Fcart');
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});

test('the cart shows a lost connection, and a late response does not navigate', async ({ page, context }) => {
  await createClient(page);
  await putInCart(page, 'Private Yoga');
  const checkout = page.getByRole('button', { name: 'Checkout' });
  // After a reload the session has to be requested again.
  await page.reload();
  await hydrated(page);
  await context.setOffline(true);
  await checkout.click();
  const dialog = page.getByRole('dialog', { name: 'Booking Conflict' });
  await expect(dialog).toContainText('Failed to create checkout session');
  await context.setOffline(false);
  await page.keyboard.press('Escape');
  // The text names Stripe only if Stripe takes the payment.
  await expect(page.getByText('You pay on a test page. No card is charged.')).toBeVisible();

  const answered = page.waitForResponse('**/auth/create-checkout');
  await whileWaiting(page, 'POST', '/auth/create-checkout', async () => {
    await checkout.click();
    await expect(page.getByRole('button', { name: 'Loading Stripe...' })).toBeVisible();
    await page.getByRole('link', { name: 'Browse Services' }).first().click();
    await expect(page).toHaveURL('/wellness-services');
  });
  expect((await answered).status()).toBe(200);
  await openAvailability(page, 'Marma Session');
  await expect(page).toHaveURL('/wellness-services');
});
