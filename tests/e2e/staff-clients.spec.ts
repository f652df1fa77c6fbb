import { expect, type Locator, type Page } from '@playwright/test';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { expectUnharmed, watchForHarm } from './support/harm.ts';
import { test } from './support/lasting-page.ts';
import { mailsTo, open } from './support/people.ts';
import { bookingRow, callAsStaff, clientWithVisits, openStaff, signInOwner } from './support/staff-area.ts';
import { consoleErrors, expectNoSideScroll } from './support/watch.ts';

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

const some = () => String(Date.now() % 1e6).padStart(6, '0');

test('S7: what a client types is only shown as text', async ({ page, request }) => {
  const seen = await watchForHarm(page);
  const bad = '<img src=x onerror=alert(__xss=1)>';
  const last_name = `"><svg onload=alert(__xss=1)>${some()}`;
  await clientWithVisits({ request }, { first_name: bad, last_name }, [{ minutes: -3000 }]);
  await openStaff(page, `/clients?q=${encodeURIComponent(last_name)}`, 'Clients');
  const link = page.getByRole('link', { name: `${bad} ${last_name}` });
  await link.click();
  await expect(page.getByRole('article', { name: `${bad} ${last_name}` })).toContainText('Has a login.');
  await expectUnharmed(page);
  await page.getByRole('tab', { name: 'Money' }).click();
  await expectUnharmed(page);
  expect(seen).toEqual([]);
});

/** axe, and no sideways scroll at any width. */
async function expectGood(page: Page, part?: Locator): Promise<void> {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(page);
  }
  await expectAccessible(page, { part });
}

test('the list, its sheets and the page of a client fit every width; Back keeps the search', async ({
  page,
  request,
}) => {
  const errors = consoleErrors(page);
  const last_name = `Page${some()}`;
  const { ids } = await clientWithVisits({ request }, { first_name: 'Ida', last_name }, [
    { minutes: 3000 },
    { minutes: -4000, status: 'COMPLETED' },
  ]);
  await openStaff(page, '/clients', 'Clients');
  const find = page.getByLabel('Search clients');
  await find.fill(last_name);
  await expect(page.getByText('1 client found.')).toBeAttached();
  const row = page.getByRole('link', { name: `Ida ${last_name}` });
  await row.click();
  const client = page.getByRole('article', { name: `Ida ${last_name}` });
  await expect(client).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goBack();
  await expect(find).toHaveValue(last_name);
  const show = page.getByRole('combobox', { name: 'Show' });
  await show.selectOption('First visit');
  await expect(page.getByText(`Nobody found for “${last_name}” under First visit.`)).toBeVisible();
  await show.selectOption('Upcoming');
  await expect(row).toBeVisible();
  await expectGood(page);

  await page.getByRole('button', { name: 'New client' }).first().click();
  const form = page.getByRole('dialog', { name: 'New client' });
  await form.getByRole('button', { name: 'Add client' }).click();
  await expect(form.getByText('Please enter a first name.')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('First name').fill('Ida');
  await form.getByLabel('Last name').fill(last_name);
  await form.getByLabel('Phone').fill('(503) 555-9999');
  await form.getByRole('button', { name: 'Add client' }).click();
  await expect(form.getByText(`Is this Ida ${last_name}, (503) 555-0142?`)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Yes, open the record' }).click();
  await expect(client.getByText('Missing').first()).toBeVisible();
  await expectGood(page);
  await client.getByRole('tab', { name: 'Money' }).click();
  await expect(client.getByRole('heading', { name: 'Balance' })).toBeVisible();
  await expectGood(page, client);

  const { client: person } = await bookingRow(page, ids[0]!);
  await openStaff(page, `/book?client=${person!.id}`, 'Book');
  const who = page.getByRole('region', { name: 'Who' });
  await expect(who.getByText(/isn’t paid yet/)).toBeVisible();
  await expectGood(page, who);
  await page.goto('/staff/clients/nobody');
  await expect(page.getByText('This client was not found. The account may have been deleted.')).toBeVisible();
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

test('axe: an invitation, and the page that it leads to', async ({ page }) => {
  const { email, ids } = await clientWithVisits(page, { first_name: 'Ada', last_name: `Inv${some()}` }, [
    { minutes: 3000 },
  ]);
  const { client } = await bookingRow(page, ids[0]!);
  const db = await appDatabase();
  await db.query('update users set cognito_sub = null where id = $1', [client!.id]);
  await db.end();
  await openStaff(page, `/clients/${client!.id}`, 'Clients');
  await expect(page.getByText(`Is ${email} right?`)).toBeVisible();
  await expectAccessible(page);
  await callAsStaff(page, `/clients/${client!.id}/invite`, {});
  const linkIn = async () =>
    /\/claim#key=[\w-]{43}/.exec((await mailsTo(page.request, email))[0]?.text ?? '')?.[0] ?? '';
  await expect.poll(linkIn).not.toBe('');
  await open(page, await linkIn());
  await page.getByRole('button', { name: 'Open my visits' }).click();
  await expect(page.getByLabel('Last four digits of your phone number')).toBeFocused();
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible();
  await expectAccessible(page);
});

test('offline the page stays, with its time, and nothing can be changed', async ({
  page,
  context,
  request,
}) => {
  const last_name = `Off${some()}`;
  const { ids } = await clientWithVisits({ request }, { first_name: 'Olu', last_name }, [{ minutes: 3000 }]);
  await openStaff(page, `/bookings/${ids[0]}`, 'Booking');
  await page.getByRole('link', { name: `Olu ${last_name}` }).click();
  const client = page.getByRole('article', { name: `Olu ${last_name}` });
  await expect(client).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/You’re offline. This is as of/)).toBeVisible();
  await expect(client.getByRole('button', { name: 'Change' })).toBeDisabled();
  await expectAccessible(page, { part: page.getByText(/You’re offline. This is as of/) });
  await context.setOffline(false);
  await expect(client.getByRole('button', { name: 'Change' })).toBeEnabled();
});
