import { expect, test } from 'vitest';
import { practiceCommands } from '#tests/support/admin-commands.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { expectTexts } from './support/expect-texts.ts';
import type { Locator } from './support/locator.ts';
import { signInByCall } from './support/people.ts';
import { visitor } from './support/site.ts';
import { clientWithVisits } from './support/visits.ts';

const SERVICE = { key: 'herbal-check-in', name: 'Refill and Check-in' };

const app = await testApp();
const files: Record<string, string> = {};
const command = practiceCommands(app, { files });

/** Writes the questions of a form for the service. */
async function write(key: string, lines: string, ...more: string[]): Promise<string> {
  files['form.md'] = `---\nkey: ${key}\nname: Form ${key}\nfor: ${SERVICE.key}\n---\n${lines}\n`;
  return command('form', 'form.md', ...more);
}

/** A page of a client who has booked the service. */
async function pageOfClient() {
  const { email } = await clientWithVisits(app, { first_name: 'Ivo', last_name: 'Marlow' }, [
    { minutes: 7 * 24 * 60, service: SERVICE.name },
  ]);
  const page = visitor(app);
  await signInByCall(page, email);
  return page;
}

const FIRST = `## Nights
TEXT required: What do you drink before bed?
RADIO required {sleep}: How do you sleep?
- Well
- Lightly
CHECKBOX {help}: What helps?
- A walk
- Warm milk
## Signed
SIGNATURE required: Signature`;
const SECOND = `## Nights
RADIO required {sleep}: How do you usually sleep?
- Well
- Lightly
CHECKBOX {help}: What helps?
- A walk
TEXTAREA required: What wakes you?
## Signed
SIGNATURE required: Signature`;
const THIRD = 'TEXT required: Something else entirely?';

async function signByName(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Type your name instead' }).click();
  await dialog.getByLabel('Your name, typed').fill('Ivo Marlow');
  await expectTexts(dialog, 'Resources', 'signed');
}

