import { beforeAll, describe, expect, test } from 'vitest';
import { getForms } from '#contract/client.calls.ts';
import { staffAuditLog, staffBooking, staffSubmission } from '#contract/staff.calls.ts';
import { type TestClient, type TestStaff, testApp } from '#tests/support/app.ts';
import { sampleSignature } from '../seed/sample-signature.ts';
import { answersField } from './sealed-fields.ts';

const site = await testApp();
const { db, clock, keyring } = site;
let maren: TestClient;
let owner: TestStaff;

beforeAll(async () => {
  maren = await site.signInClient('demo@example.com');
  owner = await site.signInStaff(undefined, { unlocked: true });
});

const MINUTE_MS = 60_000;
const read = (id: string, staff = owner) => staff.call(staffSubmission, { params: { id } });
const auditOf = async (object_id: string) =>
  await db
    .selectFrom('audit')
    .selectAll()
    .where('object_id', '=', object_id)
    .where('actor', '<>', 'client')
    .execute();

const question = (id: string, type: string, options: string[] = []) => ({
  id,
  label: `About ${id}`,
  type,
  required: false,
  options,
});
let forms = 0;
/** A form whose versions have these questions. */
async function newForm(...versions: ReturnType<typeof question>[][]): Promise<string> {
  forms += 1;
  const { id } = await db
    .insertInto('forms')
    .values({ key: `read-${forms}`, is_global: true, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [index, questions] of versions.entries())
    await db
      .insertInto('form_versions')
      .values({
        form_id: id,
        version: index + 1,
        name: 'Sleep',
        description: '',
        type: 'INTAKE',
        content: JSON.stringify({ sections: [{ title: 'Nights', questions }] }),
        created_at: clock.now(),
      })
      .execute();
  return id;
}
async function handIn(
  form_id: string,
  form_version: number,
  responses: object,
  client = maren,
): Promise<string> {
  clock.advance(MINUTE_MS);
  const id = crypto.randomUUID();
  const key = await keyring.keyOf(db, client.user_id, clock.now());
  await db
    .insertInto('submissions')
    .values({
      id,
      user_id: client.user_id,
      form_id,
      form_version,
      booking_id: null,
      service_id: null,
      answers: key.seal(answersField(id), JSON.stringify(responses)),
      submitted_at: clock.now(),
    })
    .execute();
  return id;
}

describe('GET /api/staff/submissions/:id', () => {
  test('has the answers with the questions of the version that was answered', async () => {
    const form = await newForm([question('hours', 'TEXT')], [question('bed', 'TEXT')]);
    const id = await handIn(form, 1, { hours: '6 hours' });
    const { status, json } = await read(id);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      id,
      client: { id: maren.user_id, name: 'Maren Okafor' },
      booking_id: null,
      submitted_at: clock.now().toISOString(),
      form: {
        id: form,
        name: 'Sleep',
        content: { sections: [{ title: 'Nights', questions: [{ id: 'hours' }] }] },
      },
      responses: { hours: '6 hours' },
      previous: null,
      differences: [],
    });
  });

  test('compares with what the client handed in before, to any version, without signatures', async () => {
    const form = await newForm(
      [question('hours', 'TEXT')],
      [question('hours', 'TEXT'), question('old', 'TEXT'), question('sign', 'SIGNATURE')],
      [
        question('hours', 'TEXT'),
        question('new', 'TEXT'),
        question('same', 'TEXT'),
        question('sign', 'SIGNATURE'),
      ],
    );
    const sign = sampleSignature();
    await handIn(form, 1, { hours: 'long ago' });
    const first = await handIn(form, 2, { hours: '6 hours', old: 'x', sign });
    const theo = await site.signInClient('new@example.com');
    await handIn(form, 2, { hours: 'of somebody else' }, theo);
    const second = await handIn(form, 3, { hours: '4 hours', new: 'y', sign: `${sign}AAAA` });
    const { json, text } = await read(second);
    const { submitted_at } = (await read(first)).json;
    expect(json.previous).toEqual({ submitted_at, responses: { hours: '6 hours', old: 'x' } });
    expect(json.differences.map(({ label, kind }) => `${label} ${kind}`)).toEqual([
      'About hours CHANGED',
      'About new NEW',
      'About old GONE',
    ]);
    expect(json.responses['sign']).toBe(`${sign}AAAA`);
    expect(text).not.toMatch(/long ago|somebody else/);
  });

  test('nothing else is compared: other forms, later answers', async () => {
    const [one, other] = [
      await newForm([question('hours', 'TEXT')]),
      await newForm([question('hours', 'TEXT')]),
    ];
    await handIn(other, 1, { hours: '9 hours' });
    const id = await handIn(one, 1, { hours: '6 hours' });
    await db
      .insertInto('form_versions')
      .values({
        form_id: one,
        version: 2,
        name: 'Sleep',
        description: '',
        type: 'INTAKE',
        content: JSON.stringify({ sections: [] }),
        created_at: clock.now(),
      })
      .execute();
    await handIn(one, 2, {});
    expect((await read(id)).json.previous).toBeNull();
  });

  test('the panel of a booking names the submission of each form that is done', async () => {
    const booking = await db
      .selectFrom('submissions')
      .select('booking_id')
      .where('user_id', '=', maren.user_id)
      .where('booking_id', 'is not', null)
      .executeTakeFirstOrThrow();
    const panel = (await owner.call(staffBooking, { params: { id: booking.booking_id! } })).json;
    const done = panel.forms.flatMap(({ name, submission }) => (submission ? [{ name, ...submission }] : []));
    expect(done.length).toBeGreaterThan(1);
    for (const { name, id, submitted_at } of done) {
      const { json } = await read(id);
      expect([json.form.name, json.submitted_at]).toEqual([name, submitted_at]);
    }
  });

  test('what the client has answered in the browser is what staff read', async () => {
    const { completed_forms } = (await maren.call(getForms)).json;
    const herbs = completed_forms.find(({ service_name }) => service_name === 'Herbal Consultation')!;
    const { id } = await db
      .selectFrom('submissions')
      .select('id')
      .where('user_id', '=', maren.user_id)
      .where('form_id', '=', herbs.form_id)
      .where('booking_id', '=', herbs.booking_id)
      .executeTakeFirstOrThrow();
    const { json } = await read(id);
    expect([json.responses, json.form, json.service_name]).toEqual([
      herbs.responses,
      herbs.form,
      herbs.service_name,
    ]);
  });

  test('a locked session gets nothing of it', async () => {
    const form = await newForm([question('hours', 'TEXT')]);
    const id = await handIn(form, 1, { hours: 'six-hours-canary' });
    const { status, json, text } = await read(id, await site.signInStaff());
    expect([status, json.code]).toEqual([403, 'STEP_UP_REQUIRED']);
    expect(text).not.toContain('canary');
    expect(await auditOf(id)).toEqual([]);
  });

  test.each(['00000000-0000-4000-8000-000000000000', 'no-id', '%00'])('there is none: %s', async (id) => {
    expect(await read(id)).toMatchObject({
      status: 404,
      json: { code: 'FORM_NOT_FOUND', message: 'These answers no longer exist.' },
    });
  });
});

