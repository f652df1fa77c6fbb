import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { BodyOf } from '#contract/call.ts';
import { deleteUser } from '#contract/client.calls.ts';
import {
  staffBooking,
  staffCancelBooking,
  staffCancellation,
  staffChangeClient,
  staffClient,
  staffClients,
  staffCreateClient,
  staffInviteClient,
  staffRemindOfForms,
  staffSendMessage,
} from '#contract/staff.calls.ts';
import type { Client, ClientList } from '#contract/clients.schemas.ts';
import type { Db } from '#server/db/pool.ts';
import { rewritten } from '#tests/support/without.ts';
import { addBooking, addService } from '#tests/support/sample-booking.ts';
import { type Seen, testApp } from '#tests/support/app.ts';

const HOUR = 3_600_000;
const site = await testApp({ env: { RATE_LIMIT_SCALE: '1000' } });
const { db, clock } = site;
let staff = await site.signInStaff();
const maren = await site.signInClient('demo@example.com');
const service_id = await addService(db, { key: 'marma', name: 'Marma Session' });

const search = async (q: string) => (await staff.call(staffClients, { query: { q } })).json;
const namesOf = ({ clients }: ClientList) => clients.map(({ name }) => name);
type Contact = Omit<BodyOf<typeof staffCreateClient>, 'action_id'>;
const create = (contact: Contact, action_id: string = randomUUID()) =>
  staff.call(staffCreateClient, { body: { action_id, ...contact } });
const change = ({ id, updated_at }: Pick<Client, 'id' | 'updated_at'>, fields: Partial<Contact>) => {
  clock.advance(1000);
  return staff.call(staffChangeClient, {
    params: { id },
    body: { action_id: randomUUID(), base_updated_at: updated_at, ...fields },
  });
};
let lines = 1000;
const phone = () => `(503) 555-${++lines}`;
/** A record that the practice keeps. */
const kept = async (contact: Partial<Contact> = {}): Promise<Seen<Client>> => {
  const { status, json } = await create({
    first_name: `Kept${randomUUID()}`,
    phone: phone(),
    email: `kept${lines}@example.com`,
    ...contact,
  });
  expect(status).toBe(201);
  return json;
};
const invite = ({ id }: Pick<Client, 'id'>, action_id: string = randomUUID()) =>
  staff.call(staffInviteClient, { params: { id }, body: { action_id } });
const mailsTo = (to: string) =>
  db.selectFrom('outbox').selectAll().where('to_address', '=', to).orderBy('seq').execute();
const actionsAbout = (user_id: string) =>
  db.selectFrom('staff_actions').selectAll().where('user_id', '=', user_id).orderBy('at').execute();
const book = (user_id: string, hours: number, changes: object = {}) =>
  addBooking(db, {
    user_id,
    service_id,
    start_time: new Date(clock.now().getTime() + hours * HOUR),
    created_at: clock.now(),
    ...changes,
  });

