import { expect, test } from 'vitest';
import { visitPath } from '#server/sessions/visit-link.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Page } from './support/page.ts';
import { visitor } from './support/site.ts';
import { clientWithVisits } from './support/visits.ts';

const app = await testApp();

/** A visit tomorrow of a client without a login, and the path of its page for a person who has the mail. */
async function linkedVisit(
  change: { phone?: string | null } = {},
): Promise<{ id: string; path: string; page: Page }> {
  const { phone = '+15035550142' } = change;
  const { email, ids } = await clientWithVisits(app, { first_name: 'Petra', last_name: 'Lindgren' }, [
    { minutes: 30 * 60 },
  ]);
  await app.db.updateTable('users').set({ cognito_sub: null, phone }).where('email', '=', email).execute();
  const id = ids[0]!;
  return { id, path: visitPath(app.deps.config, { id, email }), page: visitor(app) };
}
const digits = (page: Page) => page.getByLabel('Last four digits of your phone number');

test('forms open with the end of the phone number; a wrong one, none and no connection are explained', async () => {
  const { path, page } = await linkedVisit();
  await page.goto(path);
  await page.getByRole('button', { name: 'Fill in forms' }).click();
  await digits(page).fill('01');
  await page.getByRole('button', { name: 'Show my forms' }).click();
  await expect(page.getByText('Please enter four digits.')).toBeVisible();
  await digits(page).fill('0000');
  await page.getByRole('button', { name: 'Show my forms' }).click();
  await expect(page.getByText('These aren’t the last four digits')).toBeVisible();
  await expectAccessible(page);
  page.intercept('POST', '/api/visits', () => Promise.reject(new TypeError('Failed to fetch')));
  await digits(page).fill('0142');
  await page.getByRole('button', { name: 'Show my forms' }).click();
  await expect(page.getByText('These aren’t the last four digits')).toHaveCount(0);
  // What was typed is still there.
  await expect(digits(page)).toHaveValue('0142');
});

test('without a number the page says how to get the forms', async () => {
  const { path, page } = await linkedVisit({ phone: null });
  await page.goto(path);
  await expect(page.getByText('To get your forms, please answer our e-mail')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fill in forms' })).toHaveCount(0);
  await expectAccessible(page);
});

test('a client with a login is sent to the schedule, and changes nothing here', async () => {
  const { email, ids } = await clientWithVisits(app, { first_name: 'Ana', last_name: 'Silva' }, [
    { minutes: 30 * 60 },
  ]);
  const page = visitor(app);
  await page.goto(visitPath(app.deps.config, { id: ids[0]!, email }));
  await expect(page.getByRole('button', { name: 'Pay $85.00' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open my schedule' })).toBeVisible();
  for (const name of ['Change or cancel', 'Fill in forms', 'Create an account'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('a visit that was cancelled meanwhile says so, and an account that is refused too', async () => {
  const { id, path, page } = await linkedVisit();
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Change or cancel' })).toBeVisible();
  await app.db.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', id).execute();
  await page.getByRole('button', { name: 'Change or cancel' }).click();
  await expect(page.getByText('This booking can’t be changed any more.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('This visit was cancelled.')).toBeVisible();
  page.intercept('POST', '/api/visits', () =>
    Promise.resolve(
      Response.json({ error: '', message: 'Please call us.', code: 'RECORD_EXISTS' }, { status: 409 }),
    ),
  );
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('alert')).toContainText('Please call us.');
});
