import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing } from './support/fail-calls.ts';
import { test } from './support/lasting-page.ts';
import { createClient, open, signIn, signInDemo } from './support/people.ts';
import { consoleErrors, expectNoSideScroll } from './support/watch.ts';

const GET_FORMS = '/auth/get-forms';
const UPLOAD_FORM = '/auth/upload-form';

/** Draws a wave on the pad. */
async function sign(page: Page, dialog: Locator): Promise<void> {
  const pad = dialog.locator('canvas');
  await pad.scrollIntoViewIfNeeded();
  const { x, y } = (await pad.boundingBox())!;
  await page.mouse.move(x + 30, y + 64);
  await page.mouse.down();
  for (let step = 1; step <= 12; step++)
    await page.mouse.move(x + 30 + step * 14, y + 64 + (step % 2 ? 24 : -24));
  await page.mouse.up();
}

test('a client fills in a form: nothing typed is lost', async ({ page }) => {
  const errors = consoleErrors(page);
  const { email } = await createClient(page);
  await whileFailing(page, 'GET', GET_FORMS, async () => {
    await open(page, '/profile/forms');
    await expectTexts(page, 'Resources', 'load failed');
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Global Forms' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').locator('b')).toHaveText([
    'In Case We Need Someone',
    'Studio Agreement',
  ]);

  await page.getByRole('button', { name: 'Fill in Studio Agreement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Studio Agreement' });
  await expectTexts(dialog, 'Resources', 'unsigned');
  await expect(dialog.getByRole('combobox')).toHaveText(/^Select an option/);
  const submit = dialog.getByRole('button', { name: 'Submit Form' });
  await submit.click();
  await expectTexts(dialog, 'Resources', 'incomplete');
  await expect(dialog.getByText('This field is required')).toHaveCount(4);
  await expect(dialog.getByRole('radio', { name: 'I understand' })).toBeFocused();
  await expectAccessible(page);

  await dialog.getByRole('radio', { name: 'I understand' }).check();
  await dialog.getByLabel('A doctor or midwife we should know about').fill('Dr. Amina Sole');
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('combobox').selectOption('No touch, please');
  await sign(page, dialog);
  await expectTexts(dialog, 'Resources', 'signed');
  await expect(dialog.getByText('This field is required')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expectTexts(dialog, 'Resources', 'unsigned');
  await dialog.getByRole('button', { name: 'Type your name instead' }).click();
  await dialog.getByLabel('Your name, typed').fill('Ivo Marlow');
  await expectTexts(dialog, 'Resources', 'signed');
  // The alert about required fields disappears.
  await expect(dialog.getByRole('alert')).toHaveCount(0);

  const expectKept = async () => {
    await page.getByRole('button', { name: 'Continue Studio Agreement' }).click();
    await expect(dialog.getByRole('radio', { name: 'I understand' })).toBeChecked();
    await expect(dialog.getByLabel('A doctor or midwife')).toHaveValue('Dr. Amina Sole');
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(3);
    await expect(dialog.getByRole('combobox')).toHaveValue('No touch, please');
    await expectTexts(dialog, 'Resources', 'signed');
  };

  await test.step('without a connection', async () => {
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
  });

  await test.step('when the session has ended', async () => {
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    expect(cookies).not.toHaveLength(0);
    await submit.click();
    await expect(page.getByText('Please sign in again. Your answers are kept.')).toBeVisible();
    await expect(page).toHaveURL('/');
    await signIn(page, email);
    await open(page, '/profile/forms');
    await expectKept();
  });

  await test.step('when the form has changed', async () => {
    await page.route(`**${UPLOAD_FORM}`, async (route) => {
      await expectTexts(dialog, 'Resources', 'submitting');
      const old = { ...route.request().postDataJSON(), form_updated_at: '2020-01-01T00:00:00.000Z' };
      await route.continue({ postData: old });
    });
    await submit.click();
    await expect(dialog.getByRole('alert')).toContainText(
      'This form was changed in the meantime. Please check it again.',
    );
    await page.unroute(`**${UPLOAD_FORM}`);
    await expect(dialog.getByLabel('A doctor or midwife')).toHaveValue('Dr. Amina Sole');
  });

  await submit.click();
  await expectTexts(page, 'Resources', 'submitted');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Completed Forms' })).toBeFocused();
  await page.getByRole('button', { name: 'View Studio Agreement' }).click();
  await expect(dialog).toContainText('Dr. Amina Sole');
  await expect(dialog).toContainText('No touch, please');
  await expect(dialog.getByRole('img', { name: 'Signature' })).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Resources' })).toBeHidden();
  await expect(page.getByText('Dr. Amina Sole').locator('visible=true')).toHaveCount(1);
  expect(errors).toEqual([]);
});

test('a submitted form leaves the overview tile; one without a user is not sent', async ({ page }) => {
  await createClient(page);
  await open(page, '/profile');
  const began = await page.evaluate(() => performance.timeOrigin);
  const due = page.getByRole('group', { name: 'Forms' }).getByRole('listitem').locator('b');
  await expect(due).toHaveText(['In Case We Need Someone', 'Studio Agreement']);
  await due.first().click();
  const dialog = page.getByRole('dialog', { name: 'In Case We Need Someone' });
  const fillIn = async () => {
    await page.getByRole('button', { name: 'Fill in In Case We Need Someone' }).click();
    await dialog.getByLabel('Their name').fill('Amina Sole');
    await dialog.getByLabel('Their phone number').fill('503 555 0155');
    await dialog.getByRole('radio', { name: 'A phone call' }).check();
    await dialog.getByRole('button', { name: 'Submit Form' }).click();
  };
  await fillIn();
  await expectTexts(page, 'Resources', 'submitted');
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(due).toHaveText(['Studio Agreement']);
  // The same page has reloaded its data.
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(began);

  await createClient(page);
  await page.route(`**${GET_FORMS}?*`, async (route) => {
    const answer = await route.fetch();
    const forms = (await answer.json()) as { required_forms: { form: object }[] };
    const required_forms = forms.required_forms.map((entry) => ({
      ...entry,
      form: { ...entry.form, id: '' },
    }));
    await route.fulfill({ response: answer, json: { ...forms, required_forms } });
  });
  await open(page, '/profile/forms');
  await fillIn();
  await expectTexts(page, 'Resources', 'of nobody');
  await expect(dialog.getByLabel('Their name')).toHaveValue('Amina Sole');
});

test('a form submitted in another tab: the list updates at once, the answers stay', async ({ page }) => {
  await createClient(page);
  const name = 'In Case We Need Someone';
  const fillIn = async (tab: Page, words: string) => {
    await tab.getByRole('button', { name: `Fill in ${name}` }).click();
    const dialog = tab.getByRole('dialog', { name });
    await dialog.getByLabel('Their name').fill(words);
    await dialog.getByLabel('Their phone number').fill('503 555 0155');
    await dialog.getByRole('radio', { name: 'A phone call' }).check();
    return dialog;
  };
  const other = await page.context().newPage();
  for (const tab of [page, other]) await open(tab, '/profile/forms');
  const first = await fillIn(other, 'Amina Sole');
  const second = await fillIn(page, 'Ada Okafor');
  await first.getByRole('button', { name: 'Submit Form' }).click();
  await expectTexts(other, 'Resources', 'submitted');
  await other.close();

  await second.getByRole('button', { name: 'Submit Form' }).click();
  await expect(second.getByRole('alert')).toContainText('You have already submitted this form');
  await expect(page.getByRole('button', { name: `View ${name}`, includeHidden: true })).toHaveCount(1);
  await expect(second.getByLabel('Their name')).toHaveValue('Ada Okafor');
  await second.getByRole('button', { name: 'Close' }).click();
  // Its row is gone, so the focus moves to the list that has the form now.
  await expect(page.getByRole('heading', { name: 'Completed Forms' })).toBeFocused();
  await expect(page.getByRole('button', { name: `View ${name}` })).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(`^(Fill in|Continue) ${name}`) })).toHaveCount(0);
});

