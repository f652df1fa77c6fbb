import { expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';

const app = await testApp();

test('a booking that does not exist says so', async () => {
  const page = await staffBrowser(app);
  await page.goto('/staff/bookings/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('This booking doesn’t exist.')).toBeVisible();
});
