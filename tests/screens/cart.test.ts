import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing, whileWaiting } from './support/fail-calls.ts';
import type { Page } from './support/page.ts';
import { holdSlot, lateSlots, storeCart } from './support/bookings.ts';
import { createAccount, createClient, PASSWORD } from './support/people.ts';
import { visitor } from './support/site.ts';

const app = await testApp();

type Stored = {
  items: { serviceId: string; currentPrice: number; service: { base_price: number } }[];
  timestamp: number;
};
const MINUTE_MS = 60_000;
const CHAIR_YOGA = 'Chair Yoga for Stiff Days';

const stored = () => localStorage.getItem('wellness_cart');

/** Changes the stored cart, as time or another version of the site might. */
function alterCart(alter: (cart: Stored) => void): void {
  const cart = JSON.parse(stored()!) as Stored;
  alter(cart);
  localStorage.setItem('wellness_cart', JSON.stringify(cart));
}

/** Opens the cart and waits for the session: the text names Stripe only if Stripe takes the payment. */
async function openCart(page: Page): Promise<void> {
  await page.goto('/cart');
  await expect(page.getByText('You pay on a test page. No card is charged.')).toBeVisible();
}

/** A client at a cart with this service on so many days. */
async function clientWithCart(service_name: string, days = 1): Promise<Page> {
  const page = visitor(app);
  await createClient(page);
  await storeCart(page, service_name, days);
  await openCart(page);
  return page;
}

/** So long ago, for the page and the app. */
const ago = (minutes: number) => app.clock.now().getTime() - minutes * MINUTE_MS;

