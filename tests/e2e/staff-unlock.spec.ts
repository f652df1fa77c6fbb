import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import type { OutputOf } from '#contract/call.ts';
import type { getForms } from '#contract/forms.calls.ts';
import type { Form } from '#contract/forms.schemas.ts';
import { sampleSignature } from '#server/seed/sample-signature.ts';
import { needsAppDatabase } from './support/app-database.ts';
import { expectAccessible } from './support/axe.ts';
import { addOwner, codeOf } from './support/owner.ts';
import { clientWithVisits, openStaff, signInOwner } from './support/staff-area.ts';
import { consoleErrors, expectNoSideScroll, tabTo } from './support/watch.ts';

/** The client's browser, apart from the owner's. */
let visitors: BrowserContext;
let owner: Awaited<ReturnType<typeof addOwner>>;

test.beforeEach(async ({ page, context, baseURL, browser }) => {
  needsAppDatabase();
  owner = await addOwner(page);
  await signInOwner(context, baseURL!, owner.email);
  visitors = await browser.newContext();
});
test.afterEach(async () => {
  await visitors?.close();
});

const CHANGED = 'Changed. Before: Before 10 PM. Now: After midnight.';
const INTAKE = 'Ayurvedic Intake';
const DAY_MINUTES = 24 * 60;

/** Answers that fit each question, with these instead. */
function answersTo({ content }: Form, own: Record<string, string>): Record<string, unknown> {
  const questions = content.sections.flatMap((section) => section.questions);
  return Object.fromEntries(
    questions.map(({ id, type, options }) => {
      if (own[id] !== undefined) return [id, own[id]];
      if (type === 'CHECKBOX') return [id, [options[0]]];
      if (type === 'RADIO' || type === 'SELECT') return [id, options[0]];
      return [id, type === 'SIGNATURE' ? sampleSignature() : 'A plain answer'];
    }),
  );
}

/** A client who has filled in the intake for two visits, with one other answer, and signed the agreement. */
async function clientWithIntakes(): Promise<string> {
  const { ids } = await clientWithVisits(visitors, { first_name: 'Ivo', last_name: 'Marlow' }, [
    { minutes: 2 * DAY_MINUTES, service: 'Seasonal Follow-up' },
    { minutes: 3 * DAY_MINUTES, service: 'Seasonal Follow-up' },
  ]);
  const { required_forms } = (await (await visitors.request.get('/auth/get-forms')).json()) as OutputOf<
    typeof getForms
  >;
  for (const { form, booking_id } of required_forms) {
    const asleep = booking_id === ids[1] ? 'After midnight' : 'Before 10 PM';
    const data = { form_id: form.id, booking_id, responses: answersTo(form, { asleep }) };
    const answer = await visitors.request.post('/auth/upload-form', {
      data,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  return ids[1]!;
}

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Health notes are locked' });
const answersOf = (page: Page, name = INTAKE) => page.getByRole('dialog', { name, exact: true });
const formOf = (page: Page, name = INTAKE) => page.getByRole('button', { name: `Read the answers: ${name}` });

async function unlock(sheet: Locator, code: string): Promise<void> {
  await sheet.getByLabel('Code from your authenticator app').fill(code);
  await sheet.getByRole('button', { name: 'Unlock' }).click();
  await expect(sheet).toHaveCount(0);
}

test('by keyboard: a code opens the answers with what changed, and Ctrl L hides them', async ({ page }) => {
  const errors = consoleErrors(page);
  const id = await clientWithIntakes();
  await openStaff(page, `/bookings/${id}`, 'Booking');
  await expect(page.getByRole('button', { name: 'Lock', exact: true })).toHaveCount(0);
  await tabTo(page, formOf(page));
  await page.keyboard.press('Enter');
  const sheet = sheetOf(page);
  await expect(sheet.getByText('Unlock them to read answers and notes.')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText('After midnight')).toHaveCount(0);

  await tabTo(page, sheet.getByLabel('Code from your authenticator app'));
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(sheet.getByText('Invalid verification code provided, please try again.')).toBeVisible();
  await sheet.getByLabel('Code from your authenticator app').press('Control+a');
  await page.keyboard.type(codeOf(owner.secret, 1));
  await page.keyboard.press('Enter');
  const answers = answersOf(page);
  await expect(answers.getByText(CHANGED)).toBeVisible();
  await expect(answers.getByText(/^Compared with .*: 1 changed\.$/)).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.keyboard.press('Control+l');
  await expect(answers.getByText('Health notes are locked.')).toBeVisible();
  await expect(page.getByText('After midnight')).toHaveCount(0);
  await expectAccessible(page);
  await expect(async () => {
    expect((await page.request.get('/api/staff/me')).headers()).not.toHaveProperty('x-unlocked-until');
  }).toPass();

  // Nobody is asked for a code before they press the button.
  await expect(sheet).toHaveCount(0);
  await tabTo(page, answers.getByRole('button', { name: 'Unlock' }));
  await page.keyboard.press('Enter');
  await unlock(sheet, owner.recovery_codes[0]!);
  await expect(answers.getByText(CHANGED)).toBeVisible();
  expect(errors).toEqual([]);
});

test('locked after 15 quiet minutes, in every tab; the browser keeps nothing', async ({ page, context }) => {
  const id = await clientWithIntakes();
  await page.clock.install();
  await openStaff(page, `/bookings/${id}`, 'Booking');
  await formOf(page, 'Studio Agreement').click();
  await sheetOf(page).getByRole('button', { name: 'Not now' }).click();
  const agreement = answersOf(page, 'Studio Agreement');
  await agreement.getByRole('button', { name: 'Unlock' }).click();
  await unlock(sheetOf(page), codeOf(owner.secret, 1));
  await expect(agreement.getByText('The first time this form was filled in.')).toBeVisible();
  await expect(agreement.getByRole('img', { name: 'Signature' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // Another tab is unlocked with it, and asks for nothing.
  const other = await context.newPage();
  await openStaff(other, `/bookings/${id}`, 'Booking');
  await formOf(other).click();
  await expect(answersOf(other).getByText(CHANGED)).toBeVisible();
  await formOf(page).click();
  await expect(answersOf(page).getByText(CHANGED)).toBeVisible();

  // The server's clock goes on as usual, so its answers still say that the session is unlocked.
  await page.route('**/api/staff/**', (route) => route.abort());
  await page.clock.fastForward('15:01');
  await expect(answersOf(page).getByText('Health notes are locked.')).toBeVisible();
  await expect(page.getByText('After midnight')).toHaveCount(0);

  await other.keyboard.press('Escape');
  await other.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(other.getByRole('button', { name: 'Lock', exact: true })).toHaveCount(0);
  await formOf(other).click();
  await expect(sheetOf(other)).toBeVisible();
  const kept = await other.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain('midnight');
  await other.close();
});
