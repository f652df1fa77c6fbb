import { expect, type Locator, type Page } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import type { BookingOptions } from '#contract/bookings.schemas.ts';
import { yearMonthOf } from '#domain/time/calendar.ts';
import { formatLongDate, formatMonthTitle } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { mailsTo, open } from './support/people.ts';
import { bookAndPay } from './support/book-and-pay.ts';
import { consoleErrors, expectNoSideScroll, tabTo } from './support/watch.ts';

/** A class: two tests at once never want the same seat. */
const SERVICE = 'Slow Morning Flow';

test.beforeEach(() => {
  needsAppDatabase();
});

async function bookingRow(id: string) {
  const db = await appDatabase();
  const { rows } = await db.query<{ start_time: Date; status: string; refunded_cents: number }>(
    'select start_time, status, refunded_cents from bookings where id = $1',
    [id],
  );
  await db.end();
  return rows[0]!;
}

/** Opens the schedule at the day of a booking. */
async function openDay(page: Page, id: string): Promise<void> {
  const { start_time } = await bookingRow(id);
  const date = localDateOf(start_time, practice.zone);
  await open(page, '/profile/schedule');
  const month = page.locator('.month-head h2');
  await expect(month).toBeVisible();
  const wanted = formatMonthTitle(yearMonthOf(date));
  while ((await month.textContent()) !== wanted)
    await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: new RegExp(`^${formatLongDate(date)}, `) }).click();
}

async function openChange(page: Page, id: string): Promise<Locator> {
  await openDay(page, id);
  await page.getByRole('button', { name: /^Change or cancel/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Change or cancel' });
  await expect(dialog.getByText('Change or cancel')).toBeFocused();
  await expect(dialog.getByRole('heading', { name: 'Reschedule' })).toBeVisible();
  return dialog;
}

const REFUND = /^Cancel and get \$\d+\.\d\d back$/;
const amountOn = async (button: Locator) => /\$([\d.]+)/.exec((await button.textContent())!)![1]!;

test('before the limit a client cancels and gets everything back, by keyboard on a phone', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  const { email, id } = await bookAndPay(page, SERVICE);
  await page.setViewportSize({ width: 360, height: 780 });
  const dialog = await openChange(page, id);
  await expect(dialog.getByText(/^After \w{3}, \w{3} \d+, \d+:\d\d [AP]M P[SD]T: no refund\./)).toBeVisible();
  await expect(dialog.getByText('You can reschedule twice, until 24 hours before.')).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  const cancel = dialog.getByRole('button', { name: REFUND });
  const amount = await amountOn(cancel);
  await tabTo(page, cancel);
  await page.keyboard.press('Enter');
  const done = page.getByRole('dialog', { name: 'Cancelled' });
  await expect(
    done.getByText(`Your booking is cancelled. $${amount} is on its way back to the card you paid with.`),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('CANCELLED', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Change or cancel/ })).toHaveCount(0);
  await expect(async () => {
    const row = await bookingRow(id);
    expect(row).toMatchObject({ status: 'CANCELLED', refunded_cents: Math.round(Number(amount) * 100) });
    const mails = await mailsTo(page.request, email);
    expect(mails.filter(({ subject }) => /cancel/i.test(subject))).toHaveLength(1);
  }).toPass();
  expect(errors).toEqual([]);
});

test('a client chooses one of the nearest times by keyboard; axe on what else a booking shows', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  const { id } = await bookAndPay(page, SERVICE);
  const dialog = await openChange(page, id);
  await dialog.getByRole('button', { name: 'Choose another time' }).click();
  const picker = page.getByRole('dialog', { name: 'Reschedule' });
  await picker
    .getByRole('button', { name: /It is not offered on this day\.$/ })
    .first()
    .press('Enter');
  const nearest = picker.getByRole('list', { name: 'The three nearest times' });
  await tabTo(page, nearest.getByRole('button').first());
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await picker.getByRole('button', { name: /^Move to/ }).click();
  await expect(page.getByRole('dialog', { name: 'Rescheduled' })).toBeVisible();
  await expectAccessible(page);

  await page.route('**/auth/booking-options?*', async (route) => {
    const { cancel, reschedule, ...rest } = (await (await route.fetch()).json()) as BookingOptions;
    const json = {
      ...rest,
      cancel: { ...cancel, refund_cents: 0, later_refund_cents: 0, changes_at: null },
      reschedule: { ...reschedule, why_not: 'TOO_LATE_TO_RESCHEDULE' },
    };
    await route.fulfill({ json });
  });
  await openChange(page, id);
  await expect(dialog.getByRole('button', { name: 'Cancel without refund' })).toBeVisible();
  await expectAccessible(page);

  const asked = { requested_at: new Date().toISOString() };
  await page.route('**/auth/request-house-calls', (route) => route.fulfill({ json: asked }));
  await open(page, '/wellness-services');
  await page.getByRole('button', { name: `Ask ${practice.practitioner.first_name}` }).click();
  await expect(page.getByText(/^You asked /)).toBeVisible();
  await expectAccessible(page);
  expect(errors).toEqual([]);
});