describe('the audit of a read', () => {
  test('is one row for an object, a session and a quarter of an hour, also for what it is compared with', async () => {
    const form = await newForm([question('hours', 'TEXT')], [question('hours', 'TEXT')]);
    const first = await handIn(form, 1, { hours: '6' });
    const second = await handIn(form, 2, { hours: '4' });
    const start = Math.ceil(clock.now().getTime() / (15 * MINUTE_MS)) * 15 * MINUTE_MS;
    clock.advance(start - clock.now().getTime());
    await Promise.all(Array.from({ length: 5 }, () => read(second)));
    clock.advance(15 * MINUTE_MS - 1);
    await read(second);
    expect(await auditOf(second)).toMatchObject([
      { actor: `staff:${owner.staff_id}`, user_id: maren.user_id, action: 'form.read' },
    ]);
    expect(await auditOf(first)).toHaveLength(1);
    clock.advance(1);
    await read(second);
    await read(second, await site.signInStaff(undefined, { unlocked: true }));
    expect(await auditOf(second)).toHaveLength(3);
  });

  test('is in the audit log, with who read', async () => {
    const { json } = await owner.call(staffAuditLog, { query: { kind: 'READ', client: maren.user_id } });
    expect(json.rows[0]).toMatchObject({
      text: 'read form answers of Maren O.',
      staff: expect.any(String) as string,
    });
  });

  test('a client who is deleted meanwhile: the answers or nothing, never an error', async () => {
    const form = await newForm([question('hours', 'TEXT')]);
    for (let round = 0; round < 5; round += 1) {
      const { id: user_id } = await db
        .insertInto('users')
        .values({
          email: `gone-${round}@example.com`,
          first_name: 'Gone',
          last_name: 'Soon',
          created_at: clock.now(),
          updated_at: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const id = await handIn(form, 1, { hours: '6' }, { ...maren, user_id });
      const [answer] = await Promise.all([
        read(id),
        db.deleteFrom('users').where('id', '=', user_id).execute(),
      ]);
      expect([200, 404]).toContain(answer.status);
      expect((await read(id)).status).toBe(404);
      expect(
        await db.selectFrom('user_keys').select('user_id').where('user_id', '=', user_id).execute(),
      ).toEqual([]);
    }
  });
});
