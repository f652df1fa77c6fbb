import { expect, type Page, test } from '@playwright/test';
import type { CalendarAnswer } from '#contract/agenda.schemas.ts';
import { addDays } from '#domain/time/calendar.ts';
import { formatDay, formatFullDay } from '#domain/time/date-formats.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
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
  await expect(sheet.getByRole('button', { name: 'Copy text to Maren' })).toBeVisible();
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

test('the sheets that move a session and a series are accessible on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const monday = mondayIn(20);
  const lena = await clientByPhone(page, 'Lena', { email: `lena${Date.now()}@example.com` });
  // On the new day of the third session of the series.
  const booking = await bookByPhone(page, lena, at(addDays(monday, 16), 10));
  await openStaff(page, `/bookings/${booking.id}`, /./);
  await page.getByRole('button', { name: 'Reschedule…' }).click();
  const sheet = sheetOf(page, 'Lena');
  await sheet.getByRole('button', { name: 'Other time…' }).click();
  await sheet.getByLabel('Start').fill('14:15');
  await expect(sheet.getByRole('list', { name: 'What to know about this time' })).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);

  const hannah = await clientByPhone(page, 'Hannah');
  const starts = [0, 7, 14].map((days) => at(addDays(monday, days), 10));
  await bookByPhone(page, hannah, starts[0]!, { starts });
  const answer = await page.request.get(`/api/staff/calendar?from=${monday}&to=${addDays(monday, 14)}`);
  const { sessions } = (await answer.json()) as CalendarAnswer;
  const [, second] = sessions.filter(({ client }) => client?.id === hannah.id);
  await openStaff(page, `/bookings/${second!.id}`, 'Booking');
  await expect(page.getByRole('heading', { name: 'Series: 2 of 3, weekly' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reschedule…' }).click();
  const question = page.getByRole('dialog', { name: 'Reschedule which sessions?' });
  await question.getByRole('radio', { name: 'This and the following one' }).check();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Continue' }).click();
  const plan = page.getByRole('dialog', { name: 'Reschedule this and the following?' });
  await plan.getByRole('button', { name: 'Other time…' }).click();
  await plan.getByLabel('Date', { exact: true }).fill(addDays(monday, 9));
  await plan.getByLabel('Start', { exact: true }).fill('10:00');
  await plan.getByRole('button', { name: 'See what changes' }).click();
  await expect(plan.getByText(/ is taken: .?Lena O\./)).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  const line = plan.getByRole('list', { name: 'Bookings' }).getByRole('listitem').last();
  await line.getByLabel('Start', { exact: true }).fill('13:00');
  const act = plan.getByRole('button', { name: 'Reschedule 2 sessions', exact: true });
  await act.click();
  await plan.getByRole('button', { name: 'Reschedule there anyway' }).click();
  await act.click();
  await expect(page.getByRole('dialog', { name: 'Rescheduled: 2.' })).toBeVisible();
  await expectAccessible(page);
});
