import { expect, type Locator, type Page } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import { yearMonthOf } from '#domain/time/calendar.ts';
import { formatLongDate, formatMonthTitle } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { createClient, mailsTo, open } from './support/people.ts';
import { bookAndPay } from './support/book-and-pay.ts';
import { clientWithVisits } from './support/staff-area.ts';
import { consoleErrors, expectNoSideScroll, tabTo } from './support/watch.ts';

const HOUR_MS = 3_600_000;
/** A class: two tests at once never want the same seat. */
const SERVICE = 'Slow Morning Flow';

test.beforeEach(() => {
  needsAppDatabase();
});

/** A booking that the client of this browser has paid. */
async function paidBooking(page: Page, service = SERVICE) {
  const { email, id } = await bookAndPay(page, service);
  return { email, id };
}

async function query<Row extends object>(sql: string, values: unknown[]): Promise<Row[]> {
  const db = await appDatabase();
  const { rows } = await db.query<Row>(sql, values);
  await db.end();
  return rows;
}

const bookingRow = async (id: string) =>
  (
    await query<{ start_time: Date; status: string; refunded_cents: number; client_reschedules: number }>(
      'select start_time, status, refunded_cents, client_reschedules from bookings where id = $1',
      [id],
    )
  )[0]!;

/**
 * Sets the policy of a sale so that its limit is this many milliseconds away. The clocks of the server and of the browser
 * then pass it by themselves.
 */
async function setLimit(id: string, ms: number): Promise<void> {
  const { start_time } = await bookingRow(id);
  const hours = (start_time.getTime() - Date.now() - ms) / HOUR_MS;
  const policy = {
    full_refund_hours: hours,
    tiers: [
      { hours, percent: 100 },
      { hours: 0, percent: 0 },
    ],
    grace_minutes: 0,
    reschedule_hours: hours,
    max_reschedules: 2,
  };
  await query(
    'update checkouts set refund_policy = $2 where id = (select checkout_id from bookings where id = $1)',
    [id, JSON.stringify(policy)],
  );
}

/** Opens the schedule at the day of a booking. */
async function openDay(page: Page, id: string): Promise<void> {
  const { start_time } = await bookingRow(id);
  const date = localDateOf(start_time, practice.zone);
  await open(page, '/profile/schedule');
  const month = page.locator('.month-head h2');
  await expect(month).toBeVisible();
  const wanted = formatMonthTitle(yearMonthOf(date));
  while ((await month.textContent()) !== wanted)
    await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: new RegExp(`^${formatLongDate(date)}, `) }).click();
}

