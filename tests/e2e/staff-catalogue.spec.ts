import { expect } from '@playwright/test';
import type { OutputOf } from '#contract/call.ts';
import type { staffServices } from '#contract/staff.calls.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { putInCart } from './support/booking-steps.ts';
import { test } from './support/lasting-page.ts';
import { createClient } from './support/people.ts';
import { openStaff, signInOwner } from './support/staff-area.ts';
import { expectNoSideScroll } from './support/watch.ts';

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

test('a new price is previewed by keyboard, and a cart with the old one asks again', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = 'Refill and Check-in';
  const shopper = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await createClient(shopper);
  await putInCart(shopper, name);
  await expect(shopper.getByText('$40').first()).toBeVisible();

  await openStaff(page, '/services', 'Services');
  await expectAccessible(page);
  await page.getByRole('link', { name }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await expectAccessible(page);
  const price = page.getByLabel('Price', { exact: true });
  await price.fill('nothing');
  await price.press('Enter');
  await expect(price).toHaveAccessibleDescription(/Please enter an amount/);
  await price.fill('45');
  await price.press('Enter');
  const sheet = page.getByRole('dialog', { name: `Change ${name}?` });
  await expect(sheet).toContainText('Price: $40 → $45');
  await expect(sheet).toContainText(/keeps? (its price|their prices); carts ask again|Carts ask again/);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Change the service' }).press('Enter');
  await expect(page.getByText('Saved.')).toBeVisible();

  await shopper.getByRole('button', { name: 'Checkout' }).click();
  const asked = shopper.getByRole('dialog');
  await expect(asked).toContainText('$40');
  await expect(asked).toContainText('$45');
  await shopper.context().close();
  await price.fill('40');
  await price.press('Enter');
  await sheet.getByRole('button', { name: 'Change the service' }).click();
  await expect(sheet).toBeHidden();
});

test('a service is moved in the price list on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openStaff(page, '/services', 'Services');
  const names = async () =>
    (
      (await (await page.request.get('/api/staff/services')).json()) as OutputOf<typeof staffServices>
    ).services.map((each) => each.name);
  const [first, second] = await names();
  await page.getByRole('button', { name: 'Change the order' }).click();
  await page.getByRole('button', { name: `Move ${second} up` }).click();
  await expect.poll(names).toEqual([second, first, ...(await names()).slice(2)]);
  await page.getByRole('button', { name: `Move ${second} down` }).click();
  await expect.poll(names).toEqual([first, second, ...(await names()).slice(2)]);
  await expectNoSideScroll(page);
});

test('clients see a new service once it has hours, staff book it at once', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Sound Bath ${Date.now()}`;
  const visitor = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  const cards = async () => {
    await visitor.goto('/wellness-services');
    await expect(visitor.getByRole('heading', { name: 'Marma Session' })).toBeVisible();
    return await visitor.getByRole('heading', { name }).count();
  };
  await openStaff(page, '/services/new', 'New service');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Description').fill('An hour of gongs.');
  await page.getByRole('checkbox', { name: 'Yoga' }).check();
  await page.getByLabel('Price', { exact: true }).fill('30');
  await page.getByRole('button', { name: 'Add the service' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add the service' }).click();
  const hours = page.getByRole('dialog', { name: 'Add hours' });
  await expect(hours.getByLabel('Service')).toContainText(name);
  await hours.getByRole('button', { name: 'Not now' }).click();
  expect(await cards()).toBe(0);

  await openStaff(page, '/book', 'Book for a client');
  const choice = page.getByLabel('Service', { exact: true }).getByRole('option', { name });
  await expect(choice).toBeAttached();
  await openStaff(page, '/services', 'Services');
  await expect(page.getByRole('row', { name })).toContainText('No hours');
  await page.getByRole('link', { name }).click();
  await page.getByRole('link', { name: 'Add hours' }).click();
  await hours.getByRole('checkbox', { name: 'Wednesday' }).check();
  await hours.getByLabel('From', { exact: true }).fill('05:00');
  await hours.getByLabel('To', { exact: true }).fill('06:00');
  await hours.getByRole('button', { name: 'See what changes' }).click();
  await page
    .getByRole('dialog', { name: 'Add these hours?' })
    .getByRole('button', { name: 'Add hours' })
    .click();
  await expect.poll(cards).toBe(1);

  await openStaff(page, '/services', 'Services');
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Retire' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click();
  await expect(page.getByText('It is retired.')).toBeVisible();
  expect(await cards()).toBe(0);
  await visitor.context().close();
});

test('an event is added, refused while its class is not open, and removed', async ({ page }) => {
  await openStaff(page, '/events', 'Events');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Month', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New event', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'New event' });
  await sheet.getByRole('button', { name: 'Put it on the calendar' }).click();
  await expect(sheet.getByText('Please give it a title.')).toBeVisible();
  await sheet.getByLabel('Title').fill('Mending circle');
  await sheet.getByLabel('Description').fill('Bring a sock.');
  await sheet.getByLabel('Date', { exact: true }).fill('2031-03-14');
  await sheet.getByLabel('Class that clients book').selectOption({ label: 'Tea Blending Workshop' });
  await sheet.getByRole('button', { name: 'Put it on the calendar' }).click();
  await expect(sheet.getByRole('alert')).toContainText('so nobody could book it');
  await expect(sheet.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', /hours\?opening=/);
  await expectAccessible(page);
  await sheet.getByLabel('Class that clients book').selectOption('');
  await sheet.getByRole('button', { name: 'Put it on the calendar' }).click();
  await page.getByRole('button', { name: 'Coming', exact: true }).click();
  await page.getByRole('button', { name: 'Mending circle' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Mending circle' })).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
});

test('settings say what clients will read, and keep what was typed when another tab was faster', async ({
  page,
  context,
}) => {
  await openStaff(page, '/settings', 'Settings');
  await expectAccessible(page);
  const other = await context.newPage();
  await openStaff(other, '/settings', 'Settings');
  for (const tab of [page, other]) await tab.getByLabel('Second thoughts').fill(tab === page ? '20' : '25');
  await page.getByLabel('Refund after that').fill('50');
  await expect(page.getByText('After that 50 % goes back.')).toBeVisible();
  await page.getByLabel('Refund after that').fill('0');
  await page.getByRole('button', { name: 'Save policies' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await other.getByRole('button', { name: 'Save policies' }).click();
  await expect(other.getByText('This setting was changed a moment ago.')).toBeVisible();
  await expect(other.getByLabel('Second thoughts')).toHaveValue('25');
  await other.getByLabel('Second thoughts').fill('15');
  await other.getByRole('button', { name: 'Save policies' }).click();
  await expect(other.getByText('Saved.')).toBeVisible();
  await other.close();

  await page.getByRole('button', { name: 'Add a line of Reminder' }).click();
  const sheet = page.getByRole('dialog', { name: 'Reminder' });
  await sheet.getByLabel('Your line').fill('The kettle is on.');
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await expect(sheet.getByRole('region', { name: 'Preview' })).toContainText('The kettle is on.');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
});
