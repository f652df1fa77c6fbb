import { isolate } from '#domain/people/personal.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import { formatClock } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { comeBack, openStaff, signInOwner } from './support/staff-area.ts';
import { at, classOn, sessionAt, showCalendar } from './support/staff-calendar.ts';
import { expectNoSideScroll, tabTo } from './support/watch.ts';

const { zone } = practice;
const WEEK = '2026-12-07';
const TUESDAY = '2026-12-08';
const grid = (page: Page) => page.getByRole('grid');
const open = (page: Page, query = '') => openStaff(page, `/calendar${query}`, 'Calendar');

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
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

test('Tab reaches the grid; an empty week, the filter, bookings side by side and a month are accessible', async ({
  page,
}) => {
  let sessions: SessionRow[] = [];
  await showCalendar(page, () => ({ sessions }), TUESDAY);
  await open(page, `?date=${TUESDAY}`);
  await expect(page.getByText('Clients can book until Thu 7 Jan.')).toBeVisible();
  await tabTo(page, grid(page).locator('[tabindex="0"]'));
  await expectAccessible(page);

  const start = at(TUESDAY, 10);
  sessions = [
    sessionAt(start, 45),
    sessionAt(start, 45, { status: 'CANCELLED', chips: [{ kind: 'CANCELLED' }] }),
  ];
  await comeBack(page);
  await page.getByRole('button', { name: 'Filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await dialog.getByLabel('Show cancelled').click();
  const blocks = grid(page).locator('.cal-block');
  await expect(blocks).toHaveCount(2);
  await expectApart(blocks);
  await expectAccessible(page, { part: dialog });
  await dialog.getByText('Close', { exact: true }).click();
  await page.getByRole('button', { name: 'Month', exact: true }).click();
  await expect(page).toHaveURL(/view=month/);
  await expect(grid(page).getByRole('columnheader')).toHaveCount(7);
  await expectAccessible(page);
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
