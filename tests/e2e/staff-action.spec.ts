import { expect } from '@playwright/test';
import { needsAppDatabase } from './support/app-database.ts';
import { test } from './support/lasting-page.ts';
import { openStaff, signInOwner } from './support/staff-area.ts';

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
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
