import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { BodyOf } from '#contract/call.ts';
import { getForms, uploadForm } from '#contract/client.calls.ts';
import {
  staffAuditLog,
  staffBooking,
  staffClient,
  staffFillInForm,
  staffSubmission,
} from '#contract/staff.calls.ts';
import type { Form } from '#contract/forms.schemas.ts';
import { addBooking } from '#tests/support/sample-booking.ts';
import { detailsOf, testApp } from '#tests/support/app.ts';
import { ask, draftOf, publishForm } from '#tests/support/forms.ts';
import { sampleSignature } from '../seed/sample-signature.ts';

const site = await testApp();
const { db, clock } = site;
const staff = await site.signInStaff(undefined, { unlocked: true });
/** Reads what staff have recorded about this client. */
const theo = await site.signInClient('new@example.com');
const other = await site.signInClient('demo@example.com');

type Given = BodyOf<typeof staffFillInForm>['given'];
const asked = async (name: string) =>
  (await theo.call(getForms)).json.required_forms.find(({ form }) => form.name === name);
const given = async (name: string) =>
  (await theo.call(getForms)).json.completed_forms.find(({ form_name }) => form_name === name);
async function publish(name: string, ...questions: ReturnType<typeof ask>[]): Promise<Form> {
  await publishForm(staff, name.toLowerCase(), draftOf(name, questions));
  return (await asked(name))!.form;
}
const fillIn = (form: Pick<Form, 'id' | 'updated_at'>, of: Given, more: object = {}) =>
  staff.call(staffFillInForm, {
    params: { id: theo.user_id },
    body: {
      action_id: randomUUID(),
      form_id: form.id,
      form_updated_at: form.updated_at,
      booking_id: null,
      given: of,
      ...more,
    },
  });
const together = (responses: Record<string, unknown>): Given => ({ source: 'TOGETHER', responses });
const onPaper = (more: object = {}): Given => ({
  source: 'PAPER',
  signed_on: '2026-02-27',
  signed_by: 'Ana Lind',
  ...more,
});
const submissionOf = async (name: string) =>
  (await staff.call(staffClient, { params: { id: theo.user_id } })).json.submissions.find(
    (each) => each.name === name,
  )!;

