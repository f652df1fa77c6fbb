import { expect } from '@playwright/test';
import type { OutputOf } from '#contract/call.ts';
import type { getForms } from '#contract/client.calls.ts';
import { expectAccessible } from './support/axe.ts';
import { expectTexts } from './support/expect-texts.ts';
import { test } from './support/lasting-page.ts';
import { createClient, open } from './support/people.ts';
import { sign } from './support/sign.ts';
import { consoleErrors, expectNoSideScroll } from './support/watch.ts';

test('a client signs a form on the pad and by name, on a phone and on paper', async ({ page }) => {
  const errors = consoleErrors(page);
  await createClient(page);
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, '/profile/forms');
  await page.getByRole('button', { name: 'Fill in Studio Agreement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Studio Agreement' });
  const submit = dialog.getByRole('button', { name: 'Submit Form' });
  await submit.click();
  await expectTexts(dialog, 'Resources', 'incomplete');
  await expectAccessible(page);

  await dialog.getByRole('radio', { name: 'I understand' }).check();
  await dialog.getByLabel('A doctor or midwife we should know about').fill('Dr. Amina Sole');
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('combobox').selectOption('No touch, please');
  // The first missing answer comes into view, and the header of the dialog stays in place.
  await submit.click();
  await expect(dialog.getByText('This field is required')).toBeInViewport();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 0.99 });
  await expect(submit).toBeInViewport({ ratio: 0.99 });
  expect(await dialog.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await sign(page, dialog);
  await expectTexts(dialog, 'Resources', 'signed');
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expectTexts(dialog, 'Resources', 'unsigned');
  await dialog.getByRole('button', { name: 'Type your name instead' }).click();
  await dialog.getByLabel('Your name, typed').fill('Ivo Marlow');
  await expectTexts(dialog, 'Resources', 'signed');
  // The alert about required fields disappears.
  await expect(dialog.getByRole('alert')).toHaveCount(0);

  await test.step('the form has changed: what no longer belongs to it is shown', async () => {
    const answer = await page.request.get('/auth/get-forms');
    const { required_forms } = (await answer.json()) as OutputOf<typeof getForms>;
    const { form } = required_forms.find((entry) => entry.form.name === 'Studio Agreement')!;
    for (const { questions } of form.content.sections)
      for (const question of questions) if (question.id === 'care-team') question.id = 'helper';
    const changed = { code: 'FORM_CHANGED', message: 'It was changed.', details: { form } };
    await page.route('**/auth/upload-form', (route) => route.fulfill({ status: 409, json: changed }), {
      times: 1,
    });
    await submit.click();
    const left = dialog.getByRole('status').filter({ hasText: 'This form has changed.' });
    await expect(left).toContainText('Dr. Amina Sole');
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSideScroll(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await open(page, '/profile/forms');
  await page.getByRole('button', { name: 'Continue Studio Agreement' }).click();
  await expectTexts(dialog, 'Resources', 'signed');
  await submit.click();
  await expectTexts(page, 'Resources', 'submitted');
  await page.getByRole('button', { name: 'View Studio Agreement' }).click();
  await expect(dialog.getByRole('img', { name: 'Signature' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Resources' })).toBeHidden();
  await expect(page.getByText('No touch, please').locator('visible=true')).toHaveCount(1);
  expect(errors).toEqual([]);
});
