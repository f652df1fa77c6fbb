import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { bookAndPay } from './support/book-and-pay.ts';
import { test } from './support/lasting-page.ts';
import { mailsTo } from './support/people.ts';
import { callAsStaff, openStaff, signInOwner } from './support/staff-area.ts';
import { consoleErrors, expectNoSideScroll, tabTo } from './support/watch.ts';

/** A client who phones, and has no session. */
let phones: BrowserContext;

test.beforeEach(async ({ context, baseURL, browser }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
  phones = await browser.newContext({ viewport: { width: 360, height: 740 } });
});
test.afterEach(async () => {
  await phones?.close();
});

/** The link to a paid visit of a client without a login, as the practice mails it. */
async function mailedVisit(page: Page): Promise<string> {
  const { email, id } = await bookAndPay(page, 'Slow Morning Flow');
  const db = await appDatabase();
  await db.query(`update users set cognito_sub = null, phone = '+15035550142' where email = $1`, [email]);
  await db.end();
  await callAsStaff(page, `/bookings/${id}/message`, { subject: 'See you', text: 'At the gate.' });
  let path = '';
  await expect(async () => {
    const mail = (await mailsTo(page.request, email)).find(({ subject }) => subject === 'See you');
    path = /\/visit\/[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(path).not.toBe('');
  }).toPass();
  return path;
}

/** The dates on which the visit's class can be booked by its link. */
async function openDates({ request }: Page, path: string): Promise<string[]> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await request.post(`/api${path.replace('visit', 'visits')}/availability`, {
    data: {},
    headers,
  });
  const { days } = (await answer.json()) as { days: { date: string; open_slots: number }[] };
  return days.filter(({ open_slots }) => open_slots > 0).map(({ date }) => date);
}

