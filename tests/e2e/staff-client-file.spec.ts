import { writeOut } from '#domain/people/personal.ts';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect, type Page } from '@playwright/test';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { addOwner, codeOf } from './support/owner.ts';
import { open, send, signInDemo } from './support/people.ts';
import { clientWithVisits, openStaff, signInOwner } from './support/staff-area.ts';
import { consoleErrors, expectNoSideScroll } from './support/watch.ts';

let owner: Awaited<ReturnType<typeof addOwner>>;

test.beforeEach(async ({ page, context, baseURL }) => {
  needsAppDatabase();
  owner = await addOwner(page);
  await signInOwner(context, baseURL!, owner.email);
});

async function unlock(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Health notes are locked' });
  await sheet.getByLabel('Code from your authenticator app').fill(codeOf(owner.secret, 1));
  await sheet.getByRole('button', { name: 'Unlock' }).click();
  await expect(sheet).toHaveCount(0);
}

/** Makes an unlocked call like this browser. */
async function call<T>(page: Page, method: 'GET' | 'PUT' | 'POST', path: string, data?: object): Promise<T> {
  const answer = await page.request.fetch(path, {
    method,
    headers: { 'sec-fetch-site': 'same-origin' },
    ...(data ? { data } : {}),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return JSON.parse(writeOut(await answer.text())) as T;
}

async function idOf(email: string): Promise<string> {
  const db = await appDatabase();
  const { rows } = await db.query<{ id: string }>('select id from users where email = $1', [email]);
  await db.end();
  return rows[0]!.id;
}

/** Everything that this browser keeps, as text. */
const storedIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const bases = await indexedDB.databases();
    const rows = await Promise.all(
      bases.map(
        ({ name }) =>
          new Promise<unknown[]>((resolve) => {
            const opening = indexedDB.open(name!);
            opening.onsuccess = () => {
              const names = [...opening.result.objectStoreNames];
              if (names.length === 0) return resolve([]);
              const all = opening.result.transaction(names).objectStore(names[0]!).getAll();
              all.onsuccess = () => resolve(all.result as unknown[]);
            };
          }),
      ),
    );
    const text = rows.flat().map((row) => {
      const { data } = row as { data?: ArrayBuffer };
      return data ? new TextDecoder('latin1').decode(data) : JSON.stringify(row);
    });
    return JSON.stringify([text, { ...localStorage }, { ...sessionStorage }]);
  });

test('the file of a client is unlocked, read, exported, and gone from the browser once it is locked', async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = consoleErrors(page);
  const visitor = await browser.newContext({ baseURL: baseURL! });
  const { email, ids } = await clientWithVisits(
    { request: visitor.request },
    { first_name: 'Odile', last_name: `Vale${Date.now() % 1e6}` },
    [{ minutes: -9 * 24 * 60 }, { minutes: -3 * 24 * 60 }],
  );
  const [first, last] = ids as [string, string];
  const id = await idOf(email);
  const reflections = await visitor.request.patch(`/auth/update-user-notes?id=${first}`, {
    data: { notes: 'Zorvakwalk after supper.' },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(reflections.ok(), await reflections.text()).toBe(true);

  await openStaff(page, `/clients/${id}?tab=notes`, 'Clients');
  await unlock(page);
  const visits = page.getByRole('region', { name: /Marma Session/ });
  await expect(visits).toHaveCount(2);
  await expect(page.getByText('Zorvakwalk')).toHaveCount(0);
  await page.getByRole('link', { name: 'Write note' }).first().click();
  await page.getByRole('textbox', { name: 'Session note' }).fill('Zorvaknote of the jaw.');
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
  const note = `/api/staff/bookings/${first}/session-note`;
  await call(page, 'PUT', note, { body: 'Zorvaksigned.', version: 0 });
  await call(page, 'POST', `${note}/sign`, { action_id: randomUUID(), version: 1 });
  await call(page, 'POST', `${note}/addenda`, { action_id: randomUUID(), body: 'Zorvakadded.' });
  await call(page, 'PUT', `/api/staff/clients/${id}/pinned-note`, { body: 'Zorvakpinned.', version: 0 });
  await call(page, 'PUT', `/api/staff/bookings/${last}/recommendation`, {
    draft: 'Zorvakdraft.',
    version: 0,
  });
  await send({ request: visitor.request }, '/auth/share-notes', { id: first, shared: true });

  await openStaff(page, `/clients/${id}`, 'Clients');
  await page.getByRole('tab', { name: /^Notes/ }).click();
  await expect(page.getByRole('region', { name: 'Important' })).toContainText('Zorvakpinned.');
  await expect(page.getByRole('region', { name: 'Since last time' })).toContainText('Added to the note on');
  await expect(visits.first()).toContainText('Zorvaknote of the jaw.');
  await expect(visits.first()).toContainText('Not signed');
  await expect(visits.first()).toContainText('Zorvakdraft.');
  await expect(visits.last()).toContainText(/Zorvaksigned\..*Zorvakadded\..*Signed by Asha Rao/);
  await expect(visits.last().getByRole('article').filter({ hasText: 'Shared by Odile' })).toContainText(
    'Zorvakwalk after supper.',
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'More for Odile' }).click();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export file' }).click(),
  ]);
  const files = Object.values(unzipSync(readFileSync(await download.path()))).map((bytes) =>
    strFromU8(bytes),
  );
  for (const word of ['Zorvaknote', 'Zorvaksigned', 'Zorvakadded', 'Zorvakpinned', 'Zorvakwalk'])
    expect(files.join('\n')).toContain(word);

  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(page.getByText('Health notes are locked.')).toBeVisible();
  expect(await page.content()).not.toContain('Zorvak');
  expect(await storedIn(page)).not.toContain('Zorvak');
  await expectAccessible(page);

  // The client reads who has read it.
  const settings = await visitor.newPage();
  await open(settings, '/profile/settings');
  await expect(settings.getByText(/^Asha read your reflection on Marma Session of /)).toBeVisible();
  await expect(settings.getByText(/^Asha saved your record as a file on /)).toBeVisible();
  await visitor.close();
  expect(errors).toEqual([]);
});

