import { beforeAll, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/call.ts';
import { getForms, uploadForm } from '#contract/client.calls.ts';
import { sampleSignature } from '../../seed/sample-signature.ts';
import { type TestClient, testApp } from '#tests/support/app.ts';
import { practiceCommands } from '#tests/support/admin-commands.ts';

const sample = await testApp();
const { db, clock, signInClient } = sample;
const files: Record<string, string> = {};
const said = practiceCommands(sample, { files });
let maren: TestClient;
let theo: TestClient;

beforeAll(async () => {
  maren = await signInClient('demo@example.com');
  theo = await signInClient('new@example.com');
});

/** Puts a form on the site by the command. */
async function write(lines: string, head: object = {}, ...more: string[]): Promise<string> {
  const words = Object.entries({ key: 'sleep', name: 'Sleep', for: 'everybody', ...head });
  files['form.md'] = `---\n${words.map(([name, value]) => `${name}: ${value}`).join('\n')}\n---\n${lines}\n`;
  return await said('form', 'form.md', ...more);
}
const lists = async (client: TestClient) => (await client.call(getForms)).json;
const asked = async (client: TestClient, name = 'Sleep') =>
  (await lists(client)).required_forms.filter(({ form }) => form.name === name);
const given = async (client: TestClient, name = 'Sleep') =>
  (await lists(client)).completed_forms.filter(({ form_name }) => form_name === name);
const submit = (client: TestClient, body: BodyOf<typeof uploadForm>) => client.call(uploadForm, { body });
const tables = async () =>
  JSON.stringify([
    await db.selectFrom('forms').selectAll().orderBy('key').execute(),
    await db.selectFrom('form_versions').selectAll().orderBy('form_id').orderBy('version').execute(),
    await db.selectFrom('form_services').selectAll().orderBy('form_id').orderBy('service_id').execute(),
  ]);
const lineOf = async (key: string) =>
  (await said('forms')).split('\n').find((line) => line.startsWith(`${key}  `));

test('forms lists each with its type, version, whom it is asked of and how many have filled it in', async () => {
  expect((await said('forms')).split('\n').map((line) => line.split('  ')[0])).toEqual([
    'ayurvedic-intake',
    'herbs-and-allergies',
    'reaching-you',
    'movement-history',
    'studio-agreement',
  ]);
  expect(await lineOf('movement-history')).toBe(
    'movement-history  Movement History, INTAKE, version 1, asked of private-yoga, chair-yoga, filled in by one person',
  );
  expect(await lineOf('studio-agreement')).toMatch(
    /, AGREEMENT, version 1, asked of everybody, filled in by /,
  );
  expect(await said('forms', 'all')).toMatch(/^WRONG Usage: forms\. /);
});

test('every form of the sample is shown as a file that changes nothing', async () => {
  const before = await tables();
  for (const { key } of await db.selectFrom('forms').select('key').execute()) {
    files['shown.md'] = await said('form', 'show', key);
    expect(await said('form', 'shown.md')).toMatch(
      new RegExp(`^Nothing has changed: .* \\(${key}\\), version 1\\.`),
    );
    expect(await said('form', 'show', key)).toBe(files['shown.md']);
    // Without the names in braces too: the same words are the same questions.
    files['bare.md'] = files['shown.md'].replace(/ \{[^}]*\}:/g, ':');
    expect(await said('form', 'bare.md')).toMatch(/^Nothing has changed: /);
  }
  expect(await tables()).toBe(before);
  expect(await said('form', 'show', 'reaching-you')).toBe(`---
key: reaching-you
name: In Case We Need Someone
description: One person to call, and how you like to be reached.
type: CONTACT
for: everybody
---

## Someone we may call

TEXT required {contact-name}: Their name

TEXT required {contact-phone}: Their phone number

SELECT {contact-relation}: Who they are to you
- Partner
- Family
- Friend
- Neighbor
- Someone else

## Reaching you

RADIO required {best-way}: The best way to reach you on the day of a visit
- A text message
- A phone call
- An e-mail

TEXTAREA {anything}: Anything that would make coming here easier`);
});

