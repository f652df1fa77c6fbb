import { expect, type Page, test } from '@playwright/test';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { expectUnharmed, watchForHarm } from './support/harm.ts';
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
  const client = sheet(page, `${first} Osei`);
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
  await client.getByRole('button', { name: 'Close' }).click();

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
    return page.getByRole('listitem').filter({ hasText: `${first_name} (1 visit) asks for house calls.` });
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
  const client = sheet(page, `Zoë ${person.last_name}`);
  await expect(client.getByText('Has a login.')).toBeVisible();
  await expect(client.getByRole('link', { name: 'Book for Zoë' })).toHaveAttribute(
    'href',
    /^\/staff\/book\?client=/,
  );
  await page.keyboard.press('Escape');
  await expect(row.getByRole('link')).toBeFocused();

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
  await expect(sheet(page, `${bad} ${last_name}`)).toContainText('Has a login.');
  await expectUnharmed(page);
  expect(seen).toEqual([]);
});
