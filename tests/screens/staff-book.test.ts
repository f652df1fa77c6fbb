import { expect, test } from 'vitest';
import { at } from '#tests/e2e/support/staff-calendar.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Page } from './support/page.ts';
import { createClient } from './support/people.ts';
import { bookByPhone, clientByPhone, serviceId } from './support/placement.ts';
import { visitor } from './support/site.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';

// Each test has days of its own, which no client can book yet.
const app = await testApp();
const marma = await serviceId(app, 'Marma Session');
const open = (page: Page, query = '') => openStaff(page, `/book${query}`, 'Book for a client');
const step = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const bookButton = (page: Page) => page.locator('.book-end .btn');

/** Ticks every warning of the chosen time. */
async function acceptAll(page: Page): Promise<void> {
  const list = step(page, 'When').getByRole('list', { name: 'What to know about this time' });
  await expect(list).toBeVisible();
  const boxes = list.getByRole('checkbox');
  for (let n = 0; n < (await boxes.count()); n++) await boxes.nth(n).check();
}

test('a record of the same person is offered before a second one is made', async () => {
  const page = await staffBrowser(app);
  const phone = '5035550199';
  const maren = await clientByPhone(page, 'Maren', { phone });
  await open(page);
  await page.getByRole('button', { name: 'New client' }).click();
  const form = page.getByRole('form', { name: 'New client' });
  await form.getByLabel('First name').fill('Maren');
  await form.getByLabel('Phone').fill(phone);
  await form.getByRole('button', { name: 'Add client' }).click();
  await expect(form.getByText(/^Is this Maren Okafor, \(503\)/)).toBeVisible();
  await expectAccessible(page, { part: form });
  await form.getByRole('button', { name: 'Yes' }).click();
  await expect(step(page, 'Who').getByText(maren.name)).toBeVisible();
});