test('a new form is asked at once, of everybody', async () => {
  expect(await write('TEXT required: How do you sleep?\nRADIO: Tea?\n- Yes\n- No')).toBe(
    'New: Sleep (sleep), version 1.\nAsked of everybody, once for all visits.',
  );
  const [entry] = await asked(theo);
  expect(entry?.form).toMatchObject({
    name: 'Sleep',
    description: '',
    type: 'INTAKE',
    is_global: true,
    content: {
      sections: [
        {
          title: '',
          questions: [
            { id: 'how-do-you-sleep', label: 'How do you sleep?', type: 'TEXT', required: true, options: [] },
            { id: 'tea', label: 'Tea?', type: 'RADIO', required: false, options: ['Yes', 'No'] },
          ],
        },
      ],
    },
  });
  expect(await asked(maren)).toHaveLength(1);
  expect(await lineOf('sleep')).toBe(
    'sleep  Sleep, INTAKE, version 1, asked of everybody, filled in by nobody',
  );
});

test('answers to version 1 are refused once version 2 is published', async () => {
  const opened = (await asked(theo))[0]!.form;
  // The clock of this test stands still: the versions differ all the same.
  expect(
    await write('TEXT required {how-do-you-sleep}: Do you sleep well?\nTEXT required: What wakes you?'),
  ).toBe(
    [
      'Changed: Sleep (sleep), now version 2.',
      '  new: {what-wakes-you} What wakes you?',
      '  removed: {tea} Tea?',
      '  reworded, the same question: {how-do-you-sleep} How do you sleep? → Do you sleep well?',
      'Asked of everybody, once for all visits.',
      'Clients who are filling it in now keep what they typed and see the new version before they submit.',
    ].join('\n'),
  );
  const body = { form_id: opened.id, responses: { 'how-do-you-sleep': 'Lightly', tea: 'Yes' } };
  const stale = await submit(theo, { ...body, form_updated_at: opened.updated_at });
  expect([stale.status, stale.json.code]).toEqual([409, 'FORM_CHANGED']);
  const { form: newest } = stale.json.details as { form: typeof opened };
  expect(newest.content.sections[0]!.questions.map(({ id }) => id)).toEqual([
    'how-do-you-sleep',
    'what-wakes-you',
  ]);
  expect(newest.updated_at > opened.updated_at).toBe(true);
  // A program that does not say which version it shows is validated by the newest one.
  expect(await submit(theo, body)).toMatchObject({ status: 422, json: { code: 'FORM_INCOMPLETE' } });
  expect(await given(theo)).toEqual([]);

  const responses = { ...body.responses, 'what-wakes-you': 'Owls' };
  expect(await submit(theo, { ...body, responses, form_updated_at: newest.updated_at })).toMatchObject({
    status: 200,
  });
  const [handed_in] = await given(theo);
  expect(handed_in?.responses).toEqual({ 'how-do-you-sleep': 'Lightly', 'what-wakes-you': 'Owls' });
  expect(handed_in?.form.content).toEqual(newest.content);
});

