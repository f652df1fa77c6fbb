import { afterEach, expect, test, vi } from 'vitest';
import { staffPayments, staffPayouts, staffReport } from '#contract/staff.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { bookAndPay } from './support/bookings.ts';
import { whileFailing } from './support/fail-calls.ts';
import { visitor } from './support/site.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { clientWithVisits, comeBack } from './support/visits.ts';

const app = await testApp();
const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#file');
afterEach(() => void saved.mockClear());

test('payments are listed by day with their sums, and one that the client chose has no amount', async () => {
  await bookAndPay(visitor(app), 'Marma Session');
  await bookAndPay(visitor(app), 'Slow Morning Flow');
  await clientWithVisits(app, { first_name: 'Petra', last_name: 'Lind' }, [{ minutes: -90 }]);
  const page = await staffBrowser(app);
  await openStaff(page, '/money?tab=payments&month=2026-03', 'Money');
  const table = page.getByRole('table', { name: 'Payments' });
  await expect(table).toContainText('Today, Mon 2 Mar');
  await expect(table.getByRole('row', { name: /Slow Morning Flow/ }).first()).toContainText('Sliding scale');
  await expect(table.getByRole('row', { name: /Petra Lind/ })).toContainText('Due');
  await expect(page.getByRole('main')).toContainText(/In all paid \$[\d,.]+.*without \d+ on a sliding scale/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Due' }).click();
  await expect(table.getByRole('row', { name: /Slow Morning Flow/ })).toHaveCount(0);
  await expect(table.getByRole('row', { name: /Petra Lind/ })).toBeVisible();
  await page.getByRole('button', { name: 'Month after' }).click();
  await expect(page.getByText('Nothing of that kind in April yet.')).toBeVisible();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(page.getByText('No payments in April yet.')).toBeVisible();
});

test('a month has its figures, and says what is left out of them', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '/money', 'Money');
  await expect(page.getByRole('heading', { name: 'March 2026' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'March 2026 by service' })).toContainText('Marma Session');
  await expect(page.getByRole('main')).toContainText('if at least 5 of them did');
  await expectAccessible(page);
});

test('payouts: none yet, and the rights that the key lacks', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '/money?tab=payouts', 'Money');
  await expect(page.getByText('No payouts in March yet.')).toBeVisible();
  await expectAccessible(page);
  const without = await staffBrowser(app);
  without.intercept(staffPayouts.method, staffPayouts.path, () =>
    Promise.resolve(Response.json({ can_read: false, payouts: [] })),
  );
  await openStaff(without, '/money?tab=payouts', 'Money');
  await expect(without.getByText(/to read Balance and to read Payouts/)).toBeVisible();
});

test('a payout is listed with what is in it', async () => {
  const page = await staffBrowser(app);
  const payout = {
    arrives_on: '2026-03-05',
    state: 'ARRIVED',
    contents: { payments: 7, refunds: 1, others: 0 },
  };
  page.intercept(staffPayouts.method, staffPayouts.path, () =>
    Promise.resolve(
      Response.json({
        can_read: true,
        payouts: [
          { ...payout, id: 'po_1', cents: 40_218 },
          { ...payout, id: 'po_2', cents: null },
        ],
      }),
    ),
  );
  await openStaff(page, '/money?tab=payouts', 'Money');
  const table = page.getByRole('table', { name: 'Payouts' });
  await expect(table).toContainText('$402.18');
  await expect(table).toContainText('7 payments, 1 refund');
  await expect(page.getByText(/Your bank shows it/)).toBeVisible();
  await expectAccessible(page);
});

test.each([
  ['/money', staffReport],
  ['/money?tab=payments', staffPayments],
  ['/money?tab=payouts', staffPayouts],
] as const)('%s that fails to load can be tried again', async (path, call) => {
  const page = await staffBrowser(app);
  await whileFailing(page, call.method, call.path, async () => {
    await openStaff(page, path, 'Money');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('after a failed refresh the month stays, with its time', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '/money', 'Money');
  const table = page.getByRole('table', { name: 'March 2026 by service' });
  await expect(table).toBeVisible();
  await whileFailing(page, staffReport.method, staffReport.path, async () => {
    comeBack();
    await expect(page.getByText(/^Couldn’t refresh this\. This is as of/)).toBeVisible();
    await expect(table).toBeVisible();
  });
});

test('a table is saved once health data is unlocked', async () => {
  const page = await staffBrowser(app, { unlocked: true });
  await openStaff(page, '/money', 'Money');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const sheet = page.getByRole('dialog', { name: 'Export a table' });
  await sheet.getByRole('radio', { name: 'Sessions' }).check();
  await expectAccessible(page);
  await sheet.getByLabel('From').fill('2026-04-01');
  await sheet.getByRole('button', { name: 'Export CSV' }).click();
  await expect(sheet.getByText('Please choose a day up to 366 days after the first one.')).toBeVisible();
  await sheet.getByLabel('From').fill('2026-03-01');
  await sheet.getByRole('button', { name: 'Export CSV' }).click();
  await expect(sheet).toHaveCount(0);
  const file = saved.mock.calls[0]![0] as Blob;
  expect([file.type, (await file.text()).split(',')[0]]).toEqual(['text/csv', 'Appointment ID']);
});
