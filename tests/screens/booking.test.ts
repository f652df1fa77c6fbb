import { expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import {
  holdSlot,
  lateSlots,
  openAvailability,
  openDays,
  putInCart,
  toPaymentPage,
  wayBackFrom,
} from './support/bookings.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing } from './support/fail-calls.ts';
import { createAccount, createClient, signInByCall, signInDemo } from './support/people.ts';
import { visitor } from './support/site.ts';

const app = await testApp();

test('service filters: in the address, from the menu, and after a reload', async () => {
  const page = visitor(app);
  await page.goto('/wellness-services');
  await expectTexts(page, 'Services', 'visitor');
  await expect(page.getByRole('button', { name: 'Sign In To Add To Cart' }).first()).toBeDisabled();
  await expect(page.getByRole('button', { name: /See Availability/ })).toHaveCount(0);
  await expect(page.getByLabel('Location').getByRole('option')).toHaveText(['Secret Studio', 'Online']);
  await expect(page.getByRole('listitem').filter({ hasText: '$95–$165' })).toContainText(
    'Ayurvedic Consultation',
  );

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

  // The navigation state of product.md §2.1.1 may have the type too.
  await page.goto('/about');
  history.pushState({ usr: { initialService: 'YOGA' }, key: 'y', idx: 1 }, '', '/wellness-services');
  window.dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  await expect(page).toHaveURL('/wellness-services?type=YOGA');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Yoga', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('heading', { name: 'Marma Session' })).toHaveCount(0);
});

test('without a record: Finish Your Account; House Call for approved clients', async () => {
  const page = visitor(app);
  const email = await createAccount(page);
  await signInByCall(page, email);
  await page.goto('/wellness-services');
  await expectTexts(page, 'Services', 'without record');
  await expect(page.getByRole('link', { name: 'Finish Your Account' }).first()).toHaveAttribute(
    'href',
    '/profile',
  );

  await signInDemo(page);
  await page.goto('/wellness-services');
  await expectTexts(page, 'Services', 'client');
  const place = page.getByLabel('Location');
  await expect(place.getByRole('option')).toHaveText(['Secret Studio', 'House Call', 'Online']);
  await place.selectOption('House Call');
  await expect(page).toHaveURL('/wellness-services?location=house-call');
  await expect(page.getByRole('heading', { name: 'Ayurvedic House Call' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Marma Session' })).toHaveCount(0);
});

test('days by keyboard: today and a day after the booking window are refused', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/wellness-services');
  const dialog = await openAvailability(page, 'Marma Session');
  await expect(dialog.getByText('Dates from Mar 3, 2026 to Apr 1, 2026 can be booked.')).toBeVisible();
  await expect(dialog.getByText('Times in PST', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('columnheader').first()).toHaveText(/^Sun/);
  await expect(dialog.getByRole('gridcell')).toHaveCount(42);
  await expectTexts(dialog, 'Availability', 'slots');

  await dialog.locator('[aria-pressed="true"]').press('ArrowLeft');
  const today = dialog.locator('[aria-current="date"]');
  await expect(today).toBeFocused();
  await expect(today).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expectTexts(dialog, 'Availability', 'same day');
  await today.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  await expectTexts(dialog, 'Availability', 'too far');
  // The calendar ends with the booking window, and Tab still reaches the Next button.
  const next = dialog.getByRole('button', { name: 'Next month' });
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await dialog.locator('[data-date][tabindex="0"]').press('Shift+Tab');
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'April 2026', exact: true })).toBeVisible();
});

test('the states of a day and of a slot, and a failed request', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/wellness-services');
  const dialog = await openAvailability(page, 'Marma Session');
  // A day of the window without this service says so.
  await dialog
    .getByRole('button', { name: /No available slots for this date/ })
    .first()
    .click();
  await expectTexts(dialog, 'Availability', 'day without times');

  // Slots that fail to load can be retried.
  await whileFailing(page, 'POST', '/auth/get-slots', async () => {
    await dialog.getByRole('button', { name: 'Tuesday, March 10, 2026, 9 times available' }).click();
    await expectTexts(dialog, 'Availability', 'slots failed');
  });
  expect(page.errors.splice(0)).toEqual([expect.stringContaining('Failed to fetch slots')]);
  await dialog.getByRole('button', { name: 'Try again' }).click();

  // A slot in the cart, and one that overlaps it.
  const slots = dialog.getByRole('button', { name: /^Book Slot/ });
  await slots.first().click();
  await expectTexts(dialog, 'Availability', 'in cart');
  await expectTexts(dialog, 'Availability', 'overlap');
  await expect(dialog.getByText(/^Overlaps your Marma Session at /).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' }).first()).toBeVisible();
  await expectAccessible(page);
  await dialog
    .getByRole('button', { name: /^Service Conflict/ })
    .first()
    .click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText('Tuesday, March 10, 2026', { exact: true })).toBeVisible();
});

