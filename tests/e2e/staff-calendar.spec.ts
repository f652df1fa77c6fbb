import { isolate } from '#domain/people/personal.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import { formatClock } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { clientWithVisits, comeBack, openStaff, signInOwner, withinToday } from './support/staff-area.ts';
import { at, classOn, sessionAt, showCalendar } from './support/staff-calendar.ts';
import { consoleErrors, expectNoSideScroll, tabTo } from './support/watch.ts';

const { zone } = practice;
/** Minutes of the visit that opens by pointer. */
const LENGTH = 45;
const WEEK = '2026-12-07';
const TUESDAY = '2026-12-08';
const grid = (page: Page) => page.getByRole('grid');
const cell = (page: Page, name: string) => grid(page).getByRole('gridcell', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 2 });
const open = (page: Page, query = '') => openStaff(page, `/calendar${query}`, 'Calendar');

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

test('by pointer: a block opens its booking beside the calendar, and the address keeps everything', async ({
  page,
  request,
}) => {
  const errors = consoleErrors(page);
  const last_name = `Featherstonehaugh-${Date.now() % 1e6}`;
  const { ids } = await clientWithVisits({ request }, { first_name: 'Wilhelmina', last_name }, [
    // Its end is on today too, so that it is one block: late in the day it has begun.
    { minutes: withinToday(90 + LENGTH) - LENGTH, length: LENGTH },
  ]);
  await open(page);
  const block = grid(page).locator(`a[href*="${ids[0]}"]`);
  await expect(block).toContainText('Wilhelmina F.');
  await block.click();
  await expect(page).toHaveURL(new RegExp(`booking=${ids[0]}`));
  const panel = page.getByRole('complementary', { name: 'Booking' });
  await expect(panel.getByText(`Wilhelmina ${last_name}`)).toBeVisible();
  await expect(grid(page)).toBeVisible();
  await expectAccessible(page, { part: panel });
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();

  await page.getByRole('button', { name: 'Month', exact: true }).click();
  await expect(page).toHaveURL(/view=month/);
  await expect(grid(page).getByRole('columnheader')).toHaveCount(7);
  await expectAccessible(page);
  await page.reload();
  await expect(grid(page).getByRole('columnheader')).toHaveCount(7);
  expect(errors).toEqual([]);
});

test('an answer that removes the cell that has the focus takes no key away', async ({ page }) => {
  let sessions = [sessionAt(at(TUESDAY, 6), 45), sessionAt(at(TUESDAY, 10), 45)];
  await showCalendar(page, () => ({ sessions }), TUESDAY);
  await open(page, `?date=${TUESDAY}`);
  await grid(page)
    .getByRole('gridcell', { name: /^Tuesday 8 December, 6 AM/ })
    .focus();
  sessions = sessions.slice(1);
  await comeBack(page);
  await expect(grid(page).getByRole('gridcell', { name: /, 6 AM/ })).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(cell(page, 'Tuesday 8 December, 5:45 PM, free')).toBeFocused();
});

test('by keyboard alone: one tab stop, arrows, weeks, views and Enter', async ({ page }) => {
  const session = sessionAt(at(TUESDAY, 10), 45);
  await showCalendar(
    page,
    () => ({
      sessions: [session],
      time_off: [{ id: 't', starts_at: at(TUESDAY, 14), ends_at: at(TUESDAY, 15), reason: 'Dentist' }],
    }),
    TUESDAY,
  );
  await open(page, `?date=${TUESDAY}`);
  await expect(page.getByRole('grid', { name: 'Week of 7 December, times in PST' })).toBeVisible();
  await expect(grid(page).locator('[tabindex="0"]')).toHaveCount(1);
  await tabTo(page, grid(page).locator('[tabindex="0"]'));

  await page.keyboard.press('Home');
  await expect(cell(page, 'Tuesday 8 December, 9 AM, free')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(cell(page, 'Tuesday 8 December, 8:45 AM, outside working hours')).toBeFocused();
  await page.keyboard.press('End');
  await expect(cell(page, 'Tuesday 8 December, 5:45 PM, free')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(cell(page, 'Monday 7 December, 5:45 PM, free')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Home');
  for (let row = 0; row < 20; row++) await page.keyboard.press('ArrowDown');
  await expect(cell(page, 'Tuesday 8 December, 2 PM, closed: Dentist')).toBeFocused();

  await page.keyboard.press('PageDown');
  await expect(heading(page)).toContainText('14 - 20 December 2026');
  await expect(cell(page, 'Tuesday 15 December, 2 PM, free')).toBeFocused();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Home');
  for (let row = 0; row < 4; row++) await page.keyboard.press('ArrowDown');
  const named = 'Tuesday 8 December, 10 AM, Marma Session with Maren K., 10:00 to 10:45';
  await expect(cell(page, named)).toBeFocused();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cell(page, named)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`booking=${session.id}`));
  await page
    .getByRole('complementary', { name: 'Booking' })
    .getByRole('button', { name: 'Close' })
    .press('Enter');
  await expect(cell(page, named)).toBeFocused();

  await page.keyboard.press('d');
  await expect(heading(page)).toContainText('Tuesday 8 December 2026');
  await expect(grid(page).locator('[tabindex="0"]')).toBeFocused();
  await page.keyboard.press('3');
  await expect(heading(page)).toContainText('8 - 10 December 2026');
  await page.keyboard.press('t');
  await expect(page).not.toHaveURL(/date=/);
});

test('on a phone: three days, a block opens a page of its own', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const session = sessionAt(at(TUESDAY, 10), 60);
  await showCalendar(
    page,
    () => ({ sessions: [session], classes: [classOn(at(TUESDAY, 17), 75, 5)] }),
    TUESDAY,
  );
  await open(page, `?date=${TUESDAY}`);
  await expect(grid(page).getByRole('columnheader')).toHaveCount(3);
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  await expect(grid(page).getByRole('columnheader')).toHaveCount(7);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'As a list' }).click();
  await expect(page.getByRole('link', { name: 'Slow Morning Flow' })).toHaveAttribute(
    'href',
    /\/staff\/classes\/[^/]+\/20261209T010000Z$/,
  );
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Maren K.' }).click();
  await expect(page).toHaveURL(new RegExp(`/staff/bookings/${session.id}$`));
});