test('earlier submissions stay unchanged, and their clients are asked again only with ask-again', async () => {
  const before = await given(theo);
  const third = 'TEXT {how-do-you-sleep}: Do you sleep well?\nSIGNATURE required: Signature';
  expect(await write(third)).toContain(
    '\nOne person has filled in a version before and is not asked again. To ask them too: form form.md ask-again',
  );
  expect(await given(theo)).toEqual(before);
  expect([(await asked(theo)).length, (await asked(maren)).length]).toEqual([0, 1]);
  expect(await lineOf('sleep')).toContain('version 3, asked of everybody, filled in by one person');

  expect(await write(third, {}, 'ask-again')).toMatch(
    /^The questions are as they were: Sleep \(sleep\), version 3\.\n.*\nOne person has filled in a version before and is asked again\.$/,
  );
  const [again] = await asked(theo);
  expect(again?.form.content.sections[0]!.questions.map(({ type }) => type)).toEqual(['TEXT', 'SIGNATURE']);
  expect(await given(theo)).toEqual(before);
  const stood = await tables();
  expect(await write(third, {}, 'ask-again')).toContain('Nothing has changed: Sleep (sleep), version 3.');
  expect(await tables()).toBe(stood);
  expect(await write(third, {}, 'again')).toMatch(/^WRONG Usage: form FILE\.md \[ask-again\]/);
});

test('an earlier version is shown, and is restored with its questions', async () => {
  files['before.md'] = await said('form', 'show', 'sleep', '1');
  expect(files['before.md']).toContain('RADIO {tea}: Tea?\n- Yes\n- No');
  const answer = await said('form', 'before.md');
  expect(answer).toContain('Changed: Sleep (sleep), now version 4.\n  new: {tea} Tea?');
  // Who was to be asked again for version 3, and has not done it yet, still is.
  expect(answer).toContain('\nOne person has filled in a version before and is asked again.');
  expect(await asked(theo)).toHaveLength(1);
  expect(await said('form', 'show', 'sleep')).toBe(files['before.md']);
  expect(await said('form', 'show', 'sleep', '9')).toBe('WRONG sleep has the versions 1 to 4, no 9.');
  expect(await write('CHECKBOX {tea}: Tea?\n- Yes')).toMatch(
    /^WRONG Nothing was changed\. Errors in form\.md:\n {2}line 6: \{tea\} is a question of the kind RADIO/,
  );
});

describe('a form that is asked again', () => {
  const FIRST = [
    'TEXT required {drink}: What do you drink before bed?',
    'RADIO required {sleep}: How do you sleep?\n- Well\n- Lightly',
    'CHECKBOX {help}: What helps?\n- A walk\n- Warm milk',
    'CHECKBOX required {rules}: House rules\n- I have read them',
    'SIGNATURE required: Signature',
  ].join('\n');
  const SECOND = FIRST.replace('How do you sleep?', 'How do you usually sleep?')
    .replace('\n- Warm milk', '\n- Lavender')
    .concat('\nTEXT {wakes}: What wakes you?');
  const answers = {
    drink: 'Linden flowers',
    sleep: 'Lightly',
    help: ['A walk', 'Warm milk'],
    rules: ['I have read them'],
    signature: sampleSignature(),
  };
  const head = { key: 'nights', name: 'Nights' };
  const formerOf = async (client: TestClient) =>
    (await asked(client, 'Nights')).map((each) => each.former_answers);

  test('prefills earlier answers that still fit, for their client only', async () => {
    await write(FIRST, head);
    expect(await formerOf(maren)).toEqual([null]);
    const [entry] = await asked(maren, 'Nights');
    expect((await submit(maren, { form_id: entry!.form.id, responses: answers })).status).toBe(200);
    const { submitted_at } = (await given(maren, 'Nights'))[0]!;

    expect(await write(SECOND, head, 'ask-again')).toContain('One person has filled in a version before');
    const responses = { drink: 'Linden flowers', sleep: 'Lightly', help: ['A walk'] };
    expect(await formerOf(maren)).toEqual([{ submitted_at, responses }]);
    expect(await formerOf(theo)).toEqual([null]);
    // What was handed in stays as it was, and nothing is handed in by itself.
    expect((await given(maren, 'Nights')).map((each) => each.responses)).toEqual([answers]);
    expect(await submit(maren, { form_id: entry!.form.id, responses })).toMatchObject({
      status: 422,
      json: { code: 'FORM_INCOMPLETE' },
    });

    // Where nothing fits any more, there is nothing to look over.
    await write('TEXT required {else}: Something else?', head, 'ask-again');
    expect(await formerOf(maren)).toEqual([null]);
  });

  test('for a booking brings what was said for that booking, not for another', async () => {
    const bookings = await db
      .selectFrom('bookings as b')
      .innerJoin('services as s', 's.id', 'b.service_id')
      .select(['b.id', 's.key'])
      .where('b.user_id', '=', maren.user_id)
      .where('b.status', '=', 'CONFIRMED')
      .where('b.start_time', '>', clock.now())
      .execute();
    const keys = [...new Set(bookings.map(({ key }) => key))];
    expect(bookings.length).toBeGreaterThan(1);
    const of_booking = { key: 'before', name: 'Before', for: keys.join(', ') };
    await write('TEXT required {hope}: What do you hope for?', of_booking);
    const entries = await asked(maren, 'Before');
    const { booking_id, form } = entries[0]!;
    await submit(maren, { form_id: form.id, booking_id, responses: { hope: 'Rest' } });
    await write('TEXT required {hope}: What do you wish for?', of_booking, 'ask-again');
    const former = new Map(
      (await asked(maren, 'Before')).map((each) => [each.booking_id, each.former_answers?.responses]),
    );
    expect(former).toEqual(
      new Map(
        entries.map((each) => [
          each.booking_id,
          each.booking_id === booking_id ? { hope: 'Rest' } : undefined,
        ]),
      ),
    );
    for (const key of ['nights', 'before']) await said('form', 'retire', key);
  });
});