async function openChange(page: Page, id: string): Promise<Locator> {
  await openDay(page, id);
  await page.getByRole('button', { name: /^Change or cancel/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Change or cancel' });
  await expect(dialog.getByText('Change or cancel')).toBeFocused();
  await expect(dialog.getByRole('heading', { name: 'Reschedule' })).toBeVisible();
  return dialog;
}

const REFUND = /^Cancel and get \$\d+\.\d\d back$/;
const amountOn = async (button: Locator) => /\$([\d.]+)/.exec((await button.textContent())!)![1]!;

/** Chooses the first time of the last day that has any; returns the label of the button that moves it there. */
async function chooseTime(dialog: Locator): Promise<Locator> {
  const days = dialog.getByRole('button', { name: /, \d+ times? available$/ });
  await expect(days.first()).toBeVisible();
  await days.last().click();
  await dialog.locator('.times button:enabled').first().click();
  return dialog.getByRole('button', { name: /^Move to \w{3}, \w{3} \d+, \d+:\d\d [AP]M$/ });
}

async function reschedule(page: Page, id: string): Promise<void> {
  const dialog = await openChange(page, id);
  await dialog.getByRole('button', { name: 'Choose another time' }).click();
  const picker = page.getByRole('dialog', { name: 'Reschedule' });
  await (await chooseTime(picker)).click();
  const done = page.getByRole('dialog', { name: 'Rescheduled' });
  await expect(done.getByText('A new calendar file comes by e-mail in a few minutes.')).toBeVisible();
  await done.getByRole('button', { name: 'Done' }).click();
}

test('before the limit a client cancels and gets everything back, by keyboard on a phone', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  const { email, id } = await paidBooking(page);
  await page.setViewportSize({ width: 360, height: 780 });
  const dialog = await openChange(page, id);
  await expect(dialog.getByText(/^After \w{3}, \w{3} \d+, \d+:\d\d [AP]M P[SD]T: no refund\./)).toBeVisible();
  await expect(dialog.getByText('You can reschedule twice, until 24 hours before.')).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  const cancel = dialog.getByRole('button', { name: REFUND });
  const amount = await amountOn(cancel);
  await tabTo(page, cancel);
  await page.keyboard.press('Enter');
  const done = page.getByRole('dialog', { name: 'Cancelled' });
  await expect(
    done.getByText(`Your booking is cancelled. $${amount} is on its way back to the card you paid with.`),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('CANCELLED', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Change or cancel/ })).toHaveCount(0);
  await expect(async () => {
    const row = await bookingRow(id);
    expect(row).toMatchObject({ status: 'CANCELLED', refunded_cents: Math.round(Number(amount) * 100) });
    const mails = await mailsTo(page.request, email);
    expect(mails.filter(({ subject }) => /cancel/i.test(subject))).toHaveLength(1);
  }).toPass();
  expect(errors).toEqual([]);
});

test('the limit passes while the dialog is open: it explains itself and names the new amount', async ({
  page,
}) => {
  const { id } = await paidBooking(page);
  await setLimit(id, 12_000);
  const dialog = await openChange(page, id);
  await expect(dialog.getByRole('button', { name: REFUND })).toBeVisible();
  const late = dialog.getByRole('button', { name: 'Cancel without refund' });
  await expect(late).toBeVisible({ timeout: 30_000 });
  await expect(
    dialog.getByText(/^It’s \d+:\d\d [AP]M\. The refund changed while this was open: there is no refund/),
  ).toBeVisible();
  await expect(dialog.getByText('It’s too late to reschedule online. Please call us:')).toBeVisible();
  await expectAccessible(page);
  await late.click();
  await expect(
    page.getByRole('dialog', { name: 'Cancelled' }).getByText('Your booking is cancelled.'),
  ).toBeVisible();
  expect(await bookingRow(id)).toMatchObject({ status: 'CANCELLED', refunded_cents: 0 });
});

test('an amount that has just gone is refused, explained, and never taken for consent', async ({ page }) => {
  const { id } = await paidBooking(page);
  // Each answer has the quote from before the limit, as if the limit passed while the client presses the button.
  await setLimit(id, HOUR_MS);
  const dialog = await openChange(page, id);
  const cancel = dialog.getByRole('button', { name: REFUND });
  await expect(cancel).toBeVisible();
  await setLimit(id, -1000);
  await cancel.click();
  const late = dialog.getByRole('button', { name: 'Cancel without refund' });
  await expect(late).toBeVisible();
  await expect(dialog.getByText(/^It’s \d+:\d\d [AP]M\. The refund changed/)).toBeVisible();
  expect((await bookingRow(id)).status).toBe('CONFIRMED');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Change or cancel/ })).toBeFocused();

  await test.step('Deleting the account quotes by the sale, too', async () => {
    const question = page.getByRole('dialog', { name: 'Delete Account' });
    for (const [ms, text] of [
      [-1000, 'no refund by the policy you booked under'],
      [HOUR_MS, /, \$\d+\.\d\d goes back to your card/],
    ] as const) {
      await setLimit(id, ms);
      await open(page, '/profile/settings');
      await page.getByRole('button', { name: 'Delete Account' }).click();
      await expect(question.getByRole('listitem')).toContainText(text);
    }
  });
});

