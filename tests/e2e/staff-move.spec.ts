import { expect, type Page, test } from '@playwright/test';
import type { CalendarAnswer } from '#contract/agenda.schemas.ts';
import { addDays } from '#domain/time/calendar.ts';
import { formatDay, formatFullDay } from '#domain/time/date-formats.ts';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { putInCart, toPaymentPage } from './support/booking-steps.ts';
import { createClient } from './support/people.ts';
import { bookingRow, openStaff, signInOwner } from './support/staff-area.ts';
import { at } from './support/staff-calendar.ts';
import { blockOf, bookByPhone, clientByPhone, dragOn, dragTo, mondayIn } from './support/staff-placement.ts';
import { consoleErrors, expectNoSideScroll } from './support/watch.ts';
import { withMotion } from './support/motion.ts';

test.use(withMotion);

const grid = (page: Page) => page.getByRole('grid');
const open = (page: Page, date: string) => openStaff(page, `/calendar?view=week&date=${date}`, 'Calendar');
const sheetOf = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Reschedule ${name}’s Marma Session?` });
const cellWith = (page: Page, name: string) =>
  grid(page)
    .getByRole('gridcell', { name: new RegExp(`Marma Session with ${name} O\\.`) })
    .first();

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

test('by drag: a tag says what the time is like, the sheet asks, and the block stays where it was dropped', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  const monday = mondayIn(0);
  const wednesday = addDays(monday, 2);
  const maren = await clientByPhone(page, 'Maren');
  const booking = await bookByPhone(page, maren, at(monday, 10));
  await open(page, monday);
  const block = blockOf(page, booking);
  await expect(block).toBeVisible();

  await dragTo(page, block, `${formatFullDay(wednesday)}, 11:30 AM`);
  await expect(block).toHaveAttribute('data-ghost', '');
  const tag = page.locator('.cal-tag');
  await expect(tag).toContainText(`${formatDay(wednesday)}, 11:30 AM`);
  await page.keyboard.down('Escape');
  await expect(tag).toBeHidden();
  await page.mouse.up();
  await expect(sheetOf(page, 'Maren')).toBeHidden();
  await expect(block).not.toHaveAttribute('data-ghost', '');

  await dragTo(page, block, `${formatFullDay(wednesday)}, 11:30 AM`);
  await page.mouse.up();
  const sheet = sheetOf(page, 'Maren');
  await expect(sheet).toContainText('Maren has no e-mail address, so please call: (503)');
  await expect(sheet.getByRole('link', { name: 'Text Maren O.' })).toHaveAttribute('href', /^sms:/);
  await expect(sheet).toContainText('Price and payment stay. Maren gets no e-mail about it.');
  await expect(sheet).toContainText('11:30 AM - 12:15 PM');
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await expect(sheet).toBeHidden();
  expect(await bookingRow(page, booking.id)).toMatchObject({ start_time: booking.start_time });

  await dragTo(page, block, `${formatFullDay(wednesday)}, 11:30 AM`);
  await page.mouse.up();
  await sheet.getByRole('button', { name: 'Reschedule', exact: true }).click();
  await expect(page.locator('.toast', { hasText: 'Rescheduled to' })).toBeVisible();
  expect(await bookingRow(page, booking.id)).toMatchObject({ start_time: at(wednesday, 11, 30) });
  await expect(cellWith(page, 'Maren')).toHaveAccessibleName(
    new RegExp(`^${formatFullDay(wednesday)}, 11:30 AM, Marma Session with Maren O\\., 11:30 to 12:15`),
  );
  expect(errors).toEqual([]);
});

test('the edge of the calendar turns the week while a block is dragged', async ({ page }) => {
  const monday = mondayIn(1);
  const ivo = await clientByPhone(page, 'Ivo');
  const booking = await bookByPhone(page, ivo, at(addDays(monday, 6), 10));
  await open(page, monday);
  await dragTo(page, blockOf(page, booking), `${formatFullDay(addDays(monday, 6))}, 12 PM`);
  const box = (await grid(page).boundingBox())!;
  await page.mouse.move(box.x + box.width - 4, box.y + 300);
  // A slow browser may have turned twice before the pointer leaves the edge.
  const later = [1, 2, 3].map((weeks) => addDays(monday, 7 * weeks));
  await expect(page).toHaveURL(new RegExp(`date=(${later.join('|')})`));
  await page.mouse.move(box.x + box.width / 2, box.y + 300);
  const thursday = formatDay(addDays(new URL(page.url()).searchParams.get('date')!, 3));
  await expect(page.locator('.cal-tag')).toContainText(thursday);
  await page.mouse.up();
  await expect(sheetOf(page, 'Ivo')).toContainText(thursday);
});

test('by keys alone: R lifts a session, Alt and arrows move it, Enter asks, Esc puts it back', async ({
  page,
}) => {
  const monday = mondayIn(2);
  const tuesday = addDays(monday, 1);
  const petra = await clientByPhone(page, 'Petra');
  const booking = await bookByPhone(page, petra, at(monday, 10));
  await open(page, monday);
  const cell = cellWith(page, 'Petra');
  await cell.focus();
  await page.keyboard.press('r');
  const said = (text: string | RegExp) =>
    expect(page.getByRole('status').filter({ hasText: text })).toBeAttached();
  await said('Moving Petra’s Marma Session.');
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await said(`${formatFullDay(tuesday)}, 10:20 AM, `);
  await page.keyboard.press('Escape');
  await said('Put back. Nothing was moved.');
  await expect(cell).toBeFocused();

  await page.keyboard.press('Alt+ArrowRight');
  await said(`${formatFullDay(tuesday)}, 10:00 AM, `);
  await page.keyboard.press('Enter');
  const sheet = sheetOf(page, 'Petra');
  const title = sheet.locator('[data-autofocus]');
  await expect(title).toHaveText('Reschedule Petra’s Marma Session?');
  await expect(title).toBeFocused();
  const confirm = sheet.getByRole('button', { name: 'Reschedule', exact: true });
  await expect(confirm).toBeEnabled();
  for (let step = 0; step < 12; step++) {
    if (await confirm.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.locator('.toast', { hasText: 'Rescheduled to' })).toBeVisible();
  expect(await bookingRow(page, booking.id)).toMatchObject({ start_time: at(tuesday, 10) });
  const toCall = page.getByRole('dialog', { name: 'Rescheduled.' });
  await expect(toCall.getByRole('link', { name: 'Call Petra O.' })).toBeVisible();
  await toCall.getByText('Close', { exact: true }).press('Enter');
  await expect(grid(page).getByRole('gridcell').and(page.locator(':focus'))).toHaveCount(1);
});

test('keys that come faster than the page renders are all followed', async ({ page }) => {
  const monday = mondayIn(7);
  await bookByPhone(page, await clientByPhone(page, 'Hana'), at(monday, 10));
  await open(page, monday);
  await cellWith(page, 'Hana').evaluate((cell) => {
    for (const init of [{ key: 'ArrowRight', altKey: true }, { key: 'ArrowDown' }, { key: 'Enter' }])
      cell.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  });
  await expect(sheetOf(page, 'Hana')).toContainText(formatDay(addDays(monday, 1)));
  await expect(sheetOf(page, 'Hana')).toContainText('10:15 AM - 11:00 AM');
});

test('keys and a press before the code that follows them has loaded are not lost', async ({ page }) => {
  const monday = mondayIn(8);
  const booking = await bookByPhone(page, await clientByPhone(page, 'Otto'), at(monday, 10));
  let code = Promise.withResolvers<void>();
  await page.route(/calendar-mover/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await open(page, monday);
  await cellWith(page, 'Otto').focus();
  for (const key of ['r', 'Escape', 'r', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/calendar/);
  code.resolve();
  await expect(sheetOf(page, 'Otto')).toContainText(formatDay(addDays(monday, 1)));
  await expect(sheetOf(page, 'Otto')).toContainText('10:15 AM - 11:00 AM');

  code = Promise.withResolvers<void>();
  await page.reload();
  await dragTo(page, blockOf(page, booking), `${formatFullDay(addDays(monday, 3))}, 12 PM`);
  await expect(page.locator('.cal-tag')).toHaveCount(0);
  code.resolve();
  // The next movement after the code has come drags.
  await expect(async () => {
    await page.mouse.move(600, 400);
    await dragOn(page, `${formatFullDay(addDays(monday, 3))}, 12 PM`);
    await expect(page.locator('.cal-tag')).toContainText(formatDay(addDays(monday, 3)), { timeout: 500 });
  }).toPass();
  await page.mouse.up();
  await expect(sheetOf(page, 'Otto')).toContainText(formatDay(addDays(monday, 3)));
});

test('by the sheet on a phone: a typed time and length, and what is unusual about it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const monday = mondayIn(3);
  const lena = await clientByPhone(page, 'Lena', { email: `lena${Date.now()}@example.com` });
  const booking = await bookByPhone(page, lena, at(monday, 10));
  await openStaff(page, `/bookings/${booking.id}`, /./);
  await page.getByRole('button', { name: 'Reschedule…' }).click();
  const sheet = sheetOf(page, 'Lena');
  await expect(sheet.getByText('No free time in these two weeks.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Other time…' }).click();
  await sheet.getByLabel('Date').fill(addDays(monday, 1));
  await sheet.getByLabel('Start').fill('14:15');
  await sheet.getByLabel('Length').selectOption('75 min');
  await expect(sheet.getByText('2:15 PM - 3:30 PM')).toBeVisible();
  await expect(sheet.getByRole('list', { name: 'What to know about this time' })).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await sheet.getByLabel('Message').fill('The dentist moved me. Sorry!');
  await sheet.getByRole('button', { name: 'Reschedule', exact: true }).click();
  await expect(sheet).toBeHidden();
  expect(await bookingRow(page, booking.id)).toMatchObject({
    start_time: at(addDays(monday, 1), 14, 15),
    end_time: at(addDays(monday, 1), 15, 30),
  });
});

test('by a long press on a phone: a block is lifted and dropped by finger', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL!,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await signInOwner(context, baseURL!);
  const page = await context.newPage();
  const monday = mondayIn(4);
  const ruth = await clientByPhone(page, 'Ruth');
  const booking = await bookByPhone(page, ruth, at(monday, 10));
  await openStaff(page, `/calendar?view=3days&date=${monday}`, 'Calendar');
  const block = blockOf(page, booking);
  // Waits until it stands still: the calendar scrolls to its hours when they are loaded.
  await block.tap({ trial: true });
  const from = (await block.boundingBox())!;
  const touch = await context.newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
    });
  const [x, y] = [from.x + 20, from.y + 8];
  await send('touchStart', x, y);
  await expect(page.locator('.cal-tag')).toBeVisible();
  const column = (await page
    .locator(`td[data-date="${addDays(monday, 1)}"]`)
    .first()
    .boundingBox())!;
  await send('touchMove', x + 10, y + 30);
  await send('touchMove', column.x + column.width / 2, y + 60);
  await expect(page.locator('.cal-tag')).toContainText(`${formatDay(addDays(monday, 1))}, 11:00 AM`);
  await send('touchEnd');
  await expect(sheetOf(page, 'Ruth')).toContainText(formatDay(addDays(monday, 1)));
  await context.close();
});

test('a time that was taken while the sheet was open: the block glides back and the sheet says by whom', async ({
  page,
}) => {
  const monday = mondayIn(5);
  const tomas = await clientByPhone(page, 'Tomas', { email: `tomas${Date.now()}@example.com` });
  const booking = await bookByPhone(page, tomas, at(monday, 10));
  await open(page, monday);
  await cellWith(page, 'Tomas').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Enter');
  const sheet = sheetOf(page, 'Tomas');
  await sheet.getByLabel('Message').fill('Sorry for the change.');
  const confirm = sheet.getByRole('button', { name: 'Reschedule', exact: true });
  await expect(confirm).toBeEnabled();
  await bookByPhone(page, await clientByPhone(page, 'Priya'), at(addDays(monday, 1), 10));
  await confirm.click();
  const taken = sheet.getByRole('alert').filter({ hasText: 'Just taken' });
  await expect(taken).toContainText('Priya O.');
  await expect(sheet.getByLabel('Message')).toHaveValue('Sorry for the change.');
  expect(await bookingRow(page, booking.id)).toMatchObject({ start_time: booking.start_time });
});

test('a time that a client is paying for cannot be taken, and its payment page can be ended', async ({
  page,
  browser,
}) => {
  const visitors = await browser.newContext();
  const shop = await visitors.newPage();
  const { email } = await createClient(shop, { first_name: 'Wendell', last_name: `Hold${Date.now() % 1e6}` });
  await putInCart(shop, 'Private Yoga');
  await toPaymentPage(shop);
  const db = await appDatabase();
  const { rows } = await db.query<{ id: string; start_time: Date; date: string }>(
    `select b.id, b.start_time, to_char(b.start_time at time zone 'America/Los_Angeles', 'YYYY-MM-DD') as date
     from bookings b join users u on u.id = b.user_id where u.email = $1 and b.status = 'PENDING'`,
    [email],
  );
  await db.end();
  const [hold] = rows;
  expect(hold).toBeDefined();

  const ana = await clientByPhone(page, 'Ana');
  const booking = await bookByPhone(page, ana, at(mondayIn(6), 10));
  await openStaff(page, `/bookings/${booking.id}`, /./);
  await page.getByRole('button', { name: 'Reschedule…' }).click();
  const sheet = sheetOf(page, 'Ana');
  await sheet.getByRole('button', { name: 'Other time…' }).click();
  await sheet.getByLabel('Date').fill(hold!.date);
  await sheet.getByLabel('Start').fill(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/Los_Angeles',
      hour: '2-digit',
      minute: '2-digit',
    }).format(hold!.start_time),
  );
  await expect(sheet.getByRole('alert')).toContainText(/Taken: Wendell .*being paid until/);
  await expect(sheet.getByRole('button', { name: 'Reschedule', exact: true })).toBeDisabled();
  await sheet.getByRole('button', { name: 'Not now' }).click();

  await open(page, hold!.date);
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
  await expect(blockOf(page, hold!)).toBeHidden();
  await visitors.close();
});

test('a series is moved from its second date: one plan, one action, and whom to call', async ({ page }) => {
  const monday = mondayIn(20);
  const mondays = [0, 7, 14].map((days) => addDays(monday, days));
  const other = await clientByPhone(page, 'Orla');
  // On the new day of the third session someone else has the time.
  await bookByPhone(page, other, at(addDays(monday, 16), 10));
  const hannah = await clientByPhone(page, 'Hannah');
  await bookByPhone(page, hannah, at(monday, 10), { starts: mondays.map((date) => at(date, 10)) });
  const answer = await page.request.get(`/api/staff/calendar?from=${monday}&to=${addDays(monday, 14)}`);
  const { sessions } = (await answer.json()) as CalendarAnswer;
  const ids = sessions.filter(({ client }) => client?.id === hannah.id).map(({ id }) => id);
  await page.setViewportSize({ width: 360, height: 740 });
  await openStaff(page, `/bookings/${ids[1]!}`, 'Booking');
  await expect(page.getByRole('heading', { name: 'Series: 2 of 3, weekly' })).toBeVisible();
  await expect(page.getByRole('link', { name: `${formatDay(monday)}, 10:00 AM` })).toHaveAttribute(
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
  await sheet.getByLabel('Date', { exact: true }).fill(addDays(monday, 9));
  await sheet.getByLabel('Start', { exact: true }).fill('10:00');
  await sheet.getByRole('button', { name: 'See what changes' }).click();
  await expect(
    sheet.getByText(`${formatDay(addDays(monday, 16))}, 10:00 AM is taken: Orla O.`),
  ).toBeVisible();
  await expect(sheet.getByText(/^Please choose the new time: /)).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  const line = sheet.getByRole('list', { name: 'Bookings' }).getByRole('listitem').last();
  await line.getByLabel('Start', { exact: true }).fill('13:00');
  const act = sheet.getByRole('button', { name: 'Reschedule 2 sessions', exact: true });
  await act.click();
  const anyway = sheet.getByRole('button', { name: 'Reschedule there anyway' });
  await anyway.click();
  await act.click();
  const toCall = page.getByRole('dialog', { name: 'Rescheduled: 2.' });
  await expect(toCall.getByRole('link', { name: 'Call Hannah O.' })).toBeVisible();
  await expect(toCall.getByRole('listitem')).toContainText(
    `${formatDay(addDays(monday, 9))}, 10:00 AM (new time)`,
  );
  await expect(toCall.getByRole('listitem')).toContainText(
    `${formatDay(addDays(monday, 16))}, 1:00 PM (new time)`,
  );
  await expectAccessible(page);
  await toCall.getByText('Close', { exact: true }).click();
  const rows = await Promise.all(ids.map((id) => bookingRow(page, id)));
  expect(rows.map(({ start_time }) => start_time)).toEqual([
    at(monday, 10),
    at(addDays(monday, 9), 10),
    at(addDays(monday, 16), 13),
  ]);
});
