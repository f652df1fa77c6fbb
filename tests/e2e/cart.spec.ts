import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { putInCart } from './support/booking-steps.ts';
import { expectTexts } from './support/expect-texts.ts';
import { test } from './support/lasting-page.ts';
import { createClient, open } from './support/people.ts';
import { expectNoSideScroll } from './support/watch.ts';

test('the cart by keyboard and on a phone, and in another tab', async ({ page, context }) => {
  await createClient(page);
  await putInCart(page, 'Slow Morning Flow');
  const other = await context.newPage();
  await open(other, '/cart');
  await page.bringToFront();
  const slider = page.getByRole('slider', { name: /Slow Morning Flow/ });
  await slider.press('End');
  await expect(slider).toHaveValue('30');
  await expect(other.getByRole('slider', { name: /Slow Morning Flow/ })).toHaveValue('30');
  await slider.press('Home');
  await expect(slider).toHaveValue('15');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Understanding Our Sliding Scale' }).click();
  await expect(page.getByRole('dialog', { name: 'Understanding Our Sliding Scale' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const price = { service_name: 'Slow Morning Flow', selected_price: 1500, expected_price: 4800 };
  const json = { code: 'PRICE_CHANGED', message: 'A price has changed.', details: { conflicts: [price] } };
  await page.route('**/auth/create-checkout', (route) => route.fulfill({ status: 409, json }));
  await page.getByRole('button', { name: 'Checkout' }).click();
  const conflict = page.getByRole('dialog', { name: 'Booking Conflict' });
  await expect(conflict.getByRole('listitem')).toContainText('Was $15, is now $48');
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Back to the cart' }).click();

  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: /^Remove session/ }).click();
  await expectTexts(page, 'Cart', 'empty');
  await expectTexts(other, 'Cart', 'empty');
});
