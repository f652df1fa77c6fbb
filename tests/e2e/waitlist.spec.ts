import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { OutputOf } from '#contract/call.ts';
import type { bookingOptions, getWaitlist } from '#contract/client.calls.ts';
import { TEST_CARD } from '#sandbox/pages.ts';
import { formatLongDate } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { practice } from '#content/public/practice.ts';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { bookAndPay } from './support/book-and-pay.ts';
import { test } from './support/lasting-page.ts';
import { createClient, mailsTo, open, send } from './support/people.ts';
import { openStaff, signInOwner } from './support/staff-area.ts';
import { expectNoSideScroll } from './support/watch.ts';

const CLASS = 'Yoga Nidra by Candle';
const phones: BrowserContext[] = [];

test.beforeEach(() => needsAppDatabase());
test.afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.close();
});

/** A class that is full, and who has its last seat. */
async function fullClass(page: Page, name: string) {
  const { id } = await bookAndPay(page, name);
  const db = await appDatabase();
  const { rows } = await db.query<{ start_time: Date }>(
    `update appointments a set capacity = a.taken from bookings b where b.id = $1 and a.id = b.appointment_id
     returning a.start_time`,
    [id],
  );
  await db.end();
  const [{ start_time }] = rows as [(typeof rows)[number]];
  return { id, name, day: formatLongDate(localDateOf(start_time, practice.zone)) };
}

async function cancel(page: Page, id: string): Promise<void> {
  const answer = await page.request.get(`/auth/booking-options?id=${id}`);
  const { cancel: quote } = (await answer.json()) as OutputOf<typeof bookingOptions>;
  await send(page, '/auth/cancel-booking', { id, expected_cents: quote.refund_cents });
}

/** A new client on a phone, at the day of a class that is full. */
async function onPhone(page: Page, { name, day }: { name: string; day: string }, first_name = 'Ivo') {
  const context = await page
    .context()
    .browser()!
    .newContext({ viewport: { width: 360, height: 740 } });
  phones.push(context);
  const phone = await context.newPage();
  const { email } = await createClient(context, { first_name });
  await open(phone, '/wellness-services');
  await phone.getByRole('button', { name: `See Availability of ${name}` }).click();
  const dialog = phone.getByRole('dialog');
  const cell = dialog.getByRole('button', { name: new RegExp(`^${day}`) });
  await expect(dialog.getByRole('grid')).toBeVisible();
  if (!(await cell.isVisible())) await dialog.getByRole('button', { name: 'Next month' }).click();
  await cell.click();
  return { phone, email, dialog };
}

test('a client waits for a full class by keyboard on a phone, takes what is offered and pays', async ({
  page,
}) => {
  const full = await fullClass(page, CLASS);
  const { phone, email, dialog } = await onPhone(page, full);
  await expect(dialog.getByText('You’d be 1st')).toBeVisible();
  await expectAccessible(phone);
  await expectNoSideScroll(phone);
  await dialog.getByRole('button', { name: 'Wait for this class' }).focus();
  await phone.keyboard.press('Enter');
  await expect(dialog.getByText('You’re 1st')).toBeVisible();
  await expectAccessible(phone);

  await open(phone, '/profile/schedule');
  await expect(phone.getByRole('heading', { name: 'Waiting for' })).toBeVisible();
  await cancel(page, full.id);
  let link = '';
  await expect(async () => {
    const mail = (await mailsTo(phone.request, email)).find(({ subject }) =>
      subject.includes('is held for you'),
    );
    link = /\/profile\/schedule\?offer=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass();
  await open(phone, link);
  await expect(phone.getByText(/Held for you until/)).toBeVisible();
  await expectAccessible(phone);
  await expectNoSideScroll(phone);
  await phone.getByRole('button', { name: /^Take it: pay/ }).focus();
  await phone.keyboard.press('Enter');
  await phone.waitForURL(/\/pay\/cs_/);
  const paid = await phone.request.post(phone.url(), { form: { ...TEST_CARD }, maxRedirects: 0 });
  expect(paid.status()).toBe(303);
  await expect(async () => {
    await open(phone, link);
    await expect(phone.getByRole('heading', { name: 'Upcoming' })).toBeVisible();
    await expect(phone.getByText(/Held for you until|This offer has ended/)).toHaveCount(0);
    await expect(phone.getByRole('heading', { name: 'Waiting for' })).toHaveCount(0);
  }).toPass();
  expect((await mailsTo(phone.request, email)).map(({ subject }) => subject).join()).toContain(CLASS);
});

test('one lets an offer go, the next is offered; staff see the line and withdraw', async ({
  page,
  baseURL,
}) => {
  const full = await fullClass(page, 'Slow Morning Flow');
  const people = [await onPhone(page, full, 'Ivo'), await onPhone(page, full, 'Greta')];
  for (const { dialog } of people) {
    await dialog.getByRole('button', { name: 'Wait for this class' }).click();
    await expect(dialog.getByText(/You’re \d/)).toBeVisible();
  }
  const [first, second] = people.map(({ phone }) => phone) as [Page, Page];
  await cancel(page, full.id);
  const { offers } = (await (await first.request.get('/auth/waitlist')).json()) as OutputOf<
    typeof getWaitlist
  >;
  await open(first, `/profile/schedule?offer=${offers[0]!.booking_id}`);
  await first.getByRole('button', { name: 'Let it go' }).click();
  await expect(first.getByText('This offer has ended.')).toBeVisible();
  await expect(first.getByText(/Held for you until/)).toHaveCount(0);
  await expect(first.getByText(/You’re 1st/)).toBeVisible();
  await open(second, '/profile/schedule');
  await expect(second.getByText(/Held for you until/)).toBeVisible();

  await signInOwner(page.context(), baseURL!);
  await openStaff(page, '/waitlist', 'Waitlist');
  await expect(page.getByRole('heading', { name: /Slow Morning Flow/ })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Withdraw offer/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw offer' }).click();
  await expect(page.getByText('The time is free.')).toBeVisible();
  await page.getByRole('button', { name: 'Offer now Greta Marlow' }).click();
  await expect(page.getByRole('heading', { name: /^Offer .* to Greta Marlow/ })).toBeVisible();
  await expectAccessible(page);
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(/^Why not/).fill('She drives an hour');
  await sheet.getByRole('button', { name: /^Offer until/ }).click();
  await expect(page.getByText('The offer is on its way.')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
});
