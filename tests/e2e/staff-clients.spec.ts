import { expect, type Locator, type Page } from '@playwright/test';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { expectUnharmed, watchForHarm } from './support/harm.ts';
import { test } from './support/lasting-page.ts';
import { codeFor, fillSignUp, hydrated, mailsTo, newEmail, open, PASSWORD } from './support/people.ts';
import { clientWithVisits, openStaff, signInOwner } from './support/staff-area.ts';
import { consoleErrors, expectNoSideScroll } from './support/watch.ts';

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

const some = () => String(Date.now() % 1e6).padStart(6, '0');
const sheet = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** A visit of tomorrow's tomorrow that holds no appointment, so that it takes no slot of another test. */
async function addVisit(first_name: string): Promise<void> {
  const db = await appDatabase();
  const { rowCount } = await db.query(
    `insert into bookings (user_id, status, service_id, service_name, service_type, format, start_time, end_time,
       blocked_until, location_type, location_name, price_cents, payment, created_at, updated_at)
     select u.id, 'CONFIRMED', s.id, s.name, s.type[1], s.format, t.start, t.start + interval '45 minutes',
       t.start + interval '1 hour', 'FIXED_LOCATION', s.location_name, s.base_price_cents, 'LATER', now(), now()
     from users u, services s, (select now() + interval '49 hours' as start) t
     where u.first_name = $1 and s.key = 'marma-session'`,
    [first_name],
  );
  await db.end();
  expect(rowCount).toBe(1);
}

test('a client who phones is added, invited, takes over the record and sees the visit', async ({
  page,
  browser,
}) => {
  const errors = consoleErrors(page);
  const first = `Wanda${some()}`;
  const email = newEmail();
  const digits = some().slice(2);

  await openStaff(page, '/clients', 'Clients');
  await expect(page.getByRole('row')).not.toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New client' }).first().click();
  const form = sheet(page, 'New client');
  await form.getByRole('button', { name: 'Add client' }).click();
  await expect(form.getByText('Please enter a first name.')).toBeVisible();
  await form.getByLabel('First name').fill(first);
  await form.getByLabel('Last name').fill('Osei');
  await form.getByLabel('Phone').fill(`(503) 555-${digits}`);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add client' }).click();
  // Another test may have this number by chance.
  const other = form.getByRole('button', { name: 'No, somebody else' });
  const client = page.getByRole('article', { name: `${first} Osei` });
  await expect(other.or(client)).toBeVisible();
  if (await other.isVisible()) await other.click();
  await expect(client.getByText('With an e-mail you could invite them.')).toBeVisible();
  await addVisit(first);

  await client.getByRole('button', { name: 'Change' }).click();
  const change = sheet(page, `Change ${first} Osei`);
  await change.getByLabel('E-mail').fill(email);
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(client.getByText(`Is ${email} right?`)).toBeVisible();
  await expectAccessible(page);
  await client.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  await expect(client.getByRole('button', { name: 'Send again' })).toBeVisible();

  const visitors = await browser.newContext();
  const guest = await visitors.newPage();
  const guestErrors = consoleErrors(guest);
  let path = '';
  await expect(async () => {
    const [mail] = await mailsTo(guest.request, email);
    path = /\/claim#key=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(path).not.toBe('');
  }).toPass();
  await guest.goto(path);
  await hydrated(guest);
  await expect(guest.getByRole('heading', { name: 'Set up your account' })).toBeVisible();
  await expect(guest).toHaveURL('/claim');
  await expectAccessible(guest);
  await guest.getByRole('link', { name: 'Create an account' }).click();
  await expect(guest).toHaveURL('/sign-up?next=%2Fclaim');
  await fillSignUp(guest, email);
  await guest.getByRole('button', { name: 'Sign up', exact: true }).click();
  await guest
    .getByLabel(/code/i)
    .first()
    .fill(await codeFor(guest.request, email));
  await guest.getByRole('button', { name: /Verify/ }).click();
  const password = guest.getByLabel('Password', { exact: true });
  const open_visits = guest.getByRole('button', { name: 'Open my visits' });
  await expect(password.or(open_visits)).toBeVisible();
  if (await password.isVisible()) {
    await password.fill(PASSWORD);
    await guest.getByRole('button', { name: 'Sign in', exact: true }).click();
  }
  await expect(guest).toHaveURL('/claim');
  await expect(guest.getByText(email)).toBeVisible();
  await open_visits.click();
  const ending = guest.getByLabel('Last four digits of your phone number');
  await expect(ending).toBeFocused();
  await expectAccessible(guest);
  await ending.fill(digits === '0000' ? '1111' : '0000');
  await open_visits.click();
  await expect(guest.getByText(/^These aren’t the last four digits/)).toBeVisible();
  await ending.fill(digits);
  await open_visits.click();
  await expect(guest).toHaveURL('/profile');
  await guest.getByLabel('Pronouns').fill('she/her');
  await guest.getByLabel('Birthday').fill('1985-02-03');
  await guest.getByRole('button', { name: /^Save/ }).click();
  await expect(guest.getByRole('heading', { name: `Welcome, ${first} Osei`, level: 1 })).toBeVisible();
  await open(guest, '/profile/schedule');
  await expect(guest.getByText('Marma Session').filter({ visible: true }).first()).toBeVisible();

  // The link is used: it does nothing more, not even for its client.
  await guest.goto('/');
  await guest.goto(path);
  await hydrated(guest);
  await expect(guest.getByText(/this account has its own visits already/)).toBeVisible();

  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByLabel('Search clients').fill(first.toUpperCase());
  const row = page.getByRole('row', { name: new RegExp(first) });
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('No login');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  expect(errors.filter((text) => !text.includes('422'))).toEqual([]);
  expect(guestErrors.filter((text) => !/40[03]/.test(text))).toEqual([]);
  await visitors.close();
});

