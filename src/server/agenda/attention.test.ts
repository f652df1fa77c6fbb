import { expect, test } from 'vitest';
import {
  staffAttention,
  staffBooking,
  staffSaveSessionNote,
  staffSignSessionNote,
  staffToday,
} from '#contract/staff.calls.ts';
import type { AttentionItem } from '#contract/agenda.schemas.ts';
import { testApp } from '#tests/support/app.ts';
import { addBooking, addCheckout } from '#tests/support/sample-booking.ts';

const site = await testApp();
const { db, clock } = site;
const staff = await site.signInStaff();
const theo = await site.signInClient('new@example.com');
await db
  .updateTable('users')
  .set({ first_name: 'Ivo', last_name: 'Marek' })
  .where('id', '=', theo.user_id)
  .execute();
// Nothing of the sample needs attention.
await db.updateTable('bookings').set({ status: 'CANCELLED' }).execute();

const HOUR_MS = 3_600_000;
const at = (iso: string) => new Date(iso);
const items = async () => (await staff.call(staffAttention)).json.items;
const only = async (kind: AttentionItem['kind']) => (await items()).filter((item) => item.kind === kind);
const serviceOf = async (key: string) =>
  (await db.selectFrom('services').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;
const dismiss = (item: AttentionItem, until: Date | null) =>
  db
    .insertInto('attention_dismissals')
    .values({ kind: item.kind, object_id: item.object_id, until, at: clock.now() })
    .execute();
const booking = async (key: string, start_time: Date, more: Partial<Parameters<typeof addBooking>[1]> = {}) =>
  addBooking(db, {
    user_id: theo.user_id,
    service_id: await serviceOf(key),
    start_time,
    created_at: clock.now(),
    ...more,
  });

test('a booking of tomorrow with missing forms, until the forms are handed in', async () => {
  const id = await booking('ayurvedic-consultation', at('2026-03-03T18:00:00Z'));
  await booking('ayurvedic-consultation', at('2026-03-04T18:00:00Z')); // the day after needs nothing yet
  const [item, ...others] = await only('FORMS_MISSING');
  expect(others).toEqual([]);
  expect(item).toMatchObject({ object_id: id, path: `/bookings/${id}`, label: 'Open booking' });
  expect(item!.text).toMatch(/^Ivo comes tomorrow; “.*” and “.*” aren’t filled in\.$/);
  clock.advance(24 * HOUR_MS);
  expect((await items()).find(({ object_id }) => object_id === id)?.text).toMatch(/^Ivo comes today;/);
  clock.advance(-24 * HOUR_MS);

  const versions = await db.selectFrom('form_versions').select(['form_id', 'version']).execute();
  const submitted_at = clock.now();
  for (const { form_id, version: form_version } of versions)
    for (const booking_id of [id, null])
      await db
        .insertInto('submissions')
        .values({
          user_id: theo.user_id,
          form_id,
          form_version,
          booking_id,
          answers: Buffer.from('x'),
          submitted_at,
        })
        .execute();
  expect(await only('FORMS_MISSING')).toEqual([]);
});

test('a snoozed item returns after its time, a dismissed one does not', async () => {
  await booking('marma-session', at('2026-03-03T20:00:00Z'), { created_at: clock.now() });
  await db.deleteFrom('submissions').where('user_id', '=', theo.user_id).execute();
  const found = await only('FORMS_MISSING');
  expect(found).toHaveLength(2);
  await dismiss(found[0]!, new Date(clock.now().getTime() + HOUR_MS));
  await dismiss(found[1]!, null);
  expect(await only('FORMS_MISSING')).toEqual([]);
  clock.advance(HOUR_MS);
  expect(await only('FORMS_MISSING')).toEqual([found[0]]);
  clock.advance(-HOUR_MS);
});

test('failed refunds and payment notices, without the amount where the client chose the price', async () => {
  const user_id = theo.user_id;
  const created_at = clock.now();
  const fixed = await addCheckout(db, { user_id, created_at });
  const items = JSON.stringify([{ price_chosen_by_client: true }]);
  const chosen = await addCheckout(db, { user_id, created_at, items });
  const opened = await booking('marma-session', at('2026-02-03T20:00:00Z'), { checkout_id: fixed });
  await booking('ayurvedic-consultation', at('2026-02-04T20:00:00Z'), {
    checkout_id: chosen,
    price_chosen_by_client: true,
  });
  const { id: refused } = await db
    .insertInto('refunds')
    .values({ checkout_id: chosen, amount_cents: 7713, created_at, next_attempt_at: created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const notice = { at: created_at, amount_cents: 7713 };
  await db
    .insertInto('payment_notices')
    .values([
      { ...notice, kind: 'refund-failed', cause: 're_1', checkout_id: fixed },
      { ...notice, kind: 'refund-refused', cause: refused, checkout_id: chosen },
      { ...notice, kind: 'payment-disputed', cause: 'dp_1:opened', checkout_id: fixed },
      { ...notice, kind: 'payment-disputed', cause: 'dp_1:won', checkout_id: fixed },
      { ...notice, kind: 'unmatched-refunded', cause: 'cs_1', checkout_id: null },
    ])
    .execute();
  expect((await only('REFUND_FAILED')).map(({ text, path }) => [text, path])).toEqual([
    ['2 Mar: A refund of $77.13 to Ivo was returned by the bank.', `/bookings/${opened}`],
    ['2 Mar: A refund to Ivo was refused.', expect.any(String)],
  ]);
  await db.updateTable('refunds').set({ done_at: created_at }).where('id', '=', refused).execute();
  expect(await only('REFUND_FAILED')).toHaveLength(1);
  const notices = await only('PAYMENT_NOTICE');
  expect(notices.map(({ text, label }) => [text, label])).toEqual([
    ['2 Mar: A payment of $77.13 by Ivo is disputed.', 'Open booking'],
    ['2 Mar: The dispute about a payment of $77.13 by Ivo was won.', 'Open booking'],
    ['2 Mar: A payment without a booking was refunded.', 'What to do'],
  ]);
  expect(notices.at(-1)).toMatchObject({
    path: null,
    advice: expect.stringContaining('under cs_1, if you want to offer another time.'),
  });
});

test('an e-mail that was given up, with the booking or the client that it is about', async () => {
  const id = await booking('marma-session', at('2026-03-12T20:00:00Z'));
  const mail = { kind: 'reminder', to_address: 'petra@example.com', subject: 's', text: 't', html: 'h' };
  const [created_at, next_attempt_at] = [clock.now(), 'infinity'];
  await db
    .insertInto('outbox')
    .values([
      { ...mail, dedupe_key: `reminder-48:${id}`, message_id: 'm', created_at, next_attempt_at },
      {
        ...mail,
        kind: 'house-calls-approved',
        user_id: theo.user_id,
        dedupe_key: 'other',
        message_id: 'n',
        created_at: at('2026-03-01T08:00:00Z'),
        next_attempt_at,
      },
    ])
    .execute();
  const textOf = (day: string) => `E-mail to petra@… of ${day} couldn’t be delivered.`;
  expect(await only('MAIL_FAILED')).toMatchObject([
    { text: textOf('2 Mar'), path: `/bookings/${id}`, label: 'Open booking' },
    { text: textOf('1 Mar'), path: `/clients/${theo.user_id}`, label: 'Open client' },
  ]);
});

test('every notice without a booking or a client says what to do', async () => {
  const kinds = ['product-gone', 'unmatched-refunded', 'unmatched-refused', 'payments-differ'];
  const orphan = { at: at('2026-02-20T12:00:00Z'), amount_cents: 100, checkout_id: null, cause: 'orphan' };
  await db
    .insertInto('payment_notices')
    .values([...kinds, 'refund-failed'].map((kind) => ({ ...orphan, kind })))
    .execute();
  const orphans = (await items()).filter(({ object_id }) => object_id.endsWith(':orphan'));
  expect(orphans).toHaveLength(5);
  for (const { label, path, advice } of orphans) {
    expect([label, path]).toEqual(['What to do', null]);
    expect(advice!.length).toBeGreaterThan(40);
  }
  expect(new Set(orphans.map(({ advice }) => advice)).size).toBe(5);
  await db.deleteFrom('payment_notices').where('cause', '=', 'orphan').execute();
});

test('bookings that fall in time off', async () => {
  await booking('marma-session', at('2026-03-30T18:00:00Z'));
  await booking('marma-session', at('2026-03-31T18:00:00Z'));
  await booking('marma-session', at('2026-03-31T20:00:00Z'), { status: 'CANCELLED' });
  await db
    .insertInto('closures')
    .values({ starts_at: at('2026-03-30T07:00:00Z'), ends_at: at('2026-04-01T07:00:00Z'), reason: 'Away' })
    .execute();
  expect(await only('IN_TIME_OFF')).toMatchObject([
    { text: 'Ivo’s booking on 30 Mar and 1 more fall in your time off.', path: '/calendar?date=2026-03-30' },
  ]);
});

test('hours that end within the bookable window', async () => {
  expect(await only('HOURS_ENDING')).toEqual([]);
  const service_id = await serviceOf('chair-yoga');
  await db
    .updateTable('rules')
    .set({ end_date: '2026-03-20' })
    .where('service_id', '=', service_id)
    .execute();
  const ending = await only('HOURS_ENDING');
  expect(ending).toMatchObject([
    { text: 'Chair Yoga for Stiff Days can’t be booked after 20 Mar: its hours end.' },
  ]);
  await dismiss(ending[0]!, null);
  expect(await only('HOURS_ENDING')).toEqual([]);
});

test('the newest comes first, and Today counts them', async () => {
  const all = await items();
  expect(all.map((item) => item.at)).toEqual(
    all
      .map((item) => item.at)
      .toSorted()
      .toReversed(),
  );
  expect((await staff.call(staffToday)).json.attention_count).toBe(all.length);
});

test('a visit that is over and not paid, without the amount that the client chooses, until it is paid', async () => {
  const over = new Date(clock.now().getTime() - 5 * HOUR_MS);
  const unpaid = { payment: 'LATER', price_cents: 8500, status: 'COMPLETED' } as const;
  const id = await booking('marma-session', over, unpaid);
  const scale = await db
    .insertInto('services')
    .values({
      key: 'scale',
      name: 'Scale',
      description: '',
      type: ['YOGA'],
      category: 'YOGA',
      format: 'ONE_ON_ONE',
      duration: 60,
      base_price_cents: 2000,
      min_price_cents: 1000,
      max_price_cents: 9000,
      service_location_type: ['FIXED_LOCATION'],
      location_name: 'Secret Studio',
      scheduling_type: 'SLOT',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const hidden = await booking('marma-session', over, { ...unpaid, service_id: scale.id, price_cents: 4321 });
  await booking('marma-session', new Date(clock.now().getTime() + HOUR_MS), unpaid); // to come
  await booking('marma-session', over, { ...unpaid, status: 'CANCELLED' });
  const free = { ...unpaid, payment: 'FREE', free_reason: 'GIFT', price_cents: 0 } as const;
  await booking('marma-session', over, free);
  await booking('marma-session', over, { ...unpaid, user_id: null }); // no client is left to ask
  await booking('marma-session', new Date(clock.now().getTime() - 400 * 24 * HOUR_MS), unpaid);
  const found = await only('BALANCE');
  expect(Object.fromEntries(found.map(({ object_id, text }) => [object_id, text]))).toEqual({
    [id]: 'Ivo’s visit on 2 Mar isn’t paid: $85.',
    [hidden]: 'Ivo’s visit on 2 Mar isn’t paid.',
  });
  expect(JSON.stringify(found)).not.toMatch(/43\D?21/);
  const pay = (amount_cents: number) =>
    db
      .insertInto('offline_payments')
      .values({
        id: crypto.randomUUID(),
        booking_id: id,
        amount_cents,
        method: 'CASH',
        received_on: '2026-03-02',
        at: clock.now(),
      })
      .execute();
  await pay(5000);
  const part = (await only('BALANCE')).find(({ object_id }) => object_id === id);
  expect(part!.text).toBe('Ivo’s visit on 2 Mar isn’t paid: $35.');
  await pay(3500);
  expect((await only('BALANCE')).map(({ object_id }) => object_id)).toEqual([hidden]);
  await dismiss(
    found.find(({ object_id }) => object_id === hidden)!,
    null,
  );
  expect(await only('BALANCE')).toEqual([]);
});

test('notes of days that are over and not signed, as one item that a later one brings back', async () => {
  const writer = await site.signInStaff('writer@example.com', { unlocked: true });
  const DAY_MS = 24 * HOUR_MS;
  const visit = (days: number) =>
    booking('marma-session', new Date(clock.now().getTime() - days * DAY_MS), { status: 'COMPLETED' });
  const save = (id: string, body: string, version: number) =>
    writer.call(staffSaveSessionNote, { params: { id }, body: { body, version } });
  const sign = (id: string, version: number) =>
    writer.call(staffSignSessionNote, { params: { id }, body: { action_id: crypto.randomUUID(), version } });
  const chipsOf = async (id: string) => (await staff.call(staffBooking, { params: { id } })).json.booking;

  const [today, two, four] = [await visit(0.01), await visit(2), await visit(4)];
  await save(today, 'Just now.', 0);
  expect(await only('NOTES_UNSIGNED')).toEqual([]); // there is time until the evening
  expect(await chipsOf(today)).toMatchObject({
    note: 'DRAFT',
    chips: expect.arrayContaining([{ kind: 'NOTE_UNSIGNED' }]),
  });
  await save(four, 'Canary of four days ago.', 0);
  await save(two, 'Two days ago.', 0);
  const [item, ...others] = await only('NOTES_UNSIGNED');
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    text: '2 notes aren’t signed; the oldest is about Ivo, of 26 Feb.',
    path: `/bookings/${four}/notes`,
    label: 'Open the oldest',
  });
  await save(two, '', 1); // emptied: nothing is left to sign
  expect((await only('NOTES_UNSIGNED'))[0]?.text).toBe('The note about Ivo of 26 Feb isn’t signed.');
  expect(await chipsOf(two)).toMatchObject({ note: 'NONE' });
  await dismiss((await only('NOTES_UNSIGNED'))[0]!, null);
  expect(await only('NOTES_UNSIGNED')).toEqual([]);
  await save(two, 'Again.', 2);
  expect((await only('NOTES_UNSIGNED'))[0]?.text).toMatch(/^2 notes/);
  await sign(four, 1);
  await sign(two, 3);
  expect(await only('NOTES_UNSIGNED')).toEqual([]);
  expect(await chipsOf(two)).toMatchObject({ note: 'SIGNED' });
});

test('online sessions of the next two days without a room, one item for all seats of a class', async () => {
  const online = { location_type: 'VIRTUAL' } as const;
  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS);
  const one = await booking('herbal-check-in', inHours(47), { ...online, service_name: 'Check-in' });
  await booking('herbal-check-in', inHours(49), online);
  await booking('herbal-check-in', inHours(30));
  const seats = [
    await booking('chair-yoga', inHours(24), online),
    await booking('chair-yoga', inHours(24), online),
  ];
  const begun = await booking('marma-session', inHours(-0.5), online);
  await booking('marma-session', inHours(-2), online);
  await booking('marma-session', inHours(5), { ...online, room_url: 'https://meet.example/own' });
  const found = await only('NO_ROOM');
  const first = seats[0]! < seats[1]! ? seats[0] : seats[1];
  expect(new Set(found.map(({ path }) => path))).toEqual(
    new Set([one, first, begun].map((id) => `/bookings/${id}`)),
  );
  expect(found).toHaveLength(3);
  expect(found.find(({ path }) => path === `/bookings/${one}`)).toMatchObject({
    text: 'Check-in, online on 4 Mar at 8:00 AM, has no room.',
    path: `/bookings/${one}`,
  });
  await dismiss(
    found.find(({ path }) => path === `/bookings/${first}`)!,
    null,
  );
  expect(await only('NO_ROOM')).toHaveLength(2);
  const value = JSON.stringify({ room_url: 'https://meet.example/room', know: '' });
  await db
    .insertInto('practice_settings')
    .values({ name: 'online', value, updated_at: clock.now() })
    .execute();
  expect(await only('NO_ROOM')).toEqual([]);
});
