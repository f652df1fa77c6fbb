import { expect, type Locator, type Page } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import type { Cancellation } from '#contract/staff-bookings.schemas.ts';
import { formatDayOf } from '#domain/time/date-formats.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { bookAndPay } from './support/book-and-pay.ts';
import { test } from './support/lasting-page.ts';
import { addOwner, codeOf, PASSWORD } from './support/owner.ts';
import { hydrated, mailsTo, type Visitor } from './support/people.ts';
import {
  awaitNewDay,
  bookingRow,
  callAsStaff,
  clientWithVisits,
  comeBack,
  openStaff,
  signInOwner,
  withinToday,
} from './support/staff-area.ts';
import { consoleErrors, expectNoSideScroll, tabTo } from './support/watch.ts';

/** The clients, apart from the owner's browser. */
let visitors: Visitor;

test.beforeEach(async ({ context, baseURL, request }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
  visitors = { request };
});

const NAME = { first_name: 'Ivo', last_name: 'Marlow' };
const openBooking = (page: Page, id: string) => openStaff(page, `/bookings/${id}`, 'Booking');
const sheetOf = (page: Page) => page.getByRole('dialog', { name: /^Cancel Ivo’s/ });

/** The amount includes tax. */
const CONFIRM = /^Cancel and refund \$[\d.]+$/;
const amountOnButton = async (sheet: Locator): Promise<string> =>
  (await sheet.getByRole('button', { name: CONFIRM }).textContent())!.replace('Cancel and refund ', '');

async function openCancelSheet(page: Page) {
  await page.getByRole('button', { name: 'Cancel…' }).click();
  const sheet = sheetOf(page);
  const title = sheet.locator('[data-autofocus]');
  await expect(title).toHaveText(/^Cancel Ivo’s .* on \w{3} \d+ \w{3}, \d+:\d\d [AP]M\?$/);
  await expect(title).toBeFocused();
  await expect(sheet.getByRole('radio', { name: 'I am' })).toBeVisible();
  return sheet;
}

test('a paid booking is cancelled with a refund, by pointer', async ({ page }) => {
  const errors = consoleErrors(page);
  const { email, id } = await bookAndPay(visitors, 'Marma Session');
  await openBooking(page, id);
  await expect(page.getByRole('heading', { name: 'Marma Session' })).toBeVisible();
  await expectAccessible(page);
  const sheet = await openCancelSheet(page);
  await expect(sheet.getByText(/^\d+ (hours|days) before: full refund until /)).toBeVisible();
  await sheet.getByRole('radio', { name: 'I am' }).check();
  await sheet.getByLabel('Message (optional)').fill('The boiler is broken. I’m sorry.');
  await expectAccessible(page);
  const amount = await amountOnButton(sheet);
  await sheet.getByRole('button', { name: CONFIRM }).click();
  await expect(page.getByText(`Cancelled. ${amount} is on its way back to Ivo’s card.`)).toBeVisible();
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel…' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Money' }).click();
  await expect(page.getByText(/^Refund on its way/)).toBeVisible();
  await expect(page.getByText(`−${amount}`)).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText(/^Cancelled by /)).toBeVisible();
  await page.getByRole('link', { name: 'Ivo in the audit log' }).click();
  await page.getByRole('link', { name: /^cancelled a booking of Ivo / }).click();
  await expect(page).toHaveURL(`/staff/bookings/${id}`);
  await expect(page.getByRole('heading', { name: 'Marma Session' })).toBeVisible();
  await expect(async () => {
    const [mail] = await mailsTo(page.request, email);
    expect(mail?.text).toContain('The boiler is broken.');
  }).toPass();
  expect(errors).toEqual([]);
});

