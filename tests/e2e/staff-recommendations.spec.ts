import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { addOwner, codeOf } from './support/owner.ts';
import { mailsTo, open } from './support/people.ts';
import { callAsStaff, clientWithVisits, openStaff, signInOwner } from './support/staff-area.ts';
import { consoleErrors, expectNoSideScroll, tabTo } from './support/watch.ts';

/** The client's browser, apart from the owner's. */
let visitors: BrowserContext;
let owner: Awaited<ReturnType<typeof addOwner>>;
let odile: { email: string; ids: string[] };

test.beforeEach(async ({ page, context, baseURL, browser }) => {
  needsAppDatabase();
  owner = await addOwner(page);
  await signInOwner(context, baseURL!, owner.email);
  visitors = await browser.newContext();
  odile = await clientWithVisits(visitors, { first_name: 'Odile', last_name: 'Vale' }, [
    { minutes: -3 * 24 * 60, status: 'COMPLETED' },
    { minutes: 2 * 24 * 60 },
  ]);
});
test.afterEach(async () => {
  await visitors?.close();
});

const note = (page: Page) => page.getByRole('textbox', { name: 'Session note' });
const recommendation = (page: Page) => page.getByRole('textbox', { name: 'Recommendation for Odile' });
const card = (page: Page) => page.getByRole('region', { name: 'For Odile' });

async function unlock(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Health notes are locked' });
  await tabTo(page, sheet.getByLabel('Code from your authenticator app'));
  await page.keyboard.type(codeOf(owner.secret, 1));
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
}

