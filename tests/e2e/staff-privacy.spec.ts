import { expect, type Page } from '@playwright/test';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { bookingRow, clientWithVisits, openStaff, signInOwner, withinToday } from './support/staff-area.ts';

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

const privacy = (page: Page) => page.getByRole('button', { name: 'Privacy' }).first();

test('with Privacy every screen shows initials, also after a reload and on paper', async ({
  page,
  request,
}) => {
  const name = `Featherstone${Date.now() % 1e6}`;
  const { email, ids } = await clientWithVisits({ request }, { first_name: 'Wilhelmina', last_name: name }, [
    { minutes: withinToday(90), service: 'Seasonal Follow-up' },
  ]);
  const id = ids[0]!;
  const { client } = await bookingRow(page, id);
  const visible = async () => await page.locator('body').innerText();
  const expectInitials = async (where: string) => {
    await expect(page.getByText('W. F.').first(), where).toBeVisible();
    // Names in what assistive technology reads and in the title of the window count too.
    const markup = await page.evaluate(
      () => document.title + document.querySelector('#root')!.innerHTML + document.body.innerText,
    );
    for (const secret of ['Wilhelmina', name, email]) expect(markup, where).not.toContain(secret);
  };

  await openStaff(page, '', /./);
  expect(await visible()).toContain('Wilhelmina');
  await privacy(page).click();
  await expectInitials('Today');
  await expect(page.getByText(/^W\. comes today; .* aren’t filled in\.$/).first()).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.day-sheet').getByText('W. F.').first()).toBeVisible();
  await page.emulateMedia({ media: null });

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
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox').fill(email);
  const found = page.locator('.search li').getByRole('link', { name: 'W. F.' });
  await expect(found).toBeVisible();
  await found.click();
  await expect(page.getByRole('heading', { level: 2, name: 'W. F.' })).toBeVisible();
  // The fields are filled with what is to be changed.
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Wilhelmina');
  await page.keyboard.press('Escape');
  await expect(privacy(page)).toHaveAttribute('aria-pressed', 'true');
  await privacy(page).click();
  await expect(page.getByRole('heading', { level: 2, name: `Wilhelmina ${name}` })).toBeVisible();
});
