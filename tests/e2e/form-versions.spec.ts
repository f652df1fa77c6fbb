import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { createDb } from '#server/db/pool.ts';
import { createKeyring } from '#server/runtime/keyring.ts';
import { practiceCommands } from '../support/admin-commands.ts';
import { appDatabaseUrl, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { putInCart, toPaymentPage } from './support/booking-steps.ts';
import { expectTexts } from './support/expect-texts.ts';
import { test } from './support/lasting-page.ts';
import { createClient, open } from './support/people.ts';
import { consoleErrors, expectNoSideScroll } from './support/watch.ts';

const SERVICE = { key: 'herbal-check-in', name: 'Refill and Check-in' };

// Each test books the first free slot of the same service, so they run one after the other.
test.describe.configure({ mode: 'default' });
test.beforeEach(() => {
  needsAppDatabase();
  test.slow();
});

type Write = (lines: string, ...more: string[]) => Promise<string>;

/** While `work` runs, the service has its own form; `write` changes its questions. */
async function withForm(key: string, work: (write: Write) => Promise<void>): Promise<void> {
  const { db, close } = createDb(await appDatabaseUrl(), { max: 2 });
  const files: Record<string, string> = {};
  // These commands decrypt no client's data, so any key works.
  const keyring = createKeyring(Buffer.alloc(32));
  const said = practiceCommands({ db, keyring, clock: { now: () => new Date() } as never }, { files });
  try {
    await work(async (lines, ...more) => {
      files['form.md'] = `---\nkey: ${key}\nname: Form ${key}\nfor: ${SERVICE.key}\n---\n${lines}\n`;
      return await said('form', 'form.md', ...more);
    });
  } finally {
    expect(await said('form', 'retire', key)).toContain('Retired:');
    await close();
  }
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

async function book(page: Page): Promise<void> {
  await putInCart(page, SERVICE.name);
  await toPaymentPage(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/success\?session_id=/);
}

async function signByName(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Type your name instead' }).click();
  await dialog.getByLabel('Your name, typed').fill('Ivo Marlow');
  await expectTexts(dialog, 'Resources', 'signed');
}

test('a form that the practice creates, changes while it is filled in, and changes again', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  const key = `e2e-${randomUUID().slice(0, 8)}`;
  const dialog = page.getByRole('dialog', { name: `Form ${key}` });
  const asked = page
    .getByRole('listitem')
    .filter({ hasText: `Form ${key}` })
    .filter({ hasText: 'Needed for booking on:' });

  await withForm(key, async (write) => {
    await createClient(page);
    await book(page);
    expect(await write(FIRST)).toContain(`New: Form ${key} (${key}), version 1.`);
    await open(page, '/profile/forms');
    await expect(asked).toContainText(SERVICE.name);
    await page.getByRole('button', { name: `Fill in Form ${key}` }).click();
    await dialog.getByLabel('What do you drink before bed?').fill('Linden flowers');
    await dialog.getByRole('radio', { name: 'Lightly' }).check();
    for (const box of await dialog.getByRole('checkbox').all()) await box.check();
    // The first missing answer is focused, and the header of the dialog stays in place.
    await page.setViewportSize({ width: 360, height: 640 });
    await dialog.getByRole('button', { name: 'Submit Form' }).click();
    await expect(dialog.getByText('This field is required')).toBeInViewport();
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 0.99 });
    await expect(dialog.getByRole('button', { name: 'Submit Form' })).toBeInViewport({ ratio: 0.99 });
    expect(await dialog.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    await signByName(dialog);
    await page.setViewportSize({ width: 1280, height: 720 });

    expect(await write(SECOND)).toContain(`Changed: Form ${key} (${key}), now version 2.`);
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
    await expectNoSideScroll(page);
    await open(page, '/profile/forms');
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
    expect(await write(THIRD)).toContain('One person has filled in a version before and is not asked again.');
    await open(page, '/profile/forms');
    await expectAsHandedIn();
    await expect(asked).toHaveCount(0);
  });
  await open(page, '/profile/forms');
  await expect(page.getByRole('button', { name: `View Form ${key}` })).toBeVisible();
  expect(errors).toEqual([]);
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

test('a form that is required again opens with the former answers, except consents and signatures', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  const key = `e2e-${randomUUID().slice(0, 8)}`;
  const dialog = page.getByRole('dialog', { name: `Form ${key}` });
  const drink = dialog.getByLabel('What do you drink before bed?');
  const rules = dialog.getByRole('checkbox', { name: 'I have read the house rules' });
  const submit = dialog.getByRole('button', { name: 'Submit Form' });
  const fromBefore = dialog.getByText(
    /^Filled in with your answers from last time, [A-Z][a-z]{2} \d{1,2}, \d{4}\. Please look them over\.$/,
  );
  await page.setViewportSize({ width: 360, height: 740 });

  await withForm(key, async (write) => {
    await createClient(page);
    await book(page);
    await write(NIGHTS);
    await open(page, '/profile/forms');
    await page.getByRole('button', { name: `Fill in Form ${key}` }).click();
    await expect(drink).toHaveValue('');
    await expect(fromBefore).toHaveCount(0);
    await drink.fill('Linden flowers');
    await dialog.getByRole('radio', { name: 'Lightly' }).check();
    for (const box of await dialog.getByRole('checkbox').all()) await box.check();
    await signByName(dialog);
    await submit.click();
    await expectTexts(page, 'Resources', 'submitted');

    expect(await write(NIGHTS_AGAIN, 'ask-again')).toContain('One person has filled in a version before');
    await open(page, '/profile/forms');
    await page.getByRole('button', { name: `Fill in Form ${key}` }).click();
    await expect(fromBefore).toBeVisible();
    await expect(drink).toHaveValue('Linden flowers');
    await expect(dialog.getByRole('radiogroup', { name: 'How do you usually sleep?' })).toBeVisible();
    await expect(dialog.getByRole('radio', { name: 'Lightly' })).toBeChecked();
    await expect(dialog.getByRole('checkbox', { name: 'A walk' })).toBeChecked();
    await expect(dialog.getByRole('checkbox', { name: 'Lavender' })).not.toBeChecked();
    await expect(rules).not.toBeChecked();
    await expect(dialog.getByRole('img', { name: 'Empty signature pad' })).toBeVisible();
    await expectNoSideScroll(page);

    // Opening and closing creates no draft. A draft takes precedence over former answers.
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: `Fill in Form ${key}` }).click();
    await drink.fill('');
    await open(page, '/profile/forms');
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
  expect(errors).toEqual([]);
});
