import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  staffAttention,
  staffBooking,
  staffCalendar,
  staffClass,
  staffToday,
} from '#contract/staff.calls.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import { testApp } from '#tests/support/app.ts';
import { addBooking, addCheckout } from '#tests/support/sample-booking.ts';

const site = await testApp();
const { db, clock } = site;
const staff = await site.signInStaff();
const { user_id } = await site.signInClient('new@example.com');
await db
  .updateTable('users')
  .set({ first_name: 'Ivo', last_name: 'Marek' })
  .where('id', '=', user_id)
  .execute();
const services = new Map(
  (await db.selectFrom('services').select(['id', 'key']).execute()).map(({ id, key }) => [key, id]),
);
const FIXED = services.get('marma-session')!;
const SCALE = services.get('ayurvedic-consultation')!;
const HOUR_MS = 3_600_000;
const at = (iso: string) => new Date(iso);
const DATE = '2026-03-29';
const START = at('2026-03-29T18:00:00Z');

type More = Partial<Parameters<typeof addBooking>[1]>;
const book = (more: More = {}) =>
  addBooking(db, { user_id, service_id: FIXED, start_time: START, created_at: clock.now(), ...more });
const today = async (date = DATE) => (await staff.call(staffToday, { query: { date } })).json;
const calendar = async (from: string, to = from) =>
  (await staff.call(staffCalendar, { query: { from, to } })).json;
const panel = async (id: string) => (await staff.call(staffBooking, { params: { id } })).json;
const row = async (id: string): Promise<SessionRow> =>
  (await calendar(DATE)).sessions.find((each) => each.id === id)!;
const kinds = async (id: string) => (await row(id)).chips.map(({ kind }) => kind);

beforeEach(async () => {
  await db.deleteFrom('submissions').where('user_id', '=', user_id).execute();
  await db.deleteFrom('refunds').execute();
  // Offline payments stay for good, and so do their bookings.
  const isPaid = sql<boolean>`exists (select from offline_payments o where o.booking_id = bookings.id)`;
  await db.updateTable('bookings').set({ user_id: null, status: 'CANCELLED' }).where(isPaid).execute();
  await db.deleteFrom('bookings').where('user_id', '=', user_id).execute();
});

async function handIn(booking_id: string | null, submitted_at = clock.now()): Promise<void> {
  const forms = db.selectFrom('form_versions').innerJoin('forms', 'forms.id', 'form_id');
  for (const { form_id, version: form_version } of await forms
    .select(['form_id', 'version'])
    .where('is_global', '=', booking_id === null)
    .execute())
    await db
      .insertInto('submissions')
      .values({ user_id, form_id, form_version, booking_id, answers: Buffer.from('sealed'), submitted_at })
      .execute();
}

async function takeCash(booking_id: string, amount_cents: number): Promise<void> {
  const payment = { id: randomUUID(), booking_id, amount_cents, method: 'CASH', received_on: DATE };
  await db
    .insertInto('offline_payments')
    .values({ ...payment, at: clock.now() })
    .execute();
}

