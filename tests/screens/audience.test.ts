import { beforeEach, expect, test } from 'vitest';
import type { Audience } from '#domain/slots/services.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { openAvailability, storeCart } from './support/bookings.ts';
import type { Page } from './support/page.ts';
import { createClient, signInDemo } from './support/people.ts';
import { clientByPhone } from './support/placement.ts';
import { visitor } from './support/site.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';

const app = await testApp();
const FIRST = 'Ayurvedic Consultation';
const LATER = 'Seasonal Follow-up';
const REFUSAL = 'Please book an initial consultation first.';

const open = (name: string, audience: Audience) =>
  app.db.updateTable('services').set({ audience }).where('name', '=', name).execute();
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
const see = (page: Page, name: string) =>
  card(page, name).getByRole('button', { name: `See Availability of ${name}` });

beforeEach(async () => {
  await open(FIRST, 'NEW');
  await open(LATER, 'KNOWN');
});

test('a card says whom it is for, and leads a new client to a first visit', async () => {
  const page = visitor(app);
  await page.goto('/wellness-services');
  await expect(card(page, FIRST)).toContainText('· For first visits');
  await expect(card(page, LATER)).toContainText('· After a first visit');
  await expect(card(page, LATER)).not.toContainText(REFUSAL);

  await createClient(page);
  await page.goto('/wellness-services');
  await expect(see(page, FIRST)).toBeVisible();
  await expect(card(page, LATER)).toContainText(REFUSAL);
  await expect(see(page, LATER)).toHaveCount(0);
  await expectAccessible(page);
  await card(page, LATER).getByRole('link', { name: 'Book a First Visit' }).click();
  await expect(page.getByRole('dialog', { name: FIRST }).getByRole('grid')).toBeVisible();
});

test('a known client is not sent to a first visit', async () => {
  const page = visitor(app);
  await signInDemo(page);
  await page.goto('/wellness-services');
  await expect(see(page, LATER)).toBeVisible();
  await expect(card(page, FIRST)).toContainText('This is for first visits.');
  await expect(card(page, FIRST).getByRole('link', { name: 'Book a First Visit' })).toHaveCount(0);
});

test('a page from before the change says it in its dialog, and goes on from there', async () => {
  await open(LATER, 'EVERYONE');
  const page = visitor(app);
  await createClient(page);
  await page.goto('/wellness-services');
  await openAvailability(page, LATER);
  await page.keyboard.press('Escape');
  await open(LATER, 'KNOWN');
  await see(page, LATER).click();
  const dialog = page.getByRole('dialog', { name: LATER });
  await expect(dialog.getByRole('alert')).toContainText(REFUSAL);
  expect(page.errors.splice(0)).toEqual([expect.stringContaining(REFUSAL)]);
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Book a First Visit' }).click();
  await expect(page.getByRole('dialog', { name: FIRST }).getByRole('grid')).toBeVisible();
});

test('a cart names what is for known clients, keeps it, and leads to a first visit', async () => {
  await open(LATER, 'EVERYONE');
  const page = visitor(app);
  await createClient(page);
  await storeCart(page, LATER);
  await open(LATER, 'KNOWN');
  await page.goto('/cart');
  await expect(page.getByText('You pay on a test page. No card is charged.')).toBeVisible();
  await page.getByRole('button', { name: 'Checkout' }).click();
  const conflict = page.getByRole('dialog', { name: 'Booking Conflict' });
  await expect(conflict).toContainText(REFUSAL);
  await expect(conflict.getByRole('listitem')).toContainText(LATER);
  await expectAccessible(page);
  await conflict.getByRole('link', { name: 'Book a First Visit' }).click();
  await expect(page.getByRole('dialog', { name: FIRST }).getByRole('grid')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' }).first()).toBeVisible();
});

test('staff choose whom a service is for, see what stays, and let one client through', async () => {
  await open(LATER, 'EVERYONE');
  const page = await staffBrowser(app);
  await openStaff(page, '/services', 'Services');
  await page.getByRole('link', { name: LATER }).click();
  const choice = page.getByRole('radiogroup', { name: 'Who books it by themselves' });
  await choice.getByRole('radio', { name: /^Known clients only/ }).check();
  await expect(page.getByText('· After a first visit')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  const sheet = page.getByRole('dialog', { name: `Change ${LATER}?` });
  await expect(sheet).toContainText('For: everybody → known clients');
  await sheet.getByRole('button', { name: 'Change the service' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await openStaff(page, '/services', 'Services');
  await expect(page.getByRole('row', { name: LATER })).toContainText('After a first visit');

  const { id } = await clientByPhone(page, 'Wren');
  await openStaff(page, `/clients/${id}`, 'Clients');
  const known = page.getByRole('switch', { name: 'May book as a known client' });
  await expect(known).not.toBeChecked();
  await known.click();
  await expect(known).toBeChecked();
  const marked = app.db.selectFrom('users').select('marked_known').where('id', '=', id);
  await expect.poll(() => marked.executeTakeFirst()).toEqual({ marked_known: true });
  await expectAccessible(page);
});