describe('whom a form is asked of', () => {
  /** The client's future bookings. */
  const booked = () =>
    db
      .selectFrom('bookings as b')
      .innerJoin('services as s', 's.id', 'b.service_id')
      .select(['b.id', 's.key', 's.name'])
      .where('b.user_id', '=', maren.user_id)
      .where('b.status', '=', 'CONFIRMED')
      .where('b.start_time', '>', clock.now())
      .orderBy('s.position')
      .execute();

  test('the services of its file, before each booking', async () => {
    const [one, ...others] = await booked();
    const head = { key: 'herbs', name: 'Herbs', for: `herbal-check-in, marma-session, ${one!.key}` };
    const answer = await write('TEXT: a', head);
    expect(answer).toMatch(
      /^New: Herbs \(herbs\), version 1\.\nAsked before each booking of: .*Marma Session/,
    );
    expect(answer).toContain(one!.name);
    const wanted = [one!, ...others].filter(({ key }) => head.for.split(', ').includes(key));
    const entries = await asked(maren, 'Herbs');
    expect(new Set(entries.map(({ booking_id }) => booking_id))).toEqual(new Set(wanted.map(({ id }) => id)));
    expect(wanted.length).toBeLessThanOrEqual(others.length);
    expect(await asked(theo, 'Herbs')).toEqual([]);
  });

  test('form for changes it, and says what that means', async () => {
    const { key } = (await booked())[0]!;
    expect(await said('form', 'for', 'herbs', key)).toMatch(
      /^Changed: Herbs\. Asked before each booking of: /,
    );
    const entries = await asked(maren, 'Herbs');
    expect(entries.length).toBeGreaterThan(0);
    const { booking_id, form } = entries[0]!;
    expect(await submit(maren, { form_id: form.id, booking_id, responses: { a: 'Well' } })).toMatchObject({
      status: 200,
    });
    expect(await said('form', 'for', 'herbs', 'everybody')).toBe(
      'Changed: Herbs. Asked of everybody, once for all visits.\nClients who have filled it in for a booking are not asked again.',
    );
    expect([(await asked(maren, 'Herbs')).length, (await asked(theo, 'Herbs')).length]).toEqual([0, 1]);
    expect(await submit(theo, { form_id: form.id, responses: { a: 'So so' } })).toMatchObject({
      status: 200,
    });
    expect(await said('form', 'for', 'herbs', 'everybody')).toMatch(/^Nothing has changed: Herbs\./);
    expect(await said('form', 'for', 'herbs', 'chair-yoga,private-yoga', 'chair-yoga')).toBe(
      'Changed: Herbs. Asked before each booking of: Private Yoga, Chair Yoga for Stiff Days.\n' +
        'Each booking asks for it from now on, including clients who have filled it in once for all visits.',
    );
    expect((await said('form', 'show', 'herbs')).split('\n')).toContain('for: private-yoga, chair-yoga');
    expect((await given(theo, 'Herbs'))[0]?.responses).toEqual({ a: 'So so' });
  });

  test('a file with the same questions and others to ask makes no version', async () => {
    files['herbs.md'] = (await said('form', 'show', 'herbs')).replace(/^for: .*$/m, 'for: chair-yoga');
    expect(await said('form', 'herbs.md')).toBe(
      'The questions are as they were: Herbs (herbs), version 1.\nAsked before each booking of: Chair Yoga for Stiff Days.',
    );
  });

  test('a service that is unknown or retired is refused with a message', async () => {
    const before = await tables();
    const retired = db.updateTable('services').where('key', '=', 'marma-session');
    await retired.set({ is_active: false }).execute();
    expect(await said('form', 'for', 'herbs', 'marma-session')).toBe(
      'WRONG Marma Session is retired. Offer it again in the staff area first, under Services.',
    );
    expect(await said('form', 'for', 'herbs', 'nowhere', 'chair-yoga')).toMatch(
      /^WRONG There is no service nowhere\. The services: ayurvedic-consultation, marma-session, /,
    );
    expect(await write('TEXT: a\nSIGNATURE: b', { key: 'herbs', for: 'chair-yoga, nowhere' })).toMatch(
      /^WRONG Nothing was changed.*\n {2}line 4: There is no service nowhere/,
    );
    expect(await said('form', 'for', 'herbs', 'everybody', 'chair-yoga')).toMatch(
      /^WRONG Usage: form for KEY everybody/,
    );
    expect(await said('form', 'for', 'herbs', 'nobody')).toMatch(/^WRONG A form is asked of everybody/);
    expect(await said('form', 'for', 'herbs')).toMatch(/^WRONG Usage: form for KEY/);
    expect(await said('form', 'for', 'nothing', 'everybody')).toBe(
      'WRONG There is no form nothing. See: forms',
    );
    expect(await tables()).toBe(before);
    await retired.set({ is_active: true }).execute();
  });

  test('a service that is retired later stays with its forms, and their files read back', async () => {
    await said('form', 'for', 'herbs', 'marma-session');
    await db.updateTable('services').where('key', '=', 'marma-session').set({ is_active: false }).execute();
    files['herbs.md'] = await said('form', 'show', 'herbs');
    expect(await said('form', 'herbs.md')).toBe(
      'Nothing has changed: Herbs (herbs), version 1.\nAsked before each booking of: Marma Session (retired).',
    );
    await db.deleteFrom('form_services').execute();
    files['herbs.md'] = await said('form', 'show', 'herbs');
    expect(files['herbs.md']).toContain('\nfor: nobody\n');
    expect(await said('form', 'herbs.md')).toMatch(/^Nothing has changed: .*\nAsked of nobody\.$/);
  });
});

