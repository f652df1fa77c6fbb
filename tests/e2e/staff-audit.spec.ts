import { expect, type Page } from '@playwright/test';
import type { AuditRow } from '#contract/staff.schemas.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { openStaff, signInOwner } from './support/staff-area.ts';
import { expectNoSideScroll, tabTo } from './support/watch.ts';

const NALINI = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const rows = (page: Page) => page.getByRole('list', { name: 'Entries, newest first' }).getByRole('listitem');
const open = (page: Page, query = '') => openStaff(page, `/audit${query}`, 'Audit log');

const row = (n: number, more: Partial<AuditRow> = {}): AuditRow => ({
  id: String(n),
  at: new Date(Date.parse('2026-11-10T18:31:00Z') - n * 3_600_000).toISOString(),
  staff: 'Nalini Brandt',
  via: 'WEB',
  action: 'booking.cancel',
  text: 'cancelled a booking of Maren K.',
  path: '/bookings/00000000-0000-4000-8000-000000000001',
  parts: [],
  ...more,
});

/** Answers the audit log by pages of three, and keeps the queries. */
async function showLog(page: Page, all: readonly AuditRow[]): Promise<string[]> {
  const asked: string[] = [];
  await page.route(
    (url) => url.pathname === '/api/staff/audit-log',
    async (route) => {
      const { search, searchParams } = new URL(route.request().url());
      asked.push(search);
      const fitting = all.filter(({ via }) => searchParams.get('kind') !== 'READ' || via === 'READ');
      const from = Number(searchParams.get('after') ?? 0);
      const next = from + 3 < fitting.length ? String(from + 3) : null;
      await route.fulfill({
        json: { rows: fitting.slice(from, from + 3), next, staff: [{ id: NALINI, name: 'Nalini Brandt' }] },
      });
    },
  );
  return asked;
}

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

test('the log says who did what, a page at a time', async ({ page }) => {
  await showLog(page, [
    row(0),
    row(1, { via: 'READ', text: 'read the form answers of Maren K.', action: 'form.read', path: null }),
    row(2, { staff: null, via: 'JOB', text: 'marked 6 visits as completed', path: null }),
    row(3, { text: `cancelled a booking of ${'Maximiliane'.repeat(8)} F.` }),
  ]);
  await open(page);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText('Tue 10 Nov, 10:31 AM');
  await expect(rows(page).first()).toContainText('Nalini cancelled a booking of Maren K.');
  await expect(rows(page).nth(2)).toContainText('A job marked 6 visits as completed');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSideScroll(page);
});

test('by keyboard alone: the filters are in the address, and a row opens its booking', async ({ page }) => {
  const asked = await showLog(page, [row(0), row(1, { via: 'READ', text: 'read the note of Maren K.' })]);
  await open(page);
  await tabTo(page, page.getByLabel('What'));
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/\/staff\/audit\?kind=OWN$/);
  await page.keyboard.press('ArrowUp');
  await expect(page).toHaveURL(/\/staff\/audit\?kind=READ$/);
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Who').selectOption('Nalini Brandt');
  await page.getByLabel('From').fill('2026-11-01');
  await expect(page).toHaveURL(
    new RegExp(`staff=${NALINI}&kind=READ&from=2026-11-01|kind=READ&staff=${NALINI}&from=2026-11-01`),
  );
  await expect.poll(() => asked.at(-1)).toContain(`staff=${NALINI}`);
  await tabTo(page, page.getByRole('button', { name: 'Clear' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/staff\/audit$/);
  await tabTo(page, page.getByRole('link', { name: 'cancelled a booking of Maren K.' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/staff\/bookings\/00000000-0000-4000-8000-000000000001$/);
});

test('when nothing fits, one button shows everything again', async ({ page }) => {
  await showLog(page, [row(0)]);
  await open(page, '?kind=READ&client=00000000-0000-4000-8000-000000000002');
  await expect(page.getByText('Nothing was recorded that fits.')).toBeVisible();
  await expect(page.getByText('Only what concerns one client.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('after a failure the log can be asked again', async ({ page }) => {
  await page.route('**/api/staff/audit-log*', (route) => route.fulfill({ status: 500, body: '' }));
  await open(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/staff/audit-log*');
  await showLog(page, [row(0)]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('the log of the practice: what clients did themselves is shown apart, and only of one client', async ({
  page,
}) => {
  await open(page);
  await expect(rows(page).or(page.getByText('Nothing has been recorded yet.')).first()).toBeVisible();
  await expect(rows(page).filter({ hasText: 'A client' })).toHaveCount(0);
  await page.getByLabel('What').selectOption('Clients’ own data');
  await expect(rows(page).filter({ hasText: 'A client sent form answers' }).first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Client' }).fill('okafor');
  await page.getByRole('button', { name: 'Maren Okafor' }).click();
  await expect(page).toHaveURL(/client=/);
  await expect(page.getByText('Only what concerns Maren Okafor.')).toBeVisible();
  await expect(rows(page).first()).toContainText('Maren O.');
  await expect(rows(page).filter({ hasNotText: 'Health' })).toHaveCount(0);
  await page.getByLabel('Until').fill('2020-01-01');
  await expect(page.getByText('Nothing was recorded that fits.')).toBeVisible();
});
