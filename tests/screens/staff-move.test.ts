import { expect, test } from 'vitest';
import type { CalendarAnswer } from '#contract/agenda.schemas.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { at } from '#tests/e2e/support/staff-calendar.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { holdSlot, lateSlots } from './support/bookings.ts';
import type { Page } from './support/page.ts';
import { createClient } from './support/people.ts';
import { bookByPhone, clientByPhone } from './support/placement.ts';
import { visitor } from './support/site.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { bookingRow } from './support/visits.ts';

// Each test has weeks of its own, which no client can book yet.
const app = await testApp();
const grid = (page: Page) => page.getByRole('grid');
const open = (page: Page, date: string) => openStaff(page, `/calendar?view=week&date=${date}`, 'Calendar');
const sheetOf = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Reschedule ${name}’s Marma Session?` });
const cellWith = (page: Page, name: string) =>
  grid(page)
    .getByRole('gridcell', { name: new RegExp(`Marma Session with ${name} O\\.`) })
    .first();

test('by keys alone: R lifts a session, Alt and arrows move it, Enter asks, Esc puts it back', async () => {
  const page = await staffBrowser(app);
  const booking = await bookByPhone(page, await clientByPhone(page, 'Petra'), at('2026-05-11', 10));
  await open(page, '2026-05-11');
  const cell = cellWith(page, 'Petra');
  await cell.focus();
  await page.keyboard.press('r');
  const said = (text: string) => expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1);
  await said('Moving Petra’s Marma Session.');
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await said('Tuesday 12 May, 10:20 AM, ');
  await page.keyboard.press('Escape');
  await said('Put back. Nothing was moved.');
  await expect(cell).toBeFocused();

  await page.keyboard.press('Alt+ArrowRight');
  await said('Tuesday 12 May, 10:00 AM, ');
  await page.keyboard.press('Enter');
  const sheet = sheetOf(page, 'Petra');
  const title = sheet.locator('[data-autofocus]');
  await expect(title).toHaveText('Reschedule Petra’s Marma Session?');
  await expect(title).toBeFocused();
  const confirm = sheet.getByRole('button', { name: 'Reschedule', exact: true });
  await expect(confirm).toBeEnabled();
  await confirm.press('Enter');
  await expect(page.locator('.toast', { hasText: 'Rescheduled to' })).toBeVisible();
  expect(await bookingRow(page, booking.id)).toMatchObject({ start_time: at('2026-05-12', 10) });
  const toCall = page.getByRole('dialog', { name: 'Rescheduled.' });
  await expect(toCall.getByRole('link', { name: 'Call Petra O.' })).toBeVisible();
  await toCall.getByText('Close', { exact: true }).press('Enter');
  await expect(grid(page).locator('td:focus')).toHaveCount(1);
});

test('keys that come faster than the page renders are all followed', async () => {
  const page = await staffBrowser(app);
  await bookByPhone(page, await clientByPhone(page, 'Hana'), at('2026-06-15', 10));
  await open(page, '2026-06-15');
  const cell = await cellWith(page, 'Hana').one();
  for (const init of [{ key: 'ArrowRight', altKey: true }, { key: 'ArrowDown' }, { key: 'Enter' }])
    cell.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  await expect(sheetOf(page, 'Hana')).toContainText('Tue 16 Jun');
  await expect(sheetOf(page, 'Hana')).toContainText('10:15 AM - 11:00 AM');
});

test('by the sheet: a typed time and length, and what is unusual about it', async () => {
  const page = await staffBrowser(app);
  const lena = await clientByPhone(page, 'Lena', { email: 'lena@example.com' });
  const booking = await bookByPhone(page, lena, at('2026-05-18', 10));
  await openStaff(page, `/bookings/${booking.id}`, /./);
  await page.getByRole('button', { name: 'Reschedule…' }).click();
  const sheet = sheetOf(page, 'Lena');
  await expect(sheet.getByText('No free time in these two weeks.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Other time…' }).click();
  await sheet.getByLabel('Date').fill('2026-05-19');
  await sheet.getByLabel('Start').fill('14:15');
  await sheet.getByLabel('Length').selectOption('75 min');
  await expect(sheet.getByText('2:15 PM - 3:30 PM')).toBeVisible();
  await expect(sheet.getByRole('list', { name: 'What to know about this time' })).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel('Message').fill('The dentist moved me. Sorry!');
  await sheet.getByRole('button', { name: 'Reschedule', exact: true }).click();
  await expect(sheet).toBeHidden();
  expect(await bookingRow(page, booking.id)).toMatchObject({
    start_time: at('2026-05-19', 14, 15),
    end_time: at('2026-05-19', 15, 30),
  });
});

test('a time that was taken while the sheet was open: the block glides back and the sheet says by whom', async () => {
  const page = await staffBrowser(app);
  const tomas = await clientByPhone(page, 'Tomas', { email: 'tomas@example.com' });
  const booking = await bookByPhone(page, tomas, at('2026-06-01', 10));
  await open(page, '2026-06-01');
  await cellWith(page, 'Tomas').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Enter');
  const sheet = sheetOf(page, 'Tomas');
  await sheet.getByLabel('Message').fill('Sorry for the change.');
  const confirm = sheet.getByRole('button', { name: 'Reschedule', exact: true });
  await expect(confirm).toBeEnabled();
  await bookByPhone(page, await clientByPhone(page, 'Priya'), at('2026-06-02', 10));
  await confirm.click();
  const taken = sheet.getByRole('alert').filter({ hasText: 'Just taken' });
  await expect(taken).toContainText('Priya O.');
  await expect(sheet.getByLabel('Message')).toHaveValue('Sorry for the change.');
  expect(await bookingRow(page, booking.id)).toMatchObject({ start_time: booking.start_time });
});

test('a time that a client is paying for cannot be taken, and its payment page can be ended', async () => {
  const shop = visitor(app);
  const { email } = await createClient(shop, { first_name: 'Wendell', last_name: 'Holder' });
  await holdSlot(shop, (await lateSlots(shop, 'Private Yoga'))[0]!);
  const { rows } = await app.database.pool.query<{ id: string; start: Date }>(
    `select b.id, b.start_time as start from bookings b join users u on u.id = b.user_id
     where u.email = $1 and b.status = 'PENDING'`,
    [email],
  );
  const hold = rows[0]!;
  const date = localDateOf(hold.start, 'America/Los_Angeles');
  const page = await staffBrowser(app);
  const booking = await bookByPhone(page, await clientByPhone(page, 'Ana'), at('2026-06-08', 10));
  await openStaff(page, `/bookings/${booking.id}`, /./);
  await page.getByRole('button', { name: 'Reschedule…' }).click();
  const sheet = sheetOf(page, 'Ana');
  await sheet.getByRole('button', { name: 'Other time…' }).click();
  await sheet.getByLabel('Date').fill(date);
  const time = { timeZone: 'America/Los_Angeles', hour: '2-digit', minute: '2-digit' } as const;
  await sheet.getByLabel('Start').fill(hold.start.toLocaleTimeString('en-GB', time));
  await expect(sheet.getByRole('alert')).toContainText(/Taken: Wendell .*being paid until/);
  await expect(sheet.getByRole('button', { name: 'Reschedule', exact: true })).toBeDisabled();
  await sheet.getByRole('button', { name: 'Not now' }).click();

  await open(page, date);
  await grid(page)
    .getByRole('gridcell', { name: /with Wendell H\..*being paid/ })
    .first()
    .focus();
  await page.keyboard.press('r');
  const holdSheet = page.getByRole('dialog', { name: /^Wendell is on the payment page until/ });
  await expect(holdSheet).toBeVisible();
  await expectAccessible(page);
  await holdSheet.getByRole('button', { name: 'End Wendell’s payment page' }).click();
  await expect(page.locator('.toast', { hasText: 'The time is free.' })).toBeVisible();
  await expect(grid(page).locator(`a[data-key="${hold.id}"]`)).toBeHidden();
});

test('a series is moved from its second date: one plan, one action, and whom to call', async () => {
  const page = await staffBrowser(app);
  // On the new day of the third session someone else has the time.
  await bookByPhone(page, await clientByPhone(page, 'Orla'), at('2026-09-23', 10));
  const hannah = await clientByPhone(page, 'Hannah');
  const starts = ['2026-09-07', '2026-09-14', '2026-09-21'].map((date) => at(date, 10));
  await bookByPhone(page, hannah, starts[0]!, { starts });
  const answer = await page.send({ url: '/api/staff/calendar?from=2026-09-07&to=2026-09-21' });
  const { sessions } = answer.json<CalendarAnswer>();
  const ids = sessions.filter(({ client }) => client?.id === hannah.id).map(({ id }) => id);
  await openStaff(page, `/bookings/${ids[1]!}`, 'Booking');
  await expect(page.getByRole('heading', { name: 'Series: 2 of 3, weekly' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mon 7 Sep, 10:00 AM' })).toHaveAttribute(
    'href',
    `/staff/bookings/${ids[0]!}`,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reschedule…' }).click();
  const question = page.getByRole('dialog', { name: 'Reschedule which sessions?' });
  await question.getByRole('radio', { name: 'This and the following one' }).check();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Continue' }).click();
  const sheet = page.getByRole('dialog', { name: 'Reschedule this and the following?' });
  await expect(sheet.getByRole('button', { name: 'Choose a time' })).toBeDisabled();
  await sheet.getByRole('button', { name: 'Other time…' }).click();
  await sheet.getByLabel('Date', { exact: true }).fill('2026-09-16');
  await sheet.getByLabel('Start', { exact: true }).fill('10:00');
  await sheet.getByRole('button', { name: 'See what changes' }).click();
  await expect(sheet.getByText('Wed 23 Sep, 10:00 AM is taken: Orla O.')).toBeVisible();
  await expect(sheet.getByText(/^Please choose the new time: /)).toBeVisible();
  await expectAccessible(page);
  const line = sheet.getByRole('list', { name: 'Bookings' }).getByRole('listitem').last();
  await line.getByLabel('Start', { exact: true }).fill('13:00');
  const act = sheet.getByRole('button', { name: 'Reschedule 2 sessions', exact: true });
  await act.click();
  await sheet.getByRole('button', { name: 'Reschedule there anyway' }).click();
  await act.click();
  const toCall = page.getByRole('dialog', { name: 'Rescheduled: 2.' });
  await expect(toCall.getByRole('link', { name: 'Call Hannah O.' })).toBeVisible();
  await expect(toCall.getByRole('listitem')).toContainText('Wed 16 Sep, 10:00 AM (new time)');
  await expect(toCall.getByRole('listitem')).toContainText('Wed 23 Sep, 1:00 PM (new time)');
  await expectAccessible(page);
  await toCall.getByText('Close', { exact: true }).click();
  const rows = await Promise.all(ids.map((id) => bookingRow(page, id)));
  expect(rows.map(({ start_time }) => start_time)).toEqual([
    starts[0],
    at('2026-09-16', 10),
    at('2026-09-23', 13),
  ]);
});
