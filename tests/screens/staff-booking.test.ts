import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { staffAttendance, staffCancelBooking, staffCancellation } from '#contract/staff.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { bookAndPay } from './support/bookings.ts';
import { visitor } from './support/site.ts';
import type { Page } from './support/page.ts';
import { mailsTo } from './support/people.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { bookingRow, clientWithVisits, comeBack } from './support/visits.ts';

const app = await testApp();
/** Its clock moves on by weeks. */
const later = await testApp();

const HOUR_MS = 3_600_000;
const NAME = { first_name: 'Ivo', last_name: 'Marlow' };

/** The page of a booking of Ivo's that was not paid; `minutes`: its start, from now on. */
async function openUnpaid(minutes = 300) {
  const { email, ids } = await clientWithVisits(app, NAME, [{ minutes, length: 60 }]);
  const page = await staffBrowser(app);
  await openStaff(page, `/bookings/${ids[0]}`, 'Booking');
  return { page, email, id: ids[0]! };
}

async function openCancelSheet(page: Page) {
  await page.getByRole('button', { name: 'Cancel…' }).click();
  const sheet = page.getByRole('dialog', { name: /^Cancel Ivo’s/ });
  const title = sheet.locator('[data-autofocus]');
  await expect(title).toHaveText(/^Cancel Ivo’s .* on \w{3} \d+ \w{3}, \d+:\d\d [AP]M\?$/);
  await expect(title).toBeFocused();
  await expect(sheet.getByRole('radio', { name: 'I am' })).toBeVisible();
  return sheet;
}

/** Lets so many hours pass until this long before a booking. */
async function waitUntilBefore(page: Page, id: string, hours: number) {
  const { start_time } = await bookingRow(page, id);
  page.setTime(new Date(Date.parse(start_time) - hours * HOUR_MS));
}

/** Changes have the time at which they are made. */
const waitAMoment = (page: Page) => page.setTime(new Date(app.clock.now().getTime() + 1000));

/** The amounts include tax. */
test('a paid booking is cancelled with a refund', async () => {
  const { email, id } = await bookAndPay(visitor(app), 'Marma Session');
  const page = await staffBrowser(app);
  await openStaff(page, `/bookings/${id}`, 'Booking');
  await expect(page.getByRole('heading', { name: 'Marma Session' })).toBeVisible();
  await expectAccessible(page);
  const sheet = await openCancelSheet(page);
  await expect(sheet.getByText(/^\d+ days before: full refund until /)).toBeVisible();
  await sheet.getByRole('radio', { name: 'I am' }).check();
  await sheet.getByLabel('Message (optional)').fill('The boiler is broken. I’m sorry.');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Cancel and refund $92.23' }).click();
  await expect(page.getByText('Cancelled. $92.23 is on its way back to Ivo’s card.')).toBeVisible();
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel…' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Money' }).click();
  await expect(page.getByText(/^Refund on its way/)).toBeVisible();
  await expect(page.getByText('−$92.23')).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText(/^Cancelled by /)).toBeVisible();
  await page.getByRole('link', { name: 'Ivo in the audit log' }).click();
  await page.getByRole('link', { name: /^cancelled a booking of Ivo / }).click();
  await expect(page).toHaveURL(`/staff/bookings/${id}`);
  await expect(page.getByRole('heading', { name: 'Marma Session' })).toBeVisible();
  await app.settled();
  const [mail] = await mailsTo(page, email);
  expect(mail?.text).toContain('The boiler is broken.');
});

test('late and asked by the client there is no refund, unless it is given anyway', async () => {
  const { id } = await bookAndPay(visitor(later), 'Marma Session');
  const page = await staffBrowser(later);
  await waitUntilBefore(page, id, 5);
  await openStaff(page, `/bookings/${id}`, 'Booking');
  const sheet = await openCancelSheet(page);
  await expect(sheet.getByText('5 hours before: no refund', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Cancel without refund' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Refund anyway: $92.23' }).click();
  await sheet.getByRole('button', { name: 'Cancel and refund $92.23' }).click();
  await expect(page.getByText('Cancelled. $92.23 is on its way back to Ivo’s card.')).toBeVisible();
});

test('when the policy hour has passed, the sheet says so and names the new outcome', async () => {
  const { id } = await bookAndPay(visitor(later), 'Quiet Kitchen Workshop');
  const page = await staffBrowser(later);
  await waitUntilBefore(page, id, 25);
  await openStaff(page, `/bookings/${id}`, 'Booking');
  const sheet = await openCancelSheet(page);
  await sheet.getByLabel('Message (optional)').fill('Until soon.');
  await waitUntilBefore(page, id, 23);
  await sheet.getByRole('button', { name: 'Cancel and refund $56.42' }).click();
  await expect(sheet.getByText(/^It’s \d+:\d\d [AP]M: no refund by the policy now\.$/)).toBeVisible();
  await expect(sheet.getByLabel('Message (optional)')).toHaveValue('Until soon.');
  await sheet.getByRole('button', { name: 'Cancel without refund' }).click();
  await expect(page.getByText('Cancelled.', { exact: true })).toBeVisible();
});

test('a booking that was not paid is cancelled without a word about money', async () => {
  const { page } = await openUnpaid();
  const sheet = await openCancelSheet(page);
  await sheet.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.getByText('Cancelled.', { exact: true })).toBeVisible();
});

