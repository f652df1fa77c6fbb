import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OutputOf } from '#contract/call.ts';
import type { StaffSettings } from '#contract/settings.schemas.ts';
import type { staffServices } from '#contract/staff.calls.ts';
import { CART_KEY } from '#web/api/cart-count.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { lateSlots } from './support/bookings.ts';
import { createClient } from './support/people.ts';
import { visitor } from './support/site.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';

const app = await testApp();

test('a new price is previewed by keyboard, and a cart with the old one asks again', async () => {
  const name = 'Refill and Check-in';
  const shopper = visitor(app);
  await createClient(shopper);
  const { service, date, slot } = (await lateSlots(shopper, name))[0]!;
  const item = { serviceId: service.id, service, slotData: slot, selectedDate: date, currentPrice: 40 };
  localStorage.setItem(CART_KEY, JSON.stringify({ items: [item], timestamp: app.clock.now().getTime() }));
  await shopper.goto('/cart');
  await expect(shopper.getByRole('heading', { name: 'Cart', level: 1 })).toBeVisible();
  await expect(shopper.getByText('$40').first()).toBeVisible();

  const page = await staffBrowser(app);
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

  await shopper.goto('/cart');
  await expect(shopper.getByText('You pay on a test page. No card is charged.')).toBeVisible();
  await shopper.getByRole('button', { name: 'Checkout' }).click();
  const asked = shopper.getByRole('dialog');
  await expect(asked).toContainText('$40');
  await expect(asked).toContainText('$45');
});

test('a service is moved in the price list, and moved back while the list is asked for again', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '/services', 'Services');
  const names = async () => {
    const answer = await page.send({ url: '/api/staff/services' });
    return answer.json<OutputOf<typeof staffServices>>().services.map((each) => each.name);
  };
  const [first, second, ...others] = await names();
  await page.getByRole('button', { name: 'Change the order' }).click();
  // The answer becomes the screen in a few turns; a press between any two of them counts.
  for (let ticks = 0; ticks < 16; ticks++) {
    const again = new Promise<void>((resolve) => {
      const stop = page.intercept('GET', '/api/staff/services', async (ask) => {
        stop();
        const answer = await ask();
        resolve();
        return answer;
      });
    });
    const down = await page.getByRole('button', { name: `Move ${second} down` }).one();
    await page.getByRole('button', { name: `Move ${second} up` }).click();
    await again;
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    down.click();
    await expect.poll(names, { message: `${ticks} ticks` }).toEqual([first, second, ...others]);
  }
});

test('clients see a new service once it has hours, staff book it at once', async () => {
  const name = 'Sound Bath';
  const client = visitor(app);
  const page = await staffBrowser(app);
  const cards = async () => {
    await client.goto('/wellness-services');
    await expect(client.getByRole('heading', { name: 'Marma Session' })).toBeVisible();
    return await client.getByRole('heading', { name }).count();
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
  await expect(choice).toHaveCount(1);
  await openStaff(page, '/services', 'Services');
  await expect(page.getByRole('row', { name })).toContainText('No hours');
  await page.getByRole('link', { name }).click();
  await page.getByRole('link', { name: 'Add hours' }).click();
  await hours.getByRole('checkbox', { name: 'Wednesday' }).check();
  await hours.getByLabel('From', { exact: true }).fill('05:00');
  await hours.getByLabel('To', { exact: true }).fill('06:00');
  await hours.getByRole('button', { name: 'See what changes' }).click();
  const question = page.getByRole('dialog', { name: 'Add these hours?' });
  await question.getByRole('button', { name: 'Add hours' }).click();
  await expect(question).toBeHidden();
  expect(await cards()).toBe(1);

  await openStaff(page, '/services', 'Services');
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Retire' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click();
  await expect(page.getByText('It is retired.')).toBeVisible();
  expect(await cards()).toBe(0);
});

test('an event is added, refused while its class is not open, and removed', async () => {
  const page = await staffBrowser(app);
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
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'Coming', exact: true }).click();
  await page.getByRole('button', { name: 'Mending circle' }).click();
  const change = page.getByRole('dialog', { name: 'Change the event' });
  await change.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(change).toBeHidden();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Mending circle' })).toHaveCount(0);
});

test('settings say what clients will read, and keep what was typed when another device was faster', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '/settings', 'Settings');
  await expectAccessible(page);
  await page.getByLabel('Second thoughts').fill('25');
  await page.getByLabel('Refund after that').fill('50');
  await expect(page.getByText('After that 50 % goes back.')).toBeVisible();
  await page.getByLabel('Refund after that').fill('0');

  const { policies } = (await page.send({ url: '/api/staff/settings' })).json<StaffSettings>();
  const saved = await page.send({
    method: 'PUT',
    url: '/api/staff/settings/policies',
    payload: {
      action_id: randomUUID(),
      base_updated_at: policies.updated_at,
      value: { ...policies.value, grace_minutes: 20 },
    },
  });
  expect(saved.statusCode, saved.body).toBe(200);
  await page.getByRole('button', { name: 'Save policies' }).click();
  await expect(page.getByText('This setting was changed a moment ago.')).toBeVisible();
  await expect(page.getByLabel('Second thoughts')).toHaveValue('25');
  await page.getByLabel('Second thoughts').fill('15');
  await page.getByRole('button', { name: 'Save policies' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Add a line of Reminder' }).click();
  const sheet = page.getByRole('dialog', { name: 'Reminder' });
  await sheet.getByLabel('Your line').fill('The kettle is on.');
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await expect(sheet.getByRole('region', { name: 'Preview' })).toContainText('The kettle is on.');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(sheet).toHaveCount(0);
});
