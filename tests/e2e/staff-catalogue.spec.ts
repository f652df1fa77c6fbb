import { expect } from '@playwright/test';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { openStaff, signInOwner } from './support/staff-area.ts';
import { expectNoSideScroll } from './support/watch.ts';

test.beforeEach(async ({ context, baseURL }) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!);
});

const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 720 };

test('the price list and the change of a service are accessible, also on a phone', async ({ page }) => {
  await openStaff(page, '/services', 'Services');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Change the order' }).click();
  await expectNoSideScroll(page);
  await page.setViewportSize(WIDE);
  await openStaff(page, '/services', 'Services');
  await page.getByRole('link', { name: 'Refill and Check-in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Refill and Check-in' })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Price', { exact: true }).fill('45');
  await page.getByLabel('Price', { exact: true }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Change Refill and Check-in?' })).toContainText('$40 → $45');
  await expectAccessible(page);
});

test('events and their sheet are accessible, also on a phone', async ({ page }) => {
  await openStaff(page, '/events', 'Events');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Month', exact: true }).click();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: 'New event', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'New event' });
  await sheet.getByLabel('Title').fill('Mending circle');
  await sheet.getByLabel('Description').fill('Bring a sock.');
  await sheet.getByLabel('Date', { exact: true }).fill('2031-03-14');
  await sheet.getByLabel('Class that clients book').selectOption({ label: 'Tea Blending Workshop' });
  await sheet.getByRole('button', { name: 'Put it on the calendar' }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('settings and the line of a reminder are accessible, also on a phone', async ({ page }) => {
  await openStaff(page, '/settings', 'Settings');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: 'Add a line of Reminder' }).click();
  const sheet = page.getByRole('dialog', { name: 'Reminder' });
  await sheet.getByLabel('Your line').fill('The kettle is on.');
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await expect(sheet.getByRole('region', { name: 'Preview' })).toContainText('The kettle is on.');
  await expectAccessible(page);
});