test('a no-show is marked from the start on, and corrected', async () => {
  const { page } = await openUnpaid(-10);
  await page.getByRole('button', { name: 'Arrived', exact: true }).click();
  await page.getByRole('button', { name: 'Not arrived' }).click();
  await expect(page.getByRole('button', { name: 'Arrived', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Mark as no-show' }).click();
  const sheet = page.getByRole('dialog', { name: 'Mark Ivo as a no-show?' });
  await expect(sheet.getByText('It won’t count as a step of Ivo’s journey. Nothing was paid.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Mark as no-show' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('No-show', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Mark as attended' }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText(/^Marked as a no-show by /)).toBeVisible();
  await expect(page.getByText(/^Marked as attended by /)).toBeVisible();
});

test('house calls are allowed with a switch, and the client gets an e-mail', async () => {
  const { page, email } = await openUnpaid();
  const allowed = page.getByRole('switch', { name: 'May book house calls' });
  await expect(allowed).not.toBeChecked();
  await expect(allowed).toHaveAccessibleDescription('Ivo will get an e-mail.');
  await allowed.press(' ');
  await expect(allowed).toBeChecked();
  await expect(page.getByText('Ivo got an e-mail.')).toBeVisible();
  await app.settled();
  const subjects = (await mailsTo(page, email)).map(({ subject }) => subject);
  expect(subjects.join('\n')).toMatch(/house call/i);
  await page.reload();
  await expect(allowed).toHaveAccessibleDescription(
    'Switching it off sends no e-mail. What is booked stays.',
  );
  await allowed.click();
  await expect(page.getByText('No e-mail was sent. What is booked stays.')).toBeVisible();
});

test('an amount that the client chose is hidden until it is asked for', async () => {
  const { id } = await bookAndPay(visitor(app), 'Slow Morning Flow');
  const page = await staffBrowser(app);
  await openStaff(page, `/bookings/${id}`, 'Booking');
  await page.getByRole('tab', { name: 'Money' }).click();
  const money = page.getByRole('tabpanel', { name: 'Money' });
  await expect(money.getByText('Hidden').first()).toBeVisible();
  await expect(money.getByText(/\$\d/)).toHaveCount(0);
  await expectAccessible(page, { part: money });
  await money.getByRole('button', { name: 'Show amount' }).click();
  await expect(money.getByText('$20', { exact: true }).first()).toBeVisible();
  await expect(money.getByRole('button', { name: 'Show amount' })).toHaveCount(0);
});

test('what another device changed is named, and nothing that was typed is lost', async () => {
  const { page, id } = await openUnpaid(30);
  const sheet = await openCancelSheet(page);
  await sheet.getByLabel('Message (optional)').fill('See you in January.');
  const { updated_at } = await bookingRow(page, id);
  waitAMoment(page);
  await page.call(staffAttendance, {
    params: { id },
    body: { action_id: randomUUID(), base_updated_at: updated_at, to: 'ARRIVED' },
  });
  await sheet.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(sheet.getByText('Changed a moment ago: marked as arrived.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Show' }).click();
  await expect(sheet.getByLabel('Message (optional)')).toHaveValue('See you in January.');
  await sheet.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.getByText('Cancelled.', { exact: true })).toBeVisible();
});

test('a booking that another device has cancelled shows that', async () => {
  const { page, id } = await openUnpaid();
  // The change is one to what is shown.
  await expect(page.getByRole('button', { name: 'Cancel…' })).toBeVisible();
  const { quote, updated_at } = await page.call(staffCancellation, { params: { id } });
  waitAMoment(page);
  await page.call(staffCancelBooking, {
    params: { id },
    body: {
      action_id: randomUUID(),
      base_updated_at: updated_at,
      by: 'PRACTICE',
      refund: 'POLICY',
      quote,
      time: 'OPEN',
      notify: false,
    },
  });
  comeBack();
  const strip = page.getByText('Changed a moment ago: cancelled.');
  await expect(strip).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'History', selected: true })).toBeVisible();
  await expect(strip).toHaveCount(0);
});

test('a write whose answer is lost keeps the text, and its repeat is the same action', async () => {
  const { page, id } = await openUnpaid();
  const sheet = await openCancelSheet(page);
  await sheet.getByLabel('Message (optional)').fill('A storm is coming.');
  const confirm = sheet.getByRole('button', { name: 'Cancel booking' });
  const end = page.intercept('POST', `/api/staff/bookings/${id}/cancel`, async (ask) => {
    await ask();
    throw new TypeError('No answer');
  });
  await confirm.click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await expect(sheet.getByLabel('Message (optional)')).toHaveValue('A storm is coming.');
  end();
  await confirm.click();
  await expect(page.getByText('Cancelled.', { exact: true })).toBeVisible();
});

test('closing the sheet with a typed message asks first', async () => {
  const { page } = await openUnpaid();
  const sheet = await openCancelSheet(page);
  await sheet.getByLabel('Message (optional)').fill('Maybe.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(sheet.getByLabel('Message (optional)')).toHaveValue('Maybe.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(sheet).toHaveCount(0);
});

test('a booking that does not exist says so', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '/bookings/3d7de9a0-0000-4000-8000-000000000000', 'Booking');
  await expect(
    page.getByText('This booking doesn’t exist. It may have been a hold that ended.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the calendar' })).toHaveAttribute(
    'href',
    '/staff/calendar',
  );
  await expectAccessible(page);
});
