import { expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { bookAndPay } from './support/bookings.ts';
import { visitor } from './support/site.ts';
import type { Locator } from './support/locator.ts';
import type { Page } from './support/page.ts';
import { mailsTo } from './support/people.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { bookingRow, clientWithVisits } from './support/visits.ts';

const app = await testApp();

const NAME = { first_name: 'Petra', last_name: 'Lindgren' };

/** A visit of a client who has not paid it: $85. */
async function unpaidVisit() {
  const { email, ids } = await clientWithVisits(app, NAME, [{ minutes: 300 }]);
  return { email, id: ids[0]! };
}

const openBooking = (page: Page, id: string) => openStaff(page, `/bookings/${id}`, 'Booking');

async function openMoney(page: Page, id: string): Promise<Locator> {
  await openBooking(page, id);
  await page.getByRole('tab', { name: 'Money' }).click();
  return page.getByRole('tabpanel', { name: 'Money' });
}

test('a part is paid by card reader; more than the balance is refused beside the field', async () => {
  const page = await staffBrowser(app);
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

test('a write that fails keeps what was typed, and its repeat is the same action', async () => {
  const page = await staffBrowser(app);
  const { id } = await unpaidVisit();
  const money = await openMoney(page, id);
  const end = page.intercept('POST', `/api/staff/bookings/${id}/offline-payments`, async (ask) => {
    await ask();
    throw new TypeError('No answer');
  });
  await money.getByRole('button', { name: 'Record payment' }).click();
  const sheet = page.getByRole('dialog', { name: 'Record a payment' });
  await sheet.getByLabel(/^Note/).fill('Two notes of $50');
  await sheet.getByRole('button', { name: 'Record $85' }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await expect(sheet.getByLabel(/^Note/)).toHaveValue('Two notes of $50');
  end();
  await sheet.getByRole('button', { name: 'Record $85' }).click();
  await expect(page.getByRole('dialog', { name: /^Receipt/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(money.getByText('Paid in cash')).toHaveCount(1);
});

test('twenty dollars go back to the card, and the booking stays', async () => {
  const page = await staffBrowser(app);
  const { email, id } = await bookAndPay(visitor(app), 'Marma Session');
  const money = await openMoney(page, id);
  const sum = (name: RegExp) => money.locator('.sums > div', { hasText: name }).locator('dd');
  await expect(sum(/^Paid by card/)).toHaveText('$92.23');
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
  await expect(sum(/^Stays with you/)).toHaveText('$72.23');
  await expect(money.getByText(/I promised last season’s price/)).toBeVisible();
  await expectAccessible(page, { part: money });
  expect((await bookingRow(page, id)).status).toBe('CONFIRMED');
  const mails = await mailsTo(page, email);
  const refund = mails.find(({ subject }) => subject.includes('on its way back'));
  expect(refund?.text).toContain('$20');
  expect(refund?.text).not.toContain('last season');
});

test('a hidden amount is refunded in full, and stays hidden', async () => {
  const page = await staffBrowser(app);
  const { id } = await bookAndPay(visitor(app), 'Slow Morning Flow');
  const money = await openMoney(page, id);
  await money.getByRole('button', { name: 'Refund…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Refund Ivo' });
  await expect(sheet.getByText(/so the amount stays hidden/)).toBeVisible();
  await expect(sheet.getByLabel('How much?')).toHaveCount(0);
  await sheet.getByLabel('Reason, for your records').fill('The heating failed');
  await sheet.getByRole('button', { name: 'Refund in full' }).click();
  await expect(page.getByText('The refund is on its way back to Ivo’s card.')).toBeVisible();
  await expect(money.getByRole('button', { name: 'Refund…' })).toHaveCount(0);
  await expect(money.getByText(/\$\d/)).toHaveCount(0);
});

test('after Show amount a part of a hidden amount can be refunded', async () => {
  const page = await staffBrowser(app);
  const { id } = await bookAndPay(visitor(app), 'Slow Morning Flow');
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

test('a late cancellation refunds an amount of the owner’s own', async () => {
  const page = await staffBrowser(app);
  const { id } = await bookAndPay(visitor(app), 'Yoga Nidra by Candle');
  await app.database.pool.query(
    `update checkouts set refund_policy = '{"full_refund_hours": 9999, "tiers": [{"hours": 9999, "percent": 100}], "grace_minutes": 0}'
     where id = (select checkout_id from bookings where id = $1)`,
    [id],
  );
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

test('a price changes while nothing is paid', async () => {
  const page = await staffBrowser(app);
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

test('a client who did not come and has not paid gets a payment link, or the price is waived', async () => {
  const page = await staffBrowser(app);
  const { email, ids } = await clientWithVisits(app, NAME, [
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
  const mails = await mailsTo(page, email);
  const link = mails.find(({ text }) => text.includes('/visit/'));
  expect(link?.subject).toBe('Your payment link: $170');
  expect(link?.text.match(/^- Marma Session, .*: \$85$/gm)).toHaveLength(2);
  await page.getByRole('button', { name: 'Waive', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Waive the price?' });
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Waive $85' }).click();
  await expect(page.getByText('The price is waived.')).toBeVisible();
  await expect(page.getByText('Nothing was paid.')).toHaveCount(0);
});

test('a message and a form reminder go out by e-mail', async () => {
  const page = await staffBrowser(app);
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
  const mails = await mailsTo(page, email);
  expect(mails.some(({ text }) => text.includes('I am ten minutes behind today.'))).toBe(true);
  expect(mails.some(({ subject }) => /form/i.test(subject))).toBe(true);
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText(/^Message sent by /)).toBeVisible();
  await expectAccessible(page, { part: page.getByRole('tabpanel', { name: 'History' }) });
});
