import { expect, type Locator, type Page } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import type { Service } from '#contract/services.schemas.ts';
import { addDays } from '#domain/time/calendar.ts';
import { formatClock, formatDay, formatDayOf, formatFullDay } from '#domain/time/date-formats.ts';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { mailsTo } from './support/people.ts';
import { openStaff, signInOwner } from './support/staff-area.ts';
import { at } from './support/staff-calendar.ts';
import { bookByPhone, clientByPhone, mondayIn } from './support/staff-placement.ts';
import { consoleErrors, expectNoSideScroll, tabTo } from './support/watch.ts';

const { zone } = practice;
const open = (page: Page, query = '') => openStaff(page, `/book${query}`, 'Book for a client');
const step = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const bookButton = (page: Page) => page.locator('.book-end .btn');
// An exchange begins with 2 to 9.
const digits = () => String(2e6 + (Date.now() % 8e6));
const serviceIds = async (page: Page) => {
  const services = (await (await page.request.get('/get-all-wellness-services')).json()) as Service[];
  return (name: string) => services.find((service) => service.name === name)!.id;
};

/** Ticks every warning of the chosen time. */
async function acceptAll(page: Page): Promise<void> {
  const list = step(page, 'When').getByRole('list', { name: 'What to know about this time' });
  await expect(list).toBeVisible();
  for (const box of await list.getByRole('checkbox').all()) await box.check();
}

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

