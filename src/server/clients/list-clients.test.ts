import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { staffClients, staffCreateClient } from '#contract/staff.calls.ts';
import type { InputOf } from '#contract/call.ts';
import type { Client, ClientList } from '#contract/clients.schemas.ts';
import type { ClientFilter } from '#domain/people/client-list.ts';
import { testApp } from '#tests/support/app.ts';
import { addBooking, addCheckout, addService } from '#tests/support/sample-booking.ts';

const HOUR = 3_600_000;
const site = await testApp({ env: { RATE_LIMIT_SCALE: '1000' } });
const { db, clock } = site;
const staff = await site.signInStaff();
const maren = await site.signInClient('demo@example.com');
const service_id = await addService(db, { key: 'marma', name: 'Marma Session' });
const scale_id = await addService(db, {
  key: 'scale',
  name: 'Herbal Consultation',
  min_price_cents: 4000,
  max_price_cents: 9000,
});

const list = async (query: InputOf<typeof staffClients>['query']) =>
  (await staff.call(staffClients, { query })).json;
const search = (q: string) => list({ q });
const namesOf = ({ clients }: ClientList) => clients.map(({ name }) => name);
let lines = 1000;
/** A record that the practice keeps. */
const kept = async (contact: Record<string, unknown> = {}): Promise<Client> => {
  const { status, json } = await staff.call(staffCreateClient, {
    body: {
      action_id: randomUUID(),
      first_name: `Kept${randomUUID()}`,
      phone: `(503) 555-${++lines}`,
      email: `kept${lines}@example.com`,
      ...contact,
    },
  });
  expect(status).toBe(201);
  return json;
};
const book = (user_id: string, hours: number, changes: object = {}) =>
  addBooking(db, {
    user_id,
    service_id,
    start_time: new Date(clock.now().getTime() + hours * HOUR),
    created_at: clock.now(),
    ...changes,
  });

const phoned = kept({ phone: '\u202a(971) 555-0188\u202c' });

describe('searching clients', () => {
  it('ignores accents, case and the order of names', async () => {
    await kept({ first_name: 'Łucja', last_name: 'Kovačević' });
    for (const text of ['lucja', 'KOVACEVIC', 'kovačević łucja', 'cja kova', 'Łucja'])
      expect(namesOf(await search(text)), text).toContain('Łucja Kovačević');
    expect(namesOf(await search('lucja smith'))).toEqual([]);
  });

  it.each([
    [
      'O’Neill',
      ["O'Neill", 'O‘Neill', 'ONeill', 'O Neill', 'oneill', 'O´Neill', 'Oʼneill', '"O\'Neill"', '(O’Neill)'],
    ],
    ["D'Angelo", ['D’Angelo', 'dangelo', 'D Angelo']],
    [
      'Smith-Jones',
      [
        'Smith\u2010Jones',
        'Smith\u2011Jones',
        'Smith–Jones',
        'Smith Jones',
        'smithjones',
        'jones',
        'Jones, Smith',
      ],
    ],
    ['van der Berg', ['Van-der-Berg', 'berg', 'van der berg']],
    ['Quintero (Lola)', ['lola', '“Lola”', 'Quintero, Lola', 'quintero lola', 'Quintero,Lola']],
    ['Mc\u00adLeod', ['McLeod', 'Mc\u200bLeod']],
    ['Łuczyński', ['luczynski']],
  ])('ignores signs, quotes and the kind of a hyphen: %s', async (last_name, texts) => {
    const first_name = `Dolores${String.fromCodePoint(97 + (lines++ % 26))}q`;
    const { name } = await kept({ first_name, last_name, email: '' });
    for (const text of texts) {
      expect(namesOf(await search(text)), text).toContain(name);
      expect(namesOf(await search(`${text}, ${first_name}`)), text).toContain(name);
    }
  });

  it('finds an e-mail address as mail programs copy it', async () => {
    const { name } = await kept({ email: 'vera.n+x@example.com' });
    for (const text of [
      'Vera <vera.n+x@example.com>',
      'mailto:vera.n+x@example.com',
      'VERA.N+X@example.com',
      'vera.n+x',
    ])
      expect(namesOf(await search(text)), text).toEqual([name]);
  });

  it.each([
    '\u202a(971) 555-0188\u202c',
    '971\u2013555\u20110188',
    '971\u00a0555\u202f0188',
    'tel:+19715550188',
    '971·555·0188',
  ])('finds a phone number as it was copied: %j', async (text) => {
    const { name } = await phoned;
    expect(namesOf(await search(text))).toEqual([name]);
  });

  it('finds any part of a phone number, however it is written', async () => {
    const { name } = await kept({ phone: '(971) 555-0177' });
    for (const text of ['9715550177', '971 555', '55-0177', '+1 (971) 555-0177', '0177'])
      expect(namesOf(await search(text)), text).toContain(name);
  });

  it('finds an e-mail, and takes no sign of it for a pattern', async () => {
    const { name } = await kept({ email: 'a_strange_one@example.com' });
    expect(namesOf(await search('a_strange_one'))).toEqual([name]);
    expect(namesOf(await search('a%one'))).toEqual([]);
    expect(namesOf(await search('\\'))).toEqual([]);
  });

  it('lists those first whose name begins so, and who was found by a text in pages of 50', async () => {
    const names = Array.from({ length: 52 }, (_, at) => `Ozzy${String(at).padStart(2, '0')}`);
    await Promise.all(names.map((first_name) => kept({ first_name, last_name: 'Quill' })));
    await kept({ first_name: 'Aquill', last_name: 'Zorn' });
    const first = await search('quill');
    expect([first.clients.length, first.total]).toEqual([50, 53]);
    const second = await list({ q: 'quill', after: first.next! });
    expect(second.next).toBeNull();
    expect([...namesOf(first), ...namesOf(second)]).toEqual([
      ...names.map((name) => `${name} Quill`),
      'Aquill Zorn',
    ]);
  });

  it('shows without a text who was here last, with their visits', async () => {
    clock.advance(3 * HOUR);
    const found = async () => (await search('')).clients.find(({ id }) => id === maren.user_id)!;
    await book(maren.user_id, -2);
    const { visits } = await found();
    await book(maren.user_id, -1);
    await book(maren.user_id, 48);
    expect(await found()).toMatchObject({ has_login: true, invited_at: null, visits: visits + 1 });
    expect((await found()).last_visit!.start_time).toBe(new Date(clock.now().getTime() - HOUR).toISOString());
  });

  it('holds neither health data nor amounts that a client chose', async () => {
    const { text } = await staff.call(staffClients, { query: { q: '' } });
    expect(Object.keys((JSON.parse(text) as ClientList).clients[0]!).sort()).toEqual([
      'address', 'chips', 'email', 'first_name', 'has_login', 'house_call_approved', 'house_call_requested_at', 'id',
      'invited_at', 'last_name', 'last_visit', 'marked_known', 'name', 'next_visit', 'phone', 'pronouns', 'short_name',
      'updated_at', 'visits',
    ]); // oxfmt-ignore
  });
});