test('the forms of the sample client are in the right order', async ({ page }) => {
  await signInDemo(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/profile/forms');
  await expectTexts(page, 'Resources', 'lists');
  await expectNoSideScroll(page);
  const dates = async (words: RegExp) =>
    (await page.getByText(words).locator('visible=true').allTextContents()).map((text) =>
      Date.parse(text.replace(words, '')),
    );
  const needed = await dates(/^Needed for booking on: /);
  expect(needed.length).toBeGreaterThan(0);
  expect(needed).toEqual(needed.toSorted((a, b) => a - b));
  // The order of the bookings depends on the weekday on which the sample was created.
  const rows = page.getByRole('listitem').filter({ hasText: 'Needed for booking on' });
  for (const service of ['Seasonal Follow-up', 'Tea Blending Workshop'])
    await expect(rows.filter({ hasText: service }).first()).toBeVisible();
  const handedIn = await dates(/^Submitted /);
  expect(handedIn.length).toBeGreaterThan(1);
  expect(handedIn).toEqual(handedIn.toSorted((a, b) => b - a));

  const view = page.getByRole('button', { name: 'View Movement History' });
  await view.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Movement History' });
  await expect(dialog).toContainText('Sit on the floor with my niece');
  await page.keyboard.press('Escape');
  await expect(view).toBeFocused();

  await page.route(`**${GET_FORMS}?*`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('"type":"TEXTAREA"', '"type":"SMILEY"');
    await route.fulfill({ response: answer, body });
  });
  await open(page, '/profile/forms');
  await page.getByRole('button', { name: /^(Fill in|Continue) Ayurvedic Intake/ }).click();
  await expectTexts(page.getByRole('dialog'), 'Resources', 'unknown type');

  await page.unroute(`**${GET_FORMS}?*`);
  await page.route(`**${GET_FORMS}?*`, (route) =>
    route.fulfill({ json: { required_forms: [], completed_forms: [], message: 'OK' } }),
  );
  await open(page, '/profile/forms');
  await expectTexts(page, 'Resources', 'empty');
});
