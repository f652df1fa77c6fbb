import { expect, type Locator, type Page } from '@playwright/test';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { bookAndPay } from './support/book-and-pay.ts';
import { test } from './support/lasting-page.ts';
import { open, type Visitor } from './support/people.ts';
import { clientWithVisits, openStaff, signInOwner } from './support/staff-area.ts';
import { consoleErrors, expectNoSideScroll, tabTo } from './support/watch.ts';

/** The clients, apart from the owner's browser. */
let visitors: Visitor;

test.beforeEach(async ({ context, baseURL, request }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
  visitors = { request };
});

const NAME = { first_name: 'Petra', last_name: 'Lindgren' };

/** A visit of a client who has not paid it: $85. */
async function unpaidVisit(): Promise<string> {
  const { ids } = await clientWithVisits(visitors, NAME, [{ minutes: 300 }]);
  return ids[0]!;
}

const openBooking = (page: Page, id: string) => openStaff(page, `/bookings/${id}`, 'Booking');

async function openMoney(page: Page, id: string): Promise<Locator> {
  await openBooking(page, id);
  await page.getByRole('tab', { name: 'Money' }).click();
  return page.getByRole('tabpanel', { name: 'Money' });
}

test('cash is taken, receipted and corrected, by keyboard on a phone', async ({ page }) => {
  const errors = consoleErrors(page);
  const id = await unpaidVisit();
  await page.setViewportSize({ width: 360, height: 780 });
  const money = await openMoney(page, id);
  await expect(page.getByText('Balance $85').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  const record = money.getByRole('button', { name: 'Record payment' });
  await tabTo(page, record);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Record a payment' });
  await expect(sheet.getByLabel('Amount')).toHaveValue('85');
  await expect(sheet.getByRole('radio', { name: 'Cash' })).toBeChecked();
  await expectNoSideScroll(page);
  await tabTo(page, sheet.getByLabel(/^Note/));
  await page.keyboard.type('In an envelope');
  await tabTo(page, sheet.getByRole('button', { name: 'Record $85' }));
  await page.keyboard.press('Enter');

  const receipt = page.getByRole('dialog', { name: /^Receipt \d+$/ });
  await expect(receipt.getByText('$85.00').first()).toBeVisible();
  await expect(receipt.getByText('Paid in cash')).toBeVisible();
  const title = (await receipt.getByRole('heading').textContent())!;
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText(`Payment recorded. ${title}.`)).toBeVisible();
  await expect(page.getByText('Balance $85')).toHaveCount(0);
  await expect(record).toHaveCount(0);

  const correct = money.getByRole('button', { name: /^Correct…/ });
  await tabTo(page, correct);
  await page.keyboard.press('Enter');
  const correction = page.getByRole('dialog', { name: `Correct ${title.toLowerCase()}` });
  await expectAccessible(page);
  await tabTo(page, correction.getByRole('button', { name: 'Take back $85' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Corrected: \$85 taken back\. Receipt \d+\.$/)).toBeVisible();
  await expect(money.getByText(`Correction of ${title.toLowerCase()}`)).toBeVisible();
  await expect(money.getByText('−$85')).toBeVisible();
  await expect(record).toBeVisible();
  expect(errors).toEqual([]);
});

test('axe: the sheets of a booking that is paid', async ({ page }) => {
  const { id } = await bookAndPay(visitors, 'Yoga Nidra by Candle');
  const db = await appDatabase();
  await db.query(
    `update checkouts set refund_policy = '{"full_refund_hours": 9999, "tiers": [{"hours": 9999, "percent": 100}], "grace_minutes": 0}'
     where id = (select checkout_id from bookings where id = $1)`,
    [id],
  );
  await db.end();
  const money = await openMoney(page, id);
  await money.getByRole('button', { name: 'Refund…' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund Ivo' });
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(refund.getByText('Please enter a reason.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel…' }).click();
  const sheet = page.getByRole('dialog', { name: /^Cancel Ivo’s/ });
  await sheet.getByRole('button', { name: 'Another amount' }).click();
  await sheet.getByLabel('Refund').fill('5000');
  await sheet.getByRole('button', { name: /^Cancel (and|booking|without)/ }).click();
  await expect(sheet.getByText(/^Please enter an amount from \$0 to \$/)).toBeVisible();
  await expectAccessible(page);
});

test('axe: the sheets and the history of bookings that are not paid', async ({ page }) => {
  const { ids } = await clientWithVisits(visitors, NAME, [
    { minutes: -300, status: 'NO_SHOW' },
    { minutes: 300 },
  ]);
  await openBooking(page, ids[0]!);
  await expect(page.getByRole('group', { name: 'Also for' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Waive', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Waive the price?' })).toBeVisible();
  await expectAccessible(page);

  const money = await openMoney(page, ids[1]!);
  await money.getByRole('button', { name: 'Change price…' }).click();
  const price = page.getByRole('dialog', { name: 'Change the price' });
  await price.getByLabel('New price').fill('60');
  await expectAccessible(page);
  await price.getByRole('button', { name: 'Change to $60' }).click();
  await expect(page.getByText('The price is $60 now.')).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  const history = page.getByRole('tabpanel', { name: 'History' });
  await expect(history.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page, { part: history });
});

test('offline nothing can be recorded, and what was typed stays', async ({ page, context }) => {
  const id = await unpaidVisit();
  const money = await openMoney(page, id);
  await money.getByRole('button', { name: 'Record payment' }).click();
  const sheet = page.getByRole('dialog', { name: 'Record a payment' });
  await sheet.getByLabel(/^Note/).fill('By hand');
  await expectAccessible(page);
  await context.setOffline(true);
  await expect(sheet.getByRole('button', { name: 'Record $85' })).toBeDisabled();
  await expect(sheet.getByText(/^You’re offline\./)).toBeVisible();
  await context.setOffline(false);
  await expect(sheet.getByRole('button', { name: 'Record $85' })).toBeEnabled();
  await expect(sheet.getByLabel(/^Note/)).toHaveValue('By hand');
});

test('a statement of forty visits prints on one sheet, for staff and for the client', async ({
  page,
  browser,
}) => {
  const clients = await browser.newContext();
  // Within hours, so that they are of one year.
  const visits = Array.from({ length: 40 }, (_, n) => ({ minutes: -(n + 1) * 3, status: 'COMPLETED' }));
  const { ids } = await clientWithVisits(clients, NAME, visits);
  const openStatement = async (on: Page): Promise<Locator> => {
    await on.getByRole('button', { name: 'Statement…' }).click();
    const dialog = on.getByRole('dialog', { name: 'Statement' });
    await expect(dialog.getByRole('row')).toHaveCount(42);
    return dialog;
  };
  const expectOneSheet = async (on: Page, behind: Locator, dialog: Locator) => {
    const pdf = (await on.pdf({ format: 'Letter' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await on.emulateMedia({ media: 'print' });
    await expect(behind).toBeHidden();
    await expect(dialog.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(dialog.getByRole('columnheader', { name: 'Date of service' })).toBeVisible();
    await on.emulateMedia({ media: null });
  };
  await openBooking(page, ids[0]!);
  await page.getByRole('link', { name: 'Petra Lindgren' }).first().click();
  // The booking that is left has a tab of this name too.
  await page.getByRole('article', { name: 'Petra Lindgren' }).getByRole('tab', { name: 'Money' }).click();
  const dialog = await openStatement(page);
  await expectAccessible(page);
  await expectOneSheet(page, page.getByRole('heading', { name: 'Payments and refunds' }), dialog);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(dialog.getByRole('columnheader')).toHaveCount(0);
  await expectNoSideScroll(page);
  await expectAccessible(page);

  const theirs = await clients.newPage();
  await open(theirs, '/profile/settings');
  const own = await openStatement(theirs);
  await expectAccessible(theirs);
  await expectOneSheet(theirs, theirs.getByRole('heading', { name: 'Receipts' }), own);
  await clients.close();
});
