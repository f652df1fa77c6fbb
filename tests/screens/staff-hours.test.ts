import { expect, test } from 'vitest';
import { practice } from '#content/public/practice.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { at } from '#tests/e2e/support/staff-calendar.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { bookingRow, clientWithVisits } from './support/visits.ts';

const app = await testApp();
/** Visits at these hours of a day. */
const visitsOn = (date: string, hours: readonly number[]) =>
  hours.map((hour) => ({ minutes: (Date.parse(at(date, hour)) - app.clock.now().getTime()) / 60_000 }));

test('plan a holiday: two bookings are moved and one is cancelled', async () => {
  const person = { first_name: 'Fenna', last_name: 'Holiday' };
  const { ids } = await clientWithVisits(app, person, visitsOn('2026-09-14', [10, 12, 14]));
  const page = await staffBrowser(app);
  await openStaff(page, '/hours/time-off', 'Time off');
  await page.getByRole('button', { name: 'Add time off' }).click();
  await page.getByLabel('First day').fill('2026-09-14');
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
    await line.getByLabel('Date', { exact: true }).fill('2026-09-17');
    await line.getByLabel('Start', { exact: true }).fill(hour);
  }
  await page.getByLabel('What they read').fill('I’m away that day.');
  await expectAccessible(page);
  const act = page.getByRole('button', { name: /^Add time off, cancel 1/ });
  // Each new time is too far ahead for clients: named once, and then accepted.
  for (let n = 0; n < 2; n++) {
    await act.click();
    await page.getByRole('button', { name: 'Reschedule there anyway' }).click();
  }
  await act.click();
  await expect(page.getByText('Done: 2 rescheduled, 1 cancelled.')).toBeVisible();
  const box = page.getByRole('listitem').filter({ hasText: 'By the sea' });
  await expect(box).toContainText('Mon 14 Sep');
  await expect(box).toContainText('Clients see “Closed until');
  const rows = await Promise.all(ids.map((id) => bookingRow(page, id)));
  expect(rows.map(({ status }) => status)).toEqual(['CANCELLED', 'CONFIRMED', 'CONFIRMED']);
  for (const { start_time } of rows.slice(1))
    expect(localDateOf(start_time, practice.zone)).toBe('2026-09-17');
  // By keyboard: open again.
  await box.getByRole('button', { name: /^Remove/ }).press('Enter');
  await expect(page.getByText('This affects nothing that is booked.')).toBeVisible();
  await page.getByRole('button', { name: 'Open again', exact: true }).press('Enter');
  await expect(box).toHaveCount(0);
});

test('a lunch break every week ends by a date, and then as a whole', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '/hours/time-off', 'Time off');
  await page.getByRole('button', { name: 'Add time off' }).click();
  await page.getByLabel('First day').fill('2026-06-02');
  await page.getByLabel('Whole days').uncheck();
  await page.getByLabel('From', { exact: true }).fill('12:00');
  await page.getByLabel('To', { exact: true }).fill('12:45');
  await page.getByLabel('Reason').fill('Lunch');
  await page.getByLabel('Every week until').fill('2026-06-08');
  await page.getByRole('button', { name: 'See what changes' }).click();
  await expect(page.getByText('Please give Tue 9 Jun or later, or no date.')).toBeVisible();
  await page.getByLabel('Every week until').fill('2026-06-30');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'See what changes' }).click();
  const preview = page.getByRole('dialog', { name: 'Take this time off?' });
  await preview.getByRole('button', { name: 'Add time off' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Lunch' });
  const lunch = 'Tue 2 Jun, 12:00 PM - 12:45 PM, every week until';
  await expect(row).toContainText(`${lunch} Tue 30 Jun`);

  const remove = async (ends: string, day?: string) => {
    await row.getByRole('button', { name: /^Remove the time off/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Remove time off' });
    await sheet.getByLabel('Open again').selectOption({ label: ends });
    if (day) await sheet.getByLabel('Date').selectOption({ label: day });
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'See what changes' }).click();
    await page.getByRole('button', { name: 'Open again', exact: true }).click();
  };
  await remove('From one date on', 'Tue 23 Jun');
  await expect(row).toContainText(`${lunch} Tue 16 Jun`);
  await remove('On one date only', 'Tue 2 Jun');
  await expect(row).toContainText('Tue 9 Jun, 12:00 PM - 12:45 PM, every week until Tue 16 Jun');
  await remove('On every date');
  await expect(row).toHaveCount(0);
});

test('cancel a day: one booking is kept, the others are cancelled, and who to call is named', async () => {
  const person = { first_name: 'Odile', last_name: 'Cancelled' };
  const { ids } = await clientWithVisits(app, person, visitsOn('2026-09-28', [9, 11, 15]));
  const page = await staffBrowser(app);
  await page.goto('/staff?date=2026-09-28');
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

test('the week as lanes and as a list; a form says beside its field what is wrong', async () => {
  const page = await staffBrowser(app);
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

  const box = page.getByRole('region', { name: 'Why can nobody book?' });
  await box.getByLabel('Service').selectOption({ label: 'Private Yoga' });
  await box.getByLabel('Day', { exact: true }).fill('');
  await box.getByRole('button', { name: 'Ask' }).press('Enter');
  await expect(box.getByText('Please give a date.')).toBeVisible();
  // Sunday is no day of Private Yoga.
  await box.getByLabel('Day', { exact: true }).fill('2026-03-15');
  await box.getByLabel('Day', { exact: true }).press('Enter');
  const answer = box.locator('[aria-live]').filter({ hasText: 'Private Yoga, Sun 15 Mar' });
  await expect(answer).toContainText('It has no hours on Sun 15 Mar.');
  await expect(answer).toContainText(/Nearest times that work: .*[AP]M/);
  await expectAccessible(page);
});
