import { expect, test } from 'vitest';
import { practice } from '#content/public/practice.ts';
import { formatLongDate } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { bookAndPay, openAvailability } from './support/bookings.ts';
import { createClient } from './support/people.ts';
import { visitor } from './support/site.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';

const app = await testApp();

test('the practitioner limits her days; a full day says so, and its own client still moves within it', async () => {
  const guest = visitor(app);
  const { id } = await bookAndPay(guest, 'Marma Session');
  const { start_time } = await app.db
    .selectFrom('bookings')
    .select('start_time')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const day = formatLongDate(localDateOf(start_time, practice.zone));

  const page = await staffBrowser(app);
  await openStaff(page, '/settings', 'Settings');
  const save = page.getByRole('button', { name: 'Save limits' });
  await expect(save).toBeDisabled();
  const sessions = page.getByLabel('Sessions a day');
  await sessions.fill('many');
  await sessions.press('Enter');
  await expect(sessions).toHaveAccessibleDescription(/Please enter 1 to 50, or nothing\./);
  await sessions.fill('1');
  const pause = page.getByLabel('Break', { exact: true });
  await pause.fill('200');
  await save.click();
  await expect(pause).toHaveAccessibleDescription(/There are no 200 minutes between 11:30 AM and 2:00 PM\./);
  await expectAccessible(page);
  await pause.fill('');
  await save.click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Sessions a day')).toHaveValue('1');

  const other = visitor(app);
  await createClient(other);
  await other.goto('/wellness-services');
  const dialog = await openAvailability(other, 'Marma Session');
  await dialog
    .getByRole('button', { name: `${day}, No available slots for this date. Nothing free` })
    .click();
  await expect(dialog.getByRole('status').filter({ hasText: 'Nothing free on this day.' })).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'The three nearest times' })).toBeVisible();
  await expectAccessible(other);

  await guest.goto('/profile/schedule');
  await guest.getByRole('button', { name: new RegExp(`^${day}, `) }).click();
  await guest.getByRole('button', { name: /^Change or cancel/ }).click();
  await guest.getByRole('button', { name: 'Choose another time' }).click();
  const picker = guest.getByRole('dialog', { name: 'Reschedule' });
  await picker.getByRole('button', { name: new RegExp(`^${day}, \\d+ times? available$`) }).click();
  await picker.locator('.times').getByRole('button', { disabled: false }).first().click();
  await picker.getByRole('button', { name: /^Move to/ }).click();
  await expect(guest.getByRole('dialog', { name: 'Rescheduled' })).toBeVisible();
});
