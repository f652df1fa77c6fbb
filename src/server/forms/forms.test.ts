import type { BodyOf } from '#contract/call.ts';
import { getForms, uploadForm } from '#contract/client.calls.ts';
import type { Form, question } from '#contract/forms.schemas.ts';
import type { z } from 'zod';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, testApp } from '#tests/support/app.ts';
import { sampleSignature } from '../seed/sample-signature.ts';

const { db, signInClient, clock } = await testApp();
let maren: TestClient;
let theo: TestClient;

beforeAll(async () => {
  maren = await signInClient('demo@example.com');
  theo = await signInClient('new@example.com');
});

const forms = async (client: TestClient) => (await client.call(getForms)).json;
const submit = (client: TestClient, body: BodyOf<typeof uploadForm>) => client.call(uploadForm, { body });

/** An answer that fits each question. */
function answersTo(form: Form): Record<string, unknown> {
  const questions = form.content.sections.flatMap((section) => section.questions);
  const answer = ({ type, options, label }: z.output<typeof question>) => {
    if (type === 'CHECKBOX') return [options[0]];
    if (type === 'RADIO' || type === 'SELECT') return options[0];
    return type === 'SIGNATURE' ? sampleSignature() : `About ${label}`;
  };
  return Object.fromEntries(questions.map((question) => [question.id, answer(question)]));
}

describe('GET /auth/get-forms', () => {
  test('required: global forms without a submission, and forms of booked services', async () => {
    const { required_forms } = await forms(maren);
    const global = required_forms.filter((entry) => entry.form.is_global);
    expect(global.map((entry) => entry.form.name)).toEqual(['Studio Agreement']);
    const specific = required_forms.filter((entry) => !entry.form.is_global);
    expect(specific.length).toBeGreaterThan(0);
    for (const entry of specific) {
      expect(entry.booking_id).toEqual(expect.any(String));
      expect(Date.parse(entry.booking_start ?? '')).toBeGreaterThan(clock.now().getTime());
      expect(entry.form.content.sections.length).toBeGreaterThan(0);
    }
  });

  test('completed: newest first, with the version that was answered, only for the client', async () => {
    const { completed_forms } = await forms(maren);
    const dates = completed_forms.map((each) => each.submitted_at);
    expect(dates).toEqual([...dates].sort().reverse());
    const herbs = completed_forms.find((each) => each.service_name === 'Herbal Consultation');
    expect(herbs?.responses['allergies-more']).toBe('Cashews make my mouth itch');
    expect(herbs?.form.content.sections.length).toBeGreaterThan(0);
    expect((await forms(theo)).completed_forms).toEqual([]);
    const foreign = await theo.call(getForms, { query: { user_id: maren.user_id } });
    expect(foreign).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } });
  });

  test('answers are sealed in the table', async () => {
    const rows = await db.selectFrom('submissions').select('answers').execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const { answers } of rows)
      expect(answers.toString('latin1')).not.toMatch(/Cashews|signature|Okafor/);
  });
});

test('a new version does not ask again; if the practice asks again, answers to it count', async () => {
  const form = db.selectFrom('forms').where('key', '=', 'reaching-you');
  const { id } = await form.select('id').executeTakeFirstOrThrow();
  const first = db.selectFrom('form_versions').selectAll().where('form_id', '=', id);
  const { content, ...version } = await first.executeTakeFirstOrThrow();
  const isAsked = async () =>
    (await forms(maren)).required_forms.some(({ form: { name } }) => name === 'In Case We Need Someone');
  expect(await isAsked()).toBe(false);
  await db
    .insertInto('form_versions')
    .values({ ...version, content: JSON.stringify(content), version: 2 })
    .execute();
  expect(await isAsked()).toBe(false);
  await db.updateTable('forms').set({ asked_since_version: 2 }).where('id', '=', id).execute();
  expect(await isAsked()).toBe(true);
  const answers = { 'contact-name': 'Ivo', 'contact-phone': '503', 'best-way': 'A phone call' };
  expect((await submit(maren, { form_id: id, responses: answers })).status).toBe(200);
  expect(await isAsked()).toBe(false);
  const given = (await forms(maren)).completed_forms.filter(({ form_id }) => form_id === id);
  expect(given.map(({ responses }) => responses['contact-name'])).toEqual(['Ivo', expect.any(String)]);
});

