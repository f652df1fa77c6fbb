import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { CHANGED, clientWithIntakes, INTAKE } from './support/intakes.ts';
import { addOwner, codeOf } from './support/owner.ts';
import { openStaff, signInOwner } from './support/staff-area.ts';

/** The client's browser, apart from the owner's. */
let visitors: BrowserContext;
let owner: Awaited<ReturnType<typeof addOwner>>;

test.beforeEach(async ({ page, context, baseURL, browser }) => {
  needsAppDatabase();
  owner = await addOwner(page);
  await signInOwner(context, baseURL!, owner.email);
  visitors = await browser.newContext();
});
test.afterEach(async () => {
  await visitors?.close();
});

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Health notes are locked' });
const answersOf = (page: Page, name = INTAKE) => page.getByRole('dialog', { name, exact: true });
const formOf = (page: Page, name = INTAKE) => page.getByRole('button', { name: `Read the answers: ${name}` });

async function unlock(sheet: Locator, code: string): Promise<void> {
  await sheet.getByLabel('Code from your authenticator app').fill(code);
  await sheet.getByRole('button', { name: 'Unlock' }).click();
  await expect(sheet).toHaveCount(0);
}

test('locked after 15 quiet minutes, in every tab; the browser keeps nothing', async ({ page, context }) => {
  const {
    ids: [, id],
  } = await clientWithIntakes(visitors);
  await page.clock.install();
  await openStaff(page, `/bookings/${id}`, 'Booking');
  await formOf(page, 'Studio Agreement').click();
  await sheetOf(page).getByRole('button', { name: 'Not now' }).click();
  const agreement = answersOf(page, 'Studio Agreement');
  await agreement.getByRole('button', { name: 'Unlock' }).click();
  await unlock(sheetOf(page), codeOf(owner.secret, 1));
  await expect(agreement.getByText('The first time this form was filled in.')).toBeVisible();
  await expect(agreement.getByRole('img', { name: 'Signature' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // Another tab is unlocked with it, and asks for nothing.
  const other = await context.newPage();
  await openStaff(other, `/bookings/${id}`, 'Booking');
  await formOf(other).click();
  await expect(answersOf(other).getByText(CHANGED)).toBeVisible();
  await formOf(page).click();
  await expect(answersOf(page).getByText(CHANGED)).toBeVisible();

  // The server's clock goes on as usual, so its answers still say that the session is unlocked.
  await page.route('**/api/staff/**', (route) => route.abort());
  await page.clock.fastForward('15:01');
  await expect(answersOf(page).getByText('Health notes are locked.')).toBeVisible();
  await expect(page.getByText('After midnight')).toHaveCount(0);
  // No code is asked for before the button is pressed.
  await expect(sheetOf(page)).toHaveCount(0);
  await expectAccessible(page);

  await other.keyboard.press('Escape');
  await other.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(other.getByRole('button', { name: 'Lock', exact: true })).toHaveCount(0);
  await formOf(other).click();
  await expect(sheetOf(other)).toBeVisible();
  const kept = await other.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain('midnight');
  await unlock(sheetOf(other), owner.recovery_codes[0]!);
  await expect(answersOf(other).getByText(CHANGED)).toBeVisible();
  await other.close();
});
