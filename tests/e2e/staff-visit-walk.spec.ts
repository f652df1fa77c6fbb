import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { CHANGED, clientWithIntakes, INTAKE } from './support/intakes.ts';
import { addOwner, codeOf } from './support/owner.ts';
import { mailsTo, open } from './support/people.ts';
import { openStaff, signInOwner } from './support/staff-area.ts';
import { consoleErrors, expectNoSideScroll, tabTo } from './support/watch.ts';

/** The client's browser, apart from the owner's. */
let visitors: BrowserContext;
let owner: Awaited<ReturnType<typeof addOwner>>;
let ivo: Awaited<ReturnType<typeof clientWithIntakes>>;

test.beforeEach(async ({ page, context, baseURL, browser }) => {
  needsAppDatabase();
  owner = await addOwner(page);
  await signInOwner(context, baseURL!, owner.email);
  visitors = await browser.newContext();
  ivo = await clientWithIntakes(visitors);
  const db = await appDatabase();
  const [, id] = ivo.ids;
  await db.query(
    `update bookings set status = 'COMPLETED', start_time = start_time - interval '6 days',
       end_time = end_time - interval '6 days', blocked_until = blocked_until - interval '6 days' where id = $1`,
    [id],
  );
  await db.end();
});
test.afterEach(async () => {
  await visitors?.close();
});

const note = (page: Page) => page.getByRole('textbox', { name: 'Session note' });
const recommendation = (page: Page) => page.getByRole('textbox', { name: 'Recommendation for Ivo' });
const card = (page: Page) => page.getByRole('region', { name: 'For Ivo' });

/** Runs at the width of a phone. */
async function onPhone(page: Page, look: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await look();
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** A wrong code, then the right one. */
async function unlock(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Health notes are locked' });
  await expect(sheet.getByText('Unlock them to read answers and notes.')).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, sheet.getByLabel('Code from your authenticator app'));
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(sheet.getByText('Invalid verification code provided, please try again.')).toBeVisible();
  await sheet.getByLabel('Code from your authenticator app').press('Control+a');
  await page.keyboard.type(codeOf(owner.secret, 1));
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
}

/** Opens the intake of the visit and reads what has changed in it. */
async function readAnswers(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: `Read the answers: ${INTAKE}` }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('After midnight')).toHaveCount(0);
  await unlock(page);
  const answers = page.getByRole('dialog', { name: INTAKE, exact: true });
  await expect(answers.getByText(CHANGED)).toBeVisible();
  await expect(answers.getByText(/^Compared with .*: 1 changed\.$/)).toBeVisible();
  await expectAccessible(page);
  await onPhone(page, async () => await expect(answers.getByText(CHANGED)).toBeVisible());
  await page.keyboard.press('Escape');
  await expect(answers).toHaveCount(0);
}

async function writeAndSign(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('link', { name: 'Session note' }));
  await page.keyboard.press('Enter');
  await tabTo(page, note(page));
  await page.keyboard.type('Shoulders let go halfway.');
  await page.keyboard.press('Control+Enter');
  const sign = page.getByRole('dialog', { name: 'Sign this note?' });
  await expectAccessible(page);
  await tabTo(page, sign.getByRole('button', { name: 'Sign', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Signed by Asha Rao, /)).toBeVisible();
}