test('the filter hides what it should, and cancelled bookings come on demand', async ({ page }) => {
  const cancelled = sessionAt(at(TUESDAY, 10), 45, {
    status: 'CANCELLED',
    chips: [{ kind: 'CANCELLED' }],
    client: {
      id: sessionAt('2026-12-08T00:00:00.000Z', 1).id,
      name: isolate('Ivo Marek'),
      short_name: isolate('Ivo M.'),
      visits: 1,
      phone: null,
      has_email: true,
    },
  });
  const online = sessionAt(at(TUESDAY, 12), 45, {
    place: 'VIRTUAL',
    service_name: 'Online Follow-up',
    service_id: cancelled.id,
  });
  await showCalendar(
    page,
    () => ({ sessions: [sessionAt(at(TUESDAY, 10), 45), cancelled, online] }),
    TUESDAY,
  );
  await open(page, `?date=${TUESDAY}`);
  const blocks = grid(page).locator('.cal-block');
  await expect(blocks).toHaveCount(2);
  await page.getByRole('button', { name: 'Filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  // The address keeps the filter, so the box shows it once the address has changed.
  await dialog.getByLabel('Show cancelled').click();
  await expect(dialog.getByLabel('Show cancelled')).toBeChecked();
  await expect(blocks).toHaveCount(3);
  await expectApart(blocks);
  await expectAccessible(page, { part: dialog });
  await dialog.getByLabel('Place').selectOption('Online');
  await dialog.getByLabel('Week without Saturday and Sunday').click();
  await expect(dialog.getByLabel('Week without Saturday and Sunday')).toBeChecked();
  await dialog.getByText('Close', { exact: true }).click();
  await expect(blocks).toHaveCount(1);
  await expect(grid(page).getByRole('columnheader')).toHaveCount(5);
  await expect(page).toHaveURL(/days=5&place=VIRTUAL&cancelled=1/);
});

test('an empty week says so', async ({ page }) => {
  await showCalendar(page, () => ({}), TUESDAY);
  await open(page, `?date=${TUESDAY}`);
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'Nothing booked from 7 to 13 December.' }),
  ).toBeVisible();
  await expect(page.getByText('Clients can book until Thu 7 Jan.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByRole('button', { name: 'See the month' })).toBeVisible();
});

test('forty bookings with long names stay apart and inside their days', async ({ page }) => {
  const sessions: SessionRow[] = [];
  for (let day = 0; day < 5; day++) {
    const date = `2026-12-${String(7 + day).padStart(2, '0')}`;
    for (let n = 0; n < 8; n++)
      sessions.push(
        sessionAt(at(date, 9 + n), n % 2 ? 45 : 30, {
          service_name: 'Ayurvedic Consultation with Seasonal Daily Routine and Kitchen Visit',
          client: {
            id: '00000000-0000-4000-8000-000000000009',
            name: isolate(`Maximiliane-Theodora Featherstonehaugh-Wolfeschlegelstein ${day}${n}`),
            short_name: isolate('Maximiliane-Theodora-Wilhelmina F.'),
            visits: 1,
            phone: null,
            has_email: true,
          },
          chips: [{ kind: 'FORMS', done: 0, of: 1, missing: ['Intake'] }, { kind: 'FREE' }],
          place: n % 2 ? 'HOUSE_CALL' : 'FIXED_LOCATION',
        }),
      );
  }
  await showCalendar(page, () => ({ sessions }), TUESDAY);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, `?view=week&date=${WEEK}`);
    const blocks = grid(page).locator('.cal-block');
    await expect(blocks).toHaveCount(40);
    await expectApart(blocks);
    await expectWholeLines(blocks);
    await expectNoSideScroll(page);
  }
  await expectAccessible(page);
});

