import { expect, test } from 'vitest';
import { getForms } from '#contract/client.calls.ts';
import { staffForm } from '#contract/staff.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { draftOf, publishForm, ask } from '#tests/support/forms.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Locator } from './support/locator.ts';
import type { Page } from './support/page.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';

const app = await testApp();
const staff = await app.signInStaff();
const theo = await app.signInClient('new@example.com');
const read = async (key: string) => (await staff.call(staffForm, { params: { key } })).json;
const asked = async (name: string) =>
  (await theo.call(getForms)).json.required_forms.filter(({ form }) => form.name === name);

const saved = (page: Page) => expect(page.getByText(/^Saved \d/)).toBeVisible();
const card = (page: Page, name: string): Locator => page.getByRole('listitem', { name });
const preview = (page: Page) => page.getByRole('region', { name: 'On a client’s phone' });

test('a form is written by keyboard with all six kinds, published, and retired', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '/forms', 'Forms');
  await expect(page.getByRole('row', { name: 'Studio Agreement' })).toContainText('Everybody');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New form' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'New form' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Publish version 1' }).press('Enter');
  await expect(page.getByText('Please give the form a name.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Rest');

  const add = (name: string) =>
    page.getByRole('group', { name: 'Add' }).getByRole('button', { name, exact: true });
  const kinds = ['Short text', 'Long text', 'Choose one', 'Choose several', 'Pick from a list', 'Signature'];
  for (const kind of kinds) {
    await add(kind).press('Enter');
    const question = page.getByLabel('Question', { exact: true });
    await expect(question).toBeFocused();
    await question.fill(`As ${kind}`);
    await expect(page.getByLabel('Kind', { exact: true }).getByRole('option', { name: kind })).toHaveCount(1);
  }
  await add('Heading').press('Enter');
  await page.getByLabel('Heading', { exact: true }).fill('Nights');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish version 1' }).press('Enter');
  await expect(page.getByText('Please finish what is marked first.')).toBeVisible();
  await expect(page.getByText('Please write its choices.')).toBeVisible();
  await expectAccessible(page);
  for (const kind of kinds.slice(2, 5)) {
    const edit = page.getByRole('button', { name: `Edit As ${kind}` });
    if ((await edit.count()) > 0) await edit.press('Enter');
    await card(page, `As ${kind}`).getByLabel('Choices, one per line').fill('One\nTwo');
  }
  await page.getByRole('button', { name: 'Edit Nights' }).press('Enter');
  await expect(page.getByText('There are no questions under this heading.')).toBeVisible();
  const up = card(page, 'Nights').getByRole('button', { name: 'Up' });
  await up.press('Enter');
  await expect(up).toBeFocused();
  await expect(page.getByText('Nights is number 6 of 7 now.')).toHaveCount(1);
  for (const kind of kinds) await expect(preview(page)).toContainText(`As ${kind}`);
  await preview(page).getByLabel('As Short text').fill('goes nowhere');

  await page.getByRole('button', { name: 'Publish version 1' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Publish version 1?' });
  await expect(question).toContainText('A new form of 6 questions.');
  await expect(question.getByRole('switch')).toHaveCount(0);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Publish version 1' }).press('Enter');
  await expect(page.getByText('It is published.')).toBeVisible();
  const [entry] = await asked('Rest');
  expect(
    entry!.form.content.sections.map(({ title, questions }) => [
      title,
      ...questions.map(({ label, type, options }) => `${label} ${type} ${options.length}`),
    ]),
  ).toEqual([
    [
      '',
      'As Short text TEXT 0',
      'As Long text TEXTAREA 0',
      'As Choose one RADIO 2',
      'As Choose several CHECKBOX 2',
      'As Pick from a list SELECT 2',
    ],
    ['Nights', 'As Signature SIGNATURE 0'],
  ]);

  await page.getByRole('button', { name: 'More for Rest' }).click();
  await page.getByRole('button', { name: 'Retire' }).click();
  const retire = page.getByRole('dialog', { name: 'Retire Rest?' });
  await expect(retire).toContainText('What was filled in stays readable.');
  await retire.getByRole('button', { name: 'Retire' }).click();
  await expect(page.getByText('It is retired.')).toBeVisible();
  expect(await asked('Rest')).toEqual([]);
});

test('a change is saved as a draft, and its preview says who is asked again', async () => {
  const page = await staffBrowser(app);
  await publishForm(
    staff,
    'nights',
    draftOf('Nights', [ask('TEXT', 'Sleep well?'), ask('RADIO', 'Tea?', { options: ['Yes'] })]),
  );
  const [entry] = await asked('Nights');
  const submitted = await theo.send('POST', '/auth/upload-form', {
    form_id: entry!.form.id,
    responses: { tea: 'Yes' },
  });
  expect(submitted.status).toBe(200);
  await openStaff(page, '/forms/nights', 'Nights');
  await expect(page.getByRole('button', { name: 'Publish version 2' })).toBeDisabled();
  await page.getByRole('button', { name: 'Edit Tea?' }).click();
  await page.getByLabel('Kind', { exact: true }).selectOption({ label: 'Long text' });
  await expect(page.getByLabel('Kind', { exact: true })).toHaveAccessibleDescription(
    /It was answered as “Choose one”/,
  );
  await page.getByRole('button', { name: 'Publish version 2' }).click();
  await expect(page.getByText('“Tea?” was answered as “Choose one”. Make it a new question.')).toBeVisible();
  await page.getByRole('button', { name: 'Make it a new question' }).click();
  await expect(card(page, 'Tea?')).toContainText('New');
  await saved(page);
  await page.goto('/staff/forms');
  await expect(page.getByRole('row', { name: 'Nights' })).toContainText('Draft of version 2');
  await page.getByRole('link', { name: 'Nights' }).click();

  await page.getByRole('button', { name: 'Publish version 2' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publish version 2?' });
  await expect(sheet).toContainText('1 removed, answers stay readable: “Tea?”');
  await expect(sheet).toContainText('One person has filled it in. They aren’t asked again.');
  await sheet.getByRole('switch', { name: 'Ask them again' }).click();
  await expect(sheet).toContainText('They are asked again: they find their answers, and sign anew.');
  await sheet.getByRole('button', { name: 'Publish version 2' }).click();
  await expect(page.getByText('It is published.')).toBeVisible();
  expect((await asked('Nights')).map(({ form }) => form.content.sections[0]!.questions[1]!.type)).toEqual([
    'TEXTAREA',
  ]);

  await page.getByLabel('Name', { exact: true }).fill('Long nights');
  await saved(page);
  await page.getByRole('button', { name: 'More for Long nights' }).click();
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard the draft' }).click();
  await expect(page.getByText('The draft is gone.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Nights');
});

test('two tabs on one draft: what was typed here stays, beside what was saved there', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '/forms/reaching-you', 'In Case We Need Someone');
  const { draft } = await read('reaching-you');
  const params = { key: 'reaching-you' };
  const other = await staff.send('PUT', `/api/staff/forms/${params.key}/draft`, {
    version: draft.version,
    body: { ...draft.body, name: 'Whom we may call' },
  });
  expect(other.status).toBe(200);
  await page.getByLabel('Name', { exact: true }).fill('If something happens');
  await expect(page.getByText('This form was changed in another tab or on another device.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Mine, typed here' })).toContainText('If something happens');
  await expect(page.getByRole('region', { name: 'Theirs, saved meanwhile' })).toContainText(
    'Whom we may call',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await saved(page);
  expect((await read('reaching-you')).draft.body.name).toBe('If something happens');
});

test('who is asked is changed for itself, with a preview', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '/forms/movement-history', 'Movement History');
  await expect(page.getByRole('checkbox', { name: 'Private Yoga' })).toBeChecked();
  await page.getByRole('radio', { name: 'Everybody' }).check();
  await page.getByRole('button', { name: 'See what changes' }).click();
  const sheet = page.getByRole('dialog', { name: 'Change who is asked for Movement History?' });
  await expect(sheet).toContainText('Asked of everybody, once for all visits.');
  await sheet.getByRole('button', { name: 'Change who is asked' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(await asked('Movement History')).toHaveLength(1);
});
