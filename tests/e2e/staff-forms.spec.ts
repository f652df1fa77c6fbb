import { type BrowserContext, expect, type Page } from '@playwright/test';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { addOwner } from './support/owner.ts';
import { open } from './support/people.ts';
import { clientWithVisits, openStaff, signInOwner } from './support/staff-area.ts';
import { sign } from './support/sign.ts';
import { expectNoSideScroll } from './support/watch.ts';

/** No other test books it, so no other client is asked for the form. */
const SERVICE = 'Home Apothecary Visit';
/** The client's browser, a phone, apart from the owner's. */
let clients: BrowserContext;
let phone: Page;
let ids: string[];

test.beforeEach(async ({ page, context, baseURL, browser }) => {
  needsAppDatabase();
  const owner = await addOwner(page);
  await signInOwner(context, baseURL!, owner.email, { unlocked: true });
  clients = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const visits = [{ minutes: 3 * 24 * 60, service: SERVICE }];
  ({ ids } = await clientWithVisits(clients, { first_name: 'Odile', last_name: 'Vale' }, visits));
  phone = await clients.newPage();
});
test.afterEach(async () => {
  await clients?.close();
});

test('a form is changed while a client fills it in, filled in together, and printed', async ({ page }) => {
  const name = `Evenings ${Date.now()}`;
  const publish = async (version: number) => {
    await page.getByRole('button', { name: `Publish version ${version}` }).click();
    const sheet = page.getByRole('dialog', { name: `Publish version ${version}?` });
    await sheet.getByRole('button', { name: `Publish version ${version}` }).click();
    await expect(page.getByText('It is published.')).toBeVisible();
  };
  await test.step('written on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openStaff(page, '/forms', 'Forms');
    await page.getByRole('button', { name: 'New form' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    for (const [label, kind] of [
      ['How do you sleep?', 'Long text'],
      ['Signature', 'Signature'],
    ]) {
      await page.getByRole('group', { name: 'Add' }).getByRole('button', { name: kind! }).click();
      await page.getByLabel('Question', { exact: true }).fill(label!);
    }
    await page.getByRole('radio', { name: 'Who books these services' }).check();
    await page.getByRole('checkbox', { name: SERVICE }).check();
    const up = page.getByRole('listitem', { name: 'Signature' }).getByRole('button', { name: 'Up' });
    await up.click();
    await expect(up).toBeFocused();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await publish(1);
  });

  await test.step('changed on a laptop while a client fills in the old version', async () => {
    await open(phone, '/profile/forms');
    await phone.getByRole('button', { name: `Fill in ${name}` }).click();
    const dialog = phone.getByRole('dialog', { name });
    await dialog.getByLabel('How do you sleep?').fill('Lightly, since the owls are back.');
    await sign(phone, dialog);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Edit How do you sleep?' }).click();
    await page.getByLabel('Question', { exact: true }).fill('How do you usually sleep?');
    await publish(2);
    await dialog.getByRole('button', { name: 'Submit Form' }).click();
    await expect(dialog.getByRole('alert')).toContainText('This form was changed in the meantime.');
    await expect(dialog.getByLabel('How do you usually sleep?')).toHaveValue(
      'Lightly, since the owls are back.',
    );
    await dialog.getByRole('button', { name: 'Submit Form' }).click();
    await expect(phone.getByRole('button', { name: `View ${name}` })).toBeVisible();
  });

  await test.step('what is typed without a network is there after a reload', async () => {
    const description = page.getByLabel('Description');
    await page.route('**/api/staff/forms/*/draft', (route) => route.abort());
    await description.fill('Typed on the train.');
    await expect(page.getByText(/Saved on this device\.$/)).toBeVisible();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(description).toHaveValue('Typed on the train.');
    await page.unroute('**/api/staff/forms/*/draft');
    await expect(page.getByText(/^Saved \d/)).toBeVisible();
    await page.reload();
    await expect(description).toHaveValue('Typed on the train.');
  });

  const asked = (form: string) => page.getByRole('button', { name: `Fill in: ${form}` });
  await test.step('another form is filled in together, with a drawn signature', async () => {
    await openStaff(page, `/bookings/${ids[0]}`, 'Booking');
    await asked('Studio Agreement').click();
    const dialog = page.getByRole('dialog', { name: 'Studio Agreement' });
    await dialog.getByRole('radio', { name: 'I understand' }).check();
    for (const box of await dialog.getByRole('checkbox').all()) await box.check();
    await dialog.getByRole('combobox').selectOption('No touch, please');
    await sign(page, dialog);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Hand it in' }).click();
    await expect(page.getByText('It is filled in.')).toBeVisible();
    await page.getByRole('button', { name: 'Read the answers: Studio Agreement' }).click();
    const answers = page.getByRole('dialog', { name: 'Studio Agreement' });
    await expect(answers).toContainText('Filled in together, ');
    await expect(answers.getByRole('img', { name: 'Signature' })).toBeVisible();
    await answers.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('an empty form fits on a sheet, and is recorded once it is signed', async () => {
    await page.evaluate(() => (window.print = () => undefined));
    await asked('In Case We Need Someone').click();
    const dialog = page.getByRole('dialog', { name: 'In Case We Need Someone' });
    await dialog.getByRole('button', { name: 'Print it empty' }).click();
    await expect(page.getByText('Name: Odile Vale')).toHaveCount(1);
    const sheets = (await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
    expect(sheets).toHaveLength(1);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await dialog.getByRole('button', { name: 'Signed on paper' }).click();
    await dialog.getByRole('button', { name: 'Record it' }).click();
    await expect(page.getByText('It is recorded.')).toBeVisible();
    await open(phone, '/profile/forms');
    await expect(phone.getByText(/^Signed on paper by Odile Vale, /).first()).toBeVisible();
    await expectNoSideScroll(phone);
  });

  await test.step('the new form is retired', async () => {
    await openStaff(page, '/forms', 'Forms');
    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('button', { name: 'Retire' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click();
    await expect(page.getByText('It is retired.')).toBeVisible();
  });
});