describe('creating a client who phones', () => {
  it('keeps a record without a login, with a key for its health data', async () => {
    const { status, json } = await create({ first_name: ' Petra ', phone: '503 555 0911' });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      name: 'Petra',
      phone: '+15035550911',
      email: '',
      has_login: false,
      visits: 0,
      last_visit: null,
    });
    const record = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', json.id)
      .executeTakeFirstOrThrow();
    expect(record).toMatchObject({ cognito_sub: null, stripe_id: null, house_call_approved: false });
    const key = db.selectFrom('user_keys').select('user_id').where('user_id', '=', json.id);
    expect(await key.execute()).toHaveLength(1);
    expect(await actionsAbout(json.id)).toMatchObject([
      {
        action: 'client.create',
        object_kind: 'CLIENT',
        object_id: json.id,
        details: { accept_duplicate: false },
      },
    ]);
  });

  it('happens once, however often and at once it is asked', async () => {
    const action_id = randomUUID();
    const contact = { first_name: 'Once', phone: phone() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(contact, action_id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(namesOf(await search('once'))).toEqual(['Once']);
    expect((await create({ ...contact, first_name: 'Other' }, action_id)).json.code).toBe('ACTION_REUSED');
  });

  it('asks when the phone, the e-mail or the name is known, and again never', async () => {
    const known = await kept({ first_name: 'Désirée', last_name: 'Ångström' });
    const ways: Contact[] = [
      { first_name: 'Somebody', phone: known.phone! },
      { first_name: 'Somebody', email: known.email.toUpperCase() },
      { first_name: 'DESIREE', last_name: 'Angstrom', phone: phone() },
    ];
    for (const contact of ways) {
      const { status, json } = await create(contact);
      expect([status, json.code]).toEqual([409, 'POSSIBLE_DUPLICATE']);
      expect(json.details).toMatchObject({ candidates: [{ id: known.id, phone: known.phone }] });
      expect((await create({ ...contact, accept_duplicate: true })).status).toBe(201);
    }
    expect((await create({ first_name: 'Désirée', phone: phone() })).status).toBe(201);
  });

  it.each([
    [
      { first_name: 'Saoirse', last_name: 'O’Neill' },
      { first_name: 'saoirse', last_name: "O'Neill" },
    ],
    [
      { first_name: 'Aoife', last_name: 'O’Neill' },
      { first_name: 'Aoife', last_name: 'Oneill' },
    ],
    [
      { first_name: 'Anne-Marie', last_name: 'Huber' },
      { first_name: 'Anne Marie', last_name: 'Huber' },
    ],
    [
      { first_name: 'Dolores', last_name: 'Quintana' },
      { first_name: 'Quintana,', last_name: 'Dolores' },
    ],
    [
      { first_name: 'Dolores', last_name: 'Vega' },
      { first_name: 'Vega, Dolores', last_name: '' },
    ],
    [
      { first_name: 'Ana María', last_name: 'de la Cruz' },
      { first_name: 'de la Cruz', last_name: '“Ana María”' },
    ],
    [
      { first_name: 'Wanda', last_name: 'Smith–Jones' },
      { first_name: 'Wan\u200bda', last_name: 'Smith-Jones' },
    ],
  ])('asks whether it is the same person: %o and %o', async (before, after) => {
    const known = await kept(before);
    const { status, json } = await create({ ...after, phone: phone() });
    expect([status, json.code]).toEqual([409, 'POSSIBLE_DUPLICATE']);
    expect(json.details).toMatchObject({ candidates: [{ id: known.id }] });
  });

  it.each([
    '\u200b',
    '\u200d',
    '\u2060',
    '\u00ad',
    '\u200e',
    '\u061c',
    '\u3164',
    '\u2800',
    '\u034f',
    '\ufe0f',
    '\u2062',
    '\ufff9',
    '\u{e0041}',
    '\u0301',
    '\u{e0101}',
  ])('takes no name that is not seen: %j', async (first_name) => {
    const { status, json } = await create({ first_name, last_name: first_name, phone: phone() });
    expect([status, json.details]).toEqual([422, { first_name: 'Please enter a first name.' }]);
  });

  it('takes a phone number and an e-mail as they were copied', async () => {
    const { json } = await create({
      first_name: 'Copied',
      phone: '\u202a+1\u00a0(503)\u00a0555\u20110042\u202c',
      email: 'Copied Name <Copied.Name@Example.com>',
    });
    expect(json).toMatchObject({ phone: '+15035550042', email: 'copied.name@example.com' });
    const abroad = await create({ first_name: 'Abroad', phone: '+44 20 7946 0958' });
    expect(abroad.json).toMatchObject({ phone: '+442079460958' });
  });

  it('of two tabs with the same phone number, one is asked', async () => {
    const contact = { first_name: 'Twice', phone: phone() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(contact)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });

  it('control: without the lock, two tabs make two records', async () => {
    const change = (each: Db) =>
      rewritten(each, (text) => (text.includes('pg_advisory_xact_lock') ? 'select 1' : text));
    const control = await testApp({ besides: site, change });
    const member = await control.signInStaff();
    const made = async () => {
      const contact = { first_name: 'Control', phone: phone() };
      const press = () =>
        member.call(staffCreateClient, {
          body: { action_id: randomUUID(), ...contact, last_name: randomUUID() },
        });
      const answers = await Promise.all(Array.from({ length: 8 }, press));
      return answers.filter(({ status }) => status === 201).length;
    };
    // On a busy machine the eight can come one after the other.
    let most = 0;
    for (let round = 0; round < 5 && most <= 1; round++) most = await made();
    expect(most).toBeGreaterThan(1);
  });

  it('control: without the key of staff_actions, one action makes two records', async () => {
    const control = await testApp();
    await sql`alter table staff_actions drop constraint staff_actions_pkey`.execute(control.db);
    const member = await control.signInStaff();
    const made = async (last_name: string) => {
      const action = {
        action_id: randomUUID(),
        first_name: 'Control',
        last_name,
        phone: phone(),
        accept_duplicate: true,
      };
      await Promise.all(Array.from({ length: 8 }, () => member.call(staffCreateClient, { body: action })));
      return (await control.db.selectFrom('users').select('id').where('last_name', '=', last_name).execute())
        .length;
    };
    // On a busy machine the eight can come one after the other.
    let most = 0;
    for (let round = 0; round < 5 && most <= 1; round++) most = await made(`Round ${round}`);
    expect(most).toBeGreaterThan(1);
  });

  it.each([
    ['no way to reach them', { first_name: 'Nobody' }, 'phone'],
    ['no phone number', { first_name: 'Nobody', phone: '12' }, 'phone'],
    ['no e-mail', { first_name: 'Nobody', email: 'nobody@' }, 'email'],
    ['a blank name', { first_name: '   ', phone: '(503) 555-0000' }, 'first_name'],
  ])('is refused with %s', async (_, contact, field) => {
    const { status, json } = await create(contact);
    expect([status, json.code]).toEqual([422, 'INVALID_INPUT']);
    expect(json.details).toEqual({ [field]: expect.any(String) as string });
  });
});

describe('changing contact fields', () => {
  it('changes what is sent alone, and records which fields', async () => {
    const client = await kept({ last_name: 'Before' });
    const { status, json } = await change(client, { last_name: 'After', pronouns: 'they/them' });
    expect([status, json]).toMatchObject([
      200,
      { last_name: 'After', pronouns: 'they/them', phone: client.phone, email: client.email },
    ]);
    const [, action] = await actionsAbout(client.id);
    expect(action).toMatchObject({ action: 'client.change', details: { fields: 'last_name pronouns' } });
    expect(JSON.stringify(action)).not.toContain('After');
  });

  it('first commit wins, and the other one sees it', async () => {
    const client = await kept();
    await change(client, { last_name: 'First' });
    const { status, json } = await change(client, { last_name: 'Second' });
    expect([status, json.code, json.details]).toMatchObject([409, 'CLIENT_CHANGED', { last_name: 'First' }]);
  });

  it('leaves the e-mail of a login to the client, and the rest not', async () => {
    const [before] = (await search('demo@example.com')).clients;
    const refused = await change(before!, { email: 'other@example.com' });
    expect([refused.status, refused.json.details]).toEqual([422, { email: expect.any(String) as string }]);
    expect((await change(before!, { email: 'demo@example.com', phone: phone() })).status).toBe(200);
  });

  it('asks when the new phone number belongs to another record, but not for its own', async () => {
    const [one, other] = [await kept(), await kept()];
    expect((await change(one, { phone: other.phone! })).json.code).toBe('POSSIBLE_DUPLICATE');
    expect((await change(one, { phone: one.phone!, email: one.email })).status).toBe(200);
  });

  it('leaves a way to reach the client', async () => {
    const client = await kept();
    expect((await change(client, { phone: '', email: '' })).json.code).toBe('INVALID_INPUT');
    const { json } = await change(client, { email: '' });
    expect([json.email, json.phone]).toEqual(['', client.phone]);
  });

  it.each(['nonsense', randomUUID()])('is refused for a client who is not there: %s', async (id) => {
    const { status, json } = await change({ id, updated_at: clock.now().toISOString() }, { last_name: 'X' });
    expect([status, json.code]).toEqual([404, 'CLIENT_NOT_FOUND']);
  });
});

it('lets a client book as a known one, and records that by its name', async () => {
  const client = await kept();
  const mark = async ({ updated_at }: Pick<Client, 'updated_at'>, marked_known: boolean) => {
    clock.advance(1000);
    const body = { action_id: randomUUID(), base_updated_at: updated_at, marked_known };
    return await staff.call(staffChangeClient, { params: { id: client.id }, body });
  };
  const { json: marked } = await mark(client, true);
  expect(marked).toMatchObject({ marked_known: true, phone: client.phone });
  expect((await mark(client, false)).json.code).toBe('CLIENT_CHANGED');
  expect((await mark(marked, false)).json).toMatchObject({ marked_known: false });
  const actions = (await actionsAbout(client.id)).map(({ action }) => action);
  expect(actions).toEqual(['client.create', 'client.mark-known', 'client.unmark-known']);
});

describe('mails to a client', () => {
  it('invite them with a link that is stored as a hash alone', async () => {
    const client = await kept();
    const { status, json } = await invite(client);
    expect([status, json.sent_to]).toEqual([200, client.email]);
    const [mail] = await mailsTo(client.email);
    const key = /\/claim#key=([\w-]{43})/.exec(mail!.text)![1]!;
    const invites = await db
      .selectFrom('client_invites')
      .selectAll()
      .where('user_id', '=', client.id)
      .execute();
    expect(invites).toHaveLength(1);
    expect(JSON.stringify([invites, await actionsAbout(client.id)])).not.toContain(key);
    const [found] = (await search(client.email)).clients;
    expect(found!.invited_at).toBe(clock.now().toISOString());
    expect(mail!.text).not.toContain(client.phone!.slice(-4));
  });

  it('invite nobody without an e-mail, or with a login', async () => {
    const phoned = await kept({ email: '' });
    expect((await invite(phoned)).json.code).toBe('NO_EMAIL');
    expect((await invite({ id: maren.user_id })).json.code).toBe('RECORD_EXISTS');
    expect((await invite({ id: randomUUID() })).json.code).toBe('CLIENT_NOT_FOUND');
  });

  it('invite nobody at the address of another login, and the page says so before', async () => {
    const email = 'mira.noor@example.com';
    const mother = await kept({ email, first_name: 'Mira', last_name: 'Noor' });
    await db.updateTable('users').set({ cognito_sub: randomUUID() }).where('id', '=', mother.id).execute();
    const child = await kept({ email, accept_duplicate: true });
    const { json: page } = await staff.call(staffClient, { params: { id: child.id } });
    expect(page.login_of).toEqual({ id: mother.id, short_name: 'Mira N.' });
    expect((await staff.call(staffClient, { params: { id: mother.id } })).json.login_of).toBeNull();
    expect((await invite(child)).json).toMatchObject({
      code: 'RECORD_EXISTS',
      message: expect.stringMatching(/^Another client signs in with this e-mail address/),
    });
    expect((await mailsTo(email)).map(({ kind }) => kind)).not.toContain('client-invitation');
  });

  it('carry what staff write line by line, once, and leave no text in the record', async () => {
    const client = await kept();
    const booking_id = await book(client.id, 24);
    const action_id = randomUUID();
    const text = 'Dear client,\r\n\r\nplease <b>park</b> at the gate.\nNalini';
    const ask = (changes: object = {}) =>
      staff.call(staffSendMessage, {
        params: { id: booking_id },
        body: { action_id, subject: 'About\nparking', text, ...changes },
      });
    expect((await ask()).json).toEqual({ sent_to: client.email });
    expect((await ask()).json).toEqual({ sent_to: client.email });
    expect((await ask({ text: 'Other' })).json.code).toBe('ACTION_REUSED');
    const [mail, ...more] = await mailsTo(client.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind: 'staff-message', subject: 'About parking' });
    expect(mail!.text).toContain('Dear client,\n\nplease <b>park</b> at the gate.\nNalini');
    expect(mail!.html).toContain('Dear client,<br><br>please &lt;b&gt;park&lt;/b&gt; at the gate.<br>Nalini');
    expect(JSON.stringify(await actionsAbout(client.id))).not.toContain('parking');
    const { json: panel } = await staff.call(staffBooking, { params: { id: booking_id } });
    expect(panel.mails).toMatchObject([{ kind: 'staff-message' }]);
  });

  it('are refused without an address, and after 20 in a day', async () => {
    const client = await kept();
    const id = await book(client.id, 30);
    const message = () =>
      staff.call(staffSendMessage, {
        params: { id },
        body: { action_id: randomUUID(), subject: 'Hello', text: 'Hello' },
      });
    const answers = await Promise.all(Array.from({ length: 24 }, message));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ json }) => json.code === 'LimitExceededException')).toHaveLength(4);
    expect(await mailsTo(client.email)).toHaveLength(20);
    clock.advance(24 * HOUR + 1000);
    staff = await site.signInStaff();
    expect((await message()).status).toBe(200);
    const phoned = await kept({ email: '' });
    const other = await book(phoned.id, 30);
    const { json } = await staff.call(staffSendMessage, {
      params: { id: other },
      body: { action_id: randomUUID(), subject: 'Hello', text: 'Hello' },
    });
    expect(json.code).toBe('NO_EMAIL');
  });

  it('remind of the forms of this visit; who has no login gets its page', async () => {
    const client = await kept();
    const id = await book(client.id, 40);
    const remind = (booking_id: string) =>
      staff.call(staffRemindOfForms, { params: { id: booking_id }, body: { action_id: randomUUID() } });
    expect((await remind(id)).json).toEqual({ sent_to: client.email });
    const [mail] = await mailsTo(client.email);
    expect(mail!.kind).toBe('form-reminder');
    expect(mail!.text).toMatch(/\/visit\/[\w-]{43}/);
    await db.updateTable('forms').set({ is_active: false }).execute();
    expect((await remind(id)).json.code).toBe('FORM_ANSWERED');
    await db.updateTable('forms').set({ is_active: true }).execute();
    expect((await remind(randomUUID())).json.code).toBe('BOOKING_NOT_FOUND');
  });
});

