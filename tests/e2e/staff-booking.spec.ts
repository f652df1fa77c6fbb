import { expect, type Page } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import { formatDayOf } from '#domain/time/date-formats.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { bookAndPay } from './support/book-and-pay.ts';
import { test } from './support/lasting-page.ts';
import { addOwner, codeOf, PASSWORD } from './support/owner.ts';
import { hydrated, type Visitor } from './support/people.ts';
import {
  awaitNewDay,
  bookingRow,
  callAsStaff,
  clientWithVisits,
  comeBack,
  openStaff,
  signInOwner,
  withinToday,
} from './support/staff-area.ts';
import { expectNoSideScroll, tabTo } from './support/watch.ts';

/** The clients, apart from the owner's browser. */
let visitors: Visitor;

test.beforeEach(async ({ context, baseURL, request }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
  visitors = { request };
});

const NAME = { first_name: 'Ivo', last_name: 'Marlow' };
const openBooking = (page: Page, id: string) => openStaff(page, `/bookings/${id}`, 'Booking');
const sheetOf = (page: Page) => page.getByRole('dialog', { name: /^Cancel Ivo’s/ });

test('by keyboard alone: sign in with a code, Today, the calendar, cancel with a refund, the audit log', async ({
  page,
  context,
}) => {
  const { id } = await bookAndPay(visitors, 'Refill and Check-in');
  const { start_time } = await bookingRow(page, id);
  await context.clearCookies();
  const owner = await addOwner(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/staff/sign-in');
  await hydrated(page);
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(owner.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Code from your authenticator app');
  await tabTo(page, code);
  await page.keyboard.type(codeOf(owner.secret, 1));
  await page.keyboard.press('Enter');
  const nav = page.getByRole('navigation', { name: 'Staff area' });
  await tabTo(page, nav.getByRole('link', { name: 'Calendar' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeFocused();
  const date = formatDayOf(start_time, practice.zone).replace(/^\w+ /, '');
  await page.keyboard.press('Control+k');
  // Nothing of it is lost, though the code of the search may still be on its way.
  await page.keyboard.type(date);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=day/);
  const day = page.getByRole('grid');
  await tabTo(page, day.locator('[tabindex="0"]').first());
  await page.keyboard.press('l');
  await tabTo(page, page.locator(`.cal-list a[href$="${id}"]`));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/staff/bookings/${id}`);
  const cancel = page.getByRole('button', { name: 'Cancel…' });
  await tabTo(page, cancel);
  await page.keyboard.press('Enter');
  const sheet = sheetOf(page);
  const asked = sheet.getByRole('radio', { name: 'Ivo asked' });
  await expect(asked).toBeVisible();
  await expectNoSideScroll(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(cancel).toBeFocused();

  await page.keyboard.press('Enter');
  await tabTo(page, asked);
  await page.keyboard.press('ArrowUp');
  await expect(sheet.getByRole('radio', { name: 'I am' })).toBeChecked();
  await tabTo(page, sheet.getByRole('radio', { name: 'Offer the time again' }));
  await page.keyboard.press('ArrowDown');
  await expect(sheet.getByRole('radio', { name: 'Keep it closed' })).toBeChecked();
  await tabTo(page, sheet.getByRole('checkbox', { name: 'E-mail Ivo' }));
  await page.keyboard.press('Space');
  await expect(sheet.getByLabel('Message (optional)')).toHaveCount(0);
  await tabTo(page, sheet.getByRole('button', { name: /^Cancel and refund \$[\d.]+$/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Cancelled\. \$[\d.]+ is on its way back to Ivo’s card\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Refill and Check-in' })).toBeFocused();

  await tabTo(page, nav.getByRole('button', { name: 'More' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Audit log' }));
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Asha cancelled a booking of Ivo M.' }).first(),
  ).toBeVisible();
});

test('offline the actions are disabled and say why', async ({ page, context }) => {
  const { ids } = await clientWithVisits(visitors, NAME, [{ minutes: 300 }]);
  await openBooking(page, ids[0]!);
  await expect(page.getByRole('button', { name: 'Cancel…' })).toBeEnabled();
  await context.setOffline(true);
  await expect(page.getByRole('button', { name: 'Cancel…' })).toBeDisabled();
  await expect(page.getByText('You’re offline, so nothing can be changed now.')).toBeVisible();
  await expectAccessible(page, { part: page.getByText('You’re offline, so nothing can be changed now.') });
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Cancel…' })).toBeEnabled();
});

test('axe: a booking, its sheets, what another device changed, hidden amounts, and no booking', async ({
  page,
}) => {
  await awaitNewDay();
  const { ids } = await clientWithVisits(visitors, NAME, [{ minutes: withinToday(-10), length: 60 }]);
  const id = ids[0]!;
  await openBooking(page, id);
  await page.getByRole('button', { name: 'Mark as no-show' }).click();
  const noShow = page.getByRole('dialog', { name: 'Mark Ivo as a no-show?' });
  await expect(noShow).toContainText('Nothing was paid.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel…' }).click();
  const sheet = sheetOf(page);
  await sheet.getByLabel('Message (optional)').fill('See you in January.');
  const { updated_at } = await bookingRow(page, id);
  await callAsStaff(page, `/bookings/${id}/attendance`, { base_updated_at: updated_at, to: 'ARRIVED' });
  await comeBack(page);
  await expect(sheet.getByText('Changed a moment ago: marked as arrived.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('Changed a moment ago: marked as arrived.')).toBeVisible();
  await expectAccessible(page);

  await openBooking(page, (await bookAndPay(visitors, 'Slow Morning Flow')).id);
  await page.getByRole('tab', { name: 'Money' }).click();
  await expect(page.getByRole('button', { name: 'Show amount' })).toBeVisible();
  await expectAccessible(page, { part: page.getByRole('tabpanel', { name: 'Money' }) });
  await openBooking(page, '3d7de9a0-0000-4000-8000-000000000000');
  await expect(page.getByText('This booking doesn’t exist.')).toBeVisible();
  await expectAccessible(page);
});