test('a request for house calls is approved or put off on Today', async ({ page, request }) => {
  const ask = async (first_name: string) => {
    await clientWithVisits({ request }, { first_name, last_name: 'Lind' }, [
      { minutes: -3000, status: 'COMPLETED' },
    ]);
    const headers = { 'sec-fetch-site': 'same-origin' };
    expect((await request.post('/auth/request-house-calls', { headers })).ok()).toBe(true);
    return page.getByRole('listitem').filter({ hasText: `${first_name} (1 visit) asked for house calls on` });
  };
  const [yes, later] = [await ask(`Ana${some()}`), await ask(`Bea${some()}`)];
  await openStaff(page, '', /./);
  await expect(yes.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  await yes.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('House calls are approved. The client gets an e-mail.')).toBeAttached();
  await expect(yes).toHaveCount(0);
  await later.getByRole('button', { name: 'Not now' }).click();
  await expect(later).toHaveCount(0);
});

test('a client is found by part of the phone number; a known one is recognised', async ({
  page,
  request,
}) => {
  const person = { first_name: 'Zoë', last_name: `Ångström${some()}` };
  await clientWithVisits({ request }, person, [{ minutes: -3000 }]);
  await openStaff(page, '/clients', 'Clients');
  const find = page.getByLabel('Search clients');
  await find.fill(`angstrom${person.last_name.slice(8)}`);
  const row = page.getByRole('row', { name: new RegExp(person.last_name) });
  await expect(row).toContainText('(503) 555-0142');
  await expect(page).toHaveURL(/q=angstrom/);
  await row.getByRole('link').click();
  const client = page.getByRole('article', { name: `Zoë ${person.last_name}` });
  await expect(client.getByText('Has a login.')).toBeVisible();
  await expect(client.getByRole('link', { name: 'Book for Zoë' })).toHaveAttribute(
    'href',
    /^\/staff\/book\?client=/,
  );
  await page.goBack();
  await expect(find).toHaveValue(/angstrom/);

  await page.getByRole('button', { name: 'New client' }).first().click();
  const form = sheet(page, 'New client');
  await form.getByLabel('First name').fill('zoe');
  await form.getByLabel('Last name').fill(person.last_name.toUpperCase());
  await form.getByLabel('Phone').fill('(503) 555-9999');
  await form.getByRole('button', { name: 'Add client' }).click();
  await expect(form.getByText(`Is this Zoë ${person.last_name}, (503) 555-0142?`)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Yes, open the record' }).click();
  await expect(client.getByText('Has a login.')).toBeVisible();
});

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

test('the list is narrowed and ordered by keyboard; the address keeps it', async ({ page, request }) => {
  const errors = consoleErrors(page);
  const last_name = `Narrow${some()}`;
  const soon = { first_name: 'Uma', last_name };
  await clientWithVisits({ request }, soon, [{ minutes: 3000 }]);
  await clientWithVisits({ request }, { first_name: 'Abe', last_name }, [
    { minutes: -200 * 1440, status: 'COMPLETED' },
  ]);
  await openStaff(page, `/clients?q=${last_name}`, 'Clients');
  const names = page.locator('.row-table tbody a');
  await expect(names).toHaveText([`Abe ${last_name}`, `Uma ${last_name}`]);
  const filter = (name: string) => page.getByRole('button', { name, exact: true });
  await filter('First visit').press('Enter');
  await expect(names).toHaveText([`Uma ${last_name}`]);
  await expect(page).toHaveURL(/filter=first-visit/);
  await expect(filter('First visit')).toHaveAttribute('aria-pressed', 'true');
  await filter('Not seen for 3 months').press('Enter');
  await expect(names).toHaveText([`Abe ${last_name}`]);
  await filter('No login').press('Enter');
  await expect(page.getByText(`Nobody found for “${last_name}” under No login.`)).toBeVisible();
  await filter('All').press('Enter');
  await page.getByRole('button', { name: 'Next visit' }).press('Enter');
  await expect(names).toHaveText([`Uma ${last_name}`, `Abe ${last_name}`]);
  await expect(page.getByRole('columnheader', { name: 'Next visit' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(page).toHaveURL(/sort=next-visit/);

  await page.getByLabel('Search clients').press('ArrowDown');
  await expect(names.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(names.last()).toBeFocused();
  await expectGood(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('combobox', { name: 'Show' }).selectOption('First visit');
  await expect(names).toHaveText([`Uma ${last_name}`]);
  await names.first().press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: `Uma ${last_name}` })).toBeVisible();
  expect(errors).toEqual([]);
});

test('the page of a client: visits, forms, rhythm, balance and money, by keyboard', async ({
  page,
  request,
}) => {
  const errors = consoleErrors(page);
  const last_name = `Page${some()}`;
  const weeks = [3, 6, 9, 12, 15, 18].map((n) => ({ minutes: -n * 7 * 1440, status: 'COMPLETED' }));
  const { ids } = await clientWithVisits({ request }, { first_name: 'Ida', last_name }, [
    { minutes: 3000 },
    ...weeks,
    { minutes: -4000, status: 'NO_SHOW' },
  ]);
  await openStaff(page, `/bookings/${ids[0]}`, 'Booking');
  await page.getByRole('link', { name: `Ida ${last_name}` }).press('Enter');
  const client = page.getByRole('article', { name: `Ida ${last_name}` });
  await expect(client).toContainText('Every 3 weeks');
  await expect(client).toContainText(/6 visits since \w+ \d{4}, 1 missed/);
  await expect(client).toContainText(/he\/him · \d+ · client since/);
  await expect(client.locator('.client-visits').first().locator('> li')).toHaveCount(1);
  await expect(client.locator('.client-visits').last().locator('> li')).toHaveCount(5);
  await client.getByRole('button', { name: 'All 7' }).press('Enter');
  await expect(client.locator('.client-visits').last().locator('> li')).toHaveCount(7);
  await expect(client.getByText('Missing').first()).toBeVisible();
  await expectGood(page);

  const overview = client.getByRole('tab', { name: 'Overview' });
  await overview.focus();
  // The arrows pass health data without being asked for a code.
  await page.keyboard.press('ArrowRight');
  await expect(client.getByRole('tab', { name: 'Notes' })).toBeFocused();
  await expect(client.getByText('Health notes are locked.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(client.getByRole('tab', { name: 'Money' })).toBeFocused();
  await expect(page).toHaveURL(/tab=money/);
  await expect(client.getByRole('heading', { name: 'Balance' })).toBeVisible();
  await expectGood(page, client);
  await page.reload();
  await expect(client.getByRole('tab', { name: 'Money' })).toHaveAttribute('aria-selected', 'true');

  await page.setViewportSize({ width: 1280, height: 800 });
  await client.getByRole('tab', { name: 'Overview' }).click();
  await client.getByRole('button', { name: 'Write to Ida' }).press('Enter');
  const message = sheet(page, 'Send Ida a message');
  await message.getByLabel('Message').fill('See you soon.');
  await message.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(client.getByText(/^Your message is on its way to /)).toBeVisible();
  await client.getByRole('switch', { name: 'May book house calls' }).press('Space');
  await expect(client.getByRole('switch', { name: 'May book house calls' })).toBeChecked();

  await client.getByRole('link', { name: 'Book for Ida' }).press('Enter');
  const who = page.getByRole('region', { name: 'Who' });
  await expect(who).toContainText(/visits, last on \d+ \w+/);
  await expect(who.getByText('7 visits aren’t paid yet: $595.')).toBeVisible();
  await expectGood(page, who);
  expect(errors).toEqual([]);
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

test('a client who is not there', async ({ page }) => {
  await page.goto('/staff/clients/nobody');
  await expect(page.getByText('This client was not found. The account may have been deleted.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'All clients' }).last().click();
  await expect(page).toHaveURL('/staff/clients');
});
