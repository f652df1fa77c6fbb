import { expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { bookingRow, clientWithVisits } from './support/visits.ts';

test('with Privacy every screen shows initials, also after a reload', async () => {
  const app = await testApp();
  const page = await staffBrowser(app);
  const person = { first_name: 'Wilhelmina', last_name: 'Featherstone' };
  const { email, ids } = await clientWithVisits(app, person, [
    { minutes: 90, service: 'Seasonal Follow-up' },
  ]);
  const id = ids[0]!;
  const { client } = await bookingRow(page, id);
  // Names in what assistive technology reads and in the title of the window count too.
  const markup = () => document.title + document.body.innerHTML;
  const expectInitials = async (where: string) => {
    await expect(page.getByText('W. F.').first(), where).toBeVisible();
    for (const secret of ['Wilhelmina', 'Featherstone', email]) expect(markup(), where).not.toContain(secret);
  };
  const privacy = page.getByRole('button', { name: 'Privacy' }).first();

  await openStaff(page, '', /./);
  await expect(page.getByText('Wilhelmina').first()).toBeVisible();
  await privacy.click();
  await expectInitials('Today');
  await expect(page.getByText(/^W\. comes today; .* aren’t filled in\.$/).first()).toBeVisible();
  await expectAccessible(page);

  const screens = [
    '/calendar',
    '/calendar?view=list',
    `/calendar?booking=${id}`,
    `/bookings/${id}`,
    '/clients?q=wilhelmina',
    `/clients/${client!.id}`,
    `/book?client=${client!.id}`,
    `/audit?client=${client!.id}`,
  ];
  for (const screen of screens) {
    await page.goto(`/staff${screen}`);
    if (screen === '/clients?q=wilhelmina') {
      // What is typed stays readable.
      await expect(page.getByRole('link', { name: 'W. F.' }).first()).toBeVisible();
      await expect(page.locator('.row-table')).not.toContainText('Wilhelmina');
    } else await expectInitials(screen);
  }
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox').fill(email);
  const found = page.locator('.search li').getByRole('link', { name: 'W. F.' });
  await expect(found).toBeVisible();
  await found.click();
  await expect(page.getByRole('heading', { level: 2, name: 'W. F.' })).toBeVisible();
  // The fields are filled with what is to be changed.
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Wilhelmina');
  await page.keyboard.press('Escape');
  await expect(privacy).toHaveAttribute('aria-pressed', 'true');
  await privacy.click();
  await expect(page.getByRole('heading', { level: 2, name: 'Wilhelmina Featherstone' })).toBeVisible();
});
