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

test('Back closes the topmost dialog, asks where something typed would be lost, and leaves the page afterwards', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openStaff(page, '', /./);
  await page.getByRole('link', { name: 'Clients' }).filter({ visible: true }).click();
  const add = page.getByRole('button', { name: 'New client' });
  const sheet = page.getByRole('dialog', { name: 'New client' });
  await add.click();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(/\/staff\/clients$/);

  await add.click();
  await sheet.getByLabel('First name').fill('Typed');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(sheet.getByLabel('First name')).toHaveValue('Typed');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(/\/staff\/clients$/);

  await page.goBack();
  await expect(page).toHaveURL(/\/staff$/);
  await page.goForward();
  await expect(add).toBeVisible();
});

test('Back to another document closes a dialog too, and what follows a dialog is one step away', async ({
  page,
}) => {
  await openStaff(page, '/settings', 'Settings');
  await openStaff(page, '/clients', 'Clients');
  await page.getByRole('button', { name: 'New client' }).click();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).getByLabel('Search').fill('hours');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Hours' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('after a dialog, Back and Forward skip no page and stay on none twice, also after a reload', async ({
  page,
}) => {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const follow = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).filter({ visible: true }).click();
    await expect(heading(name)).toBeVisible();
  };
  const back = async (name: string) => {
    await page.goBack();
    await expect(heading(name)).toBeVisible();
  };
  const dialog = page.getByRole('dialog', { name: 'New client' });
  const openDialog = async () => {
    await page.getByRole('button', { name: 'New client' }).click();
    await expect(dialog).toBeVisible();
  };
  await openStaff(page, '/settings', 'Settings');
  await follow('Clients');
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await openDialog();
    await close();
    await expect(dialog).toHaveCount(0);
    await follow('Hours');
    await back('Clients');
    await page.goForward();
    await expect(heading('Hours')).toBeVisible();
    await back('Clients');
  }
  await back('Settings');
  await page.goForward();
  await expect(heading('Clients')).toBeVisible();
  await follow('Hours');
  await back('Clients');
  await openDialog();
  await page.reload();
  await expect(heading('Clients')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await back('Settings');
});

test('a long text pasted into a search is counted, not cut', async ({ page }) => {
  await openStaff(page, '/clients', 'Clients');
  const field = page.getByLabel('Search clients');
  await field.fill('x'.repeat(120));
  await expect(field).toHaveValue('x'.repeat(120));
  await expect(field).toHaveAccessibleDescription(/Please shorten this by 20 characters\./);
});
