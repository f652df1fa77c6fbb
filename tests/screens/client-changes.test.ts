import { expect, test } from 'vitest';
import { practice } from '#content/public/practice.ts';
import { formatLongDate } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { whileFailing, whileLosing } from './support/fail-calls.ts';
import type { Locator } from './support/locator.ts';
import type { Page } from './support/page.ts';
import { bookAndPay } from './support/bookings.ts';
import { createClient, mailsTo, signInByCall } from './support/people.ts';
import { visitor } from './support/site.ts';
import { clientWithVisits } from './support/visits.ts';

const HOUR_MS = 3_600_000;
const SERVICE = 'Slow Morning Flow';
const DAY_MINUTES = 24 * 60;

const app = await testApp();

const bookingRow = (id: string) =>
  app.db
    .selectFrom('bookings')
    .select(['start_time', 'status', 'refunded_cents', 'client_reschedules'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Sets the policy of a sale so that its limit is this many milliseconds away. */
async function setLimit(id: string, ms: number): Promise<void> {
  const { start_time } = await bookingRow(id);
  const hours = (start_time.getTime() - app.clock.now().getTime() - ms) / HOUR_MS;
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
  await app.database.pool.query(
    'update checkouts set refund_policy = $2 where id = (select checkout_id from bookings where id = $1)',
    [id, JSON.stringify(policy)],
  );
}

/** Opens the schedule at the day of a booking. */
async function openDay(page: Page, id: string): Promise<void> {
  const date = localDateOf((await bookingRow(id)).start_time, practice.zone);
  await page.goto('/profile/schedule');
  await expect(page.getByRole('heading', { name: 'March 2026' })).toBeVisible();
  if (date.startsWith('2026-04')) await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: new RegExp(`^${formatLongDate(date)}, `) }).click();
}

async function openChange(page: Page, id: string): Promise<Locator> {
  await openDay(page, id);
  await page.getByRole('button', { name: /^Change or cancel/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Change or cancel' });
  await expect(dialog.getByRole('heading', { name: 'Reschedule' })).toBeVisible();
  return dialog;
}

const REFUND = /^Cancel and get \$\d+\.\d\d back$/;

/** Chooses the first free time of a day, the last one unless another is given. Returns the label of the button to press then. */
async function chooseTime(dialog: Locator, nth = -1): Promise<Locator> {
  await dialog
    .getByRole('button', { name: /, \d+ times? available$/ })
    .nth(nth)
    .click();
  await dialog.locator('.times').getByRole('button', { disabled: false }).first().click();
  return dialog.getByRole('button', { name: /^Move to \w{3}, \w{3} \d+, \d+:\d\d [AP]M$/ });
}

const cancelMailsTo = async (page: Page, email: string) => {
  await app.runJobs();
  return (await mailsTo(page, email)).filter(({ subject }) => /cancel/i.test(subject));
};

/** A client of the studio with this visit, signed in. */
async function clientWithVisit(visit: Parameters<typeof clientWithVisits>[2][number]) {
  const { email, ids } = await clientWithVisits(app, { first_name: 'Ana', last_name: 'Prieto' }, [visit]);
  const page = visitor(app);
  await signInByCall(page, email);
  return { page, id: ids[0]! };
}

test('the limit passes while the dialog is open: it explains itself and names the new amount', async () => {
  const page = visitor(app);
  const { id } = await bookAndPay(page, SERVICE);
  const now = app.clock.now();
  await setLimit(id, 2000);
  const dialog = await openChange(page, id);
  await expect(dialog.getByRole('button', { name: REFUND })).toBeVisible();
  page.setTime(new Date(now.getTime() + 3000));
  const late = dialog.getByRole('button', { name: 'Cancel without refund' });
  await expect(late).toBeVisible();
  await expect(
    dialog.getByText('It’s 9:00 AM. The refund changed while this was open: there is no refund any more.'),
  ).toBeVisible();
  await expect(dialog.getByText('It’s too late to reschedule online. Please call us:')).toBeVisible();
  await expectAccessible(page);
  // A click so soon was meant for the amount before.
  await late.click();
  page.setTime(new Date(now.getTime() + 4000));
  expect((await bookingRow(id)).status).toBe('CONFIRMED');
  await late.click();
  await expect(
    page.getByRole('dialog', { name: 'Cancelled' }).getByText('Your booking is cancelled.'),
  ).toBeVisible();
  expect(await bookingRow(id)).toMatchObject({ status: 'CANCELLED', refunded_cents: 0 });
});

test('an amount that has just gone is refused, explained, and never taken for consent', async () => {
  const page = visitor(app);
  const { id } = await bookAndPay(page, SERVICE);
  // Each answer has the quote from before the limit, as if the limit passed while the client presses the button.
  await setLimit(id, HOUR_MS);
  const dialog = await openChange(page, id);
  const cancel = dialog.getByRole('button', { name: REFUND });
  await expect(cancel).toBeVisible();
  await setLimit(id, -1000);
  await cancel.click();
  await expect(dialog.getByRole('button', { name: 'Cancel without refund' })).toBeVisible();
  await expect(dialog.getByText(/^It’s 9:00 AM\. The refund changed/)).toBeVisible();
  expect((await bookingRow(id)).status).toBe('CONFIRMED');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Change or cancel/ })).toBeFocused();

  // Deleting the account quotes by the sale, too.
  const question = page.getByRole('dialog', { name: 'Delete Account' });
  for (const [ms, text] of [
    [-1000, 'no refund by the policy you booked under'],
    [HOUR_MS, /, \$\d+\.\d\d goes back to your card/],
  ] as const) {
    await setLimit(id, ms);
    await page.goto('/profile/settings');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await expect(question.getByRole('listitem')).toContainText(text);
  }
});