test('after the limit it says plainly that nothing comes back, and whom to call', async ({ page }) => {
  const { id } = await paidBooking(page);
  await setLimit(id, -HOUR_MS);
  const dialog = await openChange(page, id);
  await expect(dialog.getByText('By the cancellation policy there is no refund any more.')).toBeVisible();
  await expect(dialog.getByText('It’s too late to reschedule online. Please call us:')).toBeVisible();
  await expect(dialog.getByRole('link', { name: practice.phone_display })).toHaveCount(2);
  await expect(dialog.getByRole('button', { name: 'Choose another time' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel without refund' }).click();
  await expect(page.getByRole('dialog', { name: 'Cancelled' })).toBeVisible();
  expect((await bookingRow(id)).refunded_cents).toBe(0);
});

test('a client reschedules twice and is refused the third time', async ({ page }) => {
  const errors = consoleErrors(page);
  const { email, id } = await paidBooking(page, 'Marma Session');
  const first = (await bookingRow(id)).start_time;
  const dialog = await openChange(page, id);
  await dialog.getByRole('button', { name: 'Choose another time' }).click();
  const picker = page.getByRole('dialog', { name: 'Reschedule' });
  await expect(picker.getByText('Same price, nothing to pay.')).toBeVisible();
  const move = await chooseTime(picker);
  await picker.getByRole('button', { name: 'Back', exact: true }).click();
  await dialog.getByRole('button', { name: 'Choose another time' }).click();
  await (await chooseTime(picker)).click();
  const done = page.getByRole('dialog', { name: 'Rescheduled' });
  await expect(done.getByText('A new calendar file comes by e-mail in a few minutes.')).toBeVisible();
  await expectAccessible(page);
  await expect(move).toHaveCount(0);
  await done.getByRole('button', { name: 'Done' }).click();
  // The new day is shown, with the booking.
  await expect(page.getByRole('button', { name: /^Change or cancel/ })).toBeVisible();
  const second = (await bookingRow(id)).start_time;
  expect(second).not.toEqual(first);
  await expect(async () => {
    const mails = await mailsTo(page.request, email);
    expect(mails.some(({ subject }) => /new time|rescheduled|moved/i.test(subject))).toBe(true);
  }).toPass();

  await reschedule(page, id);
  expect((await bookingRow(id)).client_reschedules).toBe(2);
  const third = await openChange(page, id);
  await expect(third.getByText('You’ve rescheduled this twice. Please call us:')).toBeVisible();
  await expect(third.getByRole('button', { name: 'Choose another time' })).toHaveCount(0);
  await expect(third.getByRole('button', { name: REFUND })).toBeVisible();
  expect(errors).toEqual([]);
});

test('a time that somebody else took is explained, and another one works', async ({ page }) => {
  const { id } = await paidBooking(page);
  const message = 'This time has just been booked by someone else. Please choose another one.';
  await page.route(
    '**/auth/reschedule-booking',
    (route) => route.fulfill({ status: 409, json: { code: 'SLOT_TAKEN', message, error: message } }),
    { times: 1 },
  );
  const dialog = await openChange(page, id);
  await dialog.getByRole('button', { name: 'Choose another time' }).click();
  const picker = page.getByRole('dialog', { name: 'Reschedule' });
  await (await chooseTime(picker)).click();
  await expect(picker.getByText(message)).toBeVisible();
  await expect(picker.getByRole('button', { name: 'Choose a time' })).toBeDisabled();
  // By keyboard: a day without times says why, and one of the nearest ones can be chosen there.
  await picker
    .getByRole('button', { name: /It is not offered on this day\.$/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(picker.getByRole('status').first()).toContainText(/It is on \w+days/);
  const nearest = picker.getByRole('list', { name: 'The three nearest times' });
  await expect(nearest.getByRole('button', { name: /\d days? (later|earlier)/ })).toHaveCount(3);
  await tabTo(page, nearest.getByRole('button').first());
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await picker.getByRole('button', { name: /^Move to/ }).click();
  await expect(page.getByRole('dialog', { name: 'Rescheduled' })).toBeVisible();
});

test('a lost answer and a double click count once', async ({ page }) => {
  const { email, id } = await paidBooking(page);
  const dialog = await openChange(page, id);
  await dialog.getByRole('button', { name: 'Choose another time' }).click();
  const picker = page.getByRole('dialog', { name: 'Reschedule' });
  const move = await chooseTime(picker);
  await page.route(
    '**/auth/reschedule-booking',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await move.click();
  await expect(picker.getByText(/try again: it counts once\.$/)).toBeVisible();
  await move.click();
  await expect(page.getByRole('dialog', { name: 'Rescheduled' })).toBeVisible();
  expect((await bookingRow(id)).client_reschedules).toBe(1);
  await page.keyboard.press('Escape');

  let calls = 0;
  await page.route('**/auth/cancel-booking', async (route) => {
    calls++;
    await route.fetch();
    if (calls === 1) await route.abort();
    else await route.fallback();
  });
  const again = await openChange(page, id);
  await again.getByRole('button', { name: REFUND }).dblclick();
  await expect(again.getByText(/try again: it counts once\.$/)).toBeVisible();
  expect(calls).toBe(1);
  await again.getByRole('button', { name: REFUND }).click();
  await expect(page.getByRole('dialog', { name: 'Cancelled' })).toBeVisible();
  await expect(async () => {
    const mails = await mailsTo(page.request, email);
    expect(mails.filter(({ subject }) => /cancel/i.test(subject))).toHaveLength(1);
  }).toPass();
});

test('what staff cancelled meanwhile is said, and nothing is cancelled twice', async ({ page }) => {
  const { id } = await paidBooking(page);
  const dialog = await openChange(page, id);
  await query("update bookings set status = 'CANCELLED', updated_at = now() where id = $1", [id]);
  await dialog.getByRole('button', { name: REFUND }).click();
  await expect(dialog.getByText('This booking has been cancelled.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: REFUND })).toHaveCount(0);
});

test('offline the dialog keeps what it shows, and says what to do', async ({ page, context }) => {
  const { id } = await paidBooking(page);
  const dialog = await openChange(page, id);
  await context.setOffline(true);
  await dialog.getByRole('button', { name: REFUND }).click();
  await expect(dialog.getByText(/check your connection and try again/)).toBeVisible();
  await context.setOffline(false);
  await dialog.getByRole('button', { name: REFUND }).click();
  await expect(page.getByRole('dialog', { name: 'Cancelled' })).toBeVisible();
});

test('a past booking is booked again: the times of its service open', async ({ page }) => {
  const { id } = await paidBooking(page);
  await query(
    `update bookings set status = 'COMPLETED', start_time = now() - interval '2 hours', end_time = now() - interval '1 hour',
       blocked_until = now() - interval '1 hour', appointment_id = null where id = $1`,
    [id],
  );
  await openDay(page, id);
  await page.getByRole('link', { name: /^Book again/ }).click();
  const dialog = page.getByRole('dialog', { name: SERVICE });
  await expect(dialog.getByRole('grid')).toBeVisible();
});

test('a client asks for house calls once, and sees that it was asked', async ({ page }) => {
  await clientWithVisits(page, { first_name: 'Ana', last_name: 'Prieto' }, [
    { minutes: -10_000, status: 'COMPLETED' },
  ]);
  await open(page, '/wellness-services');
  const ask = page.getByRole('button', { name: `Ask ${practice.practitioner.first_name}` });
  await ask.scrollIntoViewIfNeeded();
  await ask.click();
  const asked = page.getByText(new RegExp(`^You asked ${practice.practitioner.first_name} on `));
  await expect(asked).toBeVisible();
  await expect(ask).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(asked).toBeVisible();
});

test('before a first visit the question for house calls is answered at once', async ({ page }) => {
  await createClient(page);
  await open(page, '/wellness-services');
  await page.getByRole('button', { name: `Ask ${practice.practitioner.first_name}` }).click();
  await expect(page.getByText(/House calls are available after a first visit/)).toBeVisible();
});
