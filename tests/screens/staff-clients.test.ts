import { expect, test } from 'vitest';
import { requestHouseCalls } from '#contract/client.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Page } from './support/page.ts';
import { codeFor, mailsTo, newEmail, PASSWORD } from './support/people.ts';
import { visitor } from './support/site.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { addVisit, clientWithVisits } from './support/visits.ts';

const app = await testApp();

const WEEK = 7 * 24 * 60;
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a client who phones is added, invited, takes over the record and sees the visit', async () => {
  const page = await staffBrowser(app);
  const email = newEmail();
  await openStaff(page, '/clients', 'Clients');
  await page.getByRole('button', { name: 'New client' }).first().click();
  const form = sheet(page, 'New client');
  await form.getByRole('button', { name: 'Add client' }).click();
  await expect(form.getByText('Please enter a first name.')).toBeVisible();
  await form.getByLabel('First name').fill('Wanda');
  await form.getByLabel('Last name').fill('Osei');
  await form.getByLabel('Phone').fill('(503) 555-7731');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add client' }).click();
  const client = page.getByRole('article', { name: 'Wanda Osei' });
  await expect(client.getByText('With an e-mail you could invite them.')).toBeVisible();

  await client.getByRole('button', { name: 'Change' }).click();
  const change = sheet(page, 'Change Wanda Osei');
  await change.getByLabel('E-mail').fill(email);
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(client.getByText(`Is ${email} right?`)).toBeVisible();
  await addVisit(app, email, { minutes: 49 * 60 });
  await client.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  await expect(client.getByRole('button', { name: 'Send again' })).toBeVisible();

  const guest = visitor(app);
  const [mail] = await mailsTo(guest, email);
  const path = /\/claim#key=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? 'no link';
  await guest.goto(path);
  await expect(guest.getByRole('heading', { name: 'Set up your account' })).toBeVisible();
  await expect(guest).toHaveURL('/claim');
  await expectAccessible(guest, { part: guest.getByRole('main') });
  await guest.getByRole('link', { name: 'Create an account' }).click();
  await expect(guest).toHaveURL('/sign-up?next=%2Fclaim');
  await guest.getByLabel('Email address').fill(email);
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await guest.getByLabel('Confirm password').fill(PASSWORD);
  await guest.getByRole('button', { name: 'Sign up', exact: true }).click();
  const code = guest.getByLabel('Verification Code');
  await expect(code).toBeVisible();
  await code.fill(await codeFor(guest, email));
  await guest.getByRole('button', { name: /Verify/ }).click();
  await expect(guest).toHaveURL('/sign-in?next=%2Fclaim');
  await guest.getByLabel('Email address').fill(email);
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(guest).toHaveURL('/claim');
  await expect(guest.getByText(email)).toBeVisible();
  const open = guest.getByRole('button', { name: 'Open my visits' });
  await open.click();
  const ending = guest.getByLabel('Last four digits of your phone number');
  await expect(ending).toBeFocused();
  await expectAccessible(guest, { part: guest.getByRole('main') });
  await ending.fill('0000');
  await open.click();
  await expect(guest.getByText(/^These aren’t the last four digits/)).toBeVisible();
  await ending.fill('7731');
  await open.click();
  await expect(guest).toHaveURL('/profile');
  await guest.getByLabel('Pronouns').fill('she/her');
  await guest.getByLabel('Birthday').fill('1985-02-03');
  await guest.getByRole('button', { name: /^Save/ }).click();
  await expect(guest.getByRole('heading', { name: 'Welcome, Wanda Osei', level: 1 })).toBeVisible();
  await guest.goto('/profile/schedule');
  await expect(guest.getByText('Marma Session').first()).toBeVisible();

  // The link is used: it does nothing more, not even for its client.
  await guest.goto(path);
  await expect(guest.getByText(/this account has its own visits already/)).toBeVisible();

  await openStaff(page, '/clients', 'Clients');
  await page.getByLabel('Search clients').fill('WANDA');
  const row = page.getByRole('row', { name: /Wanda/ });
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('No login');
});

test('a request for house calls is approved or put off on Today', async () => {
  const page = await staffBrowser(app);
  for (const first_name of ['Ana', 'Bea']) {
    const { client } = await clientWithVisits(app, { first_name, last_name: 'Lind' }, [
      { minutes: -3000, status: 'COMPLETED' },
    ]);
    await client.call(requestHouseCalls);
  }
  const asks = (name: string) =>
    page.getByRole('listitem').filter({ hasText: `${name} (1 visit) asked for house calls on` });
  await openStaff(page, '', /./);
  await expect(asks('Ana').getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  await asks('Ana').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('House calls are approved. The client gets an e-mail.')).toBeVisible();
  await expect(asks('Ana')).toHaveCount(0);
  await asks('Bea').getByRole('button', { name: 'Not now' }).click();
  await expect(asks('Bea')).toHaveCount(0);
});