describe('the chips of a session', () => {
  test('a fixed price is paid, a sliding scale says no more than that', async () => {
    const checkout_id = await addCheckout(db, { user_id, created_at: clock.now() });
    expect(await kinds(await book({ checkout_id }))).toContain('PAID');
    expect(await kinds(await book({ checkout_id, service_id: SCALE }))).toContain('SLIDING_SCALE');
    expect(await kinds(await book({ checkout_id, price_chosen_by_client: true }))).toContain('SLIDING_SCALE');
    expect(
      await kinds(await book({ checkout_id, service_id: SCALE, price_chosen_by_client: false })),
    ).toContain('PAID');
    expect(await kinds(await book({ checkout_id, price_cents: 0 }))).toContain('FREE');
    const zero = { checkout_id, price_cents: 0, price_chosen_by_client: true };
    expect(await kinds(await book(zero))).not.toContain('FREE');
  });

  test('what is not paid is a balance, without an amount while the client chooses the price', async () => {
    const chip = async (id: string) => (await row(id)).chips[0];
    const id = await book({ payment: 'LATER' });
    expect(await chip(id)).toEqual({ kind: 'BALANCE', cents: 2000 });
    await takeCash(id, 500);
    expect(await chip(id)).toEqual({ kind: 'BALANCE', cents: 1500 });
    await takeCash(id, 1500);
    expect(await chip(id)).toEqual({ kind: 'PAID' });
    expect(await chip(await book({ service_id: SCALE, price_chosen_by_client: true }))).toEqual({
      kind: 'BALANCE',
    });
    const free = { payment: 'FREE', free_reason: 'GIFT', price_cents: 0 } as const;
    expect(await chip(await book(free))).toEqual({ kind: 'FREE' });
  });

  test('a hold is being paid until it expires, and then gone', async () => {
    const hold_expires_at = new Date(clock.now().getTime() + HOUR_MS);
    const checkout_id = await addCheckout(db, {
      user_id,
      created_at: clock.now(),
      state: 'OPEN',
      hold_expires_at,
    });
    const { id: appointment_id } = await db
      .insertInto('appointments')
      .values({
        service_id: FIXED,
        rule_id: (await db.selectFrom('rules').select('id').executeTakeFirstOrThrow()).id,
        location_type: 'FIXED_LOCATION',
        start_time: START,
        end_time: new Date(START.getTime() + HOUR_MS),
        blocked_until: new Date(START.getTime() + HOUR_MS),
        capacity: 1,
        taken: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const id = await book({ checkout_id, appointment_id, status: 'PENDING' });
    expect((await row(id)).chips[0]).toEqual({ kind: 'BEING_PAID', until: hold_expires_at.toISOString() });
    clock.advance(HOUR_MS);
    expect(await row(id)).toBeUndefined();
    clock.advance(-HOUR_MS);
    await db.deleteFrom('bookings').where('id', '=', id).execute();
    await db.deleteFrom('appointments').where('id', '=', appointment_id).execute();
  });

  test('forms are counted, and those that are missing are named', async () => {
    const id = await book({ service_id: SCALE });
    const chip = async () => (await row(id)).chips.find(({ kind }) => kind === 'FORMS');
    expect(await chip()).toEqual({
      kind: 'FORMS',
      done: 0,
      of: 3,
      missing: ['Ayurvedic Intake', 'In Case We Need Someone', 'Studio Agreement'],
    });
    await handIn(null);
    expect(await chip()).toMatchObject({ done: 2, of: 3, missing: ['Ayurvedic Intake'] });
    await handIn(id);
    expect(await chip()).toMatchObject({ done: 3, of: 3, missing: [] });
  });

  test('answers are new since the last visit', async () => {
    const before = at('2026-03-01T18:00:00Z');
    const id = await book();
    expect(await kinds(id)).toEqual(expect.not.arrayContaining(['NEW_ANSWERS']));
    await handIn(null, at('2026-02-20T12:00:00Z'));
    expect(await kinds(id)).toEqual(expect.arrayContaining(['NEW_ANSWERS', 'FIRST_VISIT']));
    await book({ start_time: before, status: 'COMPLETED' });
    expect(await kinds(id)).toEqual(expect.not.arrayContaining(['NEW_ANSWERS', 'FIRST_VISIT']));
    expect((await row(id)).client).toMatchObject({ short_name: 'Ivo M.', visits: 2 });
  });

  test('a no-show and a cancelled session do not count as visits', async () => {
    await book({ start_time: at('2026-03-01T18:00:00Z'), status: 'NO_SHOW' });
    await book({ start_time: at('2026-03-02T18:00:00Z'), status: 'CANCELLED' });
    expect(await kinds(await book())).toContain('FIRST_VISIT');
  });

  test('a cancelled session is in the calendar and not in Today, a no-show in both', async () => {
    const cancelled = await book({ status: 'CANCELLED' });
    const missed = await book({ status: 'NO_SHOW' });
    expect(await kinds(cancelled)).toEqual(['CANCELLED']);
    expect(await kinds(missed)).toContain('NO_SHOW');
    expect((await today()).sessions.map(({ id }) => id)).toEqual([missed]);
  });

  test('an arrival has its time', async () => {
    const id = await book({ arrived_at: START });
    expect((await row(id)).chips.at(-1)).toEqual({ kind: 'ARRIVED', until: START.toISOString() });
    expect(await row(id)).toMatchObject({ arrived_at: START.toISOString() });
  });

  test('a former client has no name, and the session stays', async () => {
    const id = await book({ user_id: null });
    expect(await row(id)).toMatchObject({ client: null, chips: [] });
    expect(await panel(id)).toMatchObject({ client: null, forms: [] });
    await db.deleteFrom('bookings').where('id', '=', id).execute();
  });
});

describe('what staff never see', () => {
  const AMOUNT = 7713;
  const CANARIES = ['7713', '77.13', 'Canary answer', 'Canary note', 'Canary recommendation'];

  test('a hidden amount, answers, notes and recommendations are in no answer', async () => {
    const checkout_id = await addCheckout(db, {
      user_id,
      created_at: clock.now(),
      subtotal_cents: AMOUNT,
      total_cents: AMOUNT,
      refunded_cents: AMOUNT,
      receipt_url: `https://pay.example/${AMOUNT}`,
      items: JSON.stringify([{ price_chosen_by_client: true }]),
    });
    const id = await book({
      checkout_id,
      price_cents: AMOUNT,
      refunded_cents: AMOUNT,
      price_chosen_by_client: true,
      client_notes: Buffer.from('Canary note'),
      published_recommendations: Buffer.from('Canary recommendation'),
    });
    await db
      .insertInto('refunds')
      .values({
        checkout_id,
        booking_id: id,
        amount_cents: AMOUNT,
        created_at: clock.now(),
        next_attempt_at: clock.now(),
      })
      .execute();
    await db
      .insertInto('payment_notices')
      .values({ kind: 'refund-failed', cause: 're_1', checkout_id, amount_cents: AMOUNT, at: clock.now() })
      .execute();
    await handIn(null);
    await db
      .updateTable('submissions')
      .set({ answers: Buffer.from('Canary answer') })
      .execute();
    const answers = await Promise.all([
      staff.call(staffToday, { query: { date: DATE } }),
      staff.call(staffCalendar, { query: { from: DATE, to: DATE } }),
      staff.call(staffAttention),
      staff.call(staffBooking, { params: { id } }),
    ]);
    const texts = answers.map(({ text }) => text);
    expect(texts.every((text) => text.includes('Ivo'))).toBe(true);
    for (const canary of CANARIES) expect(texts.filter((text) => text.includes(canary))).toEqual([]);
    expect((await panel(id)).money).toEqual({
      is_hidden: true,
      price_cents: null,
      tax_cents: null,
      paid_cents: null,
      paid_at: null,
      refunded_cents: null,
      currency: 'usd',
      receipt_url: null,
      refunds: [
        {
          cents: null,
          state: 'QUEUED',
          cause: 'CANCELLED',
          is_external: false,
          reason: '',
          at: clock.now().toISOString(),
        },
      ],
      has_balance: false,
      balance_cents: 0,
      offline_cents: 0,
      offline_payments: [],
      left_cents: null,
      free_reason: null,
      also_owed: [],
    });
  });
});

describe('the panel', () => {
  test('has the share of the payment with tax, the refunds and their states', async () => {
    const lines = [
      { booking_id: '5b0c8b6e-0000-4000-8000-000000000001', price_cents: 6000 },
      { booking_id: '5b0c8b6e-0000-4000-8000-000000000002', price_cents: 4000 },
    ];
    const checkout_id = await addCheckout(db, {
      user_id,
      created_at: clock.now(),
      items: JSON.stringify(lines),
      subtotal_cents: 10_000,
      tax_cents: 850,
      total_cents: 10_850,
    });
    const { booking_id: id } = lines[1]!;
    await book({ id, checkout_id, price_cents: 4000, refunded_cents: 4340 });
    const paid_at = at('2026-02-20T10:00:00Z');
    await db
      .insertInto('booking_history')
      .values({ booking_id: id, at: paid_at, from_status: 'PENDING', to_status: 'CONFIRMED', cause: 'paid' })
      .execute();
    const times = { created_at: clock.now(), next_attempt_at: clock.now() };
    await db
      .insertInto('refunds')
      .values({ checkout_id, booking_id: id, amount_cents: 4340, ...times, done_at: START })
      .execute();
    expect((await panel(id)).money).toMatchObject({
      price_cents: 4000,
      tax_cents: 340,
      paid_cents: 4340,
      paid_at: paid_at.toISOString(),
      refunded_cents: 4340,
      refunds: [{ cents: 4340, state: 'DONE', cause: 'CANCELLED', reason: '', at: START.toISOString() }],
      left_cents: 0,
    });
  });

  test('says who did what, with the message to the client', async () => {
    const id = await book({ status: 'CANCELLED' });
    const step = { booking_id: id, from_status: 'CONFIRMED', to_status: 'CANCELLED' } as const;
    await db
      .insertInto('booking_history')
      .values([
        { booking_id: id, at: START, from_status: null, to_status: 'CONFIRMED', cause: 'paid' },
        { ...step, at: START, cause: 'practice', actor: `staff:${staff.staff_id}`, message: 'I am ill.' },
        { ...step, at: START, cause: 'client asked' },
        { ...step, at: START, cause: 'account deleted' },
      ])
      .execute();
    expect((await panel(id)).history.map(({ text, message }) => [text, message])).toEqual([
      ['Booked by Ivo', null],
      ['Cancelled by Nalini', 'I am ill.'],
      ['Cancelled by the practice because Ivo asked', null],
      ['Cancelled: the account was deleted', null],
    ]);
  });

  test('lists the mails about the booking with their state', async () => {
    const checkout_id = await addCheckout(db, { user_id, created_at: clock.now() });
    const id = await book({ checkout_id });
    const mail = {
      user_id,
      to_address: 'x',
      subject: 'S',
      text: '',
      html: '',
      message_id: 'm',
      created_at: START,
    };
    await db
      .insertInto('outbox')
      .values([
        {
          ...mail,
          kind: 'booking-confirmed',
          dedupe_key: `booking-confirmed:${checkout_id}`,
          sent_at: START,
          next_attempt_at: START,
        },
        { ...mail, kind: 'reminder', dedupe_key: `reminder-48:${id}`, next_attempt_at: 'infinity' },
        { ...mail, kind: 'reminder', dedupe_key: `reminder-24:${id}`, next_attempt_at: START },
        { ...mail, kind: 'reminder', dedupe_key: 'reminder-24:another', next_attempt_at: START },
      ])
      .execute();
    expect((await panel(id)).mails.map(({ kind, state }) => [kind, state])).toEqual([
      ['booking-confirmed', 'SENT'],
      ['reminder', 'FAILED'],
      ['reminder', 'WAITING'],
    ]);
  });

  test.each(['nothing', '5b0c8b6e-0000-4000-8000-00000000000f'])('of %s is not found', async (id) => {
    const answer = await staff.call(staffBooking, { params: { id } });
    expect([answer.status, answer.json.code]).toEqual([404, 'BOOKING_NOT_FOUND']);
    expect(answer.json.message).toContain('may have been a hold that ended');
  });
});

describe('the roster of a class', () => {
  const FLOW = services.get('slow-morning-flow')!;
  const roster = (start: string, service_id = FLOW) =>
    staff.call(staffClass, { params: { service_id, start } });

  test('has the seats by name, and the no-shows beside them', async () => {
    const start_time = at('2026-03-03T15:30:00Z');
    const seat = { service_id: FLOW, start_time, format: 'GROUP' } as const;
    const arrived = await book({ ...seat, arrived_at: start_time });
    await book({ ...seat, status: 'NO_SHOW', service_name: 'Slow Morning Flow' });
    await book({ ...seat, status: 'CANCELLED' });
    const { status, json } = await roster('20260303T153000Z');
    expect(status).toBe(200);
    expect(json.class).toMatchObject({
      service_name: 'Slow Morning Flow',
      taken: 11,
      arrived: 1,
      capacity: 10,
    });
    expect(json.seats).toHaveLength(12);
    const names = json.seats.map(({ client }) => client!.name);
    expect(names).toEqual(names.toSorted());
    expect(names.filter((name) => name === 'Ivo Marek')).toHaveLength(2);
    expect(json.seats.map(({ id }) => id)).toContain(arrived);
  });

  test('is empty without bookings', async () => {
    const { json } = await roster('20260302T180000Z', services.get('chair-yoga'));
    expect(json).toMatchObject({ class: { taken: 0, capacity: 6 }, seats: [] });
  });

  test.each([
    ['a time without a class', '20260302T190000Z', FLOW],
    ['an impossible date', '20261399T996060Z', FLOW],
    ['another service', '20260303T153000Z', 'nothing'],
  ])('of %s is not found', async (_, start, service) => {
    const answer = await roster(start, service);
    expect([answer.status, answer.json]).toMatchObject([404, { code: 'CLASS_NOT_FOUND' }]);
  });

  test('of a malformed start is invalid', async () => {
    expect((await roster('tomorrow')).status).toBe(422);
  });
});

describe('days', () => {
  test.each([
    ['today?date=2026-02-30', 'date'],
    ['today?date=9999-12-31', 'date'],
    ['today?date=0001-01-01', 'date'],
    ['calendar?from=2026-03-02&to=2026-03-01', 'to'],
    ['calendar?from=2026-03-01&to=2026-04-12', 'to'],
    ['calendar?from=2026-03-01', 'to'],
  ])('%s is invalid', async (path, field) => {
    const answer = await staff.get(`/api/staff/${path}`);
    expect([answer.status, answer.json]).toMatchObject([422, { details: { [field]: expect.any(String) } }]);
  });

  test('42 days are the most', async () => {
    expect((await calendar('2026-03-01', '2026-04-11')).openings).toHaveLength(42);
  });

  test('a day whose clock changes has its own hours, and the day before says so', async () => {
    expect(await today('2026-03-07')).toMatchObject({ clock_change: 'FORWARD' });
    expect(await today('2026-03-08')).toMatchObject({ clock_change: null });
    expect(await today('2026-10-31')).toMatchObject({ clock_change: 'BACK' });
    const first = await book({ start_time: at('2026-11-01T07:00:00Z') }); // 12 AM PDT
    const last = await book({ start_time: at('2026-11-02T07:30:00Z') }); // 11:30 PM PST, 24.5 hours later
    const after = await book({ start_time: at('2026-11-02T08:00:00Z') });
    expect((await today('2026-11-01')).sessions.map(({ id }) => id)).toEqual([first, last]);
    expect((await today('2026-11-02')).sessions.map(({ id }) => id)).toEqual([after]);
    const { classes } = await calendar('2026-03-07', '2026-03-14');
    const flow = classes.filter(({ service_name }) => service_name === 'Slow Morning Flow');
    expect(flow.map(({ start_time }) => start_time.slice(0, 16))).toEqual([
      '2026-03-07T15:30',
      '2026-03-10T14:30',
      '2026-03-12T00:30',
      '2026-03-12T14:30',
      '2026-03-14T14:30',
    ]);
  });

  test('time off is listed, and a class in it without bookings is not', async () => {
    const closed = { starts_at: at('2026-03-23T07:00:00Z'), ends_at: at('2026-03-24T07:00:00Z') };
    await db
      .insertInto('closures')
      .values({ ...closed, reason: 'Dentist' })
      .execute();
    const { time_off, classes } = await calendar('2026-03-23');
    expect(time_off.map(({ reason }) => reason)).toContain('Dentist');
    expect(classes).toEqual([]);
    expect((await today('2026-03-23')).time_off.map(({ reason }) => reason)).toContain('Dentist');
  });
});
