import { expect, type Page, test } from '@playwright/test';
import { PAYLOADS } from '../support/xss-payloads.ts';
import { expectUnharmed, watchForHarm } from './support/harm.ts';
import { createClient, open } from './support/people.ts';

/** Every fifth, because a browser is slow; tests/attacks/s07 tests all 300. */
const SOME = PAYLOADS.filter((_bad, at) => at % 5 === 0);
const NAME = '<img src=x onerror=alert(__xss=1)>';
const GIVEN = { 'sec-fetch-site': 'same-origin' };

type Question = { id: string; type: string; options: string[] };
type Forms = {
  required_forms: { form: { id: string; content: { sections: { questions: Question[] }[] } } }[];
};
type Booking = { id: string; service_name: string; status: string };

/** A document with a payload in every place that a note can have. */
const hostileNote = () => ({
  ops: SOME.flatMap((bad) => [
    { insert: bad, attributes: { link: bad, [bad]: bad } },
    { insert: { image: bad }, attributes: { alt: bad, onerror: 'alert(__xss=1)' } },
    { insert: { video: bad } },
    { insert: `${bad}\n`, attributes: { list: 'bullet', style: bad } },
  ]),
});

/** Submits every form of a new client, with payloads as texts. */
async function answerForms(page: Page): Promise<void> {
  const { required_forms } = (await (await page.request.get('/auth/get-forms')).json()) as Forms;
  for (const { form } of required_forms) {
    const questions = form.content.sections.flatMap((section) => section.questions);
    const answer = ({ type, options }: Question) => {
      if (type === 'CHECKBOX') return [options[0]];
      if (type === 'RADIO' || type === 'SELECT') return options[0];
      if (type === 'SIGNATURE') return PNG;
      return SOME.join('\n').slice(0, type === 'TEXT' ? 900 : 9000);
    };
    const responses = Object.fromEntries(questions.map((question) => [question.id, answer(question)]));
    const sent = await page.request.post('/auth/upload-form', {
      headers: GIVEN,
      data: { form_id: form.id, responses },
    });
    expect(sent.ok(), await sent.text()).toBe(true);
  }
}

test('S7: what a client types is only shown as text', async ({ page, request }) => {
  const seen = await watchForHarm(page);
  await createClient(page, { first_name: NAME, last_name: '"><svg onload=alert(__xss=1)>', pronouns: NAME });
  await answerForms(page);

  // A new client has no past booking to write about, so they get the sample client's, with notes that bypassed the
  // validation of the server: only the page can make them harmless.
  await request.post('/sign-in', {
    headers: GIVEN,
    data: { username: 'demo@example.com', password: 'Garden-gate-7' },
  });
  const theirs = (await (await request.get('/auth/get-user-bookings')).json()) as Booking[];
  const past = theirs.find(({ status }) => status === 'COMPLETED')!;
  const booking = {
    ...past,
    service_name: `Hostile ${NAME}`,
    client_notes: hostileNote(),
    published_recommendations: hostileNote(),
  };
  await page.route('**/auth/get-user-bookings*', (route) => route.fulfill({ json: [booking] }));

  await test.step('Overview', async () => {
    await open(page, '/profile');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, <img');
    await expect(page.getByRole('group', { name: 'Journey' })).toContainText('Hostile');
    await expectUnharmed(page);
  });

  await test.step('Settings', async () => {
    await open(page, '/profile/settings');
    await expect(page.locator('dl').first()).toContainText(NAME);
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
    await expect(dialog.getByLabel('First name')).toHaveValue(NAME);
    await expectUnharmed(page);
  });

  await test.step('Journey dialog, reading and writing', async () => {
    await open(page, '/profile/journey');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Hostile/ })
      .click();
    const dialog = page.getByRole('dialog', { name: /^Hostile/ });
    await expect(dialog.locator('.rich-text').first()).toContainText(SOME[0]!);
    await expect(dialog.locator('.rich-text')).toHaveCount(2);
    await expectUnharmed(page);
    await dialog.getByRole('button', { name: 'Edit Notes' }).click();
    await expect(dialog.locator('.ql-editor')).toContainText(SOME[0]!);
    await expectUnharmed(page);
  });

  await test.step('Resources', async () => {
    await open(page, '/profile/forms');
    await page
      .getByRole('button', { name: /^View / })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toContainText(SOME[0]!);
    await expectUnharmed(page);
  });
  expect(seen).toEqual([]);
});

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
