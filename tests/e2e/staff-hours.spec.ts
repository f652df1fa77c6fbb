import { expect } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import { addDays, dayOfWeek, type LocalDate } from '#domain/time/calendar.ts';
import { formatDay } from '#domain/time/date-formats.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { mondayIn } from './support/staff-placement.ts';
import { bookingRow, clientWithVisits, openStaff, signInOwner } from './support/staff-area.ts';
import { expectNoSideScroll } from './support/watch.ts';

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

const MINUTE_MS = 60_000;
const minutesTo = (hour: number, date: LocalDate) =>
  Math.floor((startOfDay(date, practice.zone).getTime() - Date.now()) / MINUTE_MS) + hour * 60;

test('plan a holiday: two bookings are moved and one is cancelled, from a phone', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const person = { first_name: 'Fenna', last_name: 'Holiday' };
  const holiday = mondayIn(26);
  const visits = [10, 12, 14].map((hour) => ({ minutes: minutesTo(hour, holiday) }));
  const { ids } = await clientWithVisits({ request }, person, visits);
  await openStaff(page, '/hours/time-off', 'Time off');
  await page.getByRole('button', { name: 'Add time off' }).click();
  await page.getByLabel('First day').fill(holiday);
  await page.getByLabel('Reason').fill('By the sea');
  await page.getByLabel('Show clients: “Closed until …”').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'See what changes' }).click();
  await expect(
    page.getByRole('heading', { name: 'Touched, and kept unless you decide otherwise' }),
  ).toBeVisible();
  const choices = page.getByLabel(/^What becomes of .*Fenna H/);
  await choices.nth(0).selectOption({ label: 'Cancel' });
  for (const [n, hour] of [
    [1, '10:00'],
    [2, '12:00'],
  ] as const) {
    await choices.nth(n).selectOption({ label: 'Reschedule…' });
    // The first line is about all of them.
    const line = page.locator('.decisions > li').nth(n + 1);
    await line.getByRole('button', { name: 'Other time…' }).click();
    await line.getByLabel('Date', { exact: true }).fill(addDays(holiday, 3));
    await line.getByLabel('Start', { exact: true }).fill(hour);
  }
  await page.getByLabel('What they read').fill('I’m away that day.');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  const act = page.getByRole('button', { name: /^Add time off, cancel 1/ });
  // Each new time is too far ahead for clients: named once, and then accepted.
  for (let n = 0; n < 2; n++) {
    await act.click();
    await page.getByRole('button', { name: 'Reschedule there anyway' }).click();
  }
  await act.click();
  await expect(page.getByText('Done: 2 rescheduled, 1 cancelled.')).toBeVisible();
  const box = page.getByRole('listitem').filter({ hasText: 'By the sea' });
  await expect(box).toContainText(formatDay(holiday));
  await expect(box).toContainText('Clients see “Closed until');
  const rows = await Promise.all(ids.map((id) => bookingRow(page, id)));
  expect(rows.map(({ status }) => status)).toEqual(['CANCELLED', 'CONFIRMED', 'CONFIRMED']);
  for (const { start_time } of rows.slice(1))
    expect(localDateOf(start_time, practice.zone)).toBe(addDays(holiday, 3));
  // By keyboard: open again.
  await box.getByRole('button', { name: /^Remove/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('This affects nothing that is booked.')).toBeVisible();
  await page.getByRole('button', { name: 'Open again', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(box).toHaveCount(0);
});

test('cancel a day from a phone: one booking is kept, the others are cancelled, and who to call is named', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const day = mondayIn(28);
  const person = { first_name: 'Odile', last_name: 'Cancelled' };
  const visits = [9, 11, 15].map((hour) => ({ minutes: minutesTo(hour, day) }));
  const { ids } = await clientWithVisits({ request }, person, visits);
  await page.goto(`/staff?date=${day}`);
  await page.getByRole('button', { name: 'Cancel this day' }).click();
  const sheet = page.getByRole('dialog', { name: 'Cancel this day' });
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'See who is booked' }).click();
  await expect(sheet.getByText('Cancelled, unless you decide otherwise')).toBeVisible();
  await sheet
    .getByLabel(/^What becomes of .*Odile C/)
    .first()
    .selectOption({ label: 'Keep' });
  await sheet.getByLabel('What they read').fill('I’m ill.');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  // By keyboard, with the button that says what happens.
  await sheet.getByRole('button', { name: /^Cancel 2 sessions/ }).press('Enter');
  const done = page.getByRole('dialog', { name: 'The day is cancelled' });
  // Who keeps the session has no reason to be called.
  await expect(done.getByRole('listitem')).toHaveCount(1);
  await expect(done.getByText(/\(cancelled\)$/)).toHaveCount(2);
  await expect(done.getByRole('link', { name: /^Call Odile/ }).first()).toHaveAttribute('href', /^tel:/);
  await expectAccessible(page);
  await done.getByText('Close', { exact: true }).press('Enter');
  const rows = await Promise.all(ids.map((id) => bookingRow(page, id)));
  expect(rows.map(({ status }) => status)).toEqual(['CONFIRMED', 'CANCELLED', 'CANCELLED']);
});

test('the week as lanes and as a list; a form says beside its field what is wrong', async ({ page }) => {
  await openStaff(page, '/hours', 'Hours');
  await expect(page.getByRole('button', { name: /^Private Yoga, .*\. ?Change$/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'List' }).click();
  await page
    .getByRole('button', { name: /^Change Private Yoga/ })
    .first()
    .click();
  await page.getByLabel('To', { exact: true }).fill('09:40');
  await page.getByRole('button', { name: 'See what changes' }).click();
  await expect(page.getByText(/takes 60 minutes, which doesn’t fit/)).toBeVisible();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('09:40');
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();

  // Sunday is no day of Private Yoga.
  await page.setViewportSize({ width: 360, height: 780 });
  const box = page.getByRole('region', { name: 'Why can nobody book?' });
  await box.getByLabel('Service').selectOption({ label: 'Private Yoga' });
  const today = localDateOf(new Date(), practice.zone);
  const sunday = addDays(today, 14 - dayOfWeek(today));
  await box.getByLabel('Day', { exact: true }).fill('');
  await box.getByRole('button', { name: 'Ask' }).press('Enter');
  await expect(box.getByText('Please give a date.')).toBeVisible();
  await box.getByLabel('Day', { exact: true }).fill(sunday);
  await box.getByLabel('Day', { exact: true }).press('Enter');
  const answer = box.locator('[aria-live]').filter({ hasText: `Private Yoga, ${formatDay(sunday)}` });
  await expect(answer).toContainText(`It has no hours on ${formatDay(sunday)}.`);
  await expect(answer).toContainText(/Nearest times that work: .*[AP]M/);
  await expectAccessible(page);
  await expectNoSideScroll(page);
});