test('after the limit it says plainly that nothing comes back, and whom to call', async () => {
  const page = visitor(app);
  const { id } = await bookAndPay(page, SERVICE);
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

test('a client reschedules twice and is refused the third time', async () => {
  const page = visitor(app);
  const { email, id } = await bookAndPay(page, 'Marma Session');
  const first = (await bookingRow(id)).start_time;
  const picker = page.getByRole('dialog', { name: 'Reschedule' });
  const done = page.getByRole('dialog', { name: 'Rescheduled' });
  const dialog = await openChange(page, id);
  await dialog.getByRole('button', { name: 'Choose another time' }).click();
  await expect(picker.getByText('Same price, nothing to pay.')).toBeVisible();
  const move = await chooseTime(picker, 5);
  await picker.getByRole('button', { name: 'Back', exact: true }).click();
  await dialog.getByRole('button', { name: 'Choose another time' }).click();
  await (await chooseTime(picker, 5)).click();
  await expect(done.getByText('A new calendar file comes by e-mail in a few minutes.')).toBeVisible();
  await expectAccessible(page);
  await expect(move).toHaveCount(0);
  await done.getByRole('button', { name: 'Done' }).click();
  // The new day is shown, with the booking.
  await expect(page.getByRole('button', { name: /^Change or cancel/ })).toBeVisible();
  expect((await bookingRow(id)).start_time).not.toEqual(first);
  await app.runJobs();
  const mails = await mailsTo(page, email);
  expect(mails.some(({ subject }) => /new time|rescheduled|moved/i.test(subject))).toBe(true);

  const again = await openChange(page, id);
  await again.getByRole('button', { name: 'Choose another time' }).click();
  await (await chooseTime(picker, 4)).click();
  await expect(done.getByText('A new calendar file comes by e-mail in a few minutes.')).toBeVisible();
  expect((await bookingRow(id)).client_reschedules).toBe(2);
  const third = await openChange(page, id);
  await expect(third.getByText('You’ve rescheduled this twice. Please call us:')).toBeVisible();
  await expect(third.getByRole('button', { name: 'Choose another time' })).toHaveCount(0);
  await expect(third.getByRole('button', { name: REFUND })).toBeVisible();
});

test('a time that another client took is explained, and another one works', async () => {
  const page = visitor(app);
  const { id } = await bookAndPay(page, SERVICE);
  const message = 'This time has just been booked by someone else. Please choose another one.';
  const end = page.intercept('POST', '/auth/reschedule-booking', () =>
    Promise.resolve(Response.json({ code: 'SLOT_TAKEN', message, error: message }, { status: 409 })),
  );
  const dialog = await openChange(page, id);
  await dialog.getByRole('button', { name: 'Choose another time' }).click();
  const picker = page.getByRole('dialog', { name: 'Reschedule' });
  await (await chooseTime(picker)).click();
  await expect(picker.getByText(message)).toBeVisible();
  await expect(picker.getByRole('button', { name: 'Choose a time' })).toBeDisabled();
  end();
  // A day without times says why, and one of the nearest ones can be chosen there.
  await picker
    .getByRole('button', { name: /It is not offered on this day\.$/ })
    .first()
    .press('Enter');
  await expect(picker.getByRole('status').first()).toContainText(/It is on \w+days/);
  const nearest = picker.getByRole('list', { name: 'The three nearest times' });
  await expect(nearest.getByRole('button', { name: /\d days? (later|earlier)/ })).toHaveCount(3);
  await nearest.getByRole('button').first().press('Enter');
  await expectAccessible(page);
  await picker.getByRole('button', { name: /^Move to/ }).click();
  await expect(page.getByRole('dialog', { name: 'Rescheduled' })).toBeVisible();
});

test('a lost answer and a double click count once', async () => {
  const page = visitor(app);
  const { email, id } = await bookAndPay(page, SERVICE);
  const dialog = await openChange(page, id);
  await dialog.getByRole('button', { name: 'Choose another time' }).click();
  const picker = page.getByRole('dialog', { name: 'Reschedule' });
  const move = await chooseTime(picker);
  await whileLosing(page, 'POST', '/auth/reschedule-booking', async () => {
    await move.click();
    await expect(picker.getByText(/try again: it counts once\.$/)).toBeVisible();
  });
  await move.click();
  await expect(page.getByRole('dialog', { name: 'Rescheduled' })).toBeVisible();
  expect((await bookingRow(id)).client_reschedules).toBe(1);

  const again = await openChange(page, id);
  await whileLosing(page, 'POST', '/auth/cancel-booking', async () => {
    await again.getByRole('button', { name: REFUND }).dblclick();
    await expect(again.getByText(/try again: it counts once\.$/)).toBeVisible();
  });
  expect(page.requests.filter((each) => each === 'POST /auth/cancel-booking')).toHaveLength(1);
  await again.getByRole('button', { name: REFUND }).click();
  await expect(page.getByRole('dialog', { name: 'Cancelled' })).toBeVisible();
  expect(await cancelMailsTo(page, email)).toHaveLength(1);
});

test('what staff cancelled meanwhile is said, and nothing is cancelled twice', async () => {
  const page = visitor(app);
  const { id } = await bookAndPay(page, SERVICE);
  const dialog = await openChange(page, id);
  await app.db.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', id).execute();
  await dialog.getByRole('button', { name: REFUND }).click();
  await expect(dialog.getByText('This booking has been cancelled.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: REFUND })).toHaveCount(0);
});

test('without a connection the dialog keeps what it shows, and says what to do', async () => {
  const page = visitor(app);
  const { id } = await bookAndPay(page, SERVICE);
  const dialog = await openChange(page, id);
  const cancelAndLook = async () => {
    await dialog.getByRole('button', { name: REFUND }).click();
    await expect(dialog.getByText(/check your connection and try again/)).toBeVisible();
  };
  await whileFailing(page, 'POST', '/auth/cancel-booking', cancelAndLook, 0);
  await dialog.getByRole('button', { name: REFUND }).click();
  await expect(page.getByRole('dialog', { name: 'Cancelled' })).toBeVisible();
});

test('a past booking is booked again: the times of its service open', async () => {
  const { page, id } = await clientWithVisit({ minutes: -120, service: SERVICE, status: 'COMPLETED' });
  await openDay(page, id);
  await page.getByRole('link', { name: /^Book again/ }).click();
  await expect(page.getByRole('dialog', { name: SERVICE }).getByRole('grid')).toBeVisible();
});

test('a client asks for house calls once, and sees that it was asked', async () => {
  const { page } = await clientWithVisit({ minutes: -7 * DAY_MINUTES, status: 'COMPLETED' });
  await page.goto('/wellness-services');
  const ask = page.getByRole('button', { name: `Ask ${practice.practitioner.first_name}` });
  await ask.click();
  const asked = page.getByText(`You asked ${practice.practitioner.first_name} on Mar 2.`);
  await expect(asked).toBeVisible();
  await expect(ask).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(asked).toBeVisible();
});

test('before a first visit the question for house calls is answered at once', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/wellness-services');
  await page.getByRole('button', { name: `Ask ${practice.practitioner.first_name}` }).click();
  await expect(page.getByText(/House calls are available after a first visit/)).toBeVisible();
});
