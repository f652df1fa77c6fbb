import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect, type Page } from '@playwright/test';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { addOwner, codeOf } from './support/owner.ts';
import { send } from './support/people.ts';
import { callAsStaff, clientWithVisits, openStaff, signInOwner } from './support/staff-area.ts';
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

async function put(page: Page, path: string, data: object): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.put(`/api/staff${path}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
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

test('the file of a client is written, exported, and gone from the browser once it is locked', async ({
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
  await page.getByRole('link', { name: 'Write note' }).first().click();
  await page.getByRole('textbox', { name: 'Session note' }).fill('Zorvaknote of the jaw.');
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
  const note = `/bookings/${first}/session-note`;
  await put(page, note, { body: 'Zorvaksigned.', version: 0 });
  await callAsStaff(page, `${note}/sign`, { version: 1 });
  await callAsStaff(page, `${note}/addenda`, { body: 'Zorvakadded.' });
  await put(page, `/clients/${id}/pinned-note`, { body: 'Zorvakpinned.', version: 0 });
  await put(page, `/bookings/${last}/recommendation`, { draft: 'Zorvakdraft.', version: 0 });
  await send({ request: visitor.request }, '/auth/share-notes', { id: first, shared: true });

  await openStaff(page, `/clients/${id}`, 'Clients');
  await page.getByRole('tab', { name: /^Notes/ }).click();
  const visits = page.getByRole('region', { name: /Marma Session/ });
  await expect(visits.first()).toContainText('Zorvaknote of the jaw.');
  await expect(visits.last()).toContainText('Zorvakwalk after supper.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'More for Odile' }).click();
  // It lies over what is pinned.
  const menu = page.getByRole('button', { name: 'Export file' }).locator('xpath=..');
  await expectAccessible(page, { part: menu });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export file' }).click(),
  ]);
  const files = Object.values(unzipSync(readFileSync(await download.path())));
  expect(files.map((bytes) => strFromU8(bytes)).join()).toContain('Zorvaknote');

  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(page.getByText('Health notes are locked.')).toBeVisible();
  expect(await page.content()).not.toContain('Zorvak');
  expect(await storedIn(page)).not.toContain('Zorvak');
  await expectAccessible(page);
  await visitor.close();
  expect(errors).toEqual([]);
});

test('the forms of a client, and the sheets that merge and delete records, fit every width', async ({
  page,
  request,
  context,
  baseURL,
}) => {
  const errors = consoleErrors(page);
  await signInOwner(context, baseURL!, owner.email, { unlocked: true });
  await openStaff(page, `/clients/${await idOf('demo@example.com')}?tab=forms`, 'Clients');
  await expect(page.getByText('The first time this form was filled in.')).toBeVisible();
  await expectAccessible(page);
  // The intake was filled in again for the follow-up of the summer.
  await page.getByRole('navigation', { name: 'Forms' }).getByRole('link').nth(1).click();
  await expect(page.getByRole('row').filter({ hasText: 'Changed.' }).first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);

  const last_name = `Noor${Date.now() % 1e6}`;
  const visits = [{ minutes: 50 * 60 }];
  const mira = await clientWithVisits({ request }, { first_name: 'Mira', last_name }, visits);
  const kit = await clientWithVisits({ request }, { first_name: 'Kit', last_name }, [{ minutes: 74 * 60 }]);
  const id = await idOf(kit.email);
  const db = await appDatabase();
  await db.query('update users set cognito_sub = null, email = $2 where id = $1', [id, mira.email]);
  await db.end();
  await openStaff(page, `/clients/${id}`, 'Clients');
  await expect(
    page.getByText(/^Mira N\. signs in with this e-mail, and a login has one record/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Merge records…' }).click();
  const merge = page.getByRole('dialog', { name: 'Merge the record of Kit into another one?' });
  await expect(merge.getByText('1 visit goes to Mira N., with payments.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More for Kit' }).click();
  await page.getByRole('button', { name: 'Delete record…' }).click();
  const erase = page.getByRole('dialog', { name: 'Delete the record of Kit?' });
  await expect(erase.getByText(/^Cancelled: Marma Session, /)).toBeVisible();
  await expectAccessible(page);
  expect(errors).toEqual([]);
});
