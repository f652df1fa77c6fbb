import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { staffRecordPayment } from '#contract/staff.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { bookAndPay } from './support/bookings.ts';
import { whileFailing } from './support/fail-calls.ts';
import type { Locator } from './support/locator.ts';
import type { Page } from './support/page.ts';
import { createClient } from './support/people.ts';
import { visitor } from './support/site.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { bookingRow, clientWithVisits } from './support/visits.ts';

const app = await testApp();

const DAY = 24 * 60;
const COLUMNS = ['Date of service', 'Service', 'Method', 'Paid', 'Refunded', 'Total'];
const statementOf = (page: Page) => page.getByRole('dialog', { name: 'Statement' });
const periodsOf = (dialog: Locator) => dialog.getByLabel('Of a visit, a month or a year');
const rowsOf = (dialog: Locator) => dialog.locator('tbody tr');
/** The cells of a row as they are read in a table: each amount has its name before it on phones. */
const cells = async (row: Locator): Promise<string[]> =>
  (
    await Promise.all(
      row
        .locator('th, td')
        .all()
        .map((cell) => cell.textContent()),
    )
  ).map((text) => text.replace(/^(?:Method|Paid|Refunded|Total) /, ''));

async function openStatement(page: Page): Promise<Locator> {
  await expect(page.getByRole('heading', { name: 'Receipts', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Statement…' }).click();
  return statementOf(page);
}

/** The owner takes cash for a visit. */
const takeCash = (owner: Page, id: string, cents: number) =>
  owner.call(staffRecordPayment, {
    params: { id },
    body: { action_id: randomUUID(), cents, method: 'CASH', received_on: '2026-03-01' },
  });

/** A visit that the client paid by card, with an amount of theirs, and that is over. */
async function paidOnScale(): Promise<{ client: Page; id: string }> {
  const client = visitor(app);
  const { id } = await bookAndPay(client, 'Slow Morning Flow');
  await app.database.pool.query(
    `update bookings set start_time = $2::timestamptz - interval '3 days', end_time = $2::timestamptz - interval '2 days' where id = $1`,
    [id, app.clock.now()],
  );
  return { client, id };
}

test('a client prints a statement of a visit, a month or a year, with who the practice is', async () => {
  const owner = await staffBrowser(app);
  await openStaff(owner, '/settings', 'Settings');
  const box = owner.getByRole('region', { name: 'Statements' });
  await box.getByLabel('License number').fill('OR 4711');
  await box.getByLabel('Tax number').fill('93-0001112');
  await expectAccessible(owner);
  await box.getByRole('button', { name: 'Save numbers' }).click();
  await expect(box.getByText('Saved.')).toBeVisible();
  const { client, ids } = await clientWithVisits(app, { first_name: 'Petra', last_name: 'Lindgren' }, [
    { minutes: -40 * DAY, status: 'COMPLETED' },
    { minutes: -2 * DAY, status: 'COMPLETED' },
  ]);
  await takeCash(owner, ids[0]!, 3500);
  await takeCash(owner, ids[1]!, 8500);

  await client.goto('/profile/settings');
  await whileFailing(client, 'GET', '/auth/statement', async () => {
    const dialog = await openStatement(client);
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Print' })).toBeDisabled();
  });
  const dialog = statementOf(client);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  const sheet = dialog.getByRole('region', { name: 'Statement: 2026' });
  await expect(sheet).toContainText('Nalini Brandt · License OR 4711 · Tax number 93-0001112');
  await expect(sheet).toContainText('For Petra Lindgren, born Feb 3, 1985');
  await expectAccessible(client);
  expect(await cells(dialog.locator('thead tr'))).toEqual(COLUMNS);
  await expect(rowsOf(dialog)).toHaveCount(2);
  expect((await cells(rowsOf(dialog).first())).slice(1)).toEqual([
    'Marma Session',
    'Cash',
    '$35.00',
    '$0.00',
    '$35.00',
  ]);
  expect(await cells(dialog.locator('tfoot tr'))).toEqual([
    'All',
    '2 entries',
    'Cash',
    '$120.00',
    '$0.00',
    '$120.00',
  ]);

  const print = vi.fn();
  Object.assign(window, { print });
  await periodsOf(dialog).selectOption({ label: 'February 2026' });
  await dialog.getByRole('button', { name: 'Print' }).click();
  expect(print).toHaveBeenCalledOnce();
  Reflect.deleteProperty(window, 'print');
  await periodsOf(dialog).selectOption(ids[0]!);
  await expect(rowsOf(dialog)).toHaveCount(1);
  expect(await cells(dialog.locator('tfoot tr'))).toEqual([
    'All',
    '1 entry',
    'Cash',
    '$35.00',
    '$0.00',
    '$35.00',
  ]);
});

test('a client without a visit reads when there is one', async () => {
  const client = visitor(app);
  await createClient(client);
  await client.goto('/profile/settings');
  const dialog = await openStatement(client);
  await expect(
    dialog.getByText('There is no visit yet. Visits are listed once they have begun.'),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Print' })).toBeDisabled();
});

test('an amount that the client chose is printed for the client, for staff only on request', async () => {
  const { client, id } = await paidOnScale();
  await client.goto('/profile/settings');
  const own = await openStatement(client);
  await expect(rowsOf(own)).toHaveCount(1);
  const amounts = await cells(rowsOf(own).first());
  expect(amounts.slice(2)).toEqual(['Card', expect.stringMatching(/^\$\d/), '$0.00', amounts[3]]);

  const page = await staffBrowser(app);
  const row = await bookingRow(page, id);
  await openStaff(page, `/clients/${row.client!.id}?tab=money`, 'Clients');
  const dialog = await openStatement(page);
  const all = dialog.locator('tfoot tr');
  await expect(rowsOf(dialog)).toHaveCount(1);
  expect((await cells(rowsOf(dialog).first())).slice(2)).toEqual(['Card', 'Hidden', 'Hidden', 'Hidden']);
  expect(await cells(all)).toEqual(['All', '1 entry', 'Card', 'Hidden', 'Hidden', 'Hidden']);
  await expect(dialog.getByText(/Showing them is recorded\.$/)).toBeVisible();
  await expectAccessible(page);
  const reveal = `/api/staff/clients/${row.client!.id}/reveal-statement`;
  await whileFailing(page, 'POST', reveal, async () => {
    await dialog.getByRole('button', { name: 'Show amounts' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    expect(await cells(all)).toEqual(['All', '1 entry', 'Card', 'Hidden', 'Hidden', 'Hidden']);
  });
  await dialog.getByRole('button', { name: 'Show amounts' }).click();
  await expect(all).toContainText(amounts[3]!);
  expect(await cells(rowsOf(dialog).first())).toEqual(amounts);
  await expect(dialog.getByRole('button', { name: 'Show amounts' })).toHaveCount(0);

  await page.keyboard.press('Escape');
  await openStaff(page, `/audit?client=${row.client!.id}`, /./);
  await expect(page.getByText(/looked at the amounts that .* chose, for a statement of 2026/)).toBeVisible();
});

test('with Privacy a statement has initials and no birthdate', async () => {
  const { ids } = await clientWithVisits(app, { first_name: 'Wilhelmina', last_name: 'Featherstone' }, [
    { minutes: -2 * DAY, status: 'COMPLETED' },
  ]);
  const page = await staffBrowser(app);
  const { client } = await bookingRow(page, ids[0]!);
  await openStaff(page, `/clients/${client!.id}?tab=money`, 'Clients');
  await page.getByRole('button', { name: 'Privacy' }).first().click();
  const dialog = await openStatement(page);
  await expect(dialog.getByText('For W. F.', { exact: true })).toBeVisible();
  await expect(dialog).not.toContainText('1985');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Privacy' }).first().click();
});
