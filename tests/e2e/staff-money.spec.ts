import { expect, type Locator, type Page } from '@playwright/test';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { bookAndPay } from './support/book-and-pay.ts';
import { test } from './support/lasting-page.ts';
import { mailsTo, type Visitor } from './support/people.ts';
import { bookingRow, clientWithVisits, openStaff, signInOwner } from './support/staff-area.ts';
import { consoleErrors, expectNoSideScroll, tabTo } from './support/watch.ts';

/** The clients, apart from the owner's browser. */
let visitors: Visitor;

test.beforeEach(async ({ context, baseURL, request }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
  visitors = { request };
});

const NAME = { first_name: 'Petra', last_name: 'Lindgren' };
/** Classes: two tests at once never want the same seat. */
const FIXED_PRICE_CLASS = 'Yoga Nidra by Candle';
const SLIDING_SCALE_CLASS = 'Slow Morning Flow';

/** A visit of a client who has not paid it: $85. */
async function unpaidVisit(visit: { minutes?: number; status?: string } = {}) {
  const { email, ids } = await clientWithVisits(visitors, NAME, [{ minutes: 300, ...visit }]);
  return { email, id: ids[0]! };
}

const openBooking = (page: Page, id: string) => openStaff(page, `/bookings/${id}`, 'Booking');

async function openMoney(page: Page, id: string): Promise<Locator> {
  await openBooking(page, id);
  await page.getByRole('tab', { name: 'Money' }).click();
  return page.getByRole('tabpanel', { name: 'Money' });
}