test('by keyboard: write, sign, publish with a suggestion, lock; the client reads it, adds a time to the cart and pays', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  await openStaff(page, `/bookings/${odile.ids[0]}`, 'Booking');
  await tabTo(page, page.getByRole('link', { name: 'Session note' }));
  await page.keyboard.press('Enter');
  await unlock(page);
  await tabTo(page, note(page));
  await page.keyboard.type('Shoulders let go halfway.');
  await page.keyboard.press('Control+Enter');
  const sign = page.getByRole('dialog', { name: 'Sign this note?' });
  await tabTo(page, sign.getByRole('button', { name: 'Sign', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Signed by Asha Rao, /)).toBeVisible();

  await expect(card(page).getByText('Odile reads this after you publish.')).toBeVisible();
  await tabTo(page, recommendation(page));
  await page.keyboard.type('Supper at seven, warm and soft.');
  await tabTo(page, card(page).getByRole('button', { name: 'Suggest a session' }));
  await page.keyboard.press('Enter');
  await card(page).getByLabel('Session').press('m');
  await expect(card(page).getByLabel('Session').locator('option:checked')).toHaveText(
    'Marma Session, 45 min',
  );
  await expect(
    card(page).getByText(/^Best dates now: \w{3} \d+ \w{3} \d+:\d\d [AP]M, .+ Nothing is held\.$/),
  ).toBeVisible();
  await expect(card(page).getByText(/^Saved \d+:\d\d [AP]M$/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(card(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'For Odile' }).click();
  await expect(card(page)).toBeVisible();
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await tabTo(page, card(page).getByRole('button', { name: 'Preview' }));
  await page.keyboard.press('Enter');
  const preview = page.getByRole('dialog', { name: 'What Odile will see' });
  await expect(preview).toContainText('Supper at seven');
  await expect(preview).toContainText('suggests: Marma Session, in about 2 weeks.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  const publish = page.getByRole('dialog', { name: 'Publish for Odile?' });
  await expect(publish).toContainText('gets an e-mail that something is waiting, without its words.');
  await expectAccessible(page);
  await tabTo(page, publish.getByRole('button', { name: 'Publish for Odile' }));
  await page.keyboard.press('Enter');
  await expect(card(page).getByText(/^Published \d+ \w{3}$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'For Odile' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Control+l');
  await expect(page.getByText('Supper at seven')).toHaveCount(0);
  expect(errors).toEqual([]);

  await expect(async () => {
    const [mail] = await mailsTo(page.request, odile.email);
    expect(mail?.subject).toContain('is waiting for you');
    expect(mail?.text).not.toMatch(/supper|Marma/i);
  }).toPass();

  const client = await visitors.newPage();
  const clientErrors = consoleErrors(client);
  await open(client, '/profile');
  const suggested = client.getByRole('region', { name: 'Marma Session, in about 2 weeks' });
  await expect(suggested.getByRole('button', { name: /^Add to cart/ })).toHaveCount(3);
  await expectAccessible(client);
  await open(client, `/profile/journey?step=${odile.ids[0]}`);
  const dialog = client.getByRole('dialog', { name: 'Marma Session' });
  await expect(dialog.getByText('Supper at seven, warm and soft.')).toBeVisible();
  await expect(dialog).toContainText(/suggests: Marma Session, 45 min, in about 2 weeks\./);
  await expectAccessible(client);
  // The last one: other tests book the first free times.
  await tabTo(client, dialog.getByRole('button', { name: /^Add to cart/ }).last());
  await client.keyboard.press('Enter');
  await tabTo(client, dialog.getByRole('link', { name: /^In your cart/ }));
  await client.keyboard.press('Enter');
  await expect(client.getByRole('heading', { name: 'Cart', level: 1 })).toBeVisible();
  await tabTo(client, client.getByRole('button', { name: 'Checkout' }));
  await client.keyboard.press('Enter');
  await tabTo(client, client.getByRole('button', { name: 'Pay', exact: true }));
  await client.keyboard.press('Enter');
  await expect(client).toHaveURL(/\/checkout\/success\?session_id=/);
  await expect(client.getByRole('listitem').filter({ hasText: 'Marma Session' })).toBeVisible();
  await open(client, '/profile');
  await expect(client.getByRole('link', { name: 'Upcoming' })).toBeVisible();
  await expect(client.getByText('Marma Session, in about 2 weeks')).toHaveCount(0);
  expect(clientErrors).toEqual([]);
});

test('publishing waits for the visit; a suggestion is put away, and a note withdrawn', async ({ page }) => {
  await openStaff(page, `/bookings/${odile.ids[1]}/notes`, 'Notes');
  await unlock(page);
  await recommendation(page).fill('Prepared.');
  await expect(card(page).getByText(/^You can publish it once the visit has begun: /)).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Publish for Odile' })).toBeDisabled();

  const path = `/bookings/${odile.ids[0]}/recommendation`;
  const saved = await page.request.put(`/api/staff${path}`, {
    data: { draft: 'Rest on Sunday.', version: 0 },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  const services = (await (await page.request.get('/get-all-wellness-services')).json()) as {
    id: string;
    name: string;
  }[];
  const around = new Date(Date.now() + 21 * 24 * 3_600_000).toISOString().slice(0, 10);
  const service_id = services.find(({ name }) => name === 'Marma Session')!.id;
  await callAsStaff(page, `${path}/publish`, {
    version: 1,
    suggestion: { service_id, place: 'FIXED_LOCATION', around, times: 3, every_weeks: 2 },
  });

  const client = await visitors.newPage();
  await open(client, '/profile/journey');
  const suggested = client.getByRole('region', { name: /^Marma Session, in about 3 weeks/ });
  await expect(suggested).toContainText('3 times, every 2 weeks');
  await suggested.getByRole('link', { name: 'Other times' }).click();
  await expect(client.getByRole('dialog', { name: 'Marma Session' }).getByRole('grid')).toBeVisible();
  await client.goBack();
  await suggested.getByRole('button', { name: 'Not now' }).click();
  await expect(suggested).toContainText('Put away.');
  await expectAccessible(client);

  await openStaff(page, `/bookings/${odile.ids[0]}/notes`, 'Notes');
  await expect(card(page)).toContainText('Odile said “Not now” to the suggested Marma Session.');
  await card(page).getByRole('button', { name: 'Withdraw' }).click();
  const sheet = page.getByRole('dialog', { name: 'Withdraw this note?' });
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Withdraw' }).click();
  await expect(card(page).getByText(/^Withdrawn \d+ \w{3}$/)).toBeVisible();
  await expect(recommendation(page)).toContainText('Rest on Sunday.');
  await open(client, `/profile/journey?step=${odile.ids[0]}`);
  await expect(client.getByText(/has withdrawn this note\.$/)).toBeVisible();
});