test('what is filled in together is validated, sealed, and marked wherever it is shown', async () => {
  const form = await publish('Talk', ask('TEXT', 'Sleep', { required: true }), ask('SIGNATURE', 'Signature'));
  expect((await fillIn(form, together({}))).json).toMatchObject({
    code: 'FORM_INCOMPLETE',
    details: { sleep: 'This field is required' },
  });
  const responses = { sleep: 'Zorvak', signature: sampleSignature() };
  const action_id = randomUUID();
  expect((await fillIn(form, together(responses), { action_id })).status).toBe(204);
  expect((await fillIn(form, together(responses), { action_id })).status).toBe(204);
  expect((await fillIn(form, together({ sleep: 'Other' }))).json.code).toBe('FORM_ANSWERED');
  expect(await asked('Talk')).toBeUndefined();
  const origin = { source: 'TOGETHER', signed_on: null, signed_by: null };
  expect(await given('Talk')).toMatchObject({ ...origin, responses });
  const { id, ...listed } = await submissionOf('Talk');
  expect(listed).toMatchObject(origin);
  expect((await staff.call(staffSubmission, { params: { id } })).json).toMatchObject({
    ...origin,
    responses,
  });
  const stored = await db
    .selectFrom('submissions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(stored.recorded_by).toBe(staff.staff_id);
  expect(stored.answers.toString('latin1')).not.toContain('Zorvak');
  const read = { actor: `staff:${staff.staff_id}`, action: 'form.write', object_id: id };
  const audited = db
    .selectFrom('audit')
    .select(['actor', 'action', 'object_id'])
    .where('action', '=', 'form.write');
  expect(await audited.where('user_id', '=', theo.user_id).execute()).toEqual([read]);
  const { rows } = (await staff.call(staffAuditLog)).json;
  expect(rows.some(({ text }) => text.startsWith('filled in a form together with '))).toBe(true);
});

test('a sheet is recorded with its date and who signed it, and stands for its answers', async () => {
  const form = await publish('Sheet', ask('TEXT', 'Sleep', { required: true }));
  const refused = async (more: object) => (await fillIn(form, onPaper(more))).json.details;
  expect(await refused({ signed_on: '2026-03-03' })).toEqual({
    signed_on: 'Please give the date on the sheet.',
  });
  expect(await refused({ signed_on: '2026-02-30' })).toEqual({
    signed_on: 'Please give the date on the sheet.',
  });
  expect(await refused({ signed_by: ' ' })).toEqual({ signed_by: 'Please say who signed it.' });
  expect((await fillIn(form, onPaper())).status).toBe(204);
  expect(await asked('Sheet')).toBeUndefined();
  const origin = { source: 'PAPER', signed_on: '2026-02-27', signed_by: 'Ana Lind' };
  expect(await given('Sheet')).toMatchObject({ ...origin, responses: {} });
  const { id } = await submissionOf('Sheet');
  expect((await staff.call(staffSubmission, { params: { id } })).json).toMatchObject({
    ...origin,
    differences: [],
  });
  const zip = unzipSync((await theo.get('/auth/download-my-data')).bytes);
  const exported = Object.keys(zip).find((name) => /^forms\/.* sheet\.md$/.test(name))!;
  expect(Buffer.from(zip[exported]!).toString()).toBe(
    '# Sheet\n\nSigned on paper by Ana Lind, Feb 27, 2026\n\nThe answers are on the signed sheet.\n',
  );
});

test('a form of a service belongs to a visit of this client, and is no new answer to staff', async () => {
  const { service_id } = await db.selectFrom('form_services').select('service_id').executeTakeFirstOrThrow();
  const visit = (user_id: string) =>
    addBooking(db, {
      user_id,
      service_id,
      start_time: new Date(clock.now().getTime() + 30 * 86_400_000),
      created_at: clock.now(),
    });
  const mine = await visit(theo.user_id);
  const { required_forms } = (await theo.call(getForms)).json;
  const entry = required_forms.find(({ booking_id }) => booking_id === mine)!;
  const theirs = await db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', other.user_id)
    .executeTakeFirstOrThrow();
  expect((await fillIn(entry.form, onPaper(), { booking_id: theirs.id })).json.code).toBe(
    'BOOKING_NOT_FOUND',
  );
  expect((await fillIn(entry.form, onPaper(), { booking_id: mine })).status).toBe(204);
  const panel = (await staff.call(staffBooking, { params: { id: mine } })).json;
  expect(panel.forms.find(({ name }) => name === entry.form.name)?.submission).toMatchObject({
    source: 'PAPER',
  });
  expect(panel.booking.chips.map(({ kind }) => kind)).not.toContain('NEW_ANSWERS');
  const nobody = { params: { id: randomUUID() } };
  const body = {
    action_id: randomUUID(),
    form_id: entry.form.id,
    form_updated_at: entry.form.updated_at,
    booking_id: null,
  };
  const answer = await staff.call(staffFillInForm, { ...nobody, body: { ...body, given: onPaper() } });
  expect(answer.json.code).toBe('CLIENT_NOT_FOUND');
});

test('answers on paper are not compared, nor offered again', async () => {
  const form = await publish('Twice', ask('TEXT', 'Sleep'));
  const sleep = { form_id: form.id, responses: { sleep: 'Well' } };
  expect((await theo.call(uploadForm, { body: sleep })).status).toBe(200);
  const again = draftOf('Twice', [ask('TEXT', 'Sleep', { id: 'sleep' }), ask('TEXT', 'Tea')]);
  await publishForm(staff, 'twice', again, true);
  const second = (await asked('Twice'))!.form;
  clock.advance(60_000);
  expect((await fillIn(second, onPaper())).status).toBe(204);
  await publishForm(staff, 'twice', draftOf('Twice', [ask('TEXT', 'Sleep', { id: 'sleep' })]), true);
  const third = (await asked('Twice'))!;
  expect(third.former_answers?.responses).toEqual({ sleep: 'Well' });
  clock.advance(60_000);
  expect((await fillIn(third.form, together({ sleep: 'Badly' }))).status).toBe(204);
  const { id } = await submissionOf('Twice');
  const { previous, differences } = (await staff.call(staffSubmission, { params: { id } })).json;
  expect([previous?.responses, differences.map(({ kind }) => kind)]).toEqual([
    { sleep: 'Well' },
    ['CHANGED'],
  ]);
});

test('the version on the screen is the newest one, or its form is shown anew', async () => {
  const form = await publish('Stale', ask('TEXT', 'One'));
  await publishForm(staff, 'stale', draftOf('Stale', [ask('TEXT', 'Two')]));
  const stale = await fillIn(form, together({ one: 'x' }));
  expect([
    stale.json.code,
    detailsOf<{ form: Form }>(stale).form.content.sections[0]!.questions[0]!.label,
  ]).toEqual(['FORM_CHANGED', 'Two']);
  expect((await fillIn(form, onPaper())).json.code).toBe('FORM_CHANGED');
});

test('two devices at once: one submission stays, the other one is refused', async () => {
  const form = await publish('Both', ask('TEXT', 'Sleep'));
  const results = await Promise.all(['Well', 'Badly'].map((sleep) => fillIn(form, together({ sleep }))));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([204, 409]));
  const kept = db.selectFrom('submissions').select('id').where('form_id', '=', form.id);
  expect(await kept.execute()).toHaveLength(1);
});

test('a second sheet is refused, so that its date and signer are not lost unsaid', async () => {
  const form = await publish('Sheets', ask('TEXT', 'Sleep'));
  expect((await fillIn(form, onPaper())).status).toBe(204);
  const second = await fillIn(form, onPaper({ signed_by: 'Theo Lind' }));
  expect([second.status, second.json.code]).toEqual([409, 'FORM_ANSWERED']);
  expect(await given('Sheets')).toMatchObject({ signed_by: 'Ana Lind' });
});
