import { expect, test } from '@playwright/test';
import { open } from './support/people.ts';

test('the typed address is passed on to Forgot password and back', async ({ page }) => {
  await open(page, '/sign-in');
  const email = page.getByLabel('Email address');
  await email.fill('typed@example.com');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await expect(email).toHaveValue('typed@example.com');
  await page.getByRole('link', { name: 'I remember my password' }).click();
  await expect(page).toHaveURL('/sign-in');
  await expect(email).toHaveValue('typed@example.com');
});