/** The calendar of an old system, which is busy on a date. */
async function oldCalendar(date: string) {
  const server = createServer(JSON.parse(process.env.CALENDAR_CERTIFICATE!), (_, response) =>
    response.end(
      [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'UID:1',
        `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
        'SUMMARY:Dentist',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    ),
  ).listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `webcal://localhost:${port}/private/basic.ics`, close: () => server.close() };
}

test('by keyboard on a phone: the practice pastes the calendar of its old system, and clients see its times closed', async ({
  page,
}) => {
  const path = await mailedVisit(page);
  const closed = (await openDates(page, path)).at(-1)!;
  const calendar = await oldCalendar(closed);
  await page.setViewportSize({ width: 360, height: 740 });
  const errors = consoleErrors(page);
  const press = async (name: string | RegExp) => {
    await tabTo(page, page.getByRole('button', { name }).first());
    await page.keyboard.press('Enter');
  };
  await openStaff(page, '/hours', 'Hours');
  await press('Add a calendar');
  const sheet = page.getByRole('dialog', { name: 'Add your other calendar' });
  await tabTo(page, sheet.getByLabel('Its secret address'));
  await page.keyboard.type(calendar.address);
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const preview = page.getByRole('dialog', { name: /^Use the calendar at localhost/ });
  await expect(preview.getByText(/1 time will be closed/)).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await press('Use this calendar');
  await expect(page.getByText('Used from now on.')).toBeVisible();
  await expectNoSideScroll(page);
  expect(await openDates(page, path)).not.toContain(closed);

  await press(/^Stop using the calendar at/);
  await press('Stop using it');
  await expect(page.getByText('No longer used.')).toBeVisible();
  expect(await openDates(page, path)).toContain(closed);
  calendar.close();
  expect(errors).toEqual([]);
});

test('a client without an account fills in a form, moves the visit and cancels it, by keyboard on a phone', async ({
  page,
}) => {
  const path = await mailedVisit(page);
  const phone = await phones.newPage();
  const errors = consoleErrors(phone);
  const press = async (name: string | RegExp, within: Pick<Page, 'getByRole'> = phone) => {
    await tabTo(phone, within.getByRole('button', { name }).first());
    await phone.keyboard.press('Enter');
  };
  const answer = (await phone.goto(path))!;
  expect(answer.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
  });
  await expect(phone.getByRole('heading', { level: 1, name: 'Slow Morning Flow' })).toBeVisible();
  await expect(phone.getByText('Nothing is left to pay.')).toBeVisible();
  await expectNoSideScroll(phone);
  await expectAccessible(phone);

  await test.step('a form, after the end of the phone number', async () => {
    await press('Fill in forms');
    const dialog = phone.getByRole('dialog', { name: 'Forms for your visit' });
    const digits = dialog.getByLabel('Last four digits of your phone number');
    await tabTo(phone, digits);
    await phone.keyboard.type('0000');
    await phone.keyboard.press('Enter');
    await expect(dialog.getByText('These aren’t the last four digits')).toBeVisible();
    await expectNoSideScroll(phone);
    await expectAccessible(phone);
    await digits.press('Control+a');
    await phone.keyboard.type('0142');
    await phone.keyboard.press('Enter');
    await press('Fill in In Case We Need Someone', dialog);
    const form = phone.getByRole('dialog', { name: 'In Case We Need Someone' });
    await tabTo(phone, form.getByLabel('Their name'));
    await phone.keyboard.type('Ivo Marlow');
    await tabTo(phone, form.getByLabel('Their phone number'));
    await phone.keyboard.type('503 555 0199');
    await tabTo(phone, form.getByRole('radio', { name: 'A text message' }));
    await phone.keyboard.press('Space');
    await expectNoSideScroll(phone);
    await press('Submit Form', form);
    await expect(dialog.getByText('Please fill in before you come:')).toBeVisible();
    await expect(dialog.getByText('In Case We Need Someone')).toHaveCount(0);
    await expectAccessible(phone);
    await phone.keyboard.press('Escape');
  });

  await test.step('another time', async () => {
    await press('Change or cancel');
    await press('Choose another time', phone.getByRole('dialog', { name: 'Change or cancel' }));
    const picker = phone.getByRole('dialog', { name: 'Reschedule' });
    await tabTo(phone, picker.locator('.month-day[tabindex="0"]'));
    const day = picker.locator('.month-day:focus');
    // One of the days before has no class.
    for (let left = 7; left > 0; left--) {
      await phone.keyboard.press('ArrowLeft');
      if ((await day.getAttribute('aria-label'))?.endsWith('It is not offered on this day.')) break;
    }
    await phone.keyboard.press('Enter');
    await tabTo(
      phone,
      picker.getByRole('list', { name: 'The three nearest times' }).getByRole('button').first(),
    );
    await phone.keyboard.press('Enter');
    await expectNoSideScroll(phone);
    await press(/^Move to/, picker);
    const done = phone.getByRole('dialog', { name: 'Rescheduled' });
    await expect(done.getByText('A new calendar file comes by e-mail')).toBeVisible();
    await expectAccessible(phone);
    await press('Done', done);
  });

  await test.step('cancelled, with the money back', async () => {
    await press('Change or cancel');
    const dialog = phone.getByRole('dialog', { name: 'Change or cancel' });
    await expect(dialog.getByText('You can reschedule once more')).toBeVisible();
    await press(/^Cancel and get \$\d+\.\d\d back$/, dialog);
    await press('Done', phone.getByRole('dialog', { name: 'Cancelled' }));
    await expect(phone.getByText('This visit was cancelled.')).toBeVisible();
    await expect(phone.getByRole('button', { name: 'Change or cancel' })).toHaveCount(0);
    await expectAccessible(phone);
  });

  await press('Create an account');
  await expect(phone).toHaveURL(/\/claim$/);
  await expect(phone.getByRole('heading', { name: 'Set up your account' })).toBeVisible();
  expect(errors).toEqual([]);
});
