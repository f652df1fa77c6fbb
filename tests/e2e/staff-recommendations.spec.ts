import { type BrowserContext, expect, type Page } from '@playwright/test';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { addOwner, codeOf } from './support/owner.ts';
import { open } from './support/people.ts';
import { callAsStaff, clientWithVisits, openStaff, signInOwner } from './support/staff-area.ts';

/** The client's browser, apart from the owner's. */
let visitors: BrowserContext;
let owner: Awaited<ReturnType<typeof addOwner>>;
let ids: string[];

test.beforeEach(async ({ page, context, baseURL, browser }) => {
  needsAppDatabase();
  owner = await addOwner(page);
  await signInOwner(context, baseURL!, owner.email);
  visitors = await browser.newContext();
  ({ ids } = await clientWithVisits(visitors, { first_name: 'Odile', last_name: 'Vale' }, [
    { minutes: -3 * 24 * 60, status: 'COMPLETED' },
    { minutes: 2 * 24 * 60 },
  ]));
});
test.afterEach(async () => {
  await visitors?.close();
});

const recommendation = (page: Page) => page.getByRole('textbox', { name: 'Recommendation for Odile' });
const card = (page: Page) => page.getByRole('region', { name: 'For Odile' });

async function unlock(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Health notes are locked' });
  await sheet.getByLabel('Code from your authenticator app').fill(codeOf(owner.secret, 1));
  await sheet.getByRole('button', { name: 'Unlock' }).click();
  await expect(sheet).toHaveCount(0);
}

test('publishing waits for the visit; two devices draft one; Back closes the times of a suggestion', async ({
  page,
}) => {
  await openStaff(page, `/bookings/${ids[1]}/notes`, 'Notes');
  await unlock(page);
  await recommendation(page).fill('Prepared.');
  await expect(card(page).getByText(/^You can publish it once the visit has begun: /)).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Publish for Odile' })).toBeDisabled();

  const services = (await (await page.request.get('/get-all-wellness-services')).json()) as {
    id: string;
    name: string;
  }[];
  const around = new Date(Date.now() + 21 * 24 * 3_600_000).toISOString().slice(0, 10);
  const service_id = services.find(({ name }) => name === 'Marma Session')!.id;
  const suggestion = { service_id, place: 'FIXED_LOCATION', around, times: 3, every_weeks: 2 };
  const draft = async (id: string, data: object) => {
    const saved = await page.request.put(`/api/staff/bookings/${id}/recommendation`, {
      data,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(saved.ok(), await saved.text()).toBe(true);
  };

  // Another device suggests a session meanwhile: both drafts can be read, and a chosen one outlives a reload.
  await expect(card(page).getByText(/^Saved \d/)).toBeVisible();
  await draft(ids[1]!, { draft: 'From the phone.', version: 1, next_step: suggestion });
  await recommendation(page).fill('Prepared, more.');
  await expect(card(page).getByText('This note was changed on another device')).toBeFocused();
  await expect(card(page).getByRole('region', { name: 'Mine, typed here' })).toContainText(
    /Prepared, more\..*Without a suggestion\./,
  );
  await expect(card(page).getByRole('region', { name: 'Theirs, saved meanwhile' })).toContainText(
    /From the phone\..*With a suggestion: Marma Session, 3 times, every 2 weeks/,
  );
  await expectAccessible(page);
  await card(page).getByRole('button', { name: 'Keep theirs' }).click();
  await card(page).getByLabel('How often').selectOption('2 times');
  await expect(card(page).getByText(/^Saved \d/)).toBeVisible();
  await page.reload();
  await expect(recommendation(page)).toContainText('From the phone.');
  await expect(card(page).getByLabel('How often').locator('option:checked')).toHaveText('2 times');

  const path = `/bookings/${ids[0]}/recommendation`;
  await draft(ids[0]!, { draft: 'Rest on Sunday.', version: 0 });
  await callAsStaff(page, `${path}/publish`, { version: 1, suggestion });

  const client = await visitors.newPage();
  await open(client, '/profile/journey');
  const suggested = client.getByRole('region', { name: /^Marma Session, in about 3 weeks/ });
  await suggested.getByRole('link', { name: 'Other times' }).click();
  await expect(client.getByRole('dialog', { name: 'Marma Session' }).getByRole('grid')).toBeVisible();
  // Back closes the dialog, and leaves the page with the next step.
  await client.goBack();
  await expect(client.getByRole('dialog')).toHaveCount(0);
  // A reload would not open it again.
  await expect.poll(() => client.evaluate(() => (history.state as { usr: unknown }).usr)).toBeNull();
  await client.goBack();
  await suggested.getByRole('button', { name: 'Not now' }).click();
  await expect(suggested).toContainText('Put away.');
  await expectAccessible(client);

  await openStaff(page, `/bookings/${ids[0]}/notes`, 'Notes');
  await card(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('dialog', { name: 'Withdraw this note?' })).toBeVisible();
  await expectAccessible(page);
});
