import { expect, type Page } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import type { ClassRow, Today } from '#contract/agenda.schemas.ts';
import { addDays } from '#domain/time/calendar.ts';
import { formatClock } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { bookAndPay } from './support/book-and-pay.ts';
import {
  bookingRow,
  awaitNewDay,
  clientWithVisits,
  openStaff,
  signInOwner,
  withinToday,
} from './support/staff-area.ts';
import { bookByPhone, clientByPhone } from './support/staff-placement.ts';
import { test } from './support/lasting-page.ts';
import { expectNoSideScroll } from './support/watch.ts';

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

/** The first class of the next two weeks that is so. */
async function findClass(page: Page, isSo: (row: ClassRow) => boolean): Promise<ClassRow> {
  const today = localDateOf(new Date(), practice.zone);
  for (let day = 0; day < 14; day++) {
    const answer = await page.request.get(`/api/staff/today?date=${addDays(today, day)}`);
    const found = ((await answer.json()) as Today).classes.find(isSo);
    if (found) return found;
  }
  throw new Error('no such class in the sample calendar');
}

const pathOf = ({ service_id, start_time }: Pick<ClassRow, 'service_id' | 'start_time'>) =>
  `/classes/${service_id}/${start_time.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

test('a full class shows every seat', async ({ page }) => {
  const full = await findClass(page, ({ taken, capacity }) => taken === capacity);
  await openStaff(page, pathOf(full), full.service_name);
  await expect(page.getByText(`${full.taken} of ${full.capacity} seats`)).toBeVisible();
  await expect(page.getByText(/taken, full/)).toBeVisible();
  await expect(page.locator('.roster-list > li')).toHaveCount(full.taken);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
});

test('arrivals are recorded with large toggles, and taken back', async ({ page, request }) => {
  await awaitNewDay();
  const person = { first_name: 'Bertille', last_name: 'Anne-Christine Montgomery-Featherstonehaugh' };
  const { ids } = await clientWithVisits({ request }, person, [
    { minutes: withinToday(-5), length: 75, service: 'Slow Morning Flow' },
  ]);
  const seat = await bookingRow(page, ids[0]!);
  await page.setViewportSize({ width: 360, height: 740 });
  await openStaff(page, pathOf(seat), 'Slow Morning Flow');
  const arrived = page.getByRole('button', { name: /^Arrived: Bertille/ });
  await expect(arrived).toHaveAttribute('aria-pressed', 'false');
  const box = (await arrived.boundingBox())!;
  expect(Math.round(box.height), 'height of the toggle').toBeGreaterThanOrEqual(48);
  const name = (await page.getByRole('link', { name: /^Bertille/ }).boundingBox())!;
  expect(box.x, 'the toggle is beside the name').toBeGreaterThanOrEqual(name.x + name.width);
  await arrived.click();
  await expect(arrived).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(/taken, 1 arrived/)).toBeVisible();
  await expect(page.getByRole('link', { name: '(503) 555-0142' })).toBeVisible();
  await expectAccessible(page, { part: page.locator('.roster-list') });
  await expectNoSideScroll(page);
  await arrived.focus();
  await page.keyboard.press('Space');
  await expect(arrived).toHaveAttribute('aria-pressed', 'false');
});

test('everybody in a class gets a message, then the class moves to another hour', async ({ page }) => {
  // No other test books this class.
  const seat = await bookingRow(page, (await bookAndPay(page, 'Yoga Nidra by Candle')).id);
  await openStaff(page, pathOf(seat), 'Yoga Nidra by Candle');
  await expect(page.getByRole('link', { name: 'Add a client' })).toHaveAttribute('href', /book\?service=/);
  const names = await page.locator('.roster-list > li > div > a').allTextContents();
  await page.getByRole('button', { name: 'Message everybody…' }).click();
  const writing = page.getByRole('dialog', { name: 'Message everybody' });
  await writing.getByRole('button', { name: 'Send' }).click();
  await expect(writing.getByText('Please write a message.')).toBeVisible();
  await writing.getByLabel('Message').fill('We begin at half past nine.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await writing.getByRole('button', { name: 'Send' }).click();
  await expect(writing).toBeHidden();
  // Some seats of the sample calendar belong to former clients, whom no mail reaches.
  const missed = page.getByRole('dialog', { name: /^(Your message is on its way|Nobody gets an e-mail)/ });
  const sent = page.getByText(/^Your message is on its way to \d+ p/);
  await expect(missed.or(sent).first()).toBeVisible();
  if (await missed.isVisible()) {
    await expectAccessible(page);
    await missed.getByText('Close', { exact: true }).click();
  }
  await page.getByRole('button', { name: 'Reschedule this class…' }).click();
  const moving = page.getByRole('dialog', { name: 'Reschedule this class?' });
  await moving.getByLabel('Start').fill('21:30');
  await moving.getByRole('button', { name: 'See what changes' }).click();
  await moving.getByRole('button', { name: /^Reschedule the class/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: /9:30/ })).toBeVisible();
  await expect(page.locator('.roster-list > li > div > a')).toHaveText(names);
  const { start_time } = await bookingRow(page, seat.id);
  expect(formatClock(start_time, practice.zone)).toBe('9:30 PM');
  await page.goto(`/staff${pathOf(seat)}`);
  await page.getByRole('link', { name: /^It is now on .*9:30 PM$/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: /9:30/ })).toBeVisible();
});

test('a class is cancelled with somebody who has no e-mail address', async ({ page }) => {
  const today = localDateOf(new Date(), practice.zone);
  const empty = await findClass(
    page,
    ({ taken, start_time }) => taken === 0 && localDateOf(start_time, practice.zone) > addDays(today, 1),
  );
  const { service_id, place, start_time } = empty;
  const hannah = await clientByPhone(page, 'Hannah');
  await bookByPhone(page, hannah, start_time, { service_id, place });
  await page.setViewportSize({ width: 360, height: 740 });
  await openStaff(page, pathOf(empty), empty.service_name);
  await page.getByRole('button', { name: 'Cancel this date…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Cancel this date?' });
  await sheet.getByRole('button', { name: 'See what changes' }).click();
  await expect(
    sheet.getByText(
      'Nobody is told by e-mail. Hannah O. has no e-mail address: please call. Nothing was paid by card.',
    ),
  ).toBeVisible();
  const words = await sheet.getByText('e-mail', { exact: true }).all();
  expect(words).toHaveLength(2);
  // A word that is broken at the end of a line has two boxes.
  for (const word of words) expect(await word.evaluate((each) => each.getClientRects().length)).toBe(1);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await sheet.getByRole('button', { name: 'Cancel this date', exact: true }).click();
  const toCall = page.getByRole('dialog', { name: 'Cancelled.' });
  await expect(toCall.getByRole('listitem')).toContainText('Hannah Okafor has no e-mail address');
  await expect(toCall.getByRole('link', { name: 'Call Hannah O.' })).toHaveAttribute('href', /^tel:/);
  await expect(toCall.getByRole('link', { name: 'Text Hannah O.' })).toHaveAttribute('href', /^sms:/);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await toCall.getByText('Close', { exact: true }).click();
  // The address stays: also after a reload it says what became of the class.
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(page.getByText(/^Cancelled on .* by /)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Call Hannah O.' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel this date…' })).toBeHidden();
  }
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('a class without seats taken says so', async ({ page }) => {
  const empty = await findClass(page, ({ taken }) => taken === 0);
  await openStaff(page, pathOf(empty), empty.service_name);
  await expect(page.getByText('Nobody has booked this class yet.')).toBeVisible();
  await expectAccessible(page);
});

test('a class that does not exist leads back to Today', async ({ page }) => {
  await openStaff(page, '/classes/3d7de9a0-0000-4000-8000-000000000000/20200101T000000Z', 'Class');
  await expect(page.getByText('This class was not found.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Today' }).click();
  await expect(page).toHaveURL('/staff');
});

test('Today leads to the roster and back', async ({ page }) => {
  const booked = await findClass(page, ({ taken }) => taken > 0);
  const date = localDateOf(booked.start_time, practice.zone);
  await page.goto(`/staff?date=${date}`);
  await page.getByRole('link', { name: booked.service_name }).first().click();
  await expect(page).toHaveURL(/\/staff\/classes\//);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(`/staff?date=${date}`);
  await page.goto(`/staff${pathOf(booked)}`);
  await expect(page.getByRole('link', { name: 'Back to Today' })).toHaveAttribute('href', '/staff');
});