test('by keyboard alone: sign in with a code, Today, the calendar, cancel with a refund, the audit log', async ({
  page,
  context,
}) => {
  const { id } = await bookAndPay(visitors, 'Refill and Check-in');
  const { start_time } = await bookingRow(page, id);
  await context.clearCookies();
  const owner = await addOwner(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/staff/sign-in');
  await hydrated(page);
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(owner.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Code from your authenticator app');
  await tabTo(page, code);
  await page.keyboard.type(codeOf(owner.secret, 1));
  await page.keyboard.press('Enter');
  const nav = page.getByRole('navigation', { name: 'Staff area' });
  await tabTo(page, nav.getByRole('link', { name: 'Calendar' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeFocused();
  const date = formatDayOf(start_time, practice.zone).replace(/^\w+ /, '');
  await page.keyboard.press('Control+k');
  // Nothing of it is lost, though the code of the search may still be on its way.
  await page.keyboard.type(date);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=day/);
  const day = page.getByRole('grid');
  await tabTo(page, day.locator('[tabindex="0"]').first());
  await page.keyboard.press('l');
  await tabTo(page, page.locator(`.cal-list a[href$="${id}"]`));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/staff/bookings/${id}`);
  const cancel = page.getByRole('button', { name: 'Cancel…' });
  await tabTo(page, cancel);
  await page.keyboard.press('Enter');
  const sheet = sheetOf(page);
  const asked = sheet.getByRole('radio', { name: 'Ivo asked' });
  await expect(asked).toBeVisible();
  await expectNoSideScroll(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(cancel).toBeFocused();

  await page.keyboard.press('Enter');
  await tabTo(page, asked);
  await page.keyboard.press('ArrowUp');
  await expect(sheet.getByRole('radio', { name: 'I am' })).toBeChecked();
  await tabTo(page, sheet.getByRole('radio', { name: 'Offer the time again' }));
  await page.keyboard.press('ArrowDown');
  await expect(sheet.getByRole('radio', { name: 'Keep it closed' })).toBeChecked();
  await tabTo(page, sheet.getByRole('checkbox', { name: 'E-mail Ivo' }));
  await page.keyboard.press('Space');
  await expect(sheet.getByLabel('Message (optional)')).toHaveCount(0);
  const amount = await amountOnButton(sheet);
  await tabTo(page, sheet.getByRole('button', { name: CONFIRM }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Cancelled. ${amount} is on its way back to Ivo’s card.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Refill and Check-in' })).toBeFocused();

  await tabTo(page, nav.getByRole('button', { name: 'More' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Audit log' }));
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Asha cancelled a booking of Ivo M.' }).first(),
  ).toBeVisible();
});

test('late and asked by the client there is no refund, unless it is given anyway', async ({ page }) => {
  const { ids } = await clientWithVisits(visitors, NAME, [{ minutes: 300 }]);
  await openBooking(page, ids[0]!);
  await page.route('**/cancellation', async (route) => {
    const answer = await route.fetch();
    const quote = (await answer.json()) as Cancellation;
    await route.fulfill({ json: { ...quote, by_practice: { refund: 'FULL', cents: 8500 } } });
  });
  const sheet = await openCancelSheet(page);
  await expect(sheet.getByText(/^\d hours before: no refund$/)).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Cancel without refund' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Refund anyway: $85' }).click();
  await expect(sheet.getByRole('button', { name: 'Cancel and refund $85' })).toBeVisible();
});

test('a booking that was not paid is cancelled without a word about money', async ({ page }) => {
  const { ids } = await clientWithVisits(visitors, NAME, [{ minutes: 300 }]);
  await openBooking(page, ids[0]!);
  const sheet = await openCancelSheet(page);
  await sheet.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.getByText('Cancelled.', { exact: true })).toBeVisible();
});

test('a no-show is marked from the start on, and corrected', async ({ page }) => {
  await awaitNewDay();
  const { ids } = await clientWithVisits(visitors, NAME, [{ minutes: withinToday(-10), length: 60 }]);
  await openBooking(page, ids[0]!);
  await page.getByRole('button', { name: 'Arrived', exact: true }).click();
  await page.getByRole('button', { name: 'Not arrived' }).click();
  await expect(page.getByRole('button', { name: 'Arrived', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Mark as no-show' }).click();
  const sheet = page.getByRole('dialog', { name: 'Mark Ivo as a no-show?' });
  await expect(sheet.getByText('It won’t count as a step of Ivo’s journey. Nothing was paid.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Mark as no-show' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('No-show', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Mark as attended' }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText(/^Marked as a no-show by /)).toBeVisible();
  await expect(page.getByText(/^Marked as attended by /)).toBeVisible();
});

test('house calls are allowed with a switch, and the client gets an e-mail', async ({ page }) => {
  const { email, ids } = await clientWithVisits(visitors, NAME, [{ minutes: 600 }]);
  await openBooking(page, ids[0]!);
  const allowed = page.getByRole('switch', { name: 'May book house calls' });
  await expect(allowed).not.toBeChecked();
  await expect(allowed).toHaveAccessibleDescription('Ivo will get an e-mail.');
  await allowed.focus();
  await page.keyboard.press('Space');
  await expect(allowed).toBeChecked();
  await expect(page.getByText('Ivo got an e-mail.')).toBeVisible();
  await expect(async () => {
    const subjects = (await mailsTo(page.request, email)).map(({ subject }) => subject);
    expect(subjects.join('\n')).toMatch(/house call/i);
  }).toPass();
  await page.reload();
  await expect(allowed).toHaveAccessibleDescription(
    'Switching it off sends no e-mail. What is booked stays.',
  );
  await allowed.click();
  await expect(page.getByText('No e-mail was sent. What is booked stays.')).toBeVisible();
});

test('an amount that the client chose is hidden until it is asked for', async ({ page }) => {
  const { id } = await bookAndPay(visitors, 'Slow Morning Flow');
  await openBooking(page, id);
  await page.getByRole('tab', { name: 'Money' }).click();
  const money = page.getByRole('tabpanel', { name: 'Money' });
  await expect(money.getByText('Hidden').first()).toBeVisible();
  await expect(money.getByText(/\$\d/)).toHaveCount(0);
  await expectAccessible(page, { part: money });
  await money.getByRole('button', { name: 'Show amount' }).click();
  await expect(money.getByText(/^\$\d+$/).first()).toBeVisible();
  await expect(money.getByRole('button', { name: 'Show amount' })).toHaveCount(0);
});

test('what another device changed is named, and nothing that was typed is lost', async ({ page }) => {
  await awaitNewDay();
  const { ids } = await clientWithVisits(visitors, NAME, [{ minutes: withinToday(30) }]);
  const id = ids[0]!;
  await openBooking(page, id);
  const sheet = await openCancelSheet(page);
  await sheet.getByLabel('Message (optional)').fill('See you in January.');
  const { updated_at } = await bookingRow(page, id);
  await callAsStaff(page, `/bookings/${id}/attendance`, { base_updated_at: updated_at, to: 'ARRIVED' });
  await sheet.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(sheet.getByText('Changed a moment ago: marked as arrived.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Show' }).click();
  await expect(sheet.getByLabel('Message (optional)')).toHaveValue('See you in January.');
  await sheet.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.getByText('Cancelled.', { exact: true })).toBeVisible();
});

test('a booking that another device has cancelled shows that', async ({ page }) => {
  const { ids } = await clientWithVisits(visitors, NAME, [{ minutes: 300 }]);
  const id = ids[0]!;
  await openBooking(page, id);
  // The change is one to what is shown.
  await expect(page.getByRole('button', { name: 'Cancel…' })).toBeVisible();
  const answer = await page.request.get(`/api/staff/bookings/${id}/cancellation`);
  const { quote, updated_at } = (await answer.json()) as Cancellation;
  await callAsStaff(page, `/bookings/${id}/cancel`, {
    base_updated_at: updated_at,
    by: 'PRACTICE',
    refund: 'POLICY',
    quote,
    time: 'OPEN',
    notify: false,
  });
  await comeBack(page);
  const strip = page.getByText('Changed a moment ago: cancelled.');
  await expect(strip).toBeVisible();
  await expectAccessible(page, { part: strip });
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'History', selected: true })).toBeVisible();
  await expect(strip).toHaveCount(0);
});

test('when the policy hour has passed, the sheet says so and names the new outcome', async ({ page }) => {
  const { id } = await bookAndPay(visitors, 'Quiet Kitchen Workshop');
  await openBooking(page, id);
  await page.route(
    '**/cancellation',
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...((await answer.json()) as Cancellation), quote: 'of before' } });
    },
    { times: 1 },
  );
  const sheet = await openCancelSheet(page);
  await sheet.getByLabel('Message (optional)').fill('Until soon.');
  await sheet.getByRole('button', { name: CONFIRM }).click();
  await expect(sheet.getByText(/^It’s \d+:\d\d [AP]M: full refund by the policy now\.$/)).toBeVisible();
  await expect(sheet.getByLabel('Message (optional)')).toHaveValue('Until soon.');
  await sheet.getByRole('button', { name: CONFIRM }).click();
  await expect(page.getByText(/^Cancelled\. \$[\d.]+ is on its way back to Ivo’s card\.$/)).toBeVisible();
});

test('a write that fails keeps the text, and its repeat is the same action', async ({ page }) => {
  const { ids } = await clientWithVisits(visitors, NAME, [{ minutes: 300 }]);
  await openBooking(page, ids[0]!);
  const actions: string[] = [];
  await page.route('**/cancel', async (route) => {
    actions.push((route.request().postDataJSON() as { action_id: string }).action_id);
    if (actions.length === 1) await route.abort();
    else await route.fallback();
  });
  const sheet = await openCancelSheet(page);
  await sheet.getByLabel('Message (optional)').fill('A storm is coming.');
  const confirm = sheet.getByRole('button', { name: 'Cancel booking' });
  await confirm.click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await expect(sheet.getByLabel('Message (optional)')).toHaveValue('A storm is coming.');
  await confirm.click();
  await expect(page.getByText('Cancelled.', { exact: true })).toBeVisible();
  expect(new Set(actions).size).toBe(1);
  expect(actions).toHaveLength(2);
});

test('closing the sheet with a typed message asks first', async ({ page }) => {
  const { ids } = await clientWithVisits(visitors, NAME, [{ minutes: 300 }]);
  await openBooking(page, ids[0]!);
  const sheet = await openCancelSheet(page);
  await sheet.getByLabel('Message (optional)').fill('Maybe.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(sheet.getByLabel('Message (optional)')).toHaveValue('Maybe.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(sheet).toHaveCount(0);
});

test('offline the actions are disabled and say why', async ({ page, context }) => {
  const { ids } = await clientWithVisits(visitors, NAME, [{ minutes: 300 }]);
  await openBooking(page, ids[0]!);
  await expect(page.getByRole('button', { name: 'Cancel…' })).toBeEnabled();
  await context.setOffline(true);
  await expect(page.getByRole('button', { name: 'Cancel…' })).toBeDisabled();
  await expect(page.getByText('You’re offline, so nothing can be changed now.')).toBeVisible();
  await expectAccessible(page, { part: page.getByText('You’re offline, so nothing can be changed now.') });
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Cancel…' })).toBeEnabled();
});

test('a booking that does not exist says so', async ({ page }) => {
  await openBooking(page, '3d7de9a0-0000-4000-8000-000000000000');
  await expect(
    page.getByText('This booking doesn’t exist. It may have been a hold that ended.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the calendar' })).toHaveAttribute(
    'href',
    '/staff/calendar',
  );
  await expectAccessible(page);
});
