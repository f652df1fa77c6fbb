import { expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { ask, draftOf, publishForm } from '#tests/support/forms.ts';
import { expectAccessible } from './support/accessible.ts';
import { expectTexts } from './support/expect-texts.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { clientWithVisits } from './support/visits.ts';

const app = await testApp();
const staff = await app.signInStaff();
const NEW = 'Evening Questions';
const questions = (label: string) =>
  draftOf(NEW, [
    ask('TEXT', label, { id: 'sleep', required: true }),
    ask('SIGNATURE', 'Signature', { required: true }),
  ]);
await publishForm(staff, 'evenings', questions('Sleep'));
const { email, ids, client } = await clientWithVisits(app, { first_name: 'Odile', last_name: 'Vale' }, [
  { minutes: 7 * 24 * 60 },
]);
const { id: user_id } = await app.db
  .selectFrom('users')
  .select('id')
  .where('email', '=', email)
  .executeTakeFirstOrThrow();

test('a form is filled in together in the version that is asked, signed, and marked for both', async () => {
  const page = await staffBrowser(app, { unlocked: true });
  await openStaff(page, `/clients/${user_id}`, 'Clients');
  await page.getByRole('button', { name: `Fill in: ${NEW}` }).click();
  const dialog = page.getByRole('dialog', { name: NEW });
  await dialog.getByRole('button', { name: 'Hand it in' }).click();
  await expect(dialog.getByLabel('Sleep')).toBeFocused();
  await expect(dialog.getByText('This field is required')).toHaveCount(2);
  await expectAccessible(page);
  await dialog.getByLabel('Sleep').fill('Lightly');
  await dialog.getByRole('button', { name: 'Type your name instead' }).click();
  await dialog.getByLabel('Your name, typed').fill('Odile Vale');
  await expectTexts(dialog, 'Resources', 'signed');
  await publishForm(staff, 'evenings', questions('How do you sleep?'));
  await dialog.getByRole('button', { name: 'Hand it in' }).click();
  await expect(
    dialog.getByText('This form was changed in the meantime. Please check it again.'),
  ).toBeVisible();
  await expect(dialog.getByLabel('How do you sleep?')).toHaveValue('Lightly');
  await dialog.getByRole('button', { name: 'Hand it in' }).click();
  await expect(page.getByText('It is filled in.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Fill in: ${NEW}` })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Forms' }).click();
  await expect(page.getByText(/^Filled in together, /)).toBeVisible();
  await expectAccessible(page);

  await client.goto('/profile/forms');
  await client.getByRole('button', { name: `View ${NEW}` }).click();
  await expect(client.getByRole('dialog', { name: NEW })).toContainText('Filled in together, Mar 2, 2026');
});

test('a signed sheet is recorded from a visit, and says where its answers are', async () => {
  const page = await staffBrowser(app, { unlocked: true });
  const form = 'Studio Agreement';
  await openStaff(page, `/bookings/${ids[0]}`, 'Booking');
  await page.getByRole('button', { name: `Fill in: ${form}` }).click();
  const dialog = page.getByRole('dialog', { name: form });
  await dialog.getByRole('button', { name: 'Signed on paper' }).click();
  await expect(dialog.getByLabel('Signed by')).toHaveValue('Odile Vale');
  await dialog.getByLabel('Date on the sheet').fill('2026-03-09');
  await dialog.getByRole('button', { name: 'Record it' }).click();
  await expect(dialog.getByLabel('Date on the sheet')).toHaveAccessibleDescription(
    /Please give the date on the sheet/,
  );
  await expectAccessible(page);
  await dialog.getByLabel('Date on the sheet').fill('2026-03-01');
  await dialog.getByLabel('Signed by').fill('Ada Vale');
  await dialog.getByRole('button', { name: 'Record it' }).click();
  await expect(page.getByText('It is recorded.')).toBeVisible();
  await page.getByRole('button', { name: `Read the answers: ${form}` }).click();
  const answers = page.getByRole('dialog', { name: form });
  await expect(answers).toContainText('Signed on paper by Ada Vale, Mar 1, 2026.');
  await expect(answers).toContainText('The answers are on the signed sheet.');
  await expectAccessible(page);

  await client.goto('/profile/forms');
  const row = client.getByRole('button', { name: `View ${form}, Signed on paper by Ada Vale, Mar 1, 2026` });
  await expect(row).toBeVisible();
});