test('retired: asked no longer, readable as before, and asked again once restored', async () => {
  const before = await given(theo);
  const { form } = (await asked(maren))[0]!;
  expect(await said('form', 'retire', 'sleep')).toMatch(/^Retired: Sleep\. It is no longer asked/);
  expect([await asked(theo), await asked(maren)]).toEqual([[], []]);
  expect(await given(theo)).toEqual(before);
  // Clients who have it open are notified.
  const late = await submit(maren, { form_id: form.id, responses: { 'how-do-you-sleep': 'Well' } });
  expect(late).toMatchObject({ status: 404, json: { code: 'FORM_NOT_FOUND' } });
  expect(late.json.error).toBe('This form is no longer needed. There is nothing to submit.');
  expect((await said('forms')).split('\n').at(-1)).toMatch(
    /^sleep {2}.* retired \(was asked of everybody\), filled/,
  );
  expect(await said('form', 'retire', 'sleep')).toBe('Nothing has changed: Sleep is retired already.');
  expect(await write('TEXT {how-do-you-sleep}: Do you sleep?')).toContain(
    'It is retired and not asked. To ask it again: form restore sleep',
  );
  expect(await asked(maren)).toEqual([]);
  expect(await said('form', 'restore', 'sleep')).toBe(
    'Restored: Sleep. Asked of everybody, once for all visits.',
  );
  expect((await asked(maren)).map((each) => each.form.content.sections[0]!.questions[0]!.label)).toEqual([
    'Do you sleep?',
  ]);
  expect(await said('form', 'restore', 'sleep')).toMatch(/^Nothing has changed: Sleep is asked\./);
});

