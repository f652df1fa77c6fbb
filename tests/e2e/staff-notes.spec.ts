import { expect, type Locator, type Page } from '@playwright/test';
import type { NotesOfVisit } from '#contract/notes.schemas.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/lasting-page.ts';
import { addOwner, codeOf } from './support/owner.ts';
import { clientWithVisits, openStaff, signInOwner } from './support/staff-area.ts';
import { consoleErrors, expectNoSideScroll } from './support/watch.ts';

let owner: Awaited<ReturnType<typeof addOwner>>;
let booking_id: string;

test.beforeEach(async ({ page, context, baseURL, request }) => {
  needsAppDatabase();
  owner = await addOwner(page);
  await signInOwner(context, baseURL!, owner.email);
  const last_name = `Vale${Date.now() % 1e6}`;
  const { ids } = await clientWithVisits({ request }, { first_name: 'Odile', last_name }, [
    { minutes: -3 * 24 * 60 },
  ]);
  booking_id = ids[0]!;
});

const PATH = () => `/api/staff/bookings/${booking_id}/session-note`;
const editor = (page: Page) => page.getByRole('textbox', { name: 'Session note' });
const card = (page: Page) => page.getByRole('region', { name: 'For you: session note.' });

async function unlock(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Health notes are locked' });
  await sheet.getByLabel('Code from your authenticator app').fill(codeOf(owner.secret, 1));
  await sheet.getByRole('button', { name: 'Unlock' }).click();
  await expect(sheet).toHaveCount(0);
}

