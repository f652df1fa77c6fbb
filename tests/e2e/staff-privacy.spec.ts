import { expect } from '@playwright/test';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { clientWithVisits, openStaff, signInOwner, withinToday } from './support/staff-area.ts';

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

test('with Privacy the day shows initials, also on paper', async ({ page, request }) => {
  const last_name = `Featherstone${Date.now() % 1e6}`;
  await clientWithVisits({ request }, { first_name: 'Wilhelmina', last_name }, [
    { minutes: withinToday(90), service: 'Seasonal Follow-up' },
  ]);
  await openStaff(page, '', /./);
  await page.getByRole('button', { name: 'Privacy' }).first().click();
  await expect(page.getByText('W. F.').first()).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.day-sheet');
  await expect(sheet.getByText('W. F.').first()).toBeVisible();
  await expect(sheet).not.toContainText('Wilhelmina');
});