/** Writes for the client, suggests a session, looks at what the client will see, and publishes it. */
async function publish(page: Page): Promise<void> {
  await expect(card(page).getByText('Ivo reads this after you publish.')).toBeVisible();
  await tabTo(page, recommendation(page));
  await page.keyboard.type('Supper at seven, warm and soft.');
  await tabTo(page, card(page).getByRole('button', { name: 'Suggest a session' }));
  await page.keyboard.press('Enter');
  await card(page).getByLabel('Session').press('m');
  await expect(card(page).getByLabel('Session').locator('option:checked')).toHaveText(
    'Marma Session, 45 min',
  );
  await expect(
    card(page).getByText(/^Best dates now: \w{3} \d+ \w{3} \d+:\d\d [AP]M, .+ Nothing is held\.$/),
  ).toBeVisible();
  await expect(card(page).getByText(/^Saved \d+:\d\d [AP]M$/)).toBeVisible();
  await expectAccessible(page);
  await onPhone(page, async () => {
    await expect(card(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'For Ivo' }).press('Enter');
    await expect(card(page)).toBeVisible();
  });

  await tabTo(page, card(page).getByRole('button', { name: 'Preview' }));
  await page.keyboard.press('Enter');
  const preview = page.getByRole('dialog', { name: 'What Ivo will see' });
  await expect(preview).toContainText('Supper at seven');
  await expect(preview).toContainText('suggests: Marma Session, in about 2 weeks.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  const sheet = page.getByRole('dialog', { name: 'Publish for Ivo?' });
  await expect(sheet).toContainText('gets an e-mail that something is waiting, without its words.');
  await expectAccessible(page);
  await tabTo(page, sheet.getByRole('button', { name: 'Publish for Ivo' }));
  await page.keyboard.press('Enter');
  await expect(card(page).getByText(/^Published \d+ \w{3}$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'For Ivo' })).toBeFocused();
  await expectAccessible(page);
}

async function lock(page: Page): Promise<void> {
  await page.keyboard.press('Control+l');
  await expect(page.getByText('Health notes are locked.')).toBeVisible();
  await expect(page.getByText('Supper at seven')).toHaveCount(0);
  await expectAccessible(page);
  await expect(async () => {
    expect((await page.request.get('/api/staff/me')).headers()).not.toHaveProperty('x-unlocked-until');
  }).toPass();
}

/** The client reads the note, puts a suggested time into the cart and pays. */
async function readAndBook(client: Page): Promise<void> {
  await open(client, '/profile');
  const suggested = client.getByRole('region', { name: 'Marma Session, in about 2 weeks' });
  await expect(suggested.getByRole('button', { name: /^Add to cart/ })).toHaveCount(3);
  await expectAccessible(client);
  await open(client, `/profile/journey?step=${ivo.ids[1]}`);
  const dialog = client.getByRole('dialog', { name: 'Seasonal Follow-up' });
  await expect(dialog.getByText('Supper at seven, warm and soft.')).toBeVisible();
  await expect(dialog).toContainText(/suggests: Marma Session, 45 min, in about 2 weeks\./);
  await expectAccessible(client);
  // The last one: other tests book the first free times.
  await tabTo(client, dialog.getByRole('button', { name: /^Add to cart/ }).last());
  await client.keyboard.press('Enter');
  await tabTo(client, dialog.getByRole('link', { name: /^In your cart/ }));
  await client.keyboard.press('Enter');
  await expect(client.getByRole('heading', { name: 'Cart', level: 1 })).toBeVisible();
  await tabTo(client, client.getByRole('button', { name: 'Checkout' }));
  await client.keyboard.press('Enter');
  await tabTo(client, client.getByRole('button', { name: 'Pay', exact: true }));
  await client.keyboard.press('Enter');
  await expect(client).toHaveURL(/\/checkout\/success\?session_id=/);
  await expect(client.getByRole('listitem').filter({ hasText: 'Marma Session' })).toBeVisible();
  await open(client, '/profile');
  await expect(client.getByRole('link', { name: 'Upcoming' })).toBeVisible();
  await expect(client.getByText('Marma Session, in about 2 weeks')).toHaveCount(0);
}

test('by keyboard: unlock, read what changed, write, sign, publish with a suggestion, lock; the client reads it, adds a time to the cart and pays', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  await openStaff(page, `/bookings/${ivo.ids[1]}`, 'Booking');
  await readAnswers(page);
  await writeAndSign(page);
  await publish(page);
  await lock(page);
  expect(errors).toEqual([]);

  await expect(async () => {
    const [mail] = await mailsTo(page.request, ivo.email);
    expect(mail?.subject).toContain('is waiting for you');
    expect(mail?.text).not.toMatch(/supper|Marma/i);
  }).toPass();
  const client = await visitors.newPage();
  const clientErrors = consoleErrors(client);
  await readAndBook(client);
  expect(clientErrors).toEqual([]);
});
