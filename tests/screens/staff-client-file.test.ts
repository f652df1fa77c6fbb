import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  staffAddToSessionNote,
  staffSavePinnedNote,
  staffSaveRecommendation,
  staffSaveSessionNote,
  staffSignSessionNote,
} from '#contract/staff.calls.ts';
import { shareNotes } from '#contract/client.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { setUpOwner } from '#tests/support/staff-browser.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Page } from './support/page.ts';
import { signInDemo } from './support/people.ts';
import { visitor } from './support/site.ts';
import { openStaff, staffBrowser } from './support/staff-area.ts';
import { clientWithVisits } from './support/visits.ts';

const app = await testApp();

const DAY = 24 * 60;

/** Enters a code where health data is asked for. */
async function unlock(page: Page, code: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Health notes are locked' });
  await sheet.getByLabel('Code from your authenticator app').fill(code);
  await sheet.getByRole('button', { name: 'Unlock' }).click();
  await expect(sheet).toHaveCount(0);
}

const idOf = async (email: string): Promise<string> =>
  (await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

/** Takes the login from a record, and gives it this address. */
const withoutLogin = (id: string, email: string) =>
  app.db.updateTable('users').set({ cognito_sub: null, email }).where('id', '=', id).execute();

test('the file of a client is unlocked, read, and gone from the page once it is locked', async () => {
  const owner = await setUpOwner(app, 'file@example.com');
  const page = await staffBrowser(app, { email: owner.email });
  const { email, ids, client } = await clientWithVisits(app, { first_name: 'Odile', last_name: 'Vale' }, [
    { minutes: -9 * DAY },
    { minutes: -3 * DAY },
  ]);
  const [first, last] = ids as [string, string];
  const id = await idOf(email);
  const notes = { notes: 'Zorvakwalk after supper.' };
  await client.send({ method: 'PATCH', url: `/auth/update-user-notes?id=${first}`, payload: notes });

  await openStaff(page, `/clients/${id}?tab=notes`, 'Clients');
  await unlock(page, owner.nextCode());
  const visits = page.getByRole('region', { name: /Marma Session/ });
  await expect(visits).toHaveCount(2);
  await expect(page.getByText('Zorvakwalk')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Write note' })).toHaveCount(2);
  const [ofLast, ofFirst] = [{ id: last }, { id: first }];
  const action = () => ({ action_id: randomUUID() });
  const note = (body: string) => ({ body, version: 0 });
  await page.call(staffSaveSessionNote, { params: ofLast, body: note('Zorvaknote of the jaw.') });
  await page.call(staffSaveSessionNote, { params: ofFirst, body: note('Zorvaksigned.') });
  await page.call(staffSignSessionNote, { params: ofFirst, body: { ...action(), version: 1 } });
  await page.call(staffAddToSessionNote, { params: ofFirst, body: { ...action(), body: 'Zorvakadded.' } });
  await page.call(staffSavePinnedNote, { params: { id }, body: note('Zorvakpinned.') });
  await page.call(staffSaveRecommendation, { params: ofLast, body: { draft: 'Zorvakdraft.', version: 0 } });
  await client.call(shareNotes, { body: { id: first, shared: true } });

  await openStaff(page, `/clients/${id}`, 'Clients');
  await page.getByRole('tab', { name: /^Notes/ }).click();
  await expect(page.getByRole('region', { name: 'Important' })).toContainText('Zorvakpinned.');
  await expect(page.getByRole('region', { name: 'Since last time' })).toContainText('Added to the note on');
  await expect(visits.first()).toContainText('Zorvaknote of the jaw.');
  await expect(visits.first()).toContainText('Not signed');
  await expect(visits.first()).toContainText('Zorvakdraft.');
  await expect(visits.last()).toContainText(/Zorvaksigned\..*Zorvakadded\..*Signed by Asha/);
  await expect(visits.last().getByRole('article').filter({ hasText: 'Shared by Odile' })).toContainText(
    'Zorvakwalk after supper.',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(page.getByText('Health notes are locked.')).toBeVisible();
  expect(document.documentElement.outerHTML).not.toContain('Zorvak');
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('Zorvak');

  // The client reads who has read it.
  await client.goto('/profile/settings');
  await expect(client.getByText(/^Asha read your reflection on Marma Session of /)).toBeVisible();
});

test('a note about a phone call is in the file, and found by its words', async () => {
  const page = await staffBrowser(app, { unlocked: true });
  const { email } = await clientWithVisits(app, { first_name: 'Ulla', last_name: 'Berg' }, []);
  const id = await idOf(email);
  await openStaff(page, `/clients/${id}?tab=notes`, 'Clients');
  await expect(page.getByText('No visit yet, and nothing is written.')).toBeVisible();
  await page.getByRole('button', { name: 'Phone call' }).click();
  await expect(page.getByRole('region', { name: 'For you: note.' })).toContainText('Ulla never sees this.');
  const note = randomUUID();
  const contact = { client_id: id, kind: 'PHONE' } as const;
  const body = { body: 'The left elbow is better.', version: 0, contact };
  await page.call(staffSaveSessionNote, { params: { id: note }, body });
  const signature = { action_id: randomUUID(), version: 1 };
  await page.call(staffSignSessionNote, { params: { id: note }, body: signature });

  await openStaff(page, `/clients/${id}`, 'Clients');
  await page.getByRole('tab', { name: /^Notes/ }).click();
  const entry = page.getByRole('region', { name: /Phone call/ });
  await expect(entry).toContainText('The left elbow is better.');
  await expect(entry).toContainText('Signed by');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Search notes' }).click();
  await expect(page.getByText('Only in the notes about one client.')).toBeVisible();
  await page.getByLabel('Words in your notes').fill('e');
  await expect(page.getByRole('button', { name: 'Search', exact: true }).last()).toBeDisabled();
  await page.getByLabel('Words in your notes').fill('knee');
  await page.getByLabel('Words in your notes').press('Enter');
  await expect(page.getByText('No note has these words.')).toBeVisible();
  await page.getByLabel('Words in your notes').fill('ELBOW better');
  await page.getByLabel('Words in your notes').press('Enter');
  const found = page.getByRole('link', { name: 'Ulla Berg, Phone call, 2 Mar' });
  await expect(found).toHaveAttribute('href', `/staff/clients/${id}?tab=notes&from=${note}`);
  await expectAccessible(page);
  expect(page.url()).not.toContain('ELBOW');
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(found).toHaveCount(0);
});

test('a search with more than 50 notes goes on with older ones, and is recorded once', async () => {
  const page = await staffBrowser(app, { unlocked: true });
  const { email } = await clientWithVisits(app, { first_name: 'Runa', last_name: 'Dahl' }, []);
  const id = await idOf(email);
  const contact = { client_id: id, kind: 'PHONE' } as const;
  for (let n = 1; n <= 51; n++) {
    page.setTime(new Date(app.clock.now().getTime() + 1000));
    await page.call(staffSaveSessionNote, {
      params: { id: randomUUID() },
      body: { body: `Zorvaktea ${n}.`, version: 0, contact },
    });
  }
  const records = async () =>
    (await app.db.selectFrom('staff_actions').select('id').where('action', '=', 'notes.search').execute())
      .length;
  const before = await records();
  await openStaff(page, `/notes?client=${id}`, 'Search in notes');
  await page.getByLabel('Words in your notes').fill('zorvaktea');
  await page.getByLabel('Words in your notes').press('Enter');
  const found = page.getByRole('link', { name: /^Runa Dahl, Phone call/ });
  await expect(found).toHaveCount(50);
  // What is typed meanwhile is another search.
  await page.getByLabel('Words in your notes').fill('elbow');
  await page.getByRole('button', { name: 'Search older notes' }).click();
  await expect(found).toHaveCount(51);
  await expect(page.getByRole('button', { name: 'Search older notes' })).toHaveCount(0);
  expect(await records()).toBe(before + 1);
});

test('answers stand beside those before, and say in words what has changed', async () => {
  const page = await staffBrowser(app, { unlocked: true });
  await openStaff(page, `/clients/${await idOf('demo@example.com')}?tab=forms`, 'Clients');
  await expect(page.getByText('The first time this form was filled in.')).toBeVisible();
  await expectAccessible(page);
  // The intake was filled in again for the follow-up of the summer.
  await page.getByRole('navigation', { name: 'Forms' }).getByRole('link').nth(1).click();
  const changed = page.getByRole('row').filter({ hasText: 'Changed.' });
  await expect(changed.filter({ hasText: 'fall asleep' })).toHaveText(
    /± Changed\.\s*Before: Between 11 PM and midnight\s*Now: Between 10 and 11 PM/,
  );
  await expectAccessible(page);
});

test('a record without a login is deleted, with its consequences on the sheet', async () => {
  const owner = await setUpOwner(app, 'deletes@example.com');
  const page = await staffBrowser(app, { email: owner.email });
  const { email } = await clientWithVisits(app, { first_name: 'Wim', last_name: 'Dal' }, [{ minutes: 3000 }]);
  const id = await idOf(email);
  await withoutLogin(id, email);
  await openStaff(page, `/clients/${id}`, 'Clients');
  await page.getByRole('button', { name: 'More for Wim' }).click();
  await page.getByRole('button', { name: 'Delete record…' }).click();
  await unlock(page, owner.nextCode());
  const sheet = page.getByRole('dialog', { name: 'Delete the record of Wim?' });
  await expect(sheet.getByText(/^Cancelled: Marma Session, /)).toBeVisible();
  await expect(sheet.getByText('Wim gets an e-mail that the record was deleted.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Delete the record' }).click();
  await expect(page.getByText('The record was deleted.')).toBeVisible();
  await expect(page).toHaveURL('/staff/clients');
  await page.goto(`/staff/clients/${id}`);
  await expect(page.getByText('This client was not found.')).toBeVisible();
});

test('where an invitation would lead nowhere, the page says so and merges the records', async () => {
  const owner = await setUpOwner(app, 'merges@example.com');
  const page = await staffBrowser(app, { email: owner.email });
  const mira = await clientWithVisits(app, { first_name: 'Mira', last_name: 'Noor' }, [{ minutes: 3000 }]);
  const kit = await clientWithVisits(app, { first_name: 'Kit', last_name: 'Noor' }, [{ minutes: 4440 }]);
  const into = await idOf(mira.email);
  const id = await idOf(kit.email);
  await withoutLogin(id, mira.email);
  await openStaff(page, `/clients/${id}`, 'Clients');
  await expect(
    page.getByText(/^Mira N\. signs in with this e-mail, and a login has one record/),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send invitation' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Merge records…' }).click();
  await unlock(page, owner.nextCode());
  const sheet = page.getByRole('dialog', { name: 'Merge the record of Kit into another one?' });
  await expect(sheet.getByRole('radio', { name: 'Mira Noor' })).toBeChecked();
  await expect(sheet.getByText('1 visit goes to Mira N., with payments.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Merge into Mira N.' }).click();
  await expect(page.getByText('The records were merged.')).toBeVisible();
  await expect(page).toHaveURL(`/staff/clients/${into}`);
  await expect(page.getByRole('article', { name: 'Mira Noor' })).toBeVisible();
  const bookings = await app.db.selectFrom('bookings').select('id').where('user_id', '=', into).execute();
  expect(bookings).toHaveLength(2);
});

test('a client lets the practitioner read one reflection, and takes it back', async () => {
  const page = visitor(app);
  await signInDemo(page);
  const bookings = async () =>
    (await page.send({ url: '/auth/get-user-bookings' })).json<
      { id: string; client_notes: object | null; client_notes_shared_at: string | null }[]
    >();
  const { id } = (await bookings()).find(({ client_notes }) => client_notes !== null)!;
  await page.call(shareNotes, { body: { id, shared: false } });
  await page.goto(`/profile/journey?step=${id}`);
  const box = page.getByRole('checkbox', { name: 'Let Nalini read this one' });
  await expect(page.getByText('Only you can read this reflection.')).toBeVisible();
  await box.press('Space');
  await expect(page.getByText('Nalini can read this reflection, also after you change it.')).toBeVisible();
  await expectAccessible(page);
  // The box shows it before the server has stored it.
  const shared = async () => (await bookings()).find((each) => each.id === id)?.client_notes_shared_at;
  await expect.poll(shared).toBeTruthy();
  await expect(box).toBeChecked();
  await page.reload();
  await expect(box).toBeChecked();
  await box.press('Space');
  await expect(page.getByText('Only you can read this reflection.')).toBeVisible();
});