test('answers stand beside those before, and say in words what has changed', async ({ page }) => {
  const db = await appDatabase();
  const { rows } = await db.query<{ id: string }>(`select id from users where email = 'demo@example.com'`);
  await db.end();
  await openStaff(page, `/clients/${rows[0]!.id}?tab=forms`, 'Clients');
  await unlock(page);
  await expect(page.getByText('The first time this form was filled in.')).toBeVisible();
  await expectAccessible(page);
  // The intake was filled in again for the follow-up of the summer.
  await page.getByRole('navigation', { name: 'Forms' }).getByRole('link').nth(1).click();
  const changed = page.getByRole('row').filter({ hasText: 'Changed.' });
  await expect(changed.filter({ hasText: 'fall asleep' })).toHaveText(
    /± Changed\.\s*Before: Between 11 PM and midnight\s*Now: Between 10 and 11 PM/,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
});

test('a record without a login is deleted, with its consequences on the sheet', async ({ page, request }) => {
  const errors = consoleErrors(page);
  const { email } = await clientWithVisits(
    { request },
    { first_name: 'Wim', last_name: `Dal${Date.now() % 1e6}` },
    [{ minutes: 50 * 60 }],
  );
  const id = await idOf(email);
  const db = await appDatabase();
  await db.query('update users set cognito_sub = null where id = $1', [id]);
  await db.end();
  await openStaff(page, `/clients/${id}`, 'Clients');
  await page.getByRole('button', { name: 'More for Wim' }).click();
  await page.getByRole('button', { name: 'Delete record…' }).click();
  await unlock(page);
  const sheet = page.getByRole('dialog', { name: 'Delete the record of Wim?' });
  await expect(sheet.getByText(/^Cancelled: Marma Session, /)).toBeVisible();
  await expect(sheet.getByText('Wim gets an e-mail that the record was deleted.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Delete the record' }).click();
  await expect(page.getByText('The record was deleted.')).toBeVisible();
  await expect(page).toHaveURL(/\/staff\/clients$/);
  await page.goto(`/staff/clients/${id}`);
  await expect(page.getByText('This client was not found.')).toBeVisible();
  expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
});

test('where an invitation would lead nowhere, the page says so and merges the records', async ({
  page,
  request,
}) => {
  const errors = consoleErrors(page);
  const last_name = `Noor${Date.now() % 1e6}`;
  const visits = [{ minutes: 50 * 60 }];
  const mira = await clientWithVisits({ request }, { first_name: 'Mira', last_name }, visits);
  const kit = await clientWithVisits({ request }, { first_name: 'Kit', last_name }, [{ minutes: 74 * 60 }]);
  const into = await idOf(mira.email);
  const id = await idOf(kit.email);
  const db = await appDatabase();
  await db.query('update users set cognito_sub = null, email = $2 where id = $1', [id, mira.email]);
  await page.setViewportSize({ width: 360, height: 740 });
  await openStaff(page, `/clients/${id}`, 'Clients');
  await expect(
    page.getByText(/^Mira N\. signs in with this e-mail, and a login has one record/),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send invitation' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Merge records…' }).click();
  await unlock(page);
  const sheet = page.getByRole('dialog', { name: 'Merge the record of Kit into another one?' });
  await expect(sheet.getByRole('radio', { name: `Mira ${last_name}` })).toBeChecked();
  await expect(sheet.getByText('1 visit goes to Mira N., with payments.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await sheet.getByRole('button', { name: 'Merge into Mira N.' }).click();
  await expect(page.getByText('The records were merged.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/staff/clients/${into}$`));
  await expect(page.getByRole('article', { name: `Mira ${last_name}` })).toBeVisible();
  const { rows } = await db.query('select id from bookings where user_id = $1', [into]);
  await db.end();
  expect(rows).toHaveLength(2);
  expect(errors).toEqual([]);
});

test('a client lets the practitioner read one reflection, and takes it back', async ({ page }) => {
  await signInDemo(page);
  const bookings = (await (await page.request.get('/auth/get-user-bookings')).json()) as {
    id: string;
    client_notes: object | null;
  }[];
  const { id } = bookings.find(({ client_notes }) => client_notes !== null)!;
  await send(page, '/auth/share-notes', { id, shared: false });
  await open(page, `/profile/journey?step=${id}`);
  const box = page.getByRole('checkbox', { name: 'Let Nalini read this one' });
  await expect(page.getByText('Only you can read this reflection.')).toBeVisible();
  await box.press('Space');
  await expect(page.getByText('Nalini can read this reflection, also after you change it.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(box).toBeChecked();
  await box.press('Space');
  await expect(page.getByText('Only you can read this reflection.')).toBeVisible();
});
