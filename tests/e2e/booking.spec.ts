import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import {
  chooseFreestDay,
  openAvailability,
  openDays,
  putInCart,
  toPaymentPage,
} from './support/booking-steps.ts';
import { expectTexts } from './support/expect-texts.ts';
import { createAccount, createClient, hydrated, open, PASSWORD, signInDemo } from './support/people.ts';
import { consoleErrors, expectNoSideScroll, tabTo } from './support/watch.ts';
import { withMotion } from './support/motion.ts';

test.use(withMotion);

test('service filters: in the address, from the menu, and after a reload', async ({ page }) => {
  const errors = consoleErrors(page);
  await open(page, '/wellness-services');
  await expectTexts(page, 'Services', 'visitor');
  await expect(page.getByRole('button', { name: 'Sign In To Add To Cart' }).first()).toBeDisabled();
  await expect(page.getByRole('button', { name: /See Availability/ })).toHaveCount(0);
  await expect(page.getByLabel('Location').getByRole('option')).toHaveText(['Secret Studio']);
  await expect(
    page.getByRole('article').or(page.getByRole('listitem')).filter({ hasText: '$95–$165' }),
  ).toContainText('Ayurvedic Consultation');

  await page.getByRole('button', { name: 'Herbalism', exact: true }).click();
  await expect(page).toHaveURL('/wellness-services?type=HERBALISM');
  await expect(page.getByRole('heading', { name: 'Herbal Consultation' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Private Yoga' })).toHaveCount(0);
  // Signing in from here returns to the herbs.
  for (const [name, path] of Object.entries({ 'sign in': '/sign-in', 'sign up': '/sign-up' }))
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      `${path}?next=${encodeURIComponent('/wellness-services?type=HERBALISM')}`,
    );

  // A menu link has the type in the address and in the navigation state of product.md §2.1.1.
  await page.goto('/about');
  await hydrated(page);
  await page.evaluate(() => history.replaceState({ usr: { initialService: 'YOGA' }, key: 'x', idx: 0 }, ''));
  await page.evaluate(() =>
    history.pushState({ usr: { initialService: 'YOGA' }, key: 'y', idx: 1 }, '', '/wellness-services'),
  );
  await page.reload();
  await hydrated(page);
  await expect(page).toHaveURL('/wellness-services?type=YOGA');
  await expect(page.getByRole('button', { name: 'Yoga', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('heading', { name: 'Marma Session' })).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  expect(errors).toEqual([]);
});

test('without a record: Finish Your Account; House Call for approved clients', async ({ page, browser }) => {
  const email = await createAccount(page);
  await page.request.post('/sign-in', {
    data: { username: email, password: PASSWORD },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  await open(page, '/wellness-services');
  await expectTexts(page, 'Services', 'without record');
  await expect(page.getByRole('link', { name: 'Finish Your Account' }).first()).toHaveAttribute(
    'href',
    '/profile',
  );

  const demo = await browser.newPage();
  await signInDemo(demo);
  await open(demo, '/wellness-services');
  await expectTexts(demo, 'Services', 'client');
  await demo.getByLabel('Location').selectOption('House Call');
  await expect(demo).toHaveURL('/wellness-services?location=house-call');
  await expect(demo.getByRole('heading', { name: 'Ayurvedic House Call' })).toBeVisible();
  await expect(demo.getByRole('heading', { name: 'Marma Session' })).toHaveCount(0);
  await demo.context().close();
});

test('days and slots: both refusals by keyboard, the states of a slot, a failed request', async ({
  page,
}) => {
  await createClient(page);
  await open(page, '/wellness-services');
  let dialog = await openAvailability(page, 'Marma Session');
  await expect(dialog.getByText(/^Dates from .+ to .+ can be booked\.$/)).toBeVisible();
  await expect(dialog.getByText(/^Times in P[DS]T$/)).toBeVisible();
  await expect(dialog.getByRole('columnheader').first()).toHaveText(/^Sun/);
  await expect(dialog.getByRole('gridcell')).toHaveCount(42);
  await expectTexts(dialog, 'Availability', 'slots');

  // Today and a day after the booking window, with arrow keys only.
  const chosen = dialog.locator('[aria-pressed="true"]');
  const today = dialog.locator('[aria-current="date"]');
  await tabTo(page, chosen);
  for (let step = 0; step < 45 && !(await today.and(page.locator(':focus')).count()); step++)
    await page.keyboard.press('ArrowLeft');
  await expect(today).toBeFocused();
  await expect(today).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expectTexts(dialog, 'Availability', 'same day');
  await page.keyboard.press('Shift+Tab'); // from the times back into the grid
  await tabTo(page, today);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  await expectTexts(dialog, 'Availability', 'too far');
  // The calendar ends with the booking window, and Tab still reaches the Next button.
  const month = (await dialog.getByRole('grid').getAttribute('aria-labelledby'))!;
  const last = await page.locator(`[id="${month}"]`).textContent();
  const next = dialog.getByRole('button', { name: 'Next month' });
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await next.focus();
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator(`[id="${month}"]`)).toHaveText(last!);
  await page.keyboard.press('Escape');

  // A day of the window without this service says so.
  dialog = await openAvailability(page, 'Marma Session');
  await dialog
    .getByRole('button', { name: /No available slots for this date/ })
    .first()
    .click();
  await expectTexts(dialog, 'Availability', 'day without times');

  // Slots that fail to load can be retried.
  await page.route('**/auth/get-slots', (route) => route.fulfill({ status: 500, json: {} }));
  const logged = page.waitForEvent('console', (line) => line.text().includes('Failed to fetch slots'));
  await openDays(dialog).nth(1).click();
  await expectTexts(dialog, 'Availability', 'slots failed');
  expect((await logged).type()).toBe('error');
  await page.unroute('**/auth/get-slots');
  await dialog.getByRole('button', { name: 'Try again' }).click();

  // A slot in the cart, and one that overlaps it.
  await expect(dialog.getByRole('button', { name: /^Book Slot/ }).first()).toBeVisible();
  const day = await chooseFreestDay(dialog);
  const first = dialog.getByRole('button', { name: /^Book Slot/ }).first();
  await first.click();
  await expectTexts(dialog, 'Availability', 'in cart');
  await expectTexts(dialog, 'Availability', 'overlap');
  await expect(dialog.getByText(/^Overlaps your Marma Session at /).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 1 item', includeHidden: true }).first()).toBeAttached();
  await expectAccessible(page);
  await dialog
    .getByRole('button', { name: /^Service Conflict/ })
    .first()
    .click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText(day, { exact: true })).toBeVisible();

  // By keyboard: a day without times says why and lists the nearest ones, which can be booked there.
  await open(page, '/wellness-services');
  dialog = await openAvailability(page, 'Private Yoga');
  await dialog
    .getByRole('button', { name: /It is not offered on this day\.$/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status').first()).toContainText('It is on Thursdays and Fridays.');
  const nearest = dialog.getByRole('list', { name: 'The three nearest times' });
  await expect(nearest.getByRole('listitem')).toHaveCount(3);
  const near = nearest.getByRole('button', { name: /^Book Slot (Thursday|Friday), / }).first();
  const name = (await near.textContent())!.replace('Book Slot', 'Slot In Cart');
  await tabTo(page, near);
  await page.keyboard.press('Enter');
  await expect(nearest.getByRole('button', { name })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Cart, 2 items', includeHidden: true }).first()).toBeAttached();

  // Each time of a day that cannot be booked has its reason and the nearest times.
  const slot = { start: '8:15 AM', end: '9:15 AM', duration: 60, schedule_id: 'x', current_count: 0 };
  const time = { start: '7:00 AM', end: '8:00 AM', reason: 'HELD', public_text: null };
  const times = [{ ...time, nearest: [{ date: '2027-01-15', slot }] }];
  await page.route('**/auth/explain-date', async (route) => {
    const explained = await (await route.fetch()).json();
    await route.fulfill({ json: { ...explained, times } });
  });
  await openDays(dialog).first().click();
  await tabTo(page, dialog.locator('summary'));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Being paid for right now. It may become free again.')).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Nearest times to 7:00 AM - 8:00 AM' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'The only other time' })).toContainText('Friday, January 15');
  await expectAccessible(page);
});

test('two people want one slot: the second one learns so, and only that item leaves the cart', async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage();
  await Promise.all([createClient(page), createClient(other)]);
  const mine = await putInCart(page, 'Herbal Consultation');
  const theirs = await putInCart(other, 'Herbal Consultation');
  expect(theirs).toEqual(mine);
  await putInCart(page, 'Slow Morning Flow');

  await toPaymentPage(other);
  await page.getByRole('button', { name: 'Checkout' }).click();
  const conflict = page.getByRole('dialog', { name: 'Booking Conflict' });
  await expectTexts(conflict, 'Cart', 'conflict');
  await expect(conflict.getByRole('listitem')).toHaveText([/^Herbal Consultation/]);
  await expect(conflict.getByRole('listitem')).toContainText(mine.day);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Herbal Consultation' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Slow Morning Flow' })).toBeVisible();

  // After its removal the slot can be booked again at once.
  await other.getByRole('link', { name: 'Cancel and return' }).click();
  await expectTexts(other, 'Checkout', 'cancelled');
  await expect(async () => {
    expect(await putInCart(page, 'Herbal Consultation')).toEqual(mine);
  }).toPass();
  await toPaymentPage(page);
  await other.context().close();
});
