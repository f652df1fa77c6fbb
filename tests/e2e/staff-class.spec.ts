import { expect, type Page } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import type { ClassRow, Today } from '#contract/agenda.schemas.ts';
import { addDays } from '#domain/time/calendar.ts';
import { formatFullDay } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
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

test('on a phone a full class and the message to everybody fit', async ({ page }) => {
  const now = new Date().toISOString();
  const full = await findClass(
    page,
    ({ taken, capacity, start_time }) => taken === capacity && start_time > now,
  );
  await openStaff(page, pathOf(full), full.service_name);
  await expect(page.locator('.roster-list > li')).toHaveCount(full.taken);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Message everybody…' }).click();
  const writing = page.getByRole('dialog', { name: 'Message everybody' });
  await writing.getByRole('button', { name: 'Send' }).click();
  await expect(writing.getByText('Please write a message.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.keyboard.press('Escape');
  await expect(writing).toBeHidden();
  await expectNoSideScroll(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.roster-head').getByText(full.service_name)).toBeVisible();
  await expect(page.locator('.roster-list > li')).toHaveCount(full.taken);
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('arrivals are recorded with large toggles', async ({ page, request }) => {
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
  await expectAccessible(page, { part: page.locator('.roster-list') });
  await expectNoSideScroll(page);
});

test('on a phone the cancellation of a class fits', async ({ page }) => {
  const today = localDateOf(new Date(), practice.zone);
  const empty = await findClass(
    page,
    ({ taken, start_time }) => taken === 0 && localDateOf(start_time, practice.zone) > addDays(today, 1),
  );
  const { service_id, place, start_time } = empty;
  await openStaff(page, pathOf(empty), empty.service_name);
  await expect(page.getByText('Nobody has booked this class yet.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await bookByPhone(page, await clientByPhone(page, 'Hannah'), start_time, { service_id, place });
  await page.reload();
  await page.getByRole('button', { name: 'Cancel this date…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Cancel this date?' });
  await sheet.getByRole('button', { name: 'See what changes' }).click();
  await expect(sheet.getByText(/^Nobody is told by e-mail\. Hannah O\. has no e-mail address/)).toBeVisible();
  const words = await sheet.getByText('e-mail', { exact: true }).all();
  expect(words).toHaveLength(2);
  // A word that is broken at the end of a line has two boxes.
  for (const word of words) expect(await word.evaluate((each) => each.getClientRects().length)).toBe(1);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await sheet.getByRole('button', { name: 'Cancel this date', exact: true }).click();
  const toCall = page.getByRole('dialog', { name: 'Cancelled.' });
  await expect(toCall.getByRole('listitem')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await toCall.getByText('Close', { exact: true }).click();
  await expect(page.getByRole('link', { name: 'Call Hannah O.' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('Today leads to the roster and back', async ({ page }) => {
  const booked = await findClass(page, ({ taken }) => taken > 0);
  const date = localDateOf(booked.start_time, practice.zone);
  await page.goto(`/staff?date=${date}`);
  const day = page.getByRole('list', { name: formatFullDay(date) });
  await day.getByRole('link', { name: booked.service_name }).first().click();
  await expect(page).toHaveURL(/\/staff\/classes\//);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(`/staff?date=${date}`);
  await page.goto(`/staff${pathOf(booked)}`);
  await expect(page.getByRole('link', { name: 'Back to Today' })).toHaveAttribute('href', '/staff');
});