test('one price for all items of a service, and removal', async () => {
  const page = await clientWithCart('Slow Morning Flow', 2);
  await expectTexts(page, 'Cart', 'sliding scale');
  const slider = page.getByRole('slider', { name: /Slow Morning Flow/ });
  await expect(slider).toHaveValue('20');
  await expect(slider).toHaveAttribute('min', '15');
  await expect(slider).toHaveAttribute('max', '30');
  await slider.fill('30');
  await expect(page.getByText('Slow Morning Flow × 2')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '$60' }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Understanding Our Sliding Scale' }).click();
  await expect(page.getByRole('dialog', { name: 'Understanding Our Sliding Scale' })).toContainText(
    'seen only by you and the payment page, unless you ask us about it.',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const removals = page.getByRole('button', { name: /^Remove session/ });
  await removals.first().click();
  await expect(removals).toHaveCount(1);
  await expect(removals).toBeFocused();
  await removals.click();
  await expectTexts(page, 'Cart', 'empty');
  expect(stored()).toBe(null);
});

test('the cart expires thirty minutes after the last change; loading it does not renew it', async () => {
  const page = await clientWithCart(CHAIR_YOGA);
  const left = page.getByText(/^Kept in this browser for 24 more minutes\./);
  alterCart((cart) => (cart.timestamp = ago(6.5)));
  await page.reload();
  await expect(left).toBeVisible();
  await page.reload();
  await expect(left).toBeVisible();
  alterCart((cart) => (cart.timestamp = ago(30)));
  await page.reload();
  await expectTexts(page, 'Cart', 'empty');
  await expect(
    page.getByText(/This one’s time is over; the times you chose may still be free/),
  ).toBeVisible();
  expect(stored()).toBe(null);
});

test('a client who returns from the payment page learns that the cart expired', async () => {
  const page = visitor(app);
  await createClient(page);
  const [chosen] = await lateSlots(page, CHAIR_YOGA);
  const session_id = /cs_\w+/.exec(await holdSlot(page, chosen!))![0];
  await storeCart(page, CHAIR_YOGA);
  alterCart((cart) => (cart.timestamp = ago(36)));
  await page.goto(`/checkout/cancel?session_id=${session_id}`);
  await page.getByRole('link', { name: 'Return to Cart' }).click();
  await expectTexts(page, 'Cart', 'empty');
  await expect(page.getByText(/^A cart is kept for 30 minutes\./)).toBeVisible();
});

test('a cart written by another version of the site is shown as far as possible', async () => {
  const page = visitor(app);
  const slotData = { start: '14:00', end: '15:30' };
  const service = { name: 'Lunar Rest', base_price: 60, min_price: 40.5, max_price: 80.5 };
  const item = { serviceId: 'old', service, slotData, selectedDate: '2026-03-11' };
  const items = [
    item,
    item,
    { ...item, serviceId: 'gone', service: undefined },
    { ...item, slotData: {} },
    null,
  ];
  localStorage.setItem('wellness_cart', JSON.stringify({ items, timestamp: ago(0) }));
  await page.goto('/cart');
  const group = page.getByRole('region', { name: 'Lunar Rest' });
  await expect(group.getByRole('listitem').filter({ hasText: '2:00 PM - 3:30 PM · 90 min' })).toHaveCount(1);
  // The price is in whole dollars, so the scale starts and ends with whole dollars.
  const slider = group.getByRole('slider');
  await expect(slider).toHaveValue('60');
  await expect(slider).toHaveAttribute('min', '41');
  await expect(slider).toHaveAttribute('max', '80');
  await slider.fill('80');
  await expect(page.getByRole('definition').filter({ hasText: '$80' }).first()).toBeVisible();
  await group.getByRole('button', { name: /^Remove session/ }).click();
  await expectTexts(page, 'Cart', 'empty');
});

test('a changed price is shown with the old one; nothing is removed', async () => {
  const page = await clientWithCart('Tea Blending Workshop');
  alterCart(({ items }) => {
    for (const item of items) {
      item.currentPrice = 40;
      item.service.base_price = 40;
    }
  });
  await openCart(page);
  await expect(page.getByText('$40').first()).toBeVisible();
  await page.getByRole('button', { name: 'Checkout' }).click();
  const dialog = page.getByRole('dialog', { name: 'Booking Conflict' });
  await expect(dialog.getByRole('listitem')).toContainText('Was $40, is now $48');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Back to the cart' }).click();
  await expect(page.getByRole('heading', { name: 'Tea Blending Workshop' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '$48' }).first()).toBeVisible();

  // A service that is no longer offered is named and removed.
  alterCart(({ items }) => (items[0]!.serviceId = randomUUID()));
  await openCart(page);
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(dialog).toContainText('This service is no longer offered.');
  await expect(dialog.getByRole('listitem')).toContainText('Tea Blending Workshop');
  await dialog.getByRole('button', { name: 'Remove from cart' }).click();
  await expectTexts(page, 'Cart', 'empty');
});

test('a client who may not pay yet is redirected to each missing step and back, with the cart', async () => {
  const shop = visitor(app);
  await createClient(shop);
  await storeCart(shop, CHAIR_YOGA);
  const page = visitor(app);
  const email = await createAccount(page);
  await page.goto('/cart');
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
  page.clearCookies();
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page).toHaveURL('/sign-in?next=%2Fcart');
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});

test('the cart shows a lost connection, and a late response does not navigate', async () => {
  const page = await clientWithCart('Private Yoga');
  const checkout = page.getByRole('button', { name: 'Checkout' });
  const dialog = page.getByRole('dialog', { name: 'Booking Conflict' });
  // The session is known for a minute; then it has to be requested again.
  page.setTime(new Date('2026-03-02T17:02:00Z'));
  const checkOutOffline = async () => {
    await checkout.click();
    await expect(dialog).toContainText('Failed to create checkout session');
  };
  await whileFailing(page, 'GET', '/auth/get-user', checkOutOffline, 0);
  await page.keyboard.press('Escape');

  const leave = vi.spyOn(window.location, 'assign');
  const answered = Promise.withResolvers<number>();
  page.intercept('POST', '/auth/create-checkout', async (ask) => {
    const answer = await ask();
    answered.resolve(answer.status);
    return answer;
  });
  await whileWaiting(page, 'POST', '/auth/create-checkout', async () => {
    await checkout.click();
    await expect(page.getByRole('button', { name: 'Loading Stripe...' })).toBeVisible();
    await page.getByRole('link', { name: 'Browse Services' }).first().click();
    await expect(page).toHaveURL('/wellness-services');
  });
  expect(await answered.promise).toBe(200);
  await expect(page.getByRole('button', { name: 'See Availability of Marma Session' })).toBeVisible();
  expect(leave).not.toHaveBeenCalled();
  leave.mockRestore();
});
