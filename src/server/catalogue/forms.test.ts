import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/call.ts';
import { getForms, uploadForm } from '#contract/client.calls.ts';
import {
  staffApplyForm,
  staffAuditLog,
  staffForm,
  staffForms,
  staffPreviewForm,
  staffSaveFormDraft,
} from '#contract/staff.calls.ts';
import type { Form } from '#contract/forms.schemas.ts';
import type { FormDraftBody, StoredDraft } from '#contract/staff-forms.schemas.ts';
import { cleanLine } from '#domain/text/typed-text.ts';
import { questionsOf } from '#domain/visits/forms.ts';
import { sampleSignature } from '../seed/sample-signature.ts';
import { detailsOf, type TestApp, type TestClient, testApp } from '#tests/support/app.ts';
import { ask, changeForm, draftOf, publishForm } from '#tests/support/forms.ts';
import { PAYLOADS } from '#tests/support/xss-payloads.ts';
import { withoutConditionsOn } from '#tests/support/without.ts';

const site = await testApp();
const { db, clock } = site;
const staff = await site.signInStaff();
let maren: TestClient;
let theo: TestClient;
beforeAll(async () => {
  maren = await site.signInClient('demo@example.com');
  theo = await site.signInClient('new@example.com');
});

const SLEEP = draftOf('Sleep', [
  ask('TEXT', 'How do you sleep?', { required: true }),
  ask('RADIO', 'Tea?', { options: ['Yes', 'No'] }),
]);
const read = async (key: string, by = staff) => (await by.call(staffForm, { params: { key } })).json;
const save = (key: string, body: FormDraftBody | null, version: number, by = staff) =>
  by.call(staffSaveFormDraft, { params: { key }, body: { body, version } });
const discard = (key: string, version: number) => save(key, null, version);
const lists = async (client: TestClient) => (await client.call(getForms)).json;
const asked = async (client: TestClient, name = 'Sleep') =>
  (await lists(client)).required_forms.filter(({ form }) => form.name === name);
const given = async (client: TestClient, name = 'Sleep') =>
  (await lists(client)).completed_forms.filter(({ form_name }) => form_name === name);
const submit = (client: TestClient, body: BodyOf<typeof uploadForm>) => client.call(uploadForm, { body });
const idsOf = ({ content }: Pick<Form, 'content'>) => questionsOf(content).map(({ id }) => id);
const servicesOf = async (...keys: string[]) => {
  const rows = await db.selectFrom('services').select(['id', 'key']).where('key', 'in', keys).execute();
  return keys.map((key) => rows.find((row) => row.key === key)!.id);
};

