import { expect, type Locator, test } from '@playwright/test';
import { addDays } from '#domain/time/calendar.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { bookAndPay } from './support/book-and-pay.ts';
import { bookingRow, openStaff, signInOwner } from './support/staff-area.ts';
import { at } from './support/staff-calendar.ts';
import { bookByPhone, clientByPhone, mondayIn } from './support/staff-placement.ts';
import { consoleErrors, tabTo } from './support/watch.ts';

test('what a week brings, by keyboard: a session moved two days, a booking by phone, cash, and a refund of $20', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
  const errors = consoleErrors(page);
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  const monday = mondayIn(13);
  const wednesday = addDays(monday, 2);
  const moved = await bookByPhone(page, await clientByPhone(page, 'Juno'), at(monday, 10));
  const odd = await clientByPhone(page, `Odd${Date.now() % 1e6}`);
  const { id: paid } = await bookAndPay({ request }, 'Marma Session');

  await openStaff(page, `/calendar?view=week&date=${monday}`, 'Calendar');
  await page.waitForLoadState('networkidle');
  await page
    .getByRole('gridcell', { name: /Marma Session with Juno O\./ })
    .first()
    .focus();
  for (const key of ['r', 'Alt+ArrowRight', 'Alt+ArrowRight', 'Enter']) await page.keyboard.press(key);
  const reschedule = page.getByRole('dialog', { name: 'Reschedule Juno’s Marma Session?' });
  const confirm = reschedule.getByRole('button', { name: 'Reschedule', exact: true });
  await expect(confirm).toBeEnabled();
  await press(confirm);
  await expect(page.locator('.toast', { hasText: 'Rescheduled to' })).toBeVisible();
  expect(await bookingRow(page, moved.id)).toMatchObject({ start_time: at(wednesday, 10) });

  // The time that is free again, for someone who phones.
  await openStaff(page, `/book?start=${at(monday, 10)}`, 'Book for a client');
  const step = (name: string) => page.getByRole('region', { name, exact: true });
  await tabTo(page, page.getByLabel('Client'));
  await page.keyboard.type(odd.first_name);
  await press(step('Who').getByRole('button', { name: new RegExp(odd.name) }));
  await tabTo(page, page.getByLabel('Service'));
  await page.keyboard.type('Marma');
  const known = step('When').getByRole('list', { name: 'What to know about this time' });
  await expect(known).toBeVisible();
  for (const box of await known.getByRole('checkbox').all()) await press(box, 'Space');
  await press(step('Payment').getByRole('radio', { name: 'At the visit, $85' }), 'ArrowDown');
  await expect(step('Payment').getByRole('radio', { name: 'Cash' })).toBeChecked();
  await press(page.locator('.book-end .btn'));
  await expect(page).toHaveURL(/\/staff\/bookings\//);
  await press(page.getByRole('tab', { name: 'Visit' }), 'ArrowRight');
  await expect(page.getByRole('tabpanel', { name: 'Money' }).getByText('Paid in cash')).toBeVisible();

  await openStaff(page, `/bookings/${paid}`, 'Booking');
  await press(page.getByRole('tab', { name: 'Visit' }), 'ArrowRight');
  const money = page.getByRole('tabpanel', { name: 'Money' });
  await press(money.getByRole('button', { name: 'Refund…' }));
  const refund = page.getByRole('dialog', { name: 'Refund Ivo' });
  await tabTo(page, refund.getByLabel('How much?'));
  await page.keyboard.type('20');
  await tabTo(page, refund.getByLabel('Reason, for your records'));
  await page.keyboard.type('Last season’s price');
  await press(refund.getByRole('button', { name: 'Refund $20' }));
  await expect(page.getByText('$20 is on its way back to Ivo’s card.')).toBeVisible();
  expect((await bookingRow(page, paid)).status).toBe('CONFIRMED');
  expect(errors).toEqual([]);
});
