import { expect, type Page, test } from '@playwright/test';
import { PAYLOADS } from '../support/xss-payloads.ts';
import { expectUnharmed, watchForHarm } from './support/harm.ts';
import { appDatabase, needsAppDatabase } from './support/app-database.ts';
import { createClient, open } from './support/people.ts';
import { clientWithVisits, openStaff, signInOwner } from './support/staff-area.ts';

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

/** What a client may write into a note, an answer, a name or an address, if nothing validated it. */
const LOADS = [
  'https://evil.example/seen.png',
  '//evil.example/seen.png',
  '/api/staff/me?seen',
  '/sign-out',
  'https:/api/staff/me?seen',
];
const loadingNote = () => ({
  ops: [
    ...LOADS.flatMap((url) => [
      { insert: { image: url }, attributes: { alt: 'seen', link: url } },
      { insert: { video: url } },
      { insert: { imageBlock: { url, alt: 'seen', caption: 'seen' } } },
    ]),
    { insert: { video: 'https://youtu.be/dQw4w9WgXcQ' } },
    { insert: 'The end\n' },
  ],
});
const MARKUP = LOADS.map((url) => `<img src="${url}"><iframe src="${url}"></iframe>`).join('');
const OF_CLIENTS =
  /^(?:name|first_name|last_name|client_name|pronouns|street_number|route|city|text|label|answer)$/;

/** The same answer, with these in place of every document and text of a client. */
function withTexts(value: unknown, document: object, text: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withTexts(each, document, text));
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray((value as { ops?: unknown }).ops)) return document;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      OF_CLIENTS.test(key) && typeof each === 'string' ? [key, text] : [key, withTexts(each, document, text)],
    ),
  );
}

test('S7: reading what a client wrote asks nothing of any host and makes no call', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  needsAppDatabase();
  await signInOwner(context, baseURL!, undefined, { unlocked: true });
  const visitor = await browser.newContext({ baseURL: baseURL! });
  const { email, ids } = await clientWithVisits(
    { request: visitor.request },
    { first_name: 'Ilse', last_name: 'Reads' },
    [{ minutes: -3 * 24 * 60 }],
  );
  const sent = await visitor.request.patch(`/auth/update-user-notes?id=${ids[0]!}`, {
    data: { notes: 'A walk.' },
    headers: GIVEN,
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  await visitor.request.post('/auth/share-notes', { data: { id: ids[0]!, shared: true }, headers: GIVEN });
  const db = await appDatabase();
  const { rows } = await db.query<{ id: string; submission: string }>(
    `select u.id, (select id from submissions order by submitted_at limit 1) as submission
     from users u where u.email = $1`,
    [email],
  );
  await db.end();
  const { id, submission } = rows[0]!;
  const screens: [string, string | RegExp][] = [
    ['/', /./],
    ['/calendar', /./],
    ['/clients', 'Clients'],
    [`/clients/${id}`, 'Clients'],
    [`/clients/${id}?tab=notes`, 'Clients'],
    [`/clients/${id}?tab=forms`, 'Clients'],
    [`/clients/${id}?tab=money`, 'Clients'],
    [`/bookings/${ids[0]!}`, /./],
    [`/bookings/${ids[0]!}/notes`, /./],
    ['/money?tab=payments', /./],
    ['/audit', /./],
  ];
  const requests = async (document: object, text: string): Promise<string[][]> => {
    let made: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol === 'data:' || url.protocol === 'blob:') return;
      // The picture of a poll differs with the time, the address of what a text loads does not.
      if (
        url.origin !== new URL(baseURL!).origin ||
        request.resourceType() !== 'fetch' ||
        /seen/.test(url.href)
      )
        made.push(
          `${request.resourceType()} ${url.origin === new URL(baseURL!).origin ? url.pathname : url.href}`,
        );
    });
    await page.route('**/api/staff/**', async (route) => {
      const answer = await route.fetch();
      const isJson = answer.headers()['content-type']?.includes('json');
      if (!isJson) return route.fulfill({ response: answer });
      await route.fulfill({ response: answer, json: withTexts(await answer.json(), document, text) });
    });
    const of: string[][] = [];
    for (const [path, title] of screens) {
      made = [];
      await openStaff(page, path, title);
      await page.waitForLoadState('networkidle');
      if (text === MARKUP && path.endsWith('tab=notes'))
        await expect(page.getByRole('link', { name: /^(seen|\/\/)/ })).toHaveCount(2);
      of.push([path, ...new Set(made.filter((each) => !/ \/staff|stylesheet|font/.test(each)))].sort());
    }
    await page.unrouteAll({ behavior: 'wait' });
    page.removeAllListeners('request');
    return of;
  };
  const plain = await requests({ ops: [{ insert: 'The end\n' }] }, 'Ilse');
  const hostile = await requests(loadingNote(), MARKUP);
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(submission).toBeTruthy();
  expect(hostile).toEqual(plain);
});

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
