import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing, whileWaiting } from './support/fail-calls.ts';
import { test } from './support/lasting-page.ts';
import { codeFor, createClient, mailsTo, newEmail, open, PASSWORD, signIn } from './support/people.ts';
import { consoleErrors } from './support/watch.ts';

test('a client edits their profile, photo and calendar link, and downloads their data', async ({ page }) => {
  const errors = consoleErrors(page);
  const { email } = await createClient(page);
  await open(page, '/profile/settings');
  await expectTexts(page, 'Settings', 'shown');
  const facts = page.locator('dl').first();
  await expect(facts).toContainText('(503) 555-0142');
  await expect(facts).toContainText('Feb 3, 1985');
  await expect(facts).toContainText(email);

  await test.step('Edit Profile', async () => {
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
    await dialog.getByLabel('First name').fill('Ivor');
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click();
    await dialog.getByLabel('Street number').fill('1420');
    await dialog.getByLabel('Street name').fill('SE Taylor Street');
    await dialog.getByLabel('City').fill('Portland');
    await dialog.getByLabel('State').fill('OR');
    await dialog.getByLabel('ZIP').fill('97214');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await whileFailing(page, 'PUT', '/auth/update-user', async () => {
      await page.getByRole('button', { name: 'Use Suggested Address' }).click();
      await expectTexts(dialog, 'Settings', 'save failed');
    });
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('button', { name: 'Use Suggested Address' }).click();
    await expectTexts(page, 'Settings', 'saved');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('1420 SE Taylor Street')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ivor Marlow', exact: true })).toBeVisible();
  });

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

  await test.step('Calendar link and data', async () => {
    await page.getByRole('button', { name: 'Make a calendar link' }).click();
    const link = await page.getByLabel('Your calendar link').inputValue();
    const feed = await page.request.get(link);
    expect(await feed.text()).toContain('BEGIN:VCALENDAR');
    await page.getByRole('button', { name: 'Turn the link off' }).click();
    await expect(page.getByRole('button', { name: 'Make a calendar link' })).toBeVisible();
    expect((await page.request.get(link)).status()).toBe(404);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.zip$/);
  });
  expect(errors).toEqual([]);
});

test('a client sees their sessions, and signs out one browser and then all', async ({ page, browser }) => {
  const errors = consoleErrors(page);
  const { email } = await createClient(page);
  const phone = await browser.newPage({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  });
  await signIn(phone, email);
  await open(page, '/profile/settings');
  const card = page.getByRole('main').locator('section', { hasText: 'Signed-in browsers' });
  await expect(card.getByRole('listitem')).toHaveCount(2);
  await expect(card.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1);
  const other = card.getByRole('button', { name: /^Sign out Safari on iPhone, last active / });
  await expect(other).toBeVisible();
  await expectAccessible(page, { part: card });
  await whileFailing(page, 'DELETE', '/auth/sessions', async () => {
    await other.click();
    await expect(card.getByRole('alert')).toBeVisible();
  });
  await other.click();
  await expect(page.getByText('Safari on iPhone is signed out.')).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveCount(1);
  await open(phone, '/profile');
  await expect(phone).toHaveURL('/');

  await signIn(phone, email);
  await card.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await expect(question).toContainText('including this one');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('You are signed out everywhere.')).toBeVisible();
  await expect(page).toHaveURL('/');
  await open(phone, '/profile');
  await expect(phone).toHaveURL('/');
  await phone.close();
  expect(errors).toEqual([]);
});

test('a session that ends during Edit Profile keeps what was typed, and shows it to no other client', async ({
  page,
  context,
}) => {
  const other = await createClient(page);
  const { email } = await createClient(page);
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  const found = dialog.getByText('Welcome back. What you typed last time is still here.');
  const edit = async () => {
    await open(page, '/profile/settings');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await expect(dialog.getByLabel('Last name')).toHaveValue('Marlow');
  };
  await edit();
  await dialog.getByLabel('First name').fill('Ivor');
  await dialog.getByLabel('Birthday').fill('1985-02-04');
  await dialog.getByLabel('City').fill('Portland');
  await context.clearCookies();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL('/');

  await signIn(page, other.email);
  await edit();
  await expect(dialog.getByLabel('First name')).toHaveValue('Ivo');
  await expect(dialog.getByLabel('City')).toHaveValue('');
  await expect(found).toBeHidden();

  await context.clearCookies();
  await signIn(page, email);
  await edit();
  await expect(found).toBeVisible();
  await expect(dialog.getByLabel('First name')).toHaveValue('Ivor');
  await expect(dialog.getByLabel('Birthday')).toHaveValue('1985-02-04');
  await expect(dialog.getByLabel('City')).toHaveValue('Portland');
  await expectAccessible(page);
  await dialog.getByLabel('City').fill('');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Feb 4, 1985')).toBeVisible();
  await edit();
  await expect(found).toBeHidden();

  await dialog.getByLabel('First name').fill('Ivan');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await edit();
  await expect(dialog.getByLabel('First name')).toHaveValue('Ivor');
  await expect(found).toBeHidden();
});

