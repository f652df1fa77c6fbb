import { expect, type Page, test } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import type { CalendarAnswer } from '#contract/agenda.schemas.ts';
import { addDays } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { addOwner, codeOf, PASSWORD, signIn } from './support/owner.ts';
import { openStaff } from './support/staff-area.ts';
import { addAuthenticator } from './support/virtual-authenticator.ts';
import { expectNoSideScroll } from './support/watch.ts';

test.beforeEach(() => needsAppDatabase());

/** A booking of the sample calendar whose client has an account. */
async function someBooking(page: Page): Promise<string> {
  const today = localDateOf(Date.now(), practice.zone);
  const answer = await page.request.get(
    `/api/staff/calendar?from=${addDays(today, -20)}&to=${addDays(today, 20)}`,
  );
  const { sessions } = (await answer.json()) as CalendarAnswer;
  return sessions.find(({ client, status }) => client && status !== 'PENDING')!.id;
}

test('an owner adds a passkey, signs in with it, confirms changes with it and removes it', async ({
  page,
}) => {
  const owner = await addOwner(page);
  const authenticator = await addAuthenticator(page);
  await page.goto('/staff/sign-in');
  await signIn(page, owner);
  await expect(page).toHaveURL('/staff');

  await openStaff(page, '/security', 'Security');
  const box = page.getByRole('region', { name: 'Passkeys' });
  await box.getByRole('button', { name: 'Add a passkey' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a passkey' });
  await sheet.getByLabel('Name').fill('Work laptop');
  await sheet.getByLabel('Code from your authenticator app').fill('000000');
  await sheet.getByRole('button', { name: 'Add passkey' }).click();
  await expect(sheet.locator('.field-error')).toBeVisible();
  await expect(sheet.getByLabel('Name')).toHaveValue('Work laptop');
  await expectAccessible(page);
  // A recovery code: each code of the app counts once, and this test does not wait for the next.
  await sheet.getByLabel('Code from your authenticator app').fill(owner.recovery_codes[0]!);
  await sheet.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(box.getByRole('heading', { name: 'Work laptop' })).toBeVisible();
  await expect(box.getByText('Not used yet.')).toBeVisible();
  // The mistyped code opened no second prompt.
  expect(await authenticator.count()).toBe(1);

  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await expect(page).toHaveURL('/staff/sign-in');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/staff');
  await expect(page.getByRole('navigation', { name: 'Staff area' })).toContainText('Asha Rao');

  await openStaff(page, `/bookings/${await someBooking(page)}/notes`, 'Notes');
  const locked = page.getByRole('dialog', { name: 'Health notes are locked' });
  await authenticator.recognises(false);
  await locked.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(locked.getByRole('alert')).toContainText('No passkey was used.');
  await authenticator.recognises(true);
  await locked.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(locked).toHaveCount(0);
  const lock = page.getByRole('button', { name: 'Lock', exact: true });
  await expect(lock).toBeVisible();
  // The page itself says that it is unlocked: no call is answered.
  await page.route('**/api/staff/**', () => {});
  await page.reload();
  await expect(lock).toBeVisible();
  await page.unroute('**/api/staff/**');

  await openStaff(page, '/security', 'Security');
  await expect(box.getByText(/Last used/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await box.getByRole('button', { name: 'Add a passkey' }).click();
  await sheet.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(sheet.getByRole('paragraph').filter({ hasText: 'Confirmed with a passkey' })).toBeFocused();
  await sheet.getByRole('button', { name: 'Add passkey' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('This device has a passkey for the staff area already.');
  await sheet.getByRole('button', { name: 'Not now' }).click();

  await box.getByRole('button', { name: 'Remove: Work laptop' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove “Work laptop”?' });
  await removal.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(removal.getByRole('paragraph').filter({ hasText: 'Confirmed with a passkey' })).toBeFocused();
  await expectAccessible(page);
  await removal.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('Passkey removed')).toBeVisible();
  await expect(box.getByRole('listitem')).toHaveCount(0);

  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This passkey can’t sign you in. Use another one, or your password.',
  );
  await expectAccessible(page);
});

test('a prompt without a passkey says what to do, and the password still works', async ({ page }) => {
  const owner = await addOwner(page);
  const authenticator = await addAuthenticator(page);
  await page.goto('/staff/sign-in');
  await page.getByLabel('Email').fill(owner.email);
  await authenticator.recognises(false);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'No passkey was used. Try again, or use your password and code if this device has no passkey for the staff area.',
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await expect(page.getByLabel('Email')).toHaveValue(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Code from your authenticator app').fill(codeOf(owner.secret, 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/staff');
});
