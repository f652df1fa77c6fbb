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

/** Answers the audit log, and keeps the queries. */
async function showLog(page: Page, all: readonly AuditRow[]): Promise<string[]> {
  const asked: string[] = [];
  await page.route(
    (url) => url.pathname === '/api/staff/audit-log',
    async (route) => {
      const { search, searchParams } = new URL(route.request().url());
      asked.push(search);
      const found = all.filter(({ via }) => searchParams.get('kind') !== 'READ' || via === 'READ');
      const rows = searchParams.has('client') ? [] : found;
      await route.fulfill({ json: { rows, next: null, staff: [{ id: NALINI, name: 'Nalini Brandt' }] } });
    },
  );
  return asked;
}

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

test('a long name fits on a phone, and so does the sentence that nothing was found', async ({ page }) => {
  await showLog(page, [
    row(0),
    row(1, { via: 'READ', text: 'read the form answers of Maren K.', path: null }),
    row(2, { text: `cancelled a booking of ${'Maximiliane'.repeat(8)} F.` }),
  ]);
  await open(page);
  await expect(rows(page)).toHaveCount(3);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSideScroll(page);
  await open(page, '?client=00000000-0000-4000-8000-000000000002');
  await expect(page.getByText('Nothing was recorded that fits.')).toBeVisible();
  await expectAccessible(page);
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