describe('a client who only phones', () => {
  it('is reminded by nobody, and the visit is shown as any other', async () => {
    const phoned = await kept({ email: '' });
    const id = await book(phoned.id, 30, { created_at: new Date(clock.now().getTime() - 100 * HOUR) });
    await site.runJobs('remind-clients');
    expect(await mailsTo('')).toEqual([]);
    const { json } = await staff.call(staffBooking, { params: { id } });
    expect(json.client).toMatchObject({ id: phoned.id, email: '', phone: phoned.phone });
  });

  it('is not mailed when the visit is cancelled', async () => {
    const phoned = await kept({ email: '' });
    const id = await book(phoned.id, 60);
    const { json: quote } = await staff.call(staffCancellation, { params: { id } });
    const { status } = await staff.call(staffCancelBooking, {
      params: { id },
      body: {
        action_id: randomUUID(),
        base_updated_at: quote.updated_at,
        by: 'PRACTICE',
        refund: 'POLICY',
        quote: quote.quote,
        time: 'OPEN',
        notify: true,
      },
    });
    expect(status).toBe(200);
    expect(await mailsTo('')).toEqual([]);
    const cancelled = (await actionsAbout(phoned.id)).find(({ action }) => action === 'booking.cancel');
    expect(cancelled!.details).toMatchObject({ notified: false });
  });
});

it('a family shares a mailbox: deleting one account leaves the mails about the other', async () => {
  const parent = await site.signInClient('new@example.com');
  const child = await kept({ email: 'new@example.com', accept_duplicate: true });
  const text = { action_id: randomUUID(), subject: 'About parking', text: 'At the gate.' };
  await staff.call(staffSendMessage, { params: { id: await book(child.id, 30) }, body: text });
  await site.runJobs('remind-clients');
  expect((await parent.call(deleteUser)).status).toBe(200);
  const left = (await mailsTo('new@example.com')).map(({ kind, user_id }) => [kind, user_id]);
  expect(left).toEqual([
    ['staff-message', child.id],
    ['account-deleted', null],
  ]);
  expect((await search(child.first_name)).clients).toMatchObject([{ id: child.id, has_login: false }]);
});