describe('a draft', () => {
  test('is nothing that a client sees, and can be discarded', async () => {
    expect((await save('sleep', { ...SLEEP, name: '' }, 0)).json).toEqual({
      version: 1,
      updated_at: clock.now().toISOString(),
    });
    expect(await read('sleep')).toMatchObject({
      version: 0,
      is_draft: true,
      published: null,
      draft: { version: 1 },
    });
    const { forms } = (await staff.call(staffForms)).json;
    expect(forms.find(({ key }) => key === 'sleep')).toMatchObject({
      version: 0,
      people: 0,
      is_draft: true,
    });
    expect(await asked(maren, '')).toEqual([]);
    expect((await discard('sleep', 1)).status).toBe(200);
    expect((await staff.call(staffForm, { params: { key: 'sleep' } })).json.code).toBe('FORM_NOT_FOUND');
    expect((await save('sleep', SLEEP, 1)).json.code).toBe('FORM_NOT_FOUND');
  });

  test('of a published form is the form as it is; going back leaves no way to save over a later one', async () => {
    const { draft } = await read('reaching-you');
    expect(draft).toMatchObject({ version: 0, updated_at: null, body: { name: 'In Case We Need Someone' } });
    const change = (name: string) => ({ ...draft.body, name });
    await save('reaching-you', change('One'), 0);
    expect((await discard('reaching-you', 1)).status).toBe(200);
    expect((await read('reaching-you')).draft).toEqual({ ...draft, version: 2 });
    // Another tab still has the draft that is gone.
    const late = await save('reaching-you', change('Two'), 1);
    expect([late.json.code, detailsOf<StoredDraft>(late)]).toEqual([
      'FORM_CHANGED',
      { ...draft, version: 2 },
    ]);
  });

  test('is refused where a screen could not hold it, and kept where it is only unfinished', async () => {
    const save_ = async (body: FormDraftBody, key = 'unfinished') => (await save(key, body, 0)).json;
    expect((await save_(draftOf('a', [ask('TEXT', 'x'.repeat(501))]))).details).toEqual({
      'body.content.sections.0.questions.0.label': 'Please keep this under 500 characters.',
    });
    for (const key of ['Sleep It', 'x'.repeat(61), '-'])
      expect((await save_(SLEEP, key)).code).toBe('INVALID_INPUT');
    await save('unfinished', draftOf('', [ask('RADIO', '')]), 0);
    const answer = await changeForm(staff, 'unfinished', {
      kind: 'PUBLISH',
      draft_version: 1,
      ask_again: false,
    });
    expect(answer).toBe('INVALID_INPUT: Please check the marked fields.');
  });

  test('two tabs on one draft: one save is kept, the other gets both texts', async () => {
    await save('two-tabs', draftOf('Both', []), 0);
    const saved = await inTwoTabs(site);
    expect(saved.map(({ json }) => json.code)).toContain('FORM_CHANGED');
    expect(saved.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = saved.find(({ status }) => status === 409)!;
    expect(detailsOf<StoredDraft>(refused)).toEqual((await read('two-tabs')).draft);
  });

  test('control: without its version, the second save is over the first', async () => {
    const careless = await testApp({ besides: site, change: (of) => withoutConditionsOn(of, 'version') });
    expect((await inTwoTabs(careless)).map(({ status }) => status)).toEqual([200, 200]);
  });

  async function inTwoTabs(app: TestApp) {
    const tab = await app.signInStaff();
    const { version } = (await read('two-tabs', tab)).draft;
    return await Promise.all(['One', 'Two'].map((name) => save('two-tabs', draftOf(name, []), version, tab)));
  }
});

describe('publishing', () => {
  test('a new form is asked at once, of everybody', async () => {
    const params = { key: 'sleep' };
    await save('sleep', SLEEP, 0);
    const change = { kind: 'PUBLISH', draft_version: 1, ask_again: false } as const;
    const { json: preview } = await staff.call(staffPreviewForm, { params, body: { change } });
    const { people } = await db
      .selectFrom('users')
      .select((select) => select.fn.countAll<string>().as('people'))
      .executeTakeFirstOrThrow();
    expect(preview.summary).toEqual([
      'A new form of 2 questions.',
      'Asked of everybody, once for all visits.',
      `${people} people have it to fill in.`,
    ]);
    expect(await asked(theo)).toEqual([]);
    const body = { action_id: randomUUID(), preview_hash: preview.preview_hash, change };
    const { json: form } = await staff.call(staffApplyForm, { params, body });
    expect(form).toMatchObject({
      key: 'sleep',
      version: 1,
      is_draft: false,
      draft: { version: 2, updated_at: null },
    });
    expect((await staff.call(staffApplyForm, { params, body })).json).toEqual(form);
    const [entry] = await asked(theo);
    expect(entry?.form).toEqual(form.published);
    expect(idsOf(entry!.form)).toEqual(['how-do-you-sleep', 'tea']);
    const { rows } = (await staff.call(staffAuditLog)).json;
    expect(rows[0]).toMatchObject({ text: 'published the form Sleep', path: '/forms/sleep' });
  });

  test('answers to version 1 are refused once version 2 is there', async () => {
    const opened = (await asked(theo))[0]!.form;
    // The clock of this test stands still: the versions differ all the same.
    const second = draftOf('Sleep', [
      ask('TEXT', 'Do you sleep well?', { id: 'how-do-you-sleep', required: true }),
      ask('TEXT', 'What wakes you?', { required: true }),
    ]);
    expect(await publishForm(staff, 'sleep', second)).toBe(
      [
        '1 new question: “What wakes you?”',
        '1 removed, answers stay readable: “Tea?”',
        '1 reworded: “How do you sleep?” → “Do you sleep well?”',
        'Nobody has filled it in yet.',
      ].join('\n'),
    );
    const body = { form_id: opened.id, responses: { 'how-do-you-sleep': 'Lightly', tea: 'Yes' } };
    const stale = await submit(theo, { ...body, form_updated_at: opened.updated_at });
    expect([stale.status, stale.json.code]).toEqual([409, 'FORM_CHANGED']);
    const { form: newest } = detailsOf<{ form: Form }>(stale);
    expect(idsOf(newest)).toEqual(['how-do-you-sleep', 'what-wakes-you']);
    expect(newest.updated_at > opened.updated_at).toBe(true);
    // A program that does not say which version it shows is validated by the newest one.
    expect(await submit(theo, body)).toMatchObject({ status: 422, json: { code: 'FORM_INCOMPLETE' } });
    expect(await given(theo)).toEqual([]);
    const responses = { ...body.responses, 'what-wakes-you': 'Owls' };
    expect((await submit(theo, { ...body, responses, form_updated_at: newest.updated_at })).status).toBe(200);
    const [handed_in] = await given(theo);
    expect(handed_in?.responses).toEqual({ 'how-do-you-sleep': 'Lightly', 'what-wakes-you': 'Owls' });
    expect(handed_in?.form.content).toEqual(newest.content);
  });

  test('asks nobody again, unless that is wished; earlier answers stay as they are', async () => {
    const before = await given(theo);
    const third = draftOf('Sleep', [
      ask('TEXT', 'Do you sleep well?', { id: 'how-do-you-sleep' }),
      ask('SIGNATURE', 'Signature'),
    ]);
    expect(await publishForm(staff, 'sleep', third)).toContain(
      '\nOne person has filled it in. They aren’t asked again.',
    );
    expect([(await asked(theo)).length, (await asked(maren)).length]).toEqual([0, 1]);
    expect(await publishForm(staff, 'sleep', third)).toBe(
      'NOT_POSSIBLE: Nothing has changed since version 3.',
    );
    expect(await publishForm(staff, 'sleep', third, true)).toBe(
      'The same questions.\nOne person has filled it in. They are asked again: they find their answers, and sign anew.',
    );
    expect(await asked(theo)).toHaveLength(1);
    expect(await given(theo)).toEqual(before);
  });

  test('a question of another kind is a new one, also after it was removed', async () => {
    const again = draftOf('Sleep', [ask('CHECKBOX', 'Tea?', { id: 'tea', options: ['Yes'] })]);
    expect(await publishForm(staff, 'sleep', again)).toBe(
      'KIND_CHANGED: “Tea?” was answered as “Choose one”. Make it a new question.',
    );
    expect((await read('sleep')).is_draft).toBe(true);
  });

  test('who fills it in meanwhile is counted before they are asked again', async () => {
    const params = { key: 'sleep' };
    const { draft } = await read('sleep');
    const body = draftOf('Sleep', [ask('TEXT', 'Do you sleep well?', { id: 'how-do-you-sleep' })]);
    const { version } = (await save('sleep', body, draft.version)).json;
    const preview = async (ask_again: boolean) => {
      const change = { kind: 'PUBLISH', draft_version: version, ask_again } as const;
      const { preview_hash } = (await staff.call(staffPreviewForm, { params, body: { change } })).json;
      return { action_id: randomUUID(), preview_hash, change };
    };
    const [again, once] = [await preview(true), await preview(false)];
    const { form } = (await asked(maren))[0]!;
    expect(
      (await submit(maren, { form_id: form.id, responses: { signature: sampleSignature() } })).status,
    ).toBe(200);
    const refused = await staff.call(staffApplyForm, { params, body: again });
    expect(refused.json.code).toBe('PREVIEW_CHANGED');
    expect((await staff.call(staffApplyForm, { params, body: once })).status).toBe(200);
    expect(await asked(maren)).toEqual([]);
  });

  test('publish against submit: whoever was faster, answers belong to the version that was on screen', async () => {
    for (const { status, answered } of await submitWhilePublishing('race', true))
      expect(answered).toBe(status === 200 ? 1 : null);
  });

  test('control: without the version on screen, answers are stored under questions that nobody saw', async () => {
    const results = await submitWhilePublishing('careless', false);
    expect(results.at(-1)).toEqual({ status: 200, answered: 2 });
  });

  /** Two clients send answers to version 1: one at the moment in which version 2 is published, the other after it. */
  async function submitWhilePublishing(key: string, says_version: boolean) {
    await publishForm(staff, key, draftOf(key, [ask('TEXT', 'Fine?')]));
    const { published } = await read(key);
    const { id: form_id, updated_at: form_updated_at } = published!;
    const responses = { fine: 'Yes' };
    const send = async (client: TestClient) => {
      const { status } = await submit(client, {
        form_id,
        responses,
        ...(says_version && { form_updated_at }),
      });
      const rows = db.selectFrom('submissions').select('form_version').where('form_id', '=', form_id);
      const row = await rows.where('user_id', '=', client.user_id).executeTakeFirst();
      return { status, answered: row?.form_version ?? null };
    };
    const other = draftOf(key, [ask('TEXT', 'Anything wrong?', { id: 'fine' })]);
    const [first] = await Promise.all([send(maren), publishForm(staff, key, other)]);
    return [first, await send(theo)];
  }

  test('two who publish one draft at one moment: one version, and the other gets what is there', async () => {
    expect(await publishTwice(site, 'twins')).toEqual(['FORM_CHANGED', 'PUBLISHED']);
    expect(await read('twins')).toMatchObject({ version: 1, is_draft: false });
  });

  test('control: without the version of the draft, only the key of a form stops the second', async () => {
    const careless = await testApp({ besides: site, change: (of) => withoutConditionsOn(of, 'version') });
    const codes: string[] = [];
    for (let round = 0; round < 10; round++)
      codes.push(...(await publishTwice(careless, `careless-${round}`)));
    expect(codes).toContain('INTERNAL');
  });

  /** Publishes the draft of a new form in two tabs that have seen the same preview. Returns what became of them, in order. */
  async function publishTwice(app: TestApp, key: string): Promise<string[]> {
    const tab = await app.signInStaff();
    const params = { key };
    await save(key, draftOf(key, [ask('TEXT', 'Fine?')]), 0);
    const change = { kind: 'PUBLISH', draft_version: 1, ask_again: false } as const;
    const { preview_hash } = (await tab.call(staffPreviewForm, { params, body: { change } })).json;
    const publish = async () => {
      const body = { action_id: randomUUID(), preview_hash, change };
      const { status, json } = await tab.call(staffApplyForm, { params, body });
      return status === 200 ? 'PUBLISHED' : (json.code ?? '');
    };
    return (await Promise.all([publish(), publish()])).sort();
  }
});

test('a form that is asked again prefills answers that still fit, for their client only', async () => {
  const nights = (sleep: string, help: string[], more: ReturnType<typeof ask>[] = []) =>
    draftOf('Nights', [
      ask('TEXT', 'Drink', { required: true }),
      ask('RADIO', sleep, { id: 'sleep', required: true, options: ['Well', 'Lightly'] }),
      ask('CHECKBOX', 'Help', { options: help }),
      ask('CHECKBOX', 'House rules', { required: true, options: ['I have read them'] }),
      ask('SIGNATURE', 'Signature', { required: true }),
      ...more,
    ]);
  const answers = {
    drink: 'Linden flowers',
    sleep: 'Lightly',
    help: ['A walk', 'Warm milk'],
    'house-rules': ['I have read them'],
    signature: sampleSignature(),
  };
  const formerOf = async (client: TestClient) =>
    (await asked(client, 'Nights')).map((each) => each.former_answers);
  await publishForm(staff, 'nights', nights('Sleep', ['A walk', 'Warm milk']));
  expect(await formerOf(maren)).toEqual([null]);
  const [entry] = await asked(maren, 'Nights');
  expect((await submit(maren, { form_id: entry!.form.id, responses: answers })).status).toBe(200);
  const { submitted_at } = (await given(maren, 'Nights'))[0]!;
  const again = nights('How do you usually sleep?', ['A walk', 'Lavender'], [ask('TEXT', 'Wakes')]);
  expect(await publishForm(staff, 'nights', again, true)).toContain(
    'One person has filled it in. They are asked again',
  );
  const responses = { drink: 'Linden flowers', sleep: 'Lightly', help: ['A walk'] };
  expect(await formerOf(maren)).toEqual([{ submitted_at, responses }]);
  expect(await formerOf(theo)).toEqual([null]);
  // What was handed in stays as it was, and nothing is handed in by itself.
  expect((await given(maren, 'Nights')).map((each) => each.responses)).toEqual([answers]);
  // Where nothing fits any more, there is nothing to look over.
  await publishForm(staff, 'nights', draftOf('Nights', [ask('TEXT', 'Something else?')]), true);
  expect(await formerOf(maren)).toEqual([null]);
});

describe('who is asked', () => {
  /** The client's future bookings. */
  const booked = () =>
    db
      .selectFrom('bookings')
      .select(['id', 'service_id'])
      .where('user_id', '=', maren.user_id)
      .where('status', '=', 'CONFIRMED')
      .where('start_time', '>', clock.now())
      .execute();

  test('before each visit of these services, with the answers of that visit', async () => {
    const visits = await booked();
    const audience = [...new Set(visits.map(({ service_id }) => service_id))];
    const before = (label: string) => draftOf('Before', [ask('TEXT', label, { id: 'hope' })], { audience });
    expect(await publishForm(staff, 'before', before('Hope'))).toMatch(
      /\nAsked before each visit of .*\n\d+ people have/,
    );
    const entries = await asked(maren, 'Before');
    expect(new Set(entries.map(({ booking_id }) => booking_id))).toEqual(new Set(visits.map(({ id }) => id)));
    expect(await asked(theo, 'Before')).toEqual([]);
    const { booking_id, form } = entries[0]!;
    await submit(maren, { form_id: form.id, booking_id, responses: { hope: 'Rest' } });
    // She has other visits to come, so she was asked before and is.
    expect(await publishForm(staff, 'before', before('What do you hope for?'), true)).toContain(
      '\nOne person has filled it in. ',
    );
    const former = (await asked(maren, 'Before')).map((each) => [
      each.booking_id,
      each.former_answers?.responses,
    ]);
    expect(new Map(former as [string, unknown][])).toEqual(
      new Map(visits.map(({ id }) => [id, id === booking_id ? { hope: 'Rest' } : undefined])),
    );
  });

  test('is changed with what that means, and the services that ask are named in the list', async () => {
    const change = (audience: FormDraftBody['audience']) =>
      changeForm(staff, 'before', { kind: 'AUDIENCE', audience });
    expect(await change('EVERYBODY')).toMatch(
      /^Asked of everybody, once for all visits\.\n\d+ people have it to fill in\.$/,
    );
    expect([(await asked(maren, 'Before')).length, (await asked(theo, 'Before')).length]).toEqual([1, 1]);
    const yoga = await servicesOf('private-yoga', 'chair-yoga');
    expect(await change(yoga)).toMatch(
      /^Asked before each visit of Private Yoga and Chair Yoga for Stiff Days\.\n/,
    );
    const { forms } = (await staff.call(staffForms)).json;
    expect(forms.find(({ key }) => key === 'before')).toMatchObject({
      is_global: false,
      services: ['Private Yoga', 'Chair Yoga for Stiff Days'],
      people: 1,
    });
  });

  test('is no service that is gone or retired, but a retired one keeps its forms', async () => {
    const change = (audience: FormDraftBody['audience'], key = 'before') =>
      staff.call(staffPreviewForm, { params: { key }, body: { change: { kind: 'AUDIENCE', audience } } });
    const problemOf = async (audience: FormDraftBody['audience']) =>
      ((await change(audience)).json.details as { audience: string }).audience;
    const [marma, yoga] = await servicesOf('marma-session', 'private-yoga');
    const marmas = db.updateTable('services').where('key', '=', 'marma-session');
    expect(await problemOf([])).toBe('Choose everybody, or at least one service.');
    expect(await problemOf([randomUUID()])).toBe('One of these services is no longer there.');
    await marmas.set({ is_active: false }).execute();
    expect(await problemOf([marma!])).toMatch(/^Marma Session is retired\. /);
    await marmas.set({ is_active: true }).execute();
    await changeForm(staff, 'before', { kind: 'AUDIENCE', audience: [marma!] });
    await marmas.set({ is_active: false }).execute();
    expect((await change([marma!, yoga!])).status).toBe(200);
    await marmas.set({ is_active: true }).execute();
    expect((await change('EVERYBODY', 'nowhere')).json.code).toBe('FORM_NOT_FOUND');
  });
});

test('retired: asked no longer, readable as before, and asked again once restored', async () => {
  await publishForm(staff, 'rest', draftOf('Rest', [ask('TEXT', 'Rested?')]));
  const { form } = (await asked(maren, 'Rest'))[0]!;
  await submit(theo, { form_id: form.id, responses: { rested: 'Yes' } });
  expect(await changeForm(staff, 'rest', { kind: 'RETIRE' })).toBe(
    'It is no longer asked. What was filled in stays readable.',
  );
  expect([await asked(theo, 'Rest'), await asked(maren, 'Rest')]).toEqual([[], []]);
  expect(await given(theo, 'Rest')).toHaveLength(1);
  const late = await submit(maren, { form_id: form.id, responses: { rested: 'No' } });
  expect(late).toMatchObject({ status: 404, json: { code: 'FORM_NOT_FOUND' } });
  expect(late.json.error).toBe('This form is no longer needed. There is nothing to submit.');
  expect(await publishForm(staff, 'rest', draftOf('Rest', [ask('TEXT', 'Rested well?')]))).toContain(
    'It is retired, ',
  );
  expect(await asked(maren, 'Rest')).toEqual([]);
  expect(await changeForm(staff, 'rest', { kind: 'RESTORE' })).toMatch(/^Asked of everybody, /);
  expect((await asked(maren, 'Rest'))[0]?.form.content.sections[0]!.questions[0]!.label).toBe('Rested well?');
});

test('S7: hostile texts stay texts, in a draft and for clients', async () => {
  const some = PAYLOADS.slice(0, 90).map((bad, at) => `${cleanLine(bad).slice(0, 200)} ${at}`);
  const questions = some.map((label) => ask('RADIO', label, { options: [label] }));
  const body = draftOf('Hostile', questions, { description: some[0]! });
  expect(await publishForm(staff, 'hostile', body)).toMatch(/^A new form of 90 questions\./);
  const { form } = (await asked(maren, 'Hostile'))[0]!;
  expect(questionsOf(form.content).map(({ label, options }) => [label, ...(options ?? [])])).toEqual(
    some.map((label) => [label, label]),
  );
  for (const id of idsOf(form)) expect(id).toMatch(/^[a-z0-9-]{1,60}$/);
  await changeForm(staff, 'hostile', { kind: 'RETIRE' });
});
