import { expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing, whileWaiting } from './support/fail-calls.ts';
import {
  codeFor,
  createClient,
  mailsTo,
  newEmail,
  PASSWORD,
  signIn,
  signInByCall,
} from './support/people.ts';
import { visitor } from './support/site.ts';

const app = await testApp();

test('a client edits their profile', async () => {
  const page = visitor(app);
  const { email } = await createClient(page);
  await page.goto('/profile/settings');
  await expectTexts(page, 'Settings', 'shown');
  const facts = page.locator('dl').first();
  await expect(facts).toContainText('(503) 555-0142');
  await expect(facts).toContainText('Feb 3, 1985');
  await expect(facts).toContainText(email);
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

test('a client makes a calendar link and turns it off', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/profile/settings');
  await page.getByRole('button', { name: 'Make a calendar link' }).click();
  const link = await page.getByLabel('Your calendar link').inputValue();
  expect((await app.visit(link)).body).toContain('BEGIN:VCALENDAR');
  await page.getByRole('button', { name: 'Turn the link off' }).click();
  await expect(page.getByRole('button', { name: 'Make a calendar link' })).toBeVisible();
  expect((await app.visit(link)).statusCode).toBe(404);
});

test('a client sees their sessions, and signs out one browser and then all', async () => {
  const page = visitor(app);
  const { email } = await createClient(page);
  const phone = visitor(app, {
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  });
  const isSignedIn = async () => (await phone.send({ url: '/auth/get-user' })).statusCode === 200;
  await signInByCall(phone, email);
  expect(await isSignedIn()).toBe(true);
  await page.goto('/profile/settings');
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
  expect(await isSignedIn()).toBe(false);

  await signInByCall(phone, email);
  await card.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await expect(question).toContainText('including this one');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('You are signed out everywhere.')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await isSignedIn()).toBe(false);
});

test('a session that ends during Edit Profile keeps what was typed, and shows it to no other client', async () => {
  const page = visitor(app);
  const other = await createClient(page);
  const { email } = await createClient(page);
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  const found = dialog.getByText('Welcome back. What you typed last time is still here.');
  const edit = async () => {
    await page.goto('/profile/settings');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await expect(dialog.getByLabel('Last name')).toHaveValue('Marlow');
  };
  await edit();
  await dialog.getByLabel('First name').fill('Ivor');
  await dialog.getByLabel('Birthday').fill('1985-02-04');
  await dialog.getByLabel('City').fill('Portland');
  page.clearCookies();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL('/');

  await signIn(page, other.email);
  await edit();
  await expect(dialog.getByLabel('First name')).toHaveValue('Ivo');
  await expect(dialog.getByLabel('City')).toHaveValue('');
  await expect(found).toBeHidden();

  page.clearCookies();
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

test('a save includes all that was typed, and pending requests do not overwrite it', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/profile/settings');
  await expect(page.getByRole('button', { name: 'Make a calendar link' })).toBeEnabled();
  const released = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const end = page.intercept('GET', '/auth/get-user', async (ask) => {
    // The answer before the change, delayed.
    const answer = await ask();
    asked.resolve();
    await released.promise;
    return answer;
  });
  await page.getByRole('button', { name: 'Download my data' }).click();
  await asked.promise;
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  const first = dialog.getByLabel('First name');
  await first.fill('Ivor');
  await whileWaiting(page, 'PUT', '/auth/update-user', async () => {
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
    await first.pressSequentially(' too late');
    await expect(first).toHaveValue('Ivor');
  });
  await expect(dialog).toBeHidden();
  released.resolve();
  end();
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeEnabled();
  await expect(page.locator('dl').first()).toContainText('Ivor Marlow');
});

test('closing an unchanged profile form asks for no confirmation', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/profile/settings');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('Phone').focus();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Street number')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a busy button keeps the focus and ignores clicks', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/profile/settings');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('First name').fill('Ivor');
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
  expect(page.requests.filter((each) => each === 'PUT /auth/update-user')).toHaveLength(1);
});

test('an account whose deletion got no response leaves nothing on the device', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/profile/settings');
  localStorage.setItem('draft:x:form:y', JSON.stringify({ saved_at: Date.now(), value: {} }));
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Account' });
  await expect(question).toContainText('You have no upcoming visits.');
  const end = page.intercept('DELETE', '/auth/delete-user', async (ask) => {
    await ask();
    throw new TypeError('No answer');
  });
  await question.getByRole('button', { name: 'Delete Account' }).click();
  await expectTexts(question, 'Settings', 'delete failed');
  end();
  await question.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByText(/^You are signed out\. If you cannot sign in again/)).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});

test('a client deletes their account', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/profile/settings');
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
  await page.goto('/profile');
  await expect(page).toHaveURL('/');
});

test('a client changes the e-mail of the login, and the old address takes it back', async () => {
  const page = visitor(app);
  const { email } = await createClient(page);
  const next = newEmail();
  await page.goto('/profile/settings');
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
  await dialog.getByLabel('Verification Code').fill(await codeFor(page, next));
  await dialog.getByRole('button', { name: 'Change e-mail' }).click();
  await expect(page.getByText('Your e-mail has been changed')).toBeVisible();
  await expect(page.locator('dl').first()).toContainText(next);

  const [mail] = await mailsTo(page, email);
  page.clearCookies();
  await page.goto(/\/forgot-password#key=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? 'no link');
  await page.getByLabel('New password').fill('Hawthorn&rye-8');
  await page.getByLabel('Confirm password').fill('Hawthorn&rye-8');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password has been reset successfully!')).toBeVisible();
  await signIn(page, email, 'Hawthorn&rye-8');
  await page.goto('/profile/settings');
  await expect(page.locator('dl').first()).toContainText(email);
});