test('a client is found without the accents of the name; a known one is recognised', async () => {
  const page = await staffBrowser(app);
  await clientWithVisits(app, { first_name: 'Zoë', last_name: 'Ångström' }, [{ minutes: -3000 }]);
  await openStaff(page, '/clients', 'Clients');
  await page.getByLabel('Search clients').fill('angstrom');
  const row = page.getByRole('row', { name: /Ångström/ });
  await expect(row).toContainText('(503) 555-0142');
  await expect(page).toHaveURL(/q=angstrom/);
  await row.getByRole('link').click();
  const client = page.getByRole('article', { name: 'Zoë Ångström' });
  await expect(client.getByText('Has a login.')).toBeVisible();
  await expect(client.getByRole('link', { name: 'Book for Zoë' })).toHaveAttribute(
    'href',
    /^\/staff\/book\?client=/,
  );

  await openStaff(page, '/clients', 'Clients');
  await page.getByRole('button', { name: 'New client' }).first().click();
  const form = sheet(page, 'New client');
  await form.getByLabel('First name').fill('zoe');
  await form.getByLabel('Last name').fill('ÅNGSTRÖM');
  await form.getByLabel('Phone').fill('(503) 555-9999');
  await form.getByRole('button', { name: 'Add client' }).click();
  await expect(form.getByText('Is this Zoë Ångström, (503) 555-0142?')).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Yes, open the record' }).click();
  await expect(client.getByText('Has a login.')).toBeVisible();
});

test('the list is narrowed and ordered by keyboard; the address keeps it', async () => {
  const page = await staffBrowser(app);
  const last_name = 'Narrow';
  await clientWithVisits(app, { first_name: 'Uma', last_name }, [{ minutes: 3000 }]);
  await clientWithVisits(app, { first_name: 'Abe', last_name }, [
    { minutes: -200 * 1440, status: 'COMPLETED' },
  ]);
  await openStaff(page, '/clients?q=narrow', 'Clients');
  const names = page.locator('.row-table tbody a');
  await expect(names).toHaveText(['Abe Narrow', 'Uma Narrow']);
  const filter = (name: string) => page.getByRole('button', { name, exact: true });
  await filter('First visit').press('Enter');
  await expect(names).toHaveText(['Uma Narrow']);
  await expect(page).toHaveURL(/filter=first-visit/);
  await expect(filter('First visit')).toHaveAttribute('aria-pressed', 'true');
  await filter('Not seen for 3 months').press('Enter');
  await expect(names).toHaveText(['Abe Narrow']);
  await filter('No login').press('Enter');
  await expect(page.getByText('Nobody found for “narrow” under No login.')).toBeVisible();
  await filter('All').press('Enter');
  await page.getByRole('button', { name: 'Next visit' }).press('Enter');
  await expect(names).toHaveText(['Uma Narrow', 'Abe Narrow']);
  await expect(page.getByRole('columnheader', { name: 'Next visit' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(page).toHaveURL(/sort=next-visit/);

  await page.getByLabel('Search clients').press('ArrowDown');
  await expect(names.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(names.last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Abe Narrow' })).toBeVisible();
});

test('the page of a client: visits, forms, rhythm, balance and money, by keyboard', async () => {
  const page = await staffBrowser(app);
  const weeks = [3, 6, 9, 12, 15, 18].map((n) => ({ minutes: -n * WEEK, status: 'COMPLETED' }));
  const { ids } = await clientWithVisits(app, { first_name: 'Ida', last_name: 'Page' }, [
    { minutes: 3000 },
    ...weeks,
    { minutes: -4000, status: 'NO_SHOW' },
  ]);
  await openStaff(page, `/bookings/${ids[0]}`, 'Booking');
  await page.getByRole('link', { name: 'Ida Page' }).press('Enter');
  const client = page.getByRole('article', { name: 'Ida Page' });
  await expect(client).toContainText('Every 3 weeks');
  await expect(client).toContainText('6 visits since October 2025, 1 missed');
  await expect(client).toContainText(/he\/him · 41 · client since/);
  const visits = client.locator('.client-visits');
  await expect(visits.first().locator('> li')).toHaveCount(1);
  await expect(visits.last().locator('> li')).toHaveCount(5);
  await client.getByRole('button', { name: 'All 7' }).press('Enter');
  await expect(visits.last().locator('> li')).toHaveCount(7);
  await expect(client.getByText('Missing').first()).toBeVisible();
  await expectAccessible(page);

  await client.getByRole('tab', { name: 'Overview' }).focus();
  // The arrows pass health data without being asked for a code.
  await page.keyboard.press('ArrowRight');
  await expect(client.getByRole('tab', { name: 'Notes' })).toBeFocused();
  await expect(client.getByText('Health notes are locked.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(client.getByRole('tab', { name: 'Money' })).toBeFocused();
  await expect(page).toHaveURL(/tab=money/);
  await expect(client.getByRole('heading', { name: 'Balance' })).toBeVisible();
  await expectAccessible(page, { part: client });
  await page.reload();
  await expect(client.getByRole('tab', { name: 'Money' })).toHaveAttribute('aria-selected', 'true');

  await client.getByRole('tab', { name: 'Overview' }).click();
  await client.getByRole('button', { name: 'Write to Ida' }).press('Enter');
  const message = sheet(page, 'Send Ida a message');
  await message.getByLabel('Message').fill('See you soon.');
  await message.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(client.getByText(/^Your message is on its way to /)).toBeVisible();
  const houseCalls = client.getByRole('switch', { name: 'May book house calls' });
  await houseCalls.press('Space');
  await expect(houseCalls).toBeChecked();

  await client.getByRole('link', { name: 'Book for Ida' }).press('Enter');
  const who = page.getByRole('region', { name: 'Who' });
  await expect(who).toContainText(/visits, last on 9 Feb/);
  await expect(who.getByText('7 visits aren’t paid yet: $595.')).toBeVisible();
  await expectAccessible(page, { part: who });
});

test('a client who is not there', async () => {
  const page = await staffBrowser(app);
  await page.goto('/staff/clients/nobody');
  await expect(page.getByText('This client was not found. The account may have been deleted.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'All clients' }).last().click();
  await expect(page).toHaveURL('/staff/clients');
});