test('a series: each date is checked, a taken one can be left out, all others are booked and paid', async () => {
  const page = await staffBrowser(app);
  await bookByPhone(page, await clientByPhone(page, 'Priya'), at('2026-05-25', 10));
  const lena = await clientByPhone(page, 'Lena');
  await open(page, `?client=${lena.id}&service=${marma}&start=${at('2026-05-11', 10)}`);
  await expect(step(page, 'Who').getByText(lena.name)).toBeVisible();
  await page.getByLabel('Repeat').selectOption({ label: 'Every 2 weeks' });
  await page.getByLabel('Times', { exact: true }).selectOption('3');
  const when = step(page, 'When');
  const dates = when.getByRole('group', { name: 'Dates' });
  await expect(dates.getByRole('checkbox')).toHaveCount(3);
  const taken = dates.getByRole('listitem').filter({ hasText: 'Mon 25 May' });
  await expect(taken).toContainText('Taken: Priya O., Marma Session, 10:00 AM - 10:45 AM');
  await expect(bookButton(page)).toHaveText('Untick or move what is taken');
  // Another time for this date alone, and back to none.
  await taken.getByRole('button', { name: /^Other time for / }).click();
  await taken.getByRole('button', { name: 'Other time…', exact: true }).click();
  await taken.getByLabel('Start', { exact: true }).fill('12:30');
  await expect(taken.getByText('Mon 25 May, 12:30 PM')).toBeVisible();
  await expect(bookButton(page)).toHaveText('Tick what you accept');
  await expectAccessible(page, { part: when });
  // Warnings stand once, with the dates that they are about.
  await expect(when.getByRole('group', { name: 'Tick what you accept' })).toContainText(
    'Mon 11 May, Mon 25 May, Mon 8 Jun: ',
  );
  await taken.getByRole('checkbox').uncheck();
  await expect(bookButton(page)).toHaveText('Tick what you accept');
  const payment = step(page, 'Payment');
  await payment.getByRole('radio', { name: 'Paid now, $85' }).check();
  await payment.getByRole('radio', { name: 'Card reader' }).check();
  await acceptAll(page);
  await expect(payment.getByText('At the visit, $85 each')).toBeVisible();
  await expect(bookButton(page)).toHaveText('Book 2 sessions from Mon 11 May, 10:00 AM');
  await expectAccessible(page, { part: when });
  await bookButton(page).click();
  await expect(page).toHaveURL(/\/staff\/bookings\//);
  const { rows } = await app.database.pool.query<{ start_time: Date }>(
    `select b.start_time, p.method, p.amount_cents from bookings b join offline_payments p on p.booking_id = b.id
     where b.user_id = $1 and b.series_id is not null order by b.start_time`,
    [lena.id],
  );
  // Each has its own receipt.
  const paid = { method: 'CARD_READER', amount_cents: 8500 };
  expect(rows.map((row) => ({ ...row, start_time: row.start_time.toISOString() }))).toEqual([
    { start_time: at('2026-05-11', 10), ...paid },
    { start_time: at('2026-06-08', 10), ...paid },
  ]);
});

test('a taken time names who has it; what was entered survives a reload', async () => {
  const page = await staffBrowser(app);
  await bookByPhone(page, await clientByPhone(page, 'Tomas'), at('2026-07-13', 10));
  const { email } = await createClient(visitor(app), { first_name: 'Ana' });
  const users = app.db.selectFrom('users').select('id').where('email', '=', email);
  const { id } = await users.executeTakeFirstOrThrow();
  const preset = `?client=${id}&service=${marma}&start=${at('2026-07-13', 10, 15)}`;
  await open(page, preset);
  const when = step(page, 'When');
  await expect(when.getByRole('alert')).toContainText(/Taken: Tomas O\..*Two sessions never overlap/);
  await expect(bookButton(page)).toBeDisabled();
  await expectAccessible(page, { part: when });
  await when.getByLabel('Date').fill('2026-07-14');
  // The days above follow the typed date.
  await expect(when.getByRole('button', { name: /^Tuesday 14 July/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await when.getByLabel('Date').fill('2026-07-13');
  await when.getByLabel('Start').fill('11:00');
  await acceptAll(page);
  await step(page, 'Payment').getByRole('radio', { name: 'Free: gift' }).check();
  await acceptAll(page);
  await page.getByLabel('Ask for forms').uncheck();

  await page.reload();
  await expect(step(page, 'Who').getByText('Ana Marlow')).toBeVisible();
  await expect(when.getByLabel('Start')).toHaveValue('11:00');
  await expect(page.getByRole('radio', { name: 'Free: gift' })).toBeChecked();
  await expect(page.getByLabel('Ask for forms')).not.toBeChecked();
  await bookButton(page).click();
  await expect(page).toHaveURL(/\/staff\/bookings\//);
  await open(page, preset);
  await expect(page.getByRole('radio', { name: 'At the visit, $85' })).toBeChecked();
});

test('the third supported visit of a month asks first', async () => {
  const page = await staffBrowser(app);
  for (const [name, date] of [
    ['Ivo', '2026-08-10'],
    ['Ruth', '2026-08-11'],
  ] as const) {
    const booking = await bookByPhone(page, await clientByPhone(page, name), at(date, 7));
    await app.database.pool.query(
      `update bookings set payment = 'FREE', free_reason = 'SUPPORTED', price_cents = 0 where id = $1`,
      [booking.id],
    );
  }
  const wendell = await clientByPhone(page, 'Wendell');
  await open(page, `?client=${wendell.id}&service=${marma}&start=${at('2026-08-15', 7)}`);
  await acceptAll(page);
  await page.getByRole('radio', { name: 'Free: supported visit' }).check();
  await expect(step(page, 'Payment').getByText(/^0 of 2 left in /)).toBeVisible();
  await acceptAll(page);
  await expect(bookButton(page)).toHaveText('Tick what you accept');
  await page.getByLabel('That’s more than 2 this month. Book anyway?').check();
  await bookButton(page).click();
  await expect(page).toHaveURL(/\/staff\/bookings\//);
});

test('from the calendar: a free time offers to book it and says why clients cannot', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '/calendar?view=week&date=2026-07-06', 'Calendar');
  const cell = page.getByRole('gridcell', { name: /^Tuesday 7 July, 10 AM, / }).first();
  await cell.focus();
  await page.keyboard.press('Enter');
  const free = page.getByRole('dialog', { name: 'Tue 7 Jul, 10:00 AM' });
  await expect(free.getByRole('link', { name: 'Book for a client' })).toBeFocused();
  await free.getByRole('button', { name: 'Why can’t clients book this?' }).click();
  await expect(free.getByText('Marma Session:')).toBeVisible();
  await expectAccessible(page, { part: free });
  await page.keyboard.press('Escape');
  await expect(free).toBeHidden();
  await expect(cell).toBeFocused();
  await cell.click();
  await free.getByRole('link', { name: 'Book for a client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Book for a client' })).toBeVisible();
  await page.getByLabel('Service').selectOption({ label: 'Marma Session, 45 min, $85' });
  await expect(page.getByLabel('Start')).toHaveValue('10:00');
});