/** Saves a text like another device of the owner. */
async function saveElsewhere(page: Page, text: string): Promise<void> {
  const { note } = (await (await page.request.get(PATH())).json()) as NotesOfVisit;
  const answer = await page.request.put(PATH(), {
    data: { body: text, version: note?.version ?? 0 },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('a session note is written, saved by itself, signed and added to', async ({ page }) => {
  const errors = consoleErrors(page);
  await openStaff(page, `/bookings/${booking_id}`, 'Booking');
  await page.getByRole('link', { name: 'Session note' }).click();
  await unlock(page);
  await expect(card(page).getByText('Odile never sees this.')).toBeVisible();
  await expect(card(page).getByText('No note yet. Start with a template or just write.')).toBeVisible();
  await card(page).getByRole('button', { name: 'SOAP' }).click();
  await expect(editor(page)).toContainText('Subjective');
  // The cursor is below the first heading.
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type('Slept badly since Monday.');
  await expect(editor(page).locator('h3 + p').first()).toHaveText('Slept badly since Monday.');
  await expect(card(page).getByRole('status')).toHaveText(/^Saved \d+:\d\d [AP]M$/);
  await expectAccessible(page);
  const heading = editor(page).locator('h3').first();
  const faceOf = (target: Locator) =>
    target.evaluate((element) => {
      const { fontFamily, fontSize, fontWeight, lineHeight } = getComputedStyle(element);
      return [fontFamily, fontSize, fontWeight, lineHeight];
    });
  const face = await faceOf(heading);
  await heading.click();
  const button = card(page).getByRole('button', { name: 'Heading' });
  await expect(button).toHaveAttribute('aria-pressed', 'true');

  await card(page).getByRole('button', { name: 'Sign', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Sign this note?' });
  await expect(sheet.locator('.dialog-foot')).toHaveCSS('justify-content', 'flex-end');
  await expect(sheet).toContainText('After that you can only add to it.');
  await sheet.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(card(page).getByText(/^Signed by Asha Rao, /)).toBeVisible();
  await expect(editor(page)).toHaveCount(0);
  expect(await faceOf(card(page).getByRole('heading', { name: 'Subjective' }))).toEqual(face);

  await card(page).getByRole('button', { name: 'Add to it' }).click();
  await page.getByRole('textbox', { name: 'Add to this note' }).fill('She called: better.');
  await card(page).getByRole('button', { name: 'Sign and add' }).click();
  await expect(card(page).getByText(/^Added by Asha Rao, /)).toBeVisible();
  await expect(card(page)).toContainText('She called: better.');
  await expectAccessible(page, { part: card(page) });
  expect(errors).toEqual([]);
});

test('a phone call without a visit is written about and signed, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openStaff(page, `/bookings/${booking_id}/notes`, 'Notes');
  await unlock(page);
  const { visit } = (await (await page.request.get(PATH())).json()) as NotesOfVisit;
  await openStaff(page, `/clients/${visit.client.id}?tab=notes`, 'Clients');
  await page.getByRole('button', { name: 'Phone call' }).click();
  const note = page.getByRole('region', { name: 'For you: note.' });
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('She sleeps better.');
  await expect(note.getByRole('status')).toHaveText(/^Saved/);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await note.getByRole('button', { name: 'Sign', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Sign this note?' })
    .getByRole('button', { name: 'Sign', exact: true })
    .click();
  await expect(note.getByText(/^Signed by Asha Rao, /)).toBeVisible();
  await page.reload();
  const entry = page.getByRole('region', { name: /Phone call/ });
  await expect(entry).toContainText('She sleeps better.');
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('two devices write one note: both texts are there to choose, and what was typed offline is kept', async ({
  page,
  context,
}) => {
  await openStaff(page, `/bookings/${booking_id}/notes`, 'Notes');
  await unlock(page);
  await editor(page).fill('From the laptop.');
  await expect(card(page).getByRole('status')).toHaveText(/^Saved/);
  await saveElsewhere(page, 'From the phone.');
  await editor(page).fill('From the laptop, more.');
  const conflict = card(page);
  await expect(conflict.getByText('This note was changed on another device')).toBeFocused();
  await expect(conflict.getByRole('region', { name: 'Mine, typed here' })).toContainText(
    'From the laptop, more.',
  );
  await expect(conflict.getByRole('region', { name: 'Theirs, saved meanwhile' })).toContainText(
    'From the phone.',
  );
  await expectAccessible(page, { part: conflict });
  await conflict.getByRole('button', { name: 'Put mine below' }).click();
  await expect(editor(page)).toContainText('From the phone.');
  await expect(editor(page)).toContainText('From the laptop, more.');
  await expect(card(page).getByRole('status')).toHaveText(/^Saved/);

  // Without a network the text stays on the device, unreadable to others, and comes back with the page.
  await page.route('**/session-note', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await editor(page).press('Control+End');
  await page.keyboard.type('Typed without a network.');
  await expect(card(page).getByRole('status')).toHaveText('Couldn’t save. Retrying. Saved on this device.');
  const kept = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('staff-drafts');
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => resolve(all.result.map(({ data }) => new TextDecoder().decode(data)).join());
        };
      }),
  );
  expect(kept.length).toBeGreaterThan(20);
  expect(kept).not.toContain('network');
  await page.getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out with unsaved notes?' });
  await expect(question).toContainText('One note in this browser isn’t saved yet.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Not now' }).click();
  const again = await context.newPage();
  await openStaff(again, `/bookings/${booking_id}/notes`, 'Notes');
  await expect(editor(again)).toContainText('Typed without a network.');
  await expect(card(again).getByRole('status')).toHaveText(/^Saved/);
  await again.close();
});

test('what is pinned shows before every visit', async ({ page }) => {
  await openStaff(page, `/bookings/${booking_id}/notes`, 'Notes');
  await unlock(page);
  const pinned = page.getByRole('region', { name: 'Important' });
  await pinned.getByRole('button', { name: 'Edit what is important about Odile' }).click();
  await page.getByRole('textbox', { name: 'Important' }).fill('Cashews make her mouth itch.');
  await pinned.getByRole('button', { name: 'Done' }).click();
  await expect(pinned.getByText('Cashews make her mouth itch.')).toBeVisible();
  await page.reload();
  await expect(pinned.getByText('Cashews make her mouth itch.')).toBeVisible();
});