test('a day without times says why and lists the nearest ones, which can be booked there', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/wellness-services');
  const dialog = await openAvailability(page, 'Private Yoga');
  await dialog
    .getByRole('button', { name: /It is not offered on this day\.$/ })
    .first()
    .press('Enter');
  await expect(dialog.getByRole('status').first()).toContainText('It is on Thursdays and Fridays.');
  const nearest = dialog.getByRole('list', { name: 'The three nearest times' });
  await expect(nearest.getByRole('listitem')).toHaveCount(3);
  const near = nearest.getByRole('button', { name: /^Book Slot (Thursday|Friday), / }).first();
  const name = (await near.textContent()).replace('Book Slot', 'Slot In Cart');
  await near.press('Enter');
  await expect(nearest.getByRole('button', { name })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' }).first()).toBeVisible();

  // Each time of a day that cannot be booked has its reason and the nearest times.
  const slot = { start: '8:15 AM', end: '9:15 AM', duration: 60, schedule_id: 'x', current_count: 0 };
  const time = { start: '7:00 AM', end: '8:00 AM', reason: 'HELD', public_text: null };
  const times = [{ ...time, nearest: [{ date: '2027-01-15', slot }] }];
  page.intercept('POST', '/auth/explain-date', async (ask) =>
    Response.json({ ...((await (await ask()).json()) as object), times }),
  );
  await openDays(dialog).first().click();
  await dialog.locator('summary').click();
  await expect(dialog.getByText('Being paid for right now. It may become free again.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Nearest times to 7:00 AM - 8:00 AM' }).press('Enter');
  await expect(dialog.getByRole('list', { name: 'The only other time' })).toContainText('Friday, January 15');
  await expectAccessible(page);
});

test('a slot that is double-clicked is added once, without opening the cart', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/wellness-services');
  const dialog = await openAvailability(page, 'Seasonal Follow-up');
  const slot = dialog.getByRole('button', { name: /^Book Slot/ }).first();
  const times = (await slot.textContent()).replace('Book Slot ', '');
  await slot.dblclick();
  await expect(dialog.getByRole('button', { name: `Slot In Cart ${times}` })).toBeFocused();
  await expect(page).toHaveURL('/wellness-services');
  await expect(page.getByRole('link', { name: 'Cart, 1 item' }).first()).toBeVisible();
});

test('two people want one slot: the second one learns so, and only that item leaves the cart', async () => {
  const page = visitor(app);
  const other = visitor(app);
  await createClient(page);
  await createClient(other);
  const mine = await putInCart(page, 'Herbal Consultation');
  await putInCart(page, 'Slow Morning Flow');
  const paymentPage = await holdSlot(other, (await lateSlots(other, 'Herbal Consultation'))[0]!);

  await page.getByRole('button', { name: 'Checkout' }).click();
  const conflict = page.getByRole('dialog', { name: 'Booking Conflict' });
  await expectTexts(conflict, 'Cart', 'conflict');
  await expect(conflict.getByRole('listitem')).toHaveText([/^Herbal Consultation/]);
  await expect(conflict.getByRole('listitem')).toContainText(mine.day);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Herbal Consultation' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Slow Morning Flow' })).toBeVisible();

  // After its removal the slot can be booked again at once.
  const removed = Promise.withResolvers<void>();
  other.intercept('DELETE', '/auth/remove-bookings', async (ask) => {
    const answer = await ask();
    removed.resolve();
    return answer;
  });
  await other.goto(await wayBackFrom(paymentPage));
  await expectTexts(other, 'Checkout', 'cancelled');
  await removed.promise;
  expect(await putInCart(page, 'Herbal Consultation')).toEqual(mine);
  await toPaymentPage(page);
});
