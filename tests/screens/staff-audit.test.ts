import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { staffAttendance } from '#contract/staff.calls.ts';
import { audit, auditAll } from '#server/runtime/audit.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { whileFailing } from './support/fail-calls.ts';
import type { Page } from './support/page.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { bookingRow, clientWithVisits } from './support/visits.ts';

const app = await testApp();
const { staff_id } = await app.signInStaff();
const { user_id } = await app.signInClient('demo@example.com');

const rows = (page: Page) => page.getByRole('list', { name: 'Entries, newest first' }).getByRole('listitem');
const open = (page: Page, query = '') => openStaff(page, `/audit${query}`, 'Audit log');
const reading = { actor: `staff:${staff_id}`, user_id, action: 'form.read' } as const;
await audit(app.db, reading, new Date('2026-03-02T03:00:00Z'));

test('what clients did themselves is shown apart, and only of one client', async () => {
  const page = await staffBrowser(app);
  await open(page);
  await expect(rows(page)).toHaveText('Yesterday, 7:00 PMNalini read form answers of Maren O.Health');
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

test('when nothing fits, one button shows everything again', async () => {
  const page = await staffBrowser(app);
  await open(page, `?kind=READ&client=${randomUUID()}`);
  await expect(page.getByText('Nothing was recorded that fits.')).toBeVisible();
  await expect(page.getByText('Only what concerns one client.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('after a failure the log can be asked again', async () => {
  const page = await staffBrowser(app);
  await whileFailing(page, 'GET', '/api/staff/audit-log', async () => {
    await open(page);
    await expect(page.getByRole('alert')).toBeVisible();
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('the log says who did what, a page at a time', async () => {
  const exporting = { actor: 'practice', user_id, action: 'data.export' } as const;
  await auditAll(app.db, Array(100).fill(exporting), new Date('2025-11-10T18:00:00Z'));
  await audit(app.db, { ...exporting, actor: 'clean-up' }, new Date('2025-11-10T18:31:00Z'));
  const { ids } = await clientWithVisits(app, { first_name: 'Ivo', last_name: 'Marlow' }, [{ minutes: 30 }]);
  const page = await staffBrowser(app);
  const { updated_at: base_updated_at } = await bookingRow(page, ids[0]!);
  await page.call(staffAttendance, {
    params: { id: ids[0]! },
    body: { action_id: randomUUID(), base_updated_at, to: 'ARRIVED' },
  });
  await open(page);
  await expect(rows(page)).toHaveCount(100);
  await expect(rows(page).first()).toContainText('Today, 9:00 AM');
  await expect(rows(page).first()).toContainText('Nalini marked Ivo M. as arrived');
  await expect(rows(page).nth(2)).toContainText('Mon 10 Nov 2025, 10:31 AM');
  await expect(rows(page).nth(2)).toContainText('A job saved the whole record as a file of Maren O.');
  await expect(rows(page).last()).toContainText('A command saved the whole record as a file of Maren O.');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows(page)).toHaveCount(103);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
  await expectAccessible(page);
});
