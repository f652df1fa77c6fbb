import { expect, test } from 'vitest';
import { isolate } from '#domain/people/personal.ts';
import { at, calendarAnswer, type CalendarRows, sessionAt } from '#tests/e2e/support/staff-calendar.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { ORIGIN } from './support/dom.ts';
import type { Page } from './support/page.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { clientWithVisits, comeBack } from './support/visits.ts';

const app = await testApp();
const TUESDAY = '2026-12-08';
const grid = (page: Page) => page.getByRole('grid');
const cell = (page: Page, name: string) => grid(page).getByRole('gridcell', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 2 });

/** The calendar of a day with these rows. */
async function calendarWith(rowsOf: () => CalendarRows, date = TUESDAY, view = ''): Promise<Page> {
  const page = await staffBrowser(app);
  page.intercept('GET', '/api/staff/calendar', (_, url) =>
    Promise.resolve(Response.json(calendarAnswer(new URL(url, ORIGIN), date, rowsOf()))),
  );
  await openStaff(page, `/calendar?${view}date=${date}`, 'Calendar');
  await expect(grid(page)).toBeVisible();
  return page;
}

test('by pointer: a block opens its booking beside the calendar, and the address keeps everything', async () => {
  const { ids } = await clientWithVisits(app, { first_name: 'Wilhelmina', last_name: 'Featherstonehaugh' }, [
    { minutes: 90 },
  ]);
  const page = await staffBrowser(app);
  await openStaff(page, '/calendar', 'Calendar');
  const block = grid(page).locator(`a[href*="${ids[0]}"]`);
  await expect(block).toContainText('Wilhelmina F.');
  await block.click();
  await expect(page).toHaveURL(new RegExp(`booking=${ids[0]}`));
  const panel = page.getByRole('complementary', { name: 'Booking' });
  await expect(panel.getByText('Wilhelmina Featherstonehaugh')).toBeVisible();
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
});

test('an answer that removes the cell that has the focus takes no key away', async () => {
  let sessions = [sessionAt(at(TUESDAY, 6), 45), sessionAt(at(TUESDAY, 10), 45)];
  const page = await calendarWith(() => ({ sessions }));
  await grid(page)
    .getByRole('gridcell', { name: /^Tuesday 8 December, 6 AM/ })
    .focus();
  sessions = sessions.slice(1);
  comeBack();
  await expect(grid(page).getByRole('gridcell', { name: /, 6 AM/ })).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(cell(page, 'Tuesday 8 December, 5:45 PM, free')).toBeFocused();
});

test('by keyboard alone: one tab stop, arrows, weeks, views and Enter', async () => {
  const session = sessionAt(at(TUESDAY, 10), 45);
  const page = await calendarWith(() => ({
    sessions: [session],
    time_off: [{ id: 't', starts_at: at(TUESDAY, 11), ends_at: at(TUESDAY, 12), reason: 'Dentist' }],
  }));
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time++) await page.keyboard.press(key);
  };
  await expect(page.getByRole('grid', { name: 'Week of 7 December, times in PST' })).toBeVisible();
  await expect(grid(page).locator('[tabindex="0"]')).toHaveCount(1);
  await grid(page).locator('[tabindex="0"]').focus();

  await press('Home');
  await expect(cell(page, 'Tuesday 8 December, 9 AM, free')).toBeFocused();
  await press('ArrowUp');
  await expect(cell(page, 'Tuesday 8 December, 8:45 AM, outside working hours')).toBeFocused();
  await press('End');
  await expect(cell(page, 'Tuesday 8 December, 5:45 PM, free')).toBeFocused();
  await press('ArrowLeft');
  await expect(cell(page, 'Monday 7 December, 5:45 PM, free')).toBeFocused();
  await press('ArrowRight');
  await press('Home');
  await press('ArrowDown', 8);
  await expect(cell(page, 'Tuesday 8 December, 11 AM, closed: Dentist')).toBeFocused();

  await press('PageDown');
  await expect(heading(page)).toContainText('14 - 20 December 2026');
  await expect(cell(page, 'Tuesday 15 December, 11 AM, free')).toBeFocused();
  await press('PageUp');
  await press('Home');
  await press('ArrowDown', 4);
  const named = 'Tuesday 8 December, 10 AM, Marma Session with Maren K., 10:00 to 10:45';
  await expect(cell(page, named)).toBeFocused();

  await press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await press('Escape');
  await expect(cell(page, named)).toBeFocused();
  await press('Enter');
  await expect(page).toHaveURL(new RegExp(`booking=${session.id}`));
  await page
    .getByRole('complementary', { name: 'Booking' })
    .getByRole('button', { name: 'Close' })
    .press('Enter');
  await expect(cell(page, named)).toBeFocused();

  await press('d');
  await expect(heading(page)).toContainText('Tuesday 8 December 2026');
  await expect(grid(page).locator('[tabindex="0"]')).toBeFocused();
  await press('3');
  await expect(heading(page)).toContainText('8 - 10 December 2026');
  await press('t');
  await expect(page).not.toHaveURL(/date=/);
});

