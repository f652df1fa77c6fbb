import { expect, test } from 'vitest';
import type { FormDraftBody } from '#contract/staff-forms.schemas.ts';
import { testApp } from '#tests/support/app.ts';
import { ask, changeForm, draftOf, publishForm } from '#tests/support/forms.ts';
import { expectAccessible } from './support/accessible.ts';
import { expectTexts } from './support/expect-texts.ts';
import type { Locator } from './support/locator.ts';
import { signInByCall } from './support/people.ts';
import { visitor } from './support/site.ts';
import { clientWithVisits } from './support/visits.ts';

type Sections = FormDraftBody['content']['sections'];
const SERVICE = { key: 'herbal-check-in', name: 'Refill and Check-in' };

const app = await testApp();
const staff = await app.signInStaff();
const { id: service_id } = await app.db
  .selectFrom('services')
  .select('id')
  .where('key', '=', SERVICE.key)
  .executeTakeFirstOrThrow();

/** Publishes these questions as a form of the service, or as its next version. */
async function write(key: string, sections: Sections, ask_again = false): Promise<string> {
  const form = draftOf(`Form ${key}`, [], { audience: [service_id], content: { sections } });
  return await publishForm(staff, key, form, ask_again);
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

const signed = { title: 'Signed', questions: [ask('SIGNATURE', 'Signature', { required: true })] };
const sleep = (label: string) =>
  ask('RADIO', label, { id: 'how-do-you-sleep', required: true, options: ['Well', 'Lightly'] });
const help = (...options: string[]) => ask('CHECKBOX', 'What helps?', { options });
const DRINK = ask('TEXT', 'What do you drink before bed?', { required: true });

const FIRST: Sections = [
  { title: 'Nights', questions: [DRINK, sleep('How do you sleep?'), help('A walk', 'Warm milk')] },
  signed,
];
const SECOND: Sections = [
  {
    title: 'Nights',
    questions: [
      sleep('How do you usually sleep?'),
      help('A walk'),
      ask('TEXTAREA', 'What wakes you?', { required: true }),
    ],
  },
  signed,
];
const THIRD: Sections = [
  { title: '', questions: [ask('TEXT', 'Something else entirely?', { required: true })] },
];

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

  expect(await write(key, FIRST)).toContain('A new form of 4 questions.');
  await page.goto('/profile/forms');
  await expect(asked).toContainText(SERVICE.name);
  await page.getByRole('button', { name: `Fill in Form ${key}` }).click();
  await dialog.getByLabel('What do you drink before bed?').fill('Linden flowers');
  await dialog.getByRole('radio', { name: 'Lightly' }).check();
  for (const box of dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('button', { name: 'Submit Form' }).click();
  await expect(dialog.getByText('This field is required')).toBeVisible();
  await signByName(dialog);

  expect(await write(key, SECOND)).toContain('1 new question: “What wakes you?”');
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
  expect(await write(key, THIRD)).toContain('One person has filled it in. They aren’t asked again.');
  await page.goto('/profile/forms');
  await expectAsHandedIn();
  await expect(asked).toHaveCount(0);
  expect(await changeForm(staff, key, { kind: 'RETIRE' })).toContain('It is no longer asked.');
  await page.goto('/profile/forms');
  await expect(page.getByRole('button', { name: `View Form ${key}` })).toBeVisible();
});

const nights = (label: string, ...helps: string[]): Sections => [
  { title: 'Nights', questions: [DRINK, sleep(label), help(...helps)] },
  {
    title: 'Signed',
    questions: [
      ask('CHECKBOX', 'Before your visit', { required: true, options: ['I have read the house rules'] }),
      ...signed.questions,
    ],
  },
];

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

  await write(key, nights('How do you sleep?', 'A walk', 'Warm milk'));
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
  const again = nights('How do you usually sleep?', 'A walk', 'Lavender');
  expect(await write(key, again, true)).toContain('One person has filled it in. They are asked again');
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
