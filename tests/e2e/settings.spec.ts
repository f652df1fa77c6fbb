import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing, whileWaiting } from './support/fail-calls.ts';
import { test } from './support/lasting-page.ts';
import { createClient, open } from './support/people.ts';
import { consoleErrors } from './support/watch.ts';

test('a client changes their photo and downloads their data', async ({ page }) => {
  const errors = consoleErrors(page);
  await createClient(page);
  await open(page, '/profile/settings');
  await test.step('Profile Photo', async () => {
    const picture = await page.screenshot({ type: 'jpeg', quality: 60 });
    const opener = page.getByRole('button', { name: 'Edit photo' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Profile Photo' });
    const file = dialog.getByLabel('Photo file');
    await expectTexts(dialog, 'Photo', 'open');
    const save = dialog.getByRole('button', { name: 'Save Photo' });
    await expect(save).toBeDisabled();
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') });
    await expectTexts(dialog, 'Photo', 'wrong type');
    const tooLarge = Buffer.alloc(5 * 1024 * 1024 + 1);
    await file.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: tooLarge });
    await expectTexts(dialog, 'Photo', 'too large');
    await file.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: picture });
    await expect(dialog.getByRole('application')).toBeVisible();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page);
    const failures = [
      ['POST', '/auth/get-presigned-url', 500, () => expectTexts(dialog, 'Photo', 'no address')],
      ['PUT', '/uploads', 403, () => expectTexts(dialog, 'Photo', 'refused')],
      ['PUT', '/uploads', 0, () => expectTexts(dialog, 'Photo', 'lost')],
      ['POST', '/auth/update-profile-photo', 500, () => expectTexts(dialog, 'Photo', 'not taken over')],
    ] as const;
    for (const [method, path, status, look] of failures) {
      const saveAndLook = async () => {
        await save.click();
        await look();
      };
      await whileFailing(page, method, path, saveAndLook, status);
    }
    const published: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/update-profile-photo')) published.push(request.method());
    });
    await test.step('on a slow connection it can be cancelled', async () => {
      await whileWaiting(page, 'POST', '/auth/get-presigned-url', async () => {
        await save.click();
        await expectTexts(dialog, 'Photo', 'uploading');
        await page.keyboard.press('Escape');
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await expect(dialog).toBeHidden();
      });
      await expect(opener.locator('img')).toHaveCount(0);
      await opener.click();
      await file.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: picture });
    });
    await whileWaiting(page, 'POST', '/auth/get-presigned-url', async () => {
      await save.click();
      await expectTexts(dialog, 'Photo', 'uploading');
    });
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(opener.locator('img')).toHaveJSProperty('complete', true);
    expect(published).toEqual(['POST']);
    expect(
      await opener.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(100);
  });

  await test.step('Data', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.zip$/);
  });
  expect(errors).toEqual([]);
});

test('two tabs edit one profile: each saves only its changes', async ({ page, context }) => {
  await createClient(page);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await open(tab, '/profile/settings');
    await tab.getByRole('button', { name: 'Edit Profile' }).click();
  }
  await page.getByLabel('Phone').fill('(503) 555-0199');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectTexts(page, 'Settings', 'saved');
  await other.getByLabel('First name').fill('Ivor');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expectTexts(other, 'Settings', 'saved');
  await expect(other.getByText('(503) 555-0199')).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Ivor Marlow' })).toBeVisible();
});

test('on a phone the error of a failed save is visible', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await createClient(page);
  await open(page, '/profile/settings');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('First name').fill('Ivor');
  await whileFailing(page, 'PUT', '/auth/update-user', async () => {
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
  });
  await expect(dialog.getByLabel('First name')).toHaveValue('Ivor');
});