test('what cannot be understood is refused, and nothing is written', async () => {
  const before = await tables();
  expect(await write('TEXT: a\nMOOD: b', { type: 'IN TAKE' })).toMatch(
    /^WRONG Nothing was changed\. Errors in form\.md:\n {2}line 5: The type is one word.*\n {2}line 8: A question begins/,
  );
  expect(await said('form')).toMatch(/^WRONG Usage: form FILE\.md \| form show KEY/);
  expect(await said('form', 'none.md')).toBe('WRONG The file none.md cannot be read.');
  expect(await said('form', 'a', 'b', 'c')).toMatch(/^WRONG Usage: form FILE/);
  expect(await said('form', 'show', 'nothing')).toBe('WRONG There is no form nothing. See: forms');
  expect(await said('form', 'show')).toMatch(/^WRONG Usage: form show KEY/);
  expect(await said('form', 'retire', 'nothing')).toBe('WRONG There is no form nothing. See: forms');
  expect(await said('form', 'retire')).toBe('WRONG Name one form. See: forms');
  expect(await tables()).toBe(before);
});

test('two who change one form at one moment make two versions, and two new ones of one key are never mixed', async () => {
  for (const [name, words] of [
    ['one', 'One'],
    ['two', 'Two'],
  ]) {
    files[`${name}.md`] = `---\nkey: sleep\nname: Sleep\nfor: everybody\n---\nTEXT: ${words}\n`;
    files[`new-${name}.md`] = `---\nkey: twins\nname: ${words}\nfor: everybody\n---\nTEXT: ${words}\n`;
  }
  const { version } = await db
    .selectFrom('form_versions as v')
    .innerJoin('forms as f', 'f.id', 'v.form_id')
    .where('f.key', '=', 'sleep')
    .select((select) => select.fn.max('v.version').as('version'))
    .executeTakeFirstOrThrow();
  const changed = await Promise.all([said('form', 'one.md'), said('form', 'two.md')]);
  expect(new Set(changed.map((answer) => /now version (\d+)/.exec(answer)?.[1]))).toEqual(
    new Set([`${version + 1}`, `${version + 2}`]),
  );

  const made = await Promise.all([said('form', 'new-one.md'), said('form', 'new-two.md')]);
  const first = made.find((answer) => answer.startsWith('New: '))!;
  const other = made.find((answer) => answer !== first)!;
  // The other either saw it already, or was asked to look again.
  expect(other).toMatch(
    /^(?:Changed: (?:One|Two) \(twins\), now version 2|WRONG Someone else has just created a form twins)/,
  );
  const text = await said('form', 'show', 'twins');
  expect(/^name: (.*)$/m.exec(text)?.[1]).toBe(/: (.*)$/.exec(text.split('\n').at(-1)!)?.[1]);
});