test('a save includes all that was typed, and pending requests do not overwrite it', async ({ page }) => {
  await createClient(page);
  await open(page, '/profile/settings');
  await expect(page.getByRole('button', { name: 'Make a calendar link' })).toBeEnabled();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const asked = page.waitForRequest('**/auth/get-user');
  await page.route('**/auth/get-user', async (route) => {
    // The response before the change, delayed.
    const response = await route.fetch();
    await released;
    await route.fulfill({ response }).catch(() => undefined);
  });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  await asked;

  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  const first = dialog.getByLabel('First name');
  await first.fill('Ivor');
  await whileWaiting(page, 'PUT', '/auth/update-user', async () => {
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
    await first.focus();
    await page.keyboard.type(' too late');
    await expect(first).toHaveValue('Ivor');
  });
  await expect(dialog).toBeHidden();
  release();
  await downloading;
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeEnabled();
  await expect(page.locator('dl').first()).toContainText('Ivor Marlow');
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

test('closing an unchanged profile form asks for no confirmation', async ({ page }) => {
  await createClient(page);
  await open(page, '/profile/settings');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('Phone').focus();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Street number')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
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

test('a busy button keeps the focus and ignores clicks', async ({ page }) => {
  await createClient(page);
  await open(page, '/profile/settings');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('First name').fill('Ivor');
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().endsWith('/auth/update-user'))));
  const save = dialog.locator('button[type=submit]');
  await whileFailing(page, 'PUT', '/auth/update-user', async () => {
    await whileWaiting(page, 'PUT', '/auth/update-user', async () => {
      await save.focus();
      await page.keyboard.press('Enter');
      await expect(save).toHaveText('Saving...');
      await expect(save).toBeDisabled();
      await expect(save).toBeFocused();
      await page.keyboard.press('Enter');
      await dialog.getByLabel('First name').press('Enter');
      await save.focus();
    });
    await expect(dialog.getByRole('alert')).toBeVisible();
  });
  await expect(save).toBeFocused();
  expect(asked).toBe(1);
});

test('an account whose deletion got no response leaves nothing on the device', async ({ page }) => {
  await createClient(page);
  await open(page, '/profile/settings');
  await page.evaluate(() =>
    localStorage.setItem('draft:x:form:y', JSON.stringify({ saved_at: Date.now(), value: {} })),
  );
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Account' });
  await page.route('**/auth/delete-user', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await question.getByRole('button', { name: 'Delete Account' }).click();
  await expectTexts(question, 'Settings', 'delete failed');
  await page.unroute('**/auth/delete-user');
  await question.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByText(/^You are signed out\. If you cannot sign in again/)).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))),
  ).toEqual([]);
});

test('a client deletes their account', async ({ page }) => {
  await createClient(page);
  await open(page, '/profile/settings');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Account' });
  await expectTexts(question, 'Settings', 'delete question');
  await expect(question).toContainText('You have no upcoming visits.');
  await question.getByRole('button', { name: 'Keep my account' }).click();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await whileFailing(page, 'DELETE', '/auth/delete-user', async () => {
    await question.getByRole('button', { name: 'Delete Account' }).click();
    await expectTexts(question, 'Settings', 'delete failed');
  });
  await question.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByText('Your account has been deleted and you are signed out.')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await open(page, '/profile');
  await expect(page).toHaveURL('/');
});

test('a client changes the e-mail of the login, and the old address takes it back', async ({ page }) => {
  const errors = consoleErrors(page);
  const { email } = await createClient(page);
  const next = newEmail();
  await open(page, '/profile/settings');
  await page.getByRole('button', { name: 'Change e-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change e-mail' });
  await dialog.getByLabel('New e-mail').fill(next);
  await dialog.getByLabel('Your password').fill('Not my password 7');
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(dialog.getByText('This isn’t your password.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(dialog.getByText(`We sent a code to ${next}.`)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Verification Code').fill(await codeFor(page.request, next));
  await dialog.getByRole('button', { name: 'Change e-mail' }).click();
  await expect(page.getByText('Your e-mail has been changed')).toBeVisible();
  await expect(page.locator('dl').first()).toContainText(next);

  const linkIn = async () =>
    /\/forgot-password#key=[\w-]{43}/.exec((await mailsTo(page.request, email))[0]?.text ?? '')?.[0] ?? '';
  await expect.poll(linkIn).not.toBe('');
  await page.context().clearCookies();
  await open(page, await linkIn());
  await page.getByLabel('New password').fill('Hawthorn&rye-8');
  await page.getByLabel('Confirm password').fill('Hawthorn&rye-8');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password has been reset successfully!')).toBeVisible();
  await signIn(page, email, 'Hawthorn&rye-8');
  await open(page, '/profile/settings');
  await expect(page.locator('dl').first()).toContainText(email);
  expect(errors).toEqual([]);
});
