import { expect, type Page } from '@playwright/test';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { openStaff, signInOwner } from './support/staff-area.ts';

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

const save = (page: Page) => page.getByRole('button', { name: 'Put it on the calendar' });

async function typeEvent(page: Page, title: string) {
  await openStaff(page, '/events', 'Events');
  await page.getByRole('button', { name: 'New event', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'New event' });
  await sheet.getByLabel('Title').fill(title);
  await sheet.getByLabel('Description').fill('Bring a sock.');
  await sheet.getByLabel('Date', { exact: true }).fill('2031-03-14');
  return sheet;
}

/** The next POST to the events arrives, and its answer is lost. */
async function loseNextAnswer(page: Page) {
  const sent: { action_id: string }[] = [];
  await page.route('**/api/staff/events', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent.push(route.request().postDataJSON() as { action_id: string });
    if (sent.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  return sent;
}

test('an event whose answer was lost is created once, whatever is typed before Save is pressed again', async ({
  page,
}) => {
  const title = `Lost answer ${Date.now() % 1e6}`;
  const sheet = await typeEvent(page, title);
  const sent = await loseNextAnswer(page);
  await save(page).click();
  await expect(sheet.getByRole('alert')).toContainText('Couldn’t reach the server.');
  await sheet.getByLabel('Description').press('End');
  await sheet.getByLabel('Description').pressSequentially('!');
  await save(page).click();
  await expect(sheet.getByRole('alert')).toContainText('The first try went through after all');
  await expect(save(page)).toBeDisabled();
  await expectAccessible(page);
  expect(sent.map(({ action_id }) => action_id === sent[0]!.action_id)).toEqual([true, true]);
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('button', { name: 'Coming', exact: true }).click();
  await expect(page.getByRole('button', { name: title })).toHaveCount(1);
});

test('an event whose answer was lost is created once when the same is sent again', async ({ page }) => {
  const title = `Same again ${Date.now() % 1e6}`;
  const sheet = await typeEvent(page, title);
  await loseNextAnswer(page);
  await save(page).click();
  await expect(sheet.getByRole('alert')).toContainText('Couldn’t reach the server.');
  await save(page).click();
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: 'Coming', exact: true }).click();
  await expect(page.getByRole('button', { name: title })).toHaveCount(1);
});

test('a refusal marks the field that it names, and says which text it means where there is no such field', async ({
  page,
}) => {
  const sheet = await typeEvent(page, 'Refused');
  const refuseWith = async (details: Record<string, string>) => {
    await page.route(
      '**/api/staff/events',
      (route) =>
        route.fulfill({
          status: 422,
          json: { code: 'INVALID_INPUT', message: 'Please check the marked fields.', details },
        }),
      { times: 1 },
    );
    await save(page).click();
  };
  await refuseWith({ 'event.location': 'Please leave out this sign.' });
  const place = sheet.getByLabel('Place');
  await expect(place).toBeFocused();
  await expect(place).toHaveAccessibleDescription(/Please leave out this sign\./);
  await expect(sheet.getByRole('alert')).toHaveCount(0);
  await place.fill('The garden');
  await expect(place).not.toHaveAttribute('aria-invalid');
  await refuseWith({ internal_note: 'This has a sign that can’t be kept.' });
  await expect(sheet.getByRole('alert')).toHaveText('Internal note: This has a sign that can’t be kept.');
});

test('a text that is too long is counted and kept whole, and nothing is sent before it is shorter', async ({
  page,
}) => {
  const sheet = await typeEvent(page, 'x'.repeat(160));
  const title = sheet.getByLabel('Title');
  await expect(title).toHaveValue('x'.repeat(160));
  await expect(title).toHaveAccessibleDescription(
    'Please shorten this by 10 characters. 160 of 150 characters.',
  );
  const sent = await loseNextAnswer(page);
  await save(page).click();
  await expect(title).toBeFocused();
  expect(sent).toEqual([]);
  await title.fill('Short');
  await expect(title).not.toHaveAttribute('aria-invalid');
});