test('a form that the practice creates, changes while it is filled in, and changes again', async () => {
  const page = await pageOfClient();
  const key = 'nights';
  const dialog = page.getByRole('dialog', { name: `Form ${key}` });
  const asked = page
    .getByRole('listitem')
    .filter({ hasText: `Form ${key}` })
    .filter({ hasText: 'Needed for booking on:' });

  expect(await write(key, FIRST)).toContain(`New: Form ${key} (${key}), version 1.`);
  await page.goto('/profile/forms');
  await expect(asked).toContainText(SERVICE.name);
  await page.getByRole('button', { name: `Fill in Form ${key}` }).click();
  await dialog.getByLabel('What do you drink before bed?').fill('Linden flowers');
  await dialog.getByRole('radio', { name: 'Lightly' }).check();
  for (const box of dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('button', { name: 'Submit Form' }).click();
  await expect(dialog.getByText('This field is required')).toBeVisible();
  await signByName(dialog);

  expect(await write(key, SECOND)).toContain(`Changed: Form ${key} (${key}), now version 2.`);
  await dialog.getByRole('button', { name: 'Submit Form' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'This form was changed in the meantime. Please check it again.',
  );
  const expectNothingLost = async () => {
    await expect(dialog.getByRole('radiogroup', { name: 'How do you usually sleep?' })).toBeVisible();
    await expect(dialog.getByRole('radio', { name: 'Lightly' })).toBeChecked();
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1);
    await expectTexts(dialog, 'Resources', 'signed');
    const left = dialog.getByRole('status').filter({ hasText: 'This form has changed.' });
    await expect(left).toContainText('Linden flowers');
    await expect(left).toContainText('Warm milk');
    await expect(dialog.getByLabel('What wakes you?')).toHaveValue('');
  };
  await expectNothingLost();
  await expectAccessible(page);
  await page.goto('/profile/forms');
  await page.getByRole('button', { name: `Continue Form ${key}` }).click();
  await expectNothingLost();
  await dialog.getByLabel('What wakes you?').fill('Owls');
  await dialog.getByRole('button', { name: 'Submit Form' }).click();
  await expectTexts(page, 'Resources', 'submitted');
  await expect(asked).toHaveCount(0);

  const expectAsHandedIn = async () => {
    await page.getByRole('button', { name: `View Form ${key}` }).click();
    await expect(dialog.getByRole('term')).toHaveText([
      'How do you usually sleep?',
      'What helps?',
      'What wakes you?',
      'Signature',
    ]);
    await expect(dialog.getByRole('definition')).toHaveText(['Lightly', 'A walk', 'Owls', '']);
    await expect(dialog.getByRole('img', { name: 'Signature' })).toBeVisible();
  };
  await expectAsHandedIn();
  expect(await write(key, THIRD)).toContain(
    'One person has filled in a version before and is not asked again.',
  );
  await page.goto('/profile/forms');
  await expectAsHandedIn();
  await expect(asked).toHaveCount(0);
  expect(await command('form', 'retire', key)).toContain('Retired:');
  await page.goto('/profile/forms');
  await expect(page.getByRole('button', { name: `View Form ${key}` })).toBeVisible();
});

const NIGHTS = `## Nights
TEXT required {drink}: What do you drink before bed?
RADIO required {sleep}: How do you sleep?
- Well
- Lightly
CHECKBOX {help}: What helps?
- A walk
- Warm milk
## Signed
CHECKBOX required {rules}: Before your visit
- I have read the house rules
SIGNATURE required: Signature`;
const NIGHTS_AGAIN = NIGHTS.replace('How do you sleep?', 'How do you usually sleep?').replace(
  'Warm milk',
  'Lavender',
);

test('a form that is required again opens with the former answers, except consents and signatures', async () => {
  const page = await pageOfClient();
  const key = 'evenings';
  const dialog = page.getByRole('dialog', { name: `Form ${key}` });
  const drink = dialog.getByLabel('What do you drink before bed?');
  const rules = dialog.getByRole('checkbox', { name: 'I have read the house rules' });
  const submit = dialog.getByRole('button', { name: 'Submit Form' });
  const fromBefore = dialog.getByText(
    'Filled in with your answers from last time, Mar 2, 2026. Please look them over.',
    { exact: true },
  );

  await write(key, NIGHTS);
  await page.goto('/profile/forms');
  await page.getByRole('button', { name: `Fill in Form ${key}` }).click();
  await expect(drink).toHaveValue('');
  await expect(fromBefore).toHaveCount(0);
  await drink.fill('Linden flowers');
  await dialog.getByRole('radio', { name: 'Lightly' }).check();
  for (const box of dialog.getByRole('checkbox').all()) await box.check();
  await signByName(dialog);
  await submit.click();
  await expectTexts(page, 'Resources', 'submitted');

  page.setTime(new Date('2026-03-03T17:00:00Z'));
  expect(await write(key, NIGHTS_AGAIN, 'ask-again')).toContain('One person has filled in a version before');
  await page.goto('/profile/forms');
  await page.getByRole('button', { name: `Fill in Form ${key}` }).click();
  await expect(fromBefore).toBeVisible();
  await expect(drink).toHaveValue('Linden flowers');
  await expect(dialog.getByRole('radiogroup', { name: 'How do you usually sleep?' })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Lightly' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'A walk' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Lavender' })).not.toBeChecked();
  await expect(rules).not.toBeChecked();
  await expect(dialog.getByRole('img', { name: 'Empty signature pad' })).toBeVisible();

  // Opening and closing creates no draft. A draft takes precedence over former answers.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: `Fill in Form ${key}` }).click();
  await drink.fill('');
  await page.goto('/profile/forms');
  await page.getByRole('button', { name: `Continue Form ${key}` }).click();
  await expect(drink).toHaveValue('');
  await expect(dialog.getByRole('radio', { name: 'Lightly' })).toBeChecked();
  await expect(fromBefore).toHaveCount(0);
  await drink.fill('Chamomile');
  await submit.click();
  await expect(dialog.getByText('This field is required')).toHaveCount(2);
  await rules.check();
  await signByName(dialog);
  await submit.click();
  await expectTexts(page, 'Resources', 'submitted');
  const handedIn = page.getByRole('button', { name: `View Form ${key}` });
  await expect(handedIn).toHaveCount(2);
  await handedIn.first().click();
  await expect(dialog.getByRole('definition').first()).toHaveText('Chamomile');
});