describe('the list of clients', () => {
  const marked = (name: string) => kept({ first_name: name, last_name: 'Listed' });
  const clients: Record<string, Client> = {};
  /** The first names of those who are listed, in their order. */
  const listed = async (query: Record<string, string>) =>
    (await list({ q: 'listed', ...query })).clients.map(({ first_name }) => first_name);
  const chipsOf = async (name: string) =>
    (await list({ q: `${name} listed` })).clients.find(({ first_name }) => first_name === name)!.chips;

  beforeAll(async () => {
    for (const name of ['Bo', 'Ann', 'Cy', 'Di', 'Eve', 'Flo']) {
      clock.advance(1000);
      clients[name] = await marked(name);
    }
    const at = (name: string, days: number, changes: object = {}) =>
      book(clients[name]!.id, days * 24, {
        payment: 'FREE',
        price_cents: 0,
        free_reason: 'GIFT',
        ...changes,
      });
    await at('Ann', -10);
    await at('Ann', 3);
    await at('Bo', 2);
    await at('Cy', -120);
    await at('Di', -120);
    await at('Di', 20);
    await at('Eve', -2, { status: 'CANCELLED' });
    await at('Flo', -60, { status: 'COMPLETED' });
    await db
      .updateTable('users')
      .set({ house_call_approved: true })
      .where('id', '=', clients.Cy!.id)
      .execute();
    await db
      .updateTable('users')
      .set({ cognito_sub: randomUUID() })
      .where('id', '=', clients.Ann!.id)
      .execute();
  });

  it.each<[ClientFilter, string[]]>([
    ['UPCOMING', ['Ann', 'Bo', 'Di']],
    ['FIRST_VISIT', ['Bo']],
    ['NOT_SEEN', ['Cy']],
    ['HOUSE_CALLS', ['Cy']],
    ['NO_LOGIN', ['Bo', 'Cy', 'Di', 'Eve', 'Flo']],
    ['BALANCE', []],
  ])('%s', async (filter, names) => {
    expect(await listed({ filter, sort: 'NAME' })).toEqual(names);
  });

  it('is not seen from the day three months after the last visit on', async () => {
    const [gone, seen] = [await marked('Gone'), await marked('Seen')];
    const since = new Date(clock.now());
    since.setUTCMonth(since.getUTCMonth() - 3);
    const hours = (since.getTime() - clock.now().getTime()) / HOUR;
    const free = { payment: 'FREE', price_cents: 0, free_reason: 'GIFT', status: 'COMPLETED' };
    await book(gone.id, hours - 25, free);
    await book(seen.id, hours + 25, free);
    expect(await listed({ filter: 'NOT_SEEN', sort: 'NAME' })).toEqual(['Cy', 'Gone']);
    await db.deleteFrom('bookings').where('user_id', 'in', [gone.id, seen.id]).execute();
    await db.deleteFrom('users').where('id', 'in', [gone.id, seen.id]).execute();
  });

  it('is ordered by name, last visit or next visit', async () => {
    expect(await listed({ sort: 'NAME' })).toEqual(['Ann', 'Bo', 'Cy', 'Di', 'Eve', 'Flo']);
    // Who has never been here counts from the day they were added.
    expect(await listed({ sort: 'LAST_VISIT' })).toEqual(['Eve', 'Bo', 'Ann', 'Flo', 'Cy', 'Di']);
    expect(await listed({ sort: 'NEXT_VISIT' })).toEqual(['Bo', 'Ann', 'Di', 'Eve', 'Flo', 'Cy']);
  });

  it.each(['NAME', 'LAST_VISIT', 'NEXT_VISIT'] as const)(
    'comes in pages by %s without a gap or a repeat',
    async (sort) => {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: ClientList = await list({ sort, ...(after ? { after } : {}) });
        expect(page.clients.length).toBe(page.next ? 50 : page.total - seen.length);
        seen.push(...page.clients.map(({ id }) => id));
        after = page.next;
      } while (after);
      const all = await db.selectFrom('users').select('id').execute();
      expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    },
  );

  it('goes on where the client before is now', async () => {
    const page = await list({ q: 'listed', sort: 'NAME', after: clients.Di!.id });
    expect(page.clients.map(({ first_name }) => first_name)).toEqual(['Eve', 'Flo']);
    expect(page.total).toBe(6);
  });

  it.each(['after=nobody', 'filter=ALL', 'sort=PHONE'])('refuses %s', async (query) => {
    const { status, json } = await staff.get<{ code: string }>(`/api/staff/clients?${query}`);
    expect([status, json.code]).toEqual([422, 'INVALID_INPUT']);
  });

  it('shows who comes for the first time', async () => {
    expect(await chipsOf('Bo')).toContainEqual({ kind: 'FIRST_VISIT' });
    expect(await chipsOf('Ann')).not.toContainEqual({ kind: 'FIRST_VISIT' });
  });

  it('shows what is left to pay, of all visits together, until it is paid', async () => {
    const { id } = clients.Eve!;
    const [owing, coming] = [
      await book(id, -48, { payment: 'LATER' }),
      await book(id, 48, { price_cents: 500 }),
    ];
    expect(await chipsOf('Eve')).toContainEqual({ kind: 'BALANCE', cents: 2500 });
    expect(await listed({ filter: 'BALANCE' })).toEqual(['Eve']);
    const pay = async (booking_id: string, amount_cents: number) => {
      const payment = { id: randomUUID(), booking_id, user_id: id, amount_cents, method: 'CASH' };
      const when = { received_on: '2026-01-01', at: clock.now() };
      await db
        .insertInto('offline_payments')
        .values({ ...payment, ...when })
        .execute();
    };
    await pay(owing, 1500);
    expect(await chipsOf('Eve')).toContainEqual({ kind: 'BALANCE', cents: 1000 });
    expect(await listed({ filter: 'BALANCE' })).toEqual(['Eve']);
    const checkout_id = await addCheckout(db, { user_id: id, created_at: clock.now() });
    const paidBy = (by: string | null) =>
      db.updateTable('bookings').set({ checkout_id: by }).where('id', 'in', [owing, coming]).execute();
    await paidBy(checkout_id);
    expect(await listed({ filter: 'BALANCE' })).toEqual([]);
    // The rest at the visit, in a second part.
    await paidBy(null);
    await pay(owing, 500);
    expect(await listed({ filter: 'BALANCE' })).toEqual(['Eve']);
    await pay(coming, 500);
    expect(await listed({ filter: 'BALANCE' })).toEqual([]);
  });

  it('names no amount that the client still chooses', async () => {
    const { id } = clients.Flo!;
    const booking = await book(id, 72, { service_id: scale_id, payment: 'LATER', price_cents: 6543 });
    expect(await chipsOf('Flo')).toContainEqual({ kind: 'BALANCE' });
    expect(await listed({ filter: 'BALANCE' })).toEqual(['Flo']);
    expect((await staff.call(staffClients, { query: { q: 'listed' } })).text).not.toContain('6543');
    await db.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', booking).execute();
    expect(await listed({ filter: 'BALANCE' })).toEqual([]);
  });

  it('shows forms that visits to come still need', async () => {
    const form = await db
      .insertInto('forms')
      .values({ key: `listed-${randomUUID()}`, is_global: false, created_at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('form_versions')
      .values({
        form_id: form.id,
        version: 1,
        name: 'Listed form',
        type: 'INTAKE',
        content: '{}',
        created_at: clock.now(),
      })
      .execute();
    await db.insertInto('form_services').values({ form_id: form.id, service_id: scale_id }).execute();
    const free = { payment: 'FREE', price_cents: 0, free_reason: 'GIFT', service_id: scale_id };
    const booking_id = await book(clients.Cy!.id, 30, free);
    const missing = (await chipsOf('Cy')).find(({ kind }) => kind === 'FORMS')?.missing ?? [];
    expect(missing).toContain('Listed form');
    expect(await listed({ filter: 'FORMS_MISSING' })).toContain('Cy');
    await db.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', booking_id).execute();
    expect(await listed({ filter: 'FORMS_MISSING' })).not.toContain('Cy');
  });
});