describe('POST /auth/upload-form', () => {
  const agreement = async (client: TestClient) =>
    (await forms(client)).required_forms.find((entry) => entry.form.name === 'Studio Agreement')!.form;

  test('names the labels of required questions without an answer', async () => {
    const form = await agreement(theo);
    const { signature: _, touch: __, ...responses } = answersTo(form);
    const answer = await submit(theo, { form_id: form.id, responses });
    expect(answer).toMatchObject({ status: 422, json: { code: 'FORM_INCOMPLETE' } });
    expect(answer.json.error).toBe(
      'Please fill in the following required fields: Touch during classes and sessions, Signature',
    );
    expect(Object.keys(answer.json.details as object).sort()).toEqual(['signature', 'touch']);
  });

  test('validates options, lengths and signatures', async () => {
    const form = await agreement(theo);
    const good = answersTo(form);
    const bad = [
      { touch: 'Whatever' },
      { 'house-rules': ['Invented'] },
      { 'care-team': 'x'.repeat(1001) },
      { signature: 'data:image/svg+xml;base64,AAAA' },
      { signature: `data:image/png;base64,${Buffer.from('not a png at all').toString('base64')}` },
      { scope: ['I understand'] },
    ];
    for (const change of bad) {
      const { status, json } = await submit(theo, { form_id: form.id, responses: { ...good, ...change } });
      expect([status, json.code], JSON.stringify(change).slice(0, 80)).toEqual([422, 'INVALID_INPUT']);
      expect(Object.keys(json.details as object)).toEqual(Object.keys(change));
    }
    expect((await forms(theo)).completed_forms).toEqual([]);
  });

  test('a form that was changed in the meantime is refused with the new version', async () => {
    const form = await agreement(theo);
    const body = {
      form_id: form.id,
      responses: answersTo(form),
      form_updated_at: '2020-01-01T00:00:00.000Z',
    };
    const { status, json } = await submit(theo, body);
    expect([status, json.code]).toEqual([409, 'FORM_CHANGED']);
    expect(json.details).toMatchObject({ form: { updated_at: form.updated_at } });
  });

  test('required becomes completed; sending it twice equals sending it once', async () => {
    const form = await agreement(theo);
    const responses = { ...answersTo(form), invented: 'by a stranger' };
    const body = { user_id: theo.user_id, form_id: form.id, responses, form_updated_at: form.updated_at };
    const answers = await Promise.all([submit(theo, body), submit(theo, body), submit(theo, body)]);
    for (const { status, json } of answers)
      expect([status, json]).toEqual([200, { message: 'Form submitted successfully!' }]);
    const { required_forms, completed_forms } = await forms(theo);
    expect(required_forms.map((entry) => entry.form.name)).not.toContain('Studio Agreement');
    expect(completed_forms).toHaveLength(1);
    expect(completed_forms[0]?.responses).not.toHaveProperty('invented');

    const other = { ...body, responses: { ...responses, 'care-team': 'Dr. Solberg' } };
    expect(await submit(theo, other)).toMatchObject({
      status: 409,
      json: {
        code: 'FORM_ANSWERED',
        message:
          'You have already submitted this form with other answers. Those were kept; the answers here were not sent.',
      },
    });
    expect((await forms(theo)).completed_forms).toEqual(completed_forms);
  });

  test('a form of a service belongs to a booking of the client', async () => {
    const entry = (await forms(maren)).required_forms.find((each) => !each.form.is_global)!;
    const body = { form_id: entry.form.id, responses: answersTo(entry.form), booking_id: entry.booking_id };
    expect(await submit(theo, body)).toMatchObject({ status: 404, json: { code: 'BOOKING_NOT_FOUND' } });
    expect(await submit(maren, { ...body, booking_id: null })).toMatchObject({
      status: 404,
      json: { error: expect.stringMatching(/^This form now belongs to a booking\./) as string },
    });
    expect(await submit(theo, { ...body, user_id: maren.user_id })).toMatchObject({ status: 403 });
    expect(await submit(maren, { ...body, form_id: 'nothing' })).toMatchObject({
      status: 404,
      json: { code: 'FORM_NOT_FOUND' },
    });
    expect((await submit(maren, body)).status).toBe(200);
    const left = (await forms(maren)).required_forms;
    expect(left.some((each) => each.form.id === entry.form.id && each.booking_id === entry.booking_id)).toBe(
      false,
    );
  });
});