/** No line of text is cut through: each lies inside its block, or is left out. */
async function expectWholeLines(blocks: Locator): Promise<void> {
  const cut = await blocks.evaluateAll((all) =>
    all.flatMap((block) => {
      const edge = block.getBoundingClientRect();
      return [...block.querySelectorAll(':scope > :not(.cal-icons)')]
        .filter((line) => {
          const { left, bottom } = line.getBoundingClientRect();
          return left < edge.right && bottom > edge.bottom + 1;
        })
        .map((line) => line.textContent);
    }),
  );
  expect(cut).toEqual([]);
}

test('the day on which the clocks go back has 25 hours', async ({ page }) => {
  const first = sessionAt('2026-11-01T08:30:00.000Z', 45);
  const second = sessionAt('2026-11-01T09:30:00.000Z', 45);
  await showCalendar(page, () => ({ sessions: [first, second] }), '2026-11-01');
  await open(page, '?view=day&date=2026-11-01');
  await expect(grid(page).getByText('Clocks go back')).toBeVisible();
  const tops = await grid(page)
    .locator('.cal-block')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(tops[1]! - tops[0]!, 'an hour apart').toBe(48);
  await expect(
    cell(page, 'Sunday 1 November, 1:30 AM for the second time, Marma Session with Maren K., 1:30 to 2:15'),
  ).toHaveCount(1);
});

test('the day on which the clocks go forward has 23 hours', async ({ page }) => {
  const first = sessionAt('2027-03-14T09:30:00.000Z', 30);
  const second = sessionAt('2027-03-14T10:00:00.000Z', 45);
  await showCalendar(page, () => ({ sessions: [first, second] }), '2027-03-14');
  await open(page, '?view=day&date=2027-03-14');
  await expect(grid(page).getByText('Clocks go forward')).toBeVisible();
  const tops = await grid(page)
    .locator('.cal-block')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(tops[1]! - tops[0]!, '3 AM follows 1:30 AM by half an hour').toBe(24);
  await expect(cell(page, 'Sunday 14 March, 3 AM, Marma Session with Maren K., 3:00 to 3:45')).toHaveCount(1);
  await expect(grid(page).getByText(/^2 AM$/)).toHaveCount(0);
});

test('what another device changes gets a ring and is announced', async ({ page }) => {
  let updated_at = at(TUESDAY, 8);
  const session = sessionAt(at(TUESDAY, 10), 45);
  await showCalendar(page, () => ({ sessions: [{ ...session, updated_at }] }), TUESDAY);
  await open(page, `?date=${TUESDAY}`);
  const block = grid(page).locator('.cal-block');
  await expect(block).toBeVisible();
  updated_at = at(TUESDAY, 9);
  await comeBack(page);
  await expect(block).toHaveClass(/is-changed/);
  await expect(page.getByRole('status').filter({ hasText: 'The calendar has changed.' })).toBeAttached();
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('the times are those of the practice', async ({ page }) => {
    const date = localDateOf(new Date(), zone);
    const start = at(date, 10);
    await showCalendar(page, () => ({ sessions: [sessionAt(start, 45)] }), date);
    await open(page);
    await expect(page.getByRole('grid', { name: /times in P[SD]T/ })).toBeVisible();
    await expect(grid(page).locator('.cal-block')).toContainText('10:00');
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await expect(page.getByText(`${formatClock(start, zone)} - 10:45 AM`)).toBeVisible();
  });
});

/** No block covers another, and each is inside of the column of its day. */
async function expectApart(blocks: Locator): Promise<void> {
  const boxes = await blocks.evaluateAll((all) =>
    all.map((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const day = each.closest('td')!.getBoundingClientRect();
      return { left, right, top, bottom, inside: left >= day.left && right <= day.right + 0.5 };
    }),
  );
  expect(boxes.every(({ inside }) => inside)).toBe(true);
  for (const [n, a] of boxes.entries())
    for (const b of boxes.slice(n + 1)) {
      const apart =
        a.right <= b.left + 0.5 || b.right <= a.left + 0.5 || a.bottom <= b.top || b.bottom <= a.top;
      expect(apart).toBe(true);
    }
}
