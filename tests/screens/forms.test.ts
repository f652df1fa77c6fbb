import { expect, test } from 'vitest';
import { getForms, uploadForm } from '#contract/client.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing, whileWaiting } from './support/fail-calls.ts';
import type { Page } from './support/page.ts';
import { createClient, signIn, signInDemo } from './support/people.ts';
import { visitor } from './support/site.ts';

const GET_FORMS = '/auth/get-forms';
const UPLOAD_FORM = '/auth/upload-form';
const EMERGENCY = 'In Case We Need Someone';

const app = await testApp();

type Forms = OutputOf<typeof getForms>;

/** Changes what the app answers about forms until the returned function is called. */
const alterForms = (page: Page, alter: (forms: Forms) => Forms) =>
  page.intercept('GET', GET_FORMS, async (ask) => {
    const answer = await ask();
    return Response.json(alter((await answer.json()) as Forms));
  });

async function fillInEmergency(page: Page, name: string) {
  await page.getByRole('button', { name: `Fill in ${EMERGENCY}` }).click();
  const dialog = page.getByRole('dialog', { name: EMERGENCY });
  await dialog.getByLabel('Their name').fill(name);
  await dialog.getByLabel('Their phone number').fill('503 555 0155');
  await dialog.getByRole('radio', { name: 'A phone call' }).check();
  return dialog;
}