test('cash is taken, receipted and corrected, by keyboard on a phone', async ({ page }) => {
  const errors = consoleErrors(page);
  const { id } = await unpaidVisit();
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

test('a part is paid by card reader; more than the balance is refused beside the field', async ({ page }) => {
  const { id } = await unpaidVisit();
  const money = await openMoney(page, id);
  await money.getByRole('button', { name: 'Record payment' }).click();
  const sheet = page.getByRole('dialog', { name: 'Record a payment' });
  await sheet.getByRole('radio', { name: 'Card reader' }).check();
  await sheet.getByLabel('Amount').fill('100');
  await sheet.getByRole('button', { name: 'Record $100' }).click();
  await expect(sheet.getByText('At most $85.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel('Amount').fill('40.50');
  await sheet.getByRole('button', { name: 'Record $40.50' }).click();
  await expect(page.getByRole('dialog', { name: /^Receipt/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(money.getByText('Paid by card reader')).toBeVisible();
  await expect(page.getByText('Balance $44.50').first()).toBeVisible();
});

test('a write that fails keeps what was typed, and its repeat is the same action', async ({ page }) => {
  const { id } = await unpaidVisit();
  const money = await openMoney(page, id);
  const actions: string[] = [];
  await page.route('**/offline-payments', async (route) => {
    actions.push((route.request().postDataJSON() as { action_id: string }).action_id);
    if (actions.length > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await money.getByRole('button', { name: 'Record payment' }).click();
  const sheet = page.getByRole('dialog', { name: 'Record a payment' });
  await sheet.getByLabel(/^Note/).fill('Two notes of $50');
  await sheet.getByRole('button', { name: 'Record $85' }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await expect(sheet.getByLabel(/^Note/)).toHaveValue('Two notes of $50');
  await sheet.getByRole('button', { name: 'Record $85' }).click();
  await expect(page.getByRole('dialog', { name: /^Receipt/ })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(new Set(actions).size).toBe(1);
  await expect(money.getByText('Paid in cash')).toHaveCount(1);
});

test('twenty dollars go back to the card, and the booking stays', async ({ page }) => {
  const { email, id } = await bookAndPay(visitors, 'Marma Session');
  const money = await openMoney(page, id);
  const amountOf = async (name: RegExp) =>
    Number(
      (await money.locator('.sums > div', { hasText: name }).locator('dd').textContent())!.replace('$', ''),
    );
  const paid = await amountOf(/^Paid by card/);
  await money.getByRole('button', { name: 'Refund…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Refund Ivo' });
  await expect(sheet.getByText(/^Marma Session, .* The booking stays\.$/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(sheet.getByText('Please enter an amount, such as 85 or 42.50.')).toBeVisible();
  await expect(sheet.getByText('Please enter a reason.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel('How much?').fill('20');
  await sheet.getByLabel('Reason, for your records').fill('I promised last season’s price');
  await sheet.getByRole('button', { name: 'Refund $20' }).click();
  await expect(page.getByText('$20 is on its way back to Ivo’s card.')).toBeVisible();
  await expect(money.getByText(/^Refund on its way/)).toBeVisible();
  // Also while the refund waits for the payment provider.
  expect(await amountOf(/^Stays with you/)).toBeCloseTo(paid - 20);
  await expect(money.getByText(/I promised last season’s price/)).toBeVisible();
  await expectAccessible(page, { part: money });
  expect((await bookingRow(page, id)).status).toBe('CONFIRMED');
  await expect(async () => {
    const mails = await mailsTo(page.request, email);
    const refund = mails.find(({ subject }) => /on its way back/.test(subject));
    expect(refund?.text).toContain('$20');
    expect(refund?.text).not.toContain('last season');
  }).toPass();
});

test('a hidden amount is refunded in full, and stays hidden', async ({ page }) => {
  const { id } = await bookAndPay(visitors, SLIDING_SCALE_CLASS);
  const money = await openMoney(page, id);
  await money.getByRole('button', { name: 'Refund…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Refund Ivo' });
  await expect(sheet.getByLabel('How much?')).toHaveCount(0);
  await sheet.getByLabel('Reason, for your records').fill('The heating failed');
  await sheet.getByRole('button', { name: 'Refund in full' }).click();
  await expect(page.getByText('The refund is on its way back to Ivo’s card.')).toBeVisible();
  await expect(money.getByRole('button', { name: 'Refund…' })).toHaveCount(0);
  await expect(money.getByText(/\$\d/)).toHaveCount(0);
});

test('after Show amount a part of a hidden amount can be refunded', async ({ page }) => {
  const { id } = await bookAndPay(visitors, SLIDING_SCALE_CLASS);
  const money = await openMoney(page, id);
  await money.getByRole('button', { name: 'Show amount' }).click();
  await expect(money.getByText(/^\$\d+/).first()).toBeVisible();
  await money.getByRole('button', { name: 'Refund…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Refund Ivo' });
  await expect(sheet.getByText(/^\$[\d.]+ of it is left\.$/)).toBeVisible();
  await sheet.getByLabel('How much?').fill('5');
  await sheet.getByLabel('Reason, for your records').fill('The heating failed');
  await sheet.getByRole('button', { name: 'Refund $5' }).click();
  await expect(page.getByText('$5 is on its way back to Ivo’s card.')).toBeVisible();
});

test('a late cancellation refunds an amount of the owner’s own', async ({ page }) => {
  const { id } = await bookAndPay(visitors, FIXED_PRICE_CLASS);
  const db = await appDatabase();
  await db.query(
    `update checkouts set refund_policy = '{"full_refund_hours": 9999, "tiers": [{"hours": 9999, "percent": 100}], "grace_minutes": 0}'
     where id = (select checkout_id from bookings where id = $1)`,
    [id],
  );
  await db.end();
  await openBooking(page, id);
  await page.getByRole('button', { name: 'Cancel…' }).click();
  const sheet = page.getByRole('dialog', { name: /^Cancel Ivo’s/ });
  await sheet.getByRole('button', { name: 'Another amount' }).click();
  await sheet.getByLabel('Refund').fill('5000');
  await sheet.getByRole('button', { name: /^Cancel (and|booking|without)/ }).click();
  await expect(sheet.getByText(/^Please enter an amount from \$0 to \$/)).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel('Refund').fill('10');
  await sheet.getByRole('button', { name: 'Cancel and refund $10' }).click();
  await expect(page.getByText('Cancelled. $10 is on its way back to Ivo’s card.')).toBeVisible();
});

test('a price changes while nothing is paid', async ({ page }) => {
  const { id } = await unpaidVisit();
  const money = await openMoney(page, id);
  await money.getByRole('button', { name: 'Change price…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Change the price' });
  await expect(sheet.getByRole('button', { name: 'Change the price' })).toBeDisabled();
  await sheet.getByLabel('New price').fill('60');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Change to $60' }).click();
  await expect(page.getByText('The price is $60 now.')).toBeVisible();
  await expect(page.getByText('Balance $60').first()).toBeVisible();
});

test('a client who did not come and has not paid gets a payment link, or the price is waived', async ({
  page,
}) => {
  const { email, ids } = await clientWithVisits(visitors, NAME, [
    { minutes: -300, status: 'NO_SHOW' },
    { minutes: 300 },
    { minutes: 600 },
  ]);
  await openBooking(page, ids[0]!);
  await expect(page.getByText('Nothing was paid.')).toBeVisible();
  const others = page.getByRole('group', { name: 'Also for' }).getByRole('checkbox');
  await expect(others).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Send payment link for $85' })).toBeVisible();
  await others.last().check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send payment link for $170' }).click();
  await expect(page.getByText(`A payment link is on its way to ${email}.`)).toBeVisible();
  await expect(async () => {
    const mails = await mailsTo(page.request, email);
    const link = mails.find(({ text }) => text.includes('/pay/'));
    expect(link?.subject).toBe('Your payment link: $170');
    expect(link?.text.match(/^- Marma Session, .*: \$85$/gm)).toHaveLength(2);
  }).toPass();
  await page.getByRole('button', { name: 'Waive', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Waive the price?' });
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Waive $85' }).click();
  await expect(page.getByText('The price is waived.')).toBeVisible();
  await expect(page.getByText('Nothing was paid.')).toHaveCount(0);
});

test('a message and a form reminder go out by e-mail', async ({ page }) => {
  const { email, id } = await unpaidVisit();
  await openBooking(page, id);
  await page.getByRole('button', { name: 'Send a message…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Send Petra a message' });
  await expect(
    sheet.getByText('E-mail isn’t private. Please leave out anything about health.'),
  ).toBeVisible();
  await sheet.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(sheet.getByText('Please write a message.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel('Message').fill('I am ten minutes behind today.\nLet yourself in.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await sheet.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText(`Your message is on its way to ${email}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Send form reminder' }).click();
  await expect(page.getByText(`A reminder is on its way to ${email}.`)).toBeVisible();
  await expect(async () => {
    const mails = await mailsTo(page.request, email);
    expect(mails.some(({ text }) => text.includes('I am ten minutes behind today.'))).toBe(true);
    expect(mails.some(({ subject }) => /form/i.test(subject))).toBe(true);
  }).toPass();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText(/^Message sent by /)).toBeVisible();
  await expectAccessible(page, { part: page.getByRole('tabpanel', { name: 'History' }) });
});

test('offline nothing can be recorded, and what was typed stays', async ({ page, context }) => {
  const { id } = await unpaidVisit();
  const money = await openMoney(page, id);
  await money.getByRole('button', { name: 'Record payment' }).click();
  const sheet = page.getByRole('dialog', { name: 'Record a payment' });
  await sheet.getByLabel(/^Note/).fill('By hand');
  await context.setOffline(true);
  await expect(sheet.getByRole('button', { name: 'Record $85' })).toBeDisabled();
  await expect(sheet.getByText(/^You’re offline\./)).toBeVisible();
  await context.setOffline(false);
  await expect(sheet.getByRole('button', { name: 'Record $85' })).toBeEnabled();
  await expect(sheet.getByLabel(/^Note/)).toHaveValue('By hand');
});
