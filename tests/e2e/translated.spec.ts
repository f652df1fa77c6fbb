import { expect, type Page, test } from '@playwright/test';
import { needsAppDatabase } from './support/app-database.ts';
import { putInCart, toPaymentPage } from './support/booking-steps.ts';
import { createClient, open, signInDemo } from './support/people.ts';
import {
  bookingRow,
  callAsStaff,
  clientWithVisits,
  comeBack,
  openStaff,
  signInOwner,
  withinToday,
} from './support/staff-area.ts';
import { bookByPhone, clientByPhone, mondayIn } from './support/staff-placement.ts';
import { at } from './support/staff-calendar.ts';
import { translatePages } from './support/translator.ts';
import { consoleErrors } from './support/watch.ts';

// A translation replaces every text of the page by elements of its own: docs/decisions/0060-translated-pages.md.

test.beforeEach(({ context }) => translatePages(context));

const translated = (page: Page) => expect(page.locator('main font, h1 font').first()).toBeAttached();

test('a translated page: from Book Slot over the cart to the payment page', async ({ page }) => {
  const errors = consoleErrors(page);
  await createClient(page);
  await putInCart(page, 'Marma Session');
  await translated(page);
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await putInCart(page, 'Marma Session');
  await toPaymentPage(page);
  expect(errors).toEqual([]);
});

test('a translated page: the profile is saved, the data downloaded, a note written', async ({ page }) => {
  const errors = consoleErrors(page);
  await createClient(page);
  await open(page, '/profile/settings');
  await translated(page);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('First name').fill('Ivor');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Ivor Marlow', exact: true })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  await downloading;
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeEnabled();

  await signInDemo(page);
  await open(page, '/profile/journey');
  await translated(page);
  const bookings = (await (await page.request.get('/auth/get-user-bookings')).json()) as {
    id: string;
    service_name: string;
    status: string;
  }[];
  const { id, service_name } = bookings.find(({ status }) => status === 'COMPLETED')!;
  await open(page, `/profile/journey?step=${id}`);
  const step = page.getByRole('dialog', { name: service_name });
  await step.getByRole('button', { name: /^(Add|Edit) Notes$/ }).click();
  await step.getByRole('textbox', { name: 'Your Reflections' }).press('End');
  await page.keyboard.type('Slept well. ');
  await step.getByRole('button', { name: 'Save Notes' }).click();
  await expect(step.getByRole('button', { name: 'Edit Notes' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('a translated staff area: lists that change, the search and the sheets', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  needsAppDatabase();
  const errors = consoleErrors(page);
  await signInOwner(context, baseURL!);
  const { ids } = await clientWithVisits({ request }, { first_name: 'Ottilie', last_name: 'Quist' }, [
    { minutes: withinToday(90), service: 'Seasonal Follow-up' },
  ]);
  await openStaff(page, '', /./);
  await translated(page);
  const row = page.locator(`[data-row="${ids[0]}"]`);
  await expect(row).toContainText('Ottilie Quist');
  await callAsStaff(page, `/bookings/${ids[0]}/attendance`, {
    to: 'ARRIVED',
    base_updated_at: (await bookingRow(page, ids[0]!)).updated_at,
  });
  await comeBack(page);
  await expect(row).toContainText(/arrived/i);

  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  for (const text of ['nobody of that name', 'Ottilie', 'calendar']) {
    await search.getByRole('searchbox').fill(text);
    await expect(search).toContainText(text === 'Ottilie' ? 'Ottilie Quist' : new RegExp(text, 'i'));
  }
  await page.keyboard.press('Escape');

  await openStaff(page, '/clients', 'Clients');
  await translated(page);
  await page.getByLabel('Search clients').fill('Ottilie');
  await expect(page.getByRole('row', { name: /Ottilie/ })).toBeVisible();
  await page.getByRole('button', { name: 'New client' }).first().click();
  const form = page.getByRole('dialog', { name: 'New client' });
  await form.getByRole('button', { name: 'Add client' }).click();
  await expect(form.getByText('Please enter a first name.')).toBeVisible();
  await form.getByLabel('First name').fill('Ottilie');
  await expect(form.getByText('Please enter a first name.')).toBeHidden();
  await page.keyboard.press('Escape');

  const monday = mondayIn(24);
  const booking = await bookByPhone(page, await clientByPhone(page, 'Ragna'), at(monday, 10));
  await openStaff(page, `/calendar?view=list&date=${monday}`, 'Calendar');
  await expect(page.getByText('Ragna O.').first()).toBeVisible();
  await openStaff(page, `/bookings/${booking.id}`, /./);
  await translated(page);
  for (const name of ['Money', 'History', 'Visit']) {
    const tab = page.getByRole('tab', { name });
    if (await tab.isVisible()) await tab.click();
  }
  await page.getByRole('button', { name: 'Reschedule…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Reschedule Ragna’s Marma Session?' });
  await sheet.getByRole('button', { name: 'Other time…' }).click();
  await sheet.getByLabel('Date').fill(monday);
  await sheet.getByLabel('Start').fill('14:15');
  await expect(sheet.getByText('2:15 PM - 3:00 PM')).toBeVisible();
  await sheet.getByLabel('Start').fill('15:15');
  await expect(sheet.getByText('3:15 PM - 4:00 PM')).toBeVisible();
  await sheet.getByRole('button', { name: 'Reschedule', exact: true }).click();
  await expect(sheet).toBeHidden();
  // Without an e-mail address: whom to call is said.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByText(/3:15 PM/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel…' }).click();
  const cancel = page.getByRole('dialog', { name: /^Cancel Ragna’s/ });
  await cancel.getByRole('radio', { name: 'I am' }).check();
  await cancel
    .getByRole('button', { name: /^Cancel/ })
    .last()
    .click();
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
  expect(errors).toEqual([]);
});