test('by phone for a new client, by keyboard alone on a phone: who, what, a free time, cash, and the booking', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  const type = async (target: Locator, text: string) => {
    await tabTo(page, target);
    await page.keyboard.type(text);
  };
  await page.setViewportSize({ width: 360, height: 740 });
  await openStaff(page, '', /./);
  await press(page.getByRole('link', { name: 'Book', exact: true }).filter({ visible: true }));
  await expect(page.getByRole('heading', { level: 1, name: 'Book for a client' })).toBeFocused();
  await expect(bookButton(page)).toHaveText('Choose a client');
  await expectAccessible(page);

  const name = `Zofia${Date.now() % 1e6}`;
  await type(page.getByLabel('Client'), name);
  await expect(step(page, 'Who').getByText(`Nobody found for “${name}”.`)).toBeVisible();
  await press(page.getByRole('button', { name: 'New client' }));
  const form = page.getByRole('form', { name: 'New client' });
  await expect(form.getByLabel('First name')).toHaveValue(name);
  await press(form.getByRole('button', { name: 'Add client' }));
  await expect(form.getByText('Please enter a phone number or an e-mail.')).toBeVisible();
  await expect(form.getByLabel('Phone')).toBeFocused();
  await expectAccessible(page, { part: form });
  await page.keyboard.type(`503 ${digits()}`);
  await press(form.getByRole('button', { name: 'Add client' }));
  await expect(step(page, 'Who').getByText('first visit')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change' })).toBeFocused();

  await type(page.getByLabel('Service'), 'Marma');
  await expect(bookButton(page)).toHaveText('Choose a time');
  const when = step(page, 'When');
  await press(when.getByRole('button', { name: /, \d+ free times?$/ }).last());
  const time = when.getByRole('button', { name: /^\d+:\d\d [AP]M - / }).last();
  await press(time);
  await expect(time).toHaveAttribute('aria-pressed', 'true');
  const payment = step(page, 'Payment');
  await expect(payment.getByText('There’s no e-mail address.')).toBeVisible();
  await expect(
    step(page, 'Notify').getByText(`${name} has no e-mail address, so nothing is sent.`),
  ).toBeVisible();
  await expect(page.getByLabel('Confirmation by e-mail')).not.toBeChecked();
  await expect(payment.getByRole('radio', { name: 'Send a payment link' })).toBeDisabled();
  await press(payment.getByRole('radio', { name: 'At the visit, $85' }), 'ArrowDown');
  await expect(payment.getByRole('radio', { name: 'Paid now, $85' })).toBeChecked();
  await expect(payment.getByRole('radio', { name: 'Cash' })).toBeChecked();
  await expect(bookButton(page)).toHaveText(/^Book \w{3} \d+ \w{3}, \d+:\d\d [AP]M$/);
  await expectAccessible(page);
  await expectNoSideScroll(page);

  await press(bookButton(page));
  await expect(page).toHaveURL(/\/staff\/bookings\//);
  await expect(page.locator('.toast', { hasText: /Booked / })).toBeVisible();
  await expect(page.getByText(name).first()).toBeVisible();
  const id = page.url().split('/').at(-1)!;
  const db = await appDatabase();
  const { rows } = await db.query(
    `select b.status, b.payment, b.booked_by is not null as by_staff, p.amount_cents, p.method
     from bookings b join offline_payments p on p.booking_id = b.id where b.id = $1`,
    [id],
  );
  await db.end();
  expect(rows).toEqual([
    { status: 'CONFIRMED', payment: 'LATER', by_staff: true, amount_cents: 8500, method: 'CASH' },
  ]);
  expect(errors).toEqual([]);
});

test('a booking waits while the browser is offline', async ({ page, context }) => {
  const ana = await clientByPhone(page, 'Ana');
  const idOf = await serviceIds(page);
  await open(page, `?client=${ana.id}&service=${idOf('Marma Session')}&start=${at(mondayIn(16), 11)}`);
  await acceptAll(page);
  await expect(bookButton(page)).toBeEnabled();
  await context.setOffline(true);
  await expect(page.getByText('You’re offline. You can do this when you are back online;')).toBeVisible();
  await expect(bookButton(page)).toBeDisabled();
  await context.setOffline(false);
  await bookButton(page).click();
  await expect(page).toHaveURL(/\/staff\/bookings\//);
});

test('axe: a record of the same person, a taken time, a series, and a free time of the calendar', async ({
  page,
}) => {
  const monday = mondayIn(10);
  const phone = `503${digits()}`;
  const lena = await clientByPhone(page, 'Lena', { phone });
  await bookByPhone(page, lena, at(monday, 10));
  await open(page);
  await page.getByRole('button', { name: 'New client' }).click();
  const form = page.getByRole('form', { name: 'New client' });
  await form.getByLabel('First name').fill('Lena');
  await form.getByLabel('Phone').fill(phone);
  await form.getByRole('button', { name: 'Add client' }).click();
  await expect(form.getByText(/^Is this Lena Okafor, /)).toBeVisible();
  await expectAccessible(page, { part: form });

  const idOf = await serviceIds(page);
  await open(page, `?client=${lena.id}&service=${idOf('Marma Session')}&start=${at(monday, 10, 15)}`);
  const when = step(page, 'When');
  await expect(when.getByRole('alert')).toBeVisible();
  await expectAccessible(page, { part: when });
  await page.getByLabel('Repeat').selectOption({ label: 'Every 2 weeks' });
  await expect(when.getByRole('group', { name: 'Dates' }).getByRole('listitem').first()).toContainText(
    'Taken:',
  );
  await expectAccessible(page, { part: when });

  await openStaff(page, `/calendar?view=week&date=${monday}`, 'Calendar');
  await page
    .getByRole('gridcell', { name: new RegExp(`^${formatFullDay(addDays(monday, 1))}, 10 AM, `) })
    .click();
  const free = page.getByRole('dialog', { name: `${formatDay(addDays(monday, 1))}, 10:00 AM` });
  await free.getByRole('button', { name: 'Why can’t clients book this?' }).click();
  await expect(free.getByText('Marma Session:')).toBeVisible();
  await expectAccessible(page, { part: free });
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });
  test('the times are those of the practice, also in the mail with the payment link', async ({ page }) => {
    const monday = mondayIn(12);
    const start = at(monday, 16, 30);
    const email = `petra${digits()}@example.com`;
    const petra = await clientByPhone(page, 'Petra', { email });
    const idOf = await serviceIds(page);
    await open(page, `?client=${petra.id}&service=${idOf('Marma Session')}&start=${start}`);
    await expect(page.getByLabel('Start')).toHaveValue('16:30');
    await expect(page.getByLabel('Date')).toHaveValue(monday);
    await page.getByRole('radio', { name: 'Send a payment link' }).check();
    await acceptAll(page);
    await expect(bookButton(page)).toHaveText(
      `Book ${formatDayOf(start, zone)}, ${formatClock(start, zone)}`,
    );
    await bookButton(page).click();
    await expect(page).toHaveURL(/\/staff\/bookings\//);
    const db = await appDatabase();
    const { rows } = await db.query<{ start_time: Date }>(
      'select start_time from bookings where user_id = $1',
      [petra.id],
    );
    await db.end();
    expect(rows.map(({ start_time }) => start_time.toISOString())).toEqual([start]);
    await expect(async () => {
      const mails = await mailsTo(page.request, email);
      const link = mails.find(({ subject }) => subject === 'Your payment link: $85');
      expect(link?.text).toContain('/visit/');
      expect(link?.text).toContain('4:30 PM - 5:15 PM');
    }).toPass();
  });
});