test('the filter hides what it should, and cancelled bookings come on demand', async () => {
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
  const page = await calendarWith(() => ({ sessions: [sessionAt(at(TUESDAY, 10), 45), cancelled, online] }));
  const blocks = grid(page).locator('.cal-block');
  await expect(blocks).toHaveCount(2);
  await page.getByRole('button', { name: 'Filter' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await dialog.getByLabel('Show cancelled').click();
  await expect(dialog.getByLabel('Show cancelled')).toBeChecked();
  await expect(blocks).toHaveCount(3);
  // Side by side.
  const lanes = (blocks.elements() as HTMLElement[]).map(({ style }) => style.getPropertyValue('--lane'));
  expect(lanes).toEqual(['0', '1', '0']);
  await expectAccessible(page, { part: dialog });
  await dialog.getByLabel('Place').selectOption('Online');
  await dialog.getByLabel('Week without Saturday and Sunday').click();
  await expect(dialog.getByLabel('Week without Saturday and Sunday')).toBeChecked();
  await dialog.getByText('Close', { exact: true }).click();
  await expect(blocks).toHaveCount(1);
  await expect(grid(page).getByRole('columnheader')).toHaveCount(5);
  await expect(page).toHaveURL(/days=5&place=VIRTUAL&cancelled=1/);
});

test('an empty week says so', async () => {
  const page = await calendarWith(() => ({}));
  await expect(page.locator('p').filter({ hasText: 'Nothing booked from 7 to 13 December.' })).toBeVisible();
  await expect(page.getByText('Clients can book until Thu 7 Jan.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByRole('button', { name: 'See the month' })).toBeVisible();
});

/** How many rows of a quarter of an hour are between the first two blocks. */
function rowsApart(page: Page): number {
  const rows = grid(page).locator('tbody tr').elements();
  const [first, second] = grid(page)
    .locator('.cal-block')
    .elements()
    .map((block) => rows.indexOf(block.closest('tr')!));
  return second! - first!;
}

test('the day on which the clocks go back has 25 hours', async () => {
  const sessions = [sessionAt('2026-11-01T08:30:00.000Z', 45), sessionAt('2026-11-01T09:30:00.000Z', 45)];
  const page = await calendarWith(() => ({ sessions }), '2026-11-01', 'view=day&');
  await expect(grid(page).getByText('Clocks go back')).toBeVisible();
  expect(rowsApart(page), 'an hour apart').toBe(4);
  await expect(
    cell(page, 'Sunday 1 November, 1:30 AM for the second time, Marma Session with Maren K., 1:30 to 2:15'),
  ).toHaveCount(1);
});

test('the day on which the clocks go forward has 23 hours', async () => {
  const sessions = [sessionAt('2027-03-14T09:30:00.000Z', 30), sessionAt('2027-03-14T10:00:00.000Z', 45)];
  const page = await calendarWith(() => ({ sessions }), '2027-03-14', 'view=day&');
  await expect(grid(page).getByText('Clocks go forward')).toBeVisible();
  expect(rowsApart(page), '3 AM follows 1:30 AM by half an hour').toBe(2);
  await expect(cell(page, 'Sunday 14 March, 3 AM, Marma Session with Maren K., 3:00 to 3:45')).toHaveCount(1);
  await expect(grid(page).getByText(/^2 AM$/)).toHaveCount(0);
});

test('what another device changes gets a ring and is announced', async () => {
  let updated_at = at(TUESDAY, 8);
  const session = sessionAt(at(TUESDAY, 10), 45);
  const page = await calendarWith(() => ({ sessions: [{ ...session, updated_at }] }));
  const block = grid(page).locator('.cal-block');
  await expect(block).toBeVisible();
  updated_at = at(TUESDAY, 9);
  comeBack();
  await expect(block).toHaveAttribute('class', /is-changed/);
  await expect(page.getByRole('status').filter({ hasText: 'The calendar has changed.' })).toHaveCount(1);
});
