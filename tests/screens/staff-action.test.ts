import { expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Page } from './support/page.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';

const app = await testApp();

const save = (page: Page) => page.getByRole('button', { name: 'Put it on the calendar' });

async function typeEvent(title: string) {
  const page = await staffBrowser(app);
  await openStaff(page, '/events', 'Events');
  await page.getByRole('button', { name: 'New event', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'New event' });
  await sheet.getByLabel('Title').fill(title);
  await sheet.getByLabel('Description').fill('Bring a sock.');
  await sheet.getByLabel('Date', { exact: true }).fill('2031-03-14');
  return { page, sheet };
}

/** Saves; the event arrives, and its answer is lost. */
async function saveWithoutAnswer(page: Page) {
  const end = page.intercept('POST', '/api/staff/events', async (ask) => {
    await ask();
    throw new TypeError('No answer');
  });
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText('Couldn’t reach the server.');
  end();
}

const coming = async (page: Page, title: string) => {
  await page.getByRole('button', { name: 'Coming', exact: true }).click();
  return page.getByRole('button', { name: title });
};

test('an event whose answer was lost is created once, whatever is typed before Save is pressed again', async () => {
  const { page, sheet } = await typeEvent('Lost answer');
  await saveWithoutAnswer(page);
  await sheet.getByLabel('Description').pressSequentially('!');
  await save(page).click();
  await expect(sheet.getByRole('alert')).toContainText('The first try went through after all');
  await expect(save(page)).toBeDisabled();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(await coming(page, 'Lost answer')).toHaveCount(1);
});

test('an event whose answer was lost is created once when the same is sent again', async () => {
  const { page, sheet } = await typeEvent('Same again');
  await saveWithoutAnswer(page);
  await save(page).click();
  await expect(sheet).toHaveCount(0);
  await expect(await coming(page, 'Same again')).toHaveCount(1);
});

test('a refusal marks the field that it names, and says which text it means where there is no such field', async () => {
  const { page, sheet } = await typeEvent('Refused');
  const refuseWith = async (details: Record<string, string>) => {
    const refusal = { code: 'INVALID_INPUT', message: 'Please check the marked fields.', details };
    const end = page.intercept('POST', '/api/staff/events', () =>
      Promise.resolve(Response.json(refusal, { status: 422 })),
    );
    await save(page).click();
    return end;
  };
  const end = await refuseWith({ 'event.location': 'Please leave out this sign.' });
  const place = sheet.getByLabel('Place');
  await expect(place).toBeFocused();
  await expect(place).toHaveAccessibleDescription(/Please leave out this sign\./);
  await expect(sheet.getByRole('alert')).toHaveCount(0);
  await place.fill('The garden');
  await expect(place).not.toHaveAttribute('aria-invalid');
  end();
  await refuseWith({ internal_note: 'This has a sign that can’t be kept.' });
  await expect(sheet.getByRole('alert')).toHaveText('Internal note: This has a sign that can’t be kept.');
});

test('a text that is too long is counted and kept whole, and nothing is sent before it is shorter', async () => {
  const { page, sheet } = await typeEvent('x'.repeat(160));
  const title = sheet.getByLabel('Title');
  await expect(title).toHaveValue('x'.repeat(160));
  await expect(title).toHaveAccessibleDescription(
    'Please shorten this by 10 characters. 160 of 150 characters.',
  );
  await save(page).click();
  await expect(title).toBeFocused();
  expect(page.requests).not.toContain('POST /api/staff/events');
  await title.fill('Short');
  await expect(title).not.toHaveAttribute('aria-invalid');
});

test('a long text pasted into a search is counted, not cut', async () => {
  const page = await staffBrowser(app);
  await openStaff(page, '/clients', 'Clients');
  const field = page.getByLabel('Search clients');
  await field.fill('x'.repeat(120));
  await expect(field).toHaveValue('x'.repeat(120));
  await expect(field).toHaveAccessibleDescription(/Please shorten this by 20 characters\./);
});
