import { expect } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import { addDays, dayOfWeek } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { at } from './support/staff-calendar.ts';
import { mondayIn } from './support/staff-placement.ts';
import { clientWithVisits, openStaff, signInOwner } from './support/staff-area.ts';
import { expectNoSideScroll } from './support/watch.ts';

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

test('hours, time off and a cancelled day are accessible, also on a phone', async ({ page, request }) => {
  await openStaff(page, '/hours', 'Hours');
  await expect(page.getByRole('button', { name: /^Private Yoga, .*\. ?Change$/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 780 });
  const box = page.getByRole('region', { name: 'Why can nobody book?' });
  await box.getByLabel('Service').selectOption({ label: 'Private Yoga' });
  const today = localDateOf(new Date(), practice.zone);
  // Sunday is no day of Private Yoga.
  await box.getByLabel('Day', { exact: true }).fill(addDays(today, 14 - dayOfWeek(today)));
  await box.getByRole('button', { name: 'Ask' }).click();
  await expect(box.getByText(/Nearest times that work: /)).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);

  const day = mondayIn(26);
  const minutes = Math.floor((Date.parse(at(day, 10)) - Date.now()) / 60_000);
  await clientWithVisits({ request }, { first_name: 'Fenna', last_name: 'Holiday' }, [{ minutes }]);
  await openStaff(page, '/hours/time-off', 'Time off');
  await page.getByRole('button', { name: 'Add time off' }).click();
  await page.getByLabel('First day').fill(day);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'See what changes' }).click();
  await page
    .getByLabel(/^What becomes of .*Fenna H/)
    .first()
    .selectOption({ label: 'Reschedule…' });
  await page.getByRole('button', { name: 'Other time…' }).first().click();
  await expectAccessible(page);
  await expectNoSideScroll(page);

  await page.goto(`/staff?date=${day}`);
  await page.getByRole('button', { name: 'Cancel this day' }).click();
  const sheet = page.getByRole('dialog', { name: 'Cancel this day' });
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'See who is booked' }).click();
  await expect(sheet.getByText('Cancelled, unless you decide otherwise')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await sheet.getByRole('button', { name: /^Cancel 1 session/ }).click();
  await expect(page.getByRole('dialog', { name: 'The day is cancelled' })).toBeVisible();
  await expectAccessible(page);
});