test('a client fills in a form: nothing typed is lost', async () => {
  const page = visitor(app);
  const { email } = await createClient(page);
  await whileFailing(page, 'GET', GET_FORMS, async () => {
    await page.goto('/profile/forms');
    await expectTexts(page, 'Resources', 'load failed');
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Global Forms' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').locator('b')).toHaveText([
    EMERGENCY,
    'Studio Agreement',
  ]);

  await page.getByRole('button', { name: 'Fill in Studio Agreement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Studio Agreement' });
  await expectTexts(dialog, 'Resources', 'unsigned');
  await expect(dialog.getByRole('combobox')).toContainText(/^Select an option/);
  const submit = dialog.getByRole('button', { name: 'Submit Form' });
  await submit.click();
  await expectTexts(dialog, 'Resources', 'incomplete');
  await expect(dialog.getByText('This field is required')).toHaveCount(4);
  await expect(dialog.getByRole('radio', { name: 'I understand' })).toBeFocused();
  await expectAccessible(page);

  await dialog.getByRole('radio', { name: 'I understand' }).check();
  await dialog.getByLabel('A doctor or midwife we should know about').fill('Dr. Amina Sole');
  for (const box of dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('combobox').selectOption('No touch, please');
  await dialog.getByRole('button', { name: 'Type your name instead' }).click();
  const typedName = dialog.getByLabel('Your name, typed');
  await typedName.fill('Ivo Marlow');
  await expectTexts(dialog, 'Resources', 'signed');
  await expect(dialog.getByText('This field is required')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expectTexts(dialog, 'Resources', 'unsigned');
  await typedName.fill('Ivo Marlow');
  await expectTexts(dialog, 'Resources', 'signed');
  await whileFailing(
    page,
    'POST',
    UPLOAD_FORM,
    async () => {
      await submit.click();
      await expectTexts(dialog, 'Resources', 'submit failed');
    },
    0,
  );

  // The session has ended.
  page.clearCookies();
  await submit.click();
  await expect(page.getByText('Please sign in again. Your answers are kept.')).toBeVisible();
  await expect(page).toHaveURL('/');
  await signIn(page, email);
  await page.goto('/profile/forms');
  await page.getByRole('button', { name: 'Continue Studio Agreement' }).click();
  await expect(dialog.getByRole('radio', { name: 'I understand' })).toBeChecked();
  await expect(dialog.getByLabel('A doctor or midwife')).toHaveValue('Dr. Amina Sole');
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(3);
  await expect(dialog.getByRole('combobox')).toHaveValue('No touch, please');
  await expectTexts(dialog, 'Resources', 'signed');

  await whileWaiting(page, 'POST', UPLOAD_FORM, async () => {
    await submit.click();
    await expectTexts(dialog, 'Resources', 'submitting');
  });
  await expectTexts(page, 'Resources', 'submitted');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Completed Forms' })).toBeFocused();
  await page.getByRole('button', { name: 'View Studio Agreement' }).click();
  await expect(dialog).toContainText('Dr. Amina Sole');
  await expect(dialog).toContainText('No touch, please');
  await expect(dialog.getByRole('img', { name: 'Signature' })).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
});

test('a submitted form leaves the overview tile; one without a user is not sent', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/profile');
  const due = page.getByRole('group', { name: 'Forms' }).getByRole('listitem').locator('b');
  await expect(due).toHaveText([EMERGENCY, 'Studio Agreement']);
  await due.first().click();
  const dialog = await fillInEmergency(page, 'Amina Sole');
  const submit = dialog.getByRole('button', { name: 'Submit Form' });
  await submit.click();
  await expectTexts(page, 'Resources', 'submitted');
  await page.getByRole('complementary').getByRole('link', { name: 'Overview' }).click();
  await expect(due).toHaveText(['Studio Agreement']);

  await createClient(page);
  alterForms(page, (forms) => ({
    ...forms,
    required_forms: forms.required_forms
      .filter(({ form }) => form.name === EMERGENCY)
      .map((entry) => ({ ...entry, form: { ...entry.form, id: '' } })),
  }));
  await page.goto('/profile/forms');
  await fillInEmergency(page, 'Amina Sole');
  await submit.click();
  await expectTexts(page, 'Resources', 'of nobody');
  await expect(dialog.getByLabel('Their name')).toHaveValue('Amina Sole');
});

test('a form submitted in another tab: the list updates at once, the answers stay', async () => {
  const page = visitor(app);
  await createClient(page);
  await page.goto('/profile/forms');
  const dialog = await fillInEmergency(page, 'Ada Okafor');
  const { required_forms } = await page.call(getForms);
  const { form, booking_id } = required_forms.find((entry) => entry.form.name === EMERGENCY)!;
  const answers = ['Amina Sole', '503 555 0155', undefined, 'A phone call'];
  const questions = form.content.sections.flatMap((section) => section.questions);
  await page.call(uploadForm, {
    body: {
      form_id: form.id,
      booking_id,
      responses: Object.fromEntries(questions.map(({ id }, at) => [id, answers[at]])),
    },
  });

  await dialog.getByRole('button', { name: 'Submit Form' }).click();
  await expect(dialog.getByRole('alert')).toContainText('You have already submitted this form');
  await expect(page.getByRole('button', { name: `View ${EMERGENCY}` })).toHaveCount(1);
  await expect(dialog.getByLabel('Their name')).toHaveValue('Ada Okafor');
  await dialog.getByRole('button', { name: 'Close' }).click();
  // Its row is gone, so the focus moves to the list that has the form now.
  await expect(page.getByRole('heading', { name: 'Completed Forms' })).toBeFocused();
  await expect(page.getByRole('button', { name: `View ${EMERGENCY}` })).toBeVisible();
  await expect(
    page.getByRole('button', { name: new RegExp(`^(Fill in|Continue) ${EMERGENCY}`) }),
  ).toHaveCount(0);
});

test('the forms of the sample client are in the right order', async () => {
  const page = visitor(app);
  await signInDemo(page);
  await page.goto('/profile/forms');
  await expectTexts(page, 'Resources', 'lists');
  const dates = (words: RegExp) =>
    page
      .getByText(words)
      .elements()
      .map(({ textContent }) => Date.parse((textContent ?? '').replace(words, '')));
  const needed = dates(/^Needed for booking on: /);
  expect(needed.length).toBeGreaterThan(0);
  expect(needed).toEqual(needed.toSorted((a, b) => a - b));
  const rows = page.getByRole('listitem').filter({ hasText: 'Needed for booking on' });
  for (const service of ['Seasonal Follow-up', 'Tea Blending Workshop'])
    await expect(rows.filter({ hasText: service }).first()).toBeVisible();
  const handedIn = dates(/^Submitted /);
  expect(handedIn.length).toBeGreaterThan(1);
  expect(handedIn).toEqual(handedIn.toSorted((a, b) => b - a));

  const view = page.getByRole('button', { name: 'View Movement History' });
  await view.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Movement History' });
  await expect(dialog).toContainText('Sit on the floor with my niece');
  await page.keyboard.press('Escape');
  await expect(view).toBeFocused();

  const end = alterForms(
    page,
    (forms) => JSON.parse(JSON.stringify(forms).replaceAll('"type":"TEXTAREA"', '"type":"SMILEY"')) as Forms,
  );
  await page.goto('/profile/forms');
  await page.getByRole('button', { name: /^(Fill in|Continue) Ayurvedic Intake/ }).click();
  await expectTexts(page.getByRole('dialog'), 'Resources', 'unknown type');
  end();

  alterForms(page, (forms) => ({ ...forms, required_forms: [], completed_forms: [] }));
  await page.goto('/profile/forms');
  await expectTexts(page, 'Resources', 'empty');
});
