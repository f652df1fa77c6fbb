import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BodyOf } from '#contract/call.ts';
import {
  staffAuditLog,
  staffBooking,
  staffCheckPlacement,
  staffCreateBookings,
  staffExplain,
  staffFreeTimes,
} from '#contract/staff.calls.ts';
import { practice } from '#content/public/practice.ts';
import { dayOfWeek } from '#domain/time/calendar.ts';
import { formatDay } from '#domain/time/date-formats.ts';
import { seriesDates } from '#domain/slots/placement.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import { emptyBooks, faultsOf, openShop, sessionOf } from '#tests/support/shop.ts';
import { type Client, dateIn } from '#tests/support/stock.ts';

const shop = await openShop();
const { db, clock, stock } = shop;
const staff = await shop.signInStaff('nalini@example.com');
const [maren, ivo] = (await shop.clients(2)) as [Client, Client];
await db
  .updateTable('users')
  .set({ first_name: 'Maren', last_name: 'Kovač' })
  .where('id', '=', maren.id)
  .execute();
await db
  .updateTable('users')
  .set({ first_name: 'Ivo', last_name: 'Petrov' })
  .where('id', '=', ivo.id)
  .execute();

const at = (days: number, time: string) =>
  instantOf(dateIn(days, clock.now()), parseTime(time)!, practice.zone)!.toISOString();

type Check = Partial<BodyOf<typeof staffCheckPlacement>>;
type Creation = Partial<BodyOf<typeof staffCreateBookings>>;
const check = async (change: Check = {}) =>
  await staff.call(staffCheckPlacement, {
    body: { service_id: stock.massage.id, place: 'FIXED_LOCATION', start: at(3, '9:00 AM'), ...change },
  });
const create = async (change: Creation = {}) =>
  await staff.call(staffCreateBookings, {
    body: {
      action_id: randomUUID(),
      client_id: maren.id,
      service_id: stock.massage.id,
      place: 'FIXED_LOCATION',
      starts: [at(3, '9:00 AM')],
      payment: 'LATER',
      accept: [],
      notify: true,
      ask_for_forms: true,
      ...change,
    },
  });
const codesOf = ({ json }: { json: { warnings: { code: string }[] } }) =>
  json.warnings.map(({ code }) => code);
const appointments = () => db.selectFrom('appointments').selectAll().orderBy('start_time').execute();

/** A client without an e-mail address. */
async function phoneClient(): Promise<string> {
  const at_once = { created_at: clock.now(), updated_at: clock.now() };
  const client = { cognito_sub: null, email: '', first_name: 'Petra', ...at_once };
  return (await db.insertInto('users').values(client).returning('id').executeTakeFirstOrThrow()).id;
}

beforeEach(async () => {
  await emptyBooks(shop);
  await db.deleteFrom('closures').execute();
});

describe('checking a time', () => {
  it('is free where clients can book, and says when it ends', async () => {
    const { status, json } = await check();
    expect(status).toBe(200);
    expect(json).toEqual({
      reach: null,
      start: at(3, '9:00 AM'),
      verdict: 'FREE',
      end_time: at(3, '9:45 AM'),
      blocked_until: at(3, '10:00 AM'),
      warnings: [],
      by: null,
      nearest: [],
      seats: null,
      supported: { given: 0, of: 2 },
      missing_forms: expect.any(Array),
    });
  });

  it('warns in whole sentences, with the nearest times', async () => {
    const { json } = await check({ start: at(3, '7:00 AM') });
    expect(json.verdict).toBe('WARNED');
    const text = 'Outside working hours (8:00 AM - 8:00 PM).';
    expect(json.warnings).toEqual([{ code: 'OUTSIDE_HOURS', text }]);
    expect(json.nearest).toEqual([at(3, '8:00 AM'), at(3, '9:00 AM'), at(3, '10:00 AM')]);
  });

  it('names the pause that is left', async () => {
    await create();
    const { json } = await check({ start: at(3, '9:50 AM') });
    expect(json.warnings).toContainEqual({
      code: 'BUFFER',
      minutes: 5,
      text: '5 minutes after the previous session; usually 15.',
    });
  });

  it('names the client who is paying for the time', async () => {
    await shop.checkout(ivo, [{ service: 'massage', days: 3, start: '9:00 AM' }]);
    const { json } = await check();
    expect(json).toMatchObject({
      verdict: 'TAKEN',
      by: 'Ivo P., being paid until 9:40 AM',
    });
    expect(json.nearest).toHaveLength(3);
  });

  it('leaves the time of the booking that is rescheduled free for it', async () => {
    const { json } = await create();
    const rescheduling = json.bookings[0]!.id;
    const checked = await check({ rescheduling, start: at(3, '9:15 AM') });
    expect(codesOf(checked)).toEqual(['OUTSIDE_HOURS']);
    // Only a new booking shows them.
    expect(checked.json).toMatchObject({ supported: null, missing_forms: null });
    expect((await check({ start: at(3, '9:15 AM') })).json.verdict).toBe('TAKEN');
  });

  it('names the forms that one more visit would ask for, until they are filled in', async () => {
    const now = clock.now();
    const addForm = async (name: string, is_global: boolean) => {
      const { id } = await db
        .insertInto('forms')
        .values({ key: name.toLowerCase(), is_global, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      const content = JSON.stringify({ sections: [] });
      await db
        .insertInto('form_versions')
        .values({ form_id: id, version: 1, name, type: 'INTAKE', content, created_at: now })
        .execute();
      return id;
    };
    const [agreement, intake] = [await addForm('Agreement', true), await addForm('Intake', false)];
    await db.insertInto('form_services').values({ form_id: intake, service_id: stock.massage.id }).execute();
    const missing = async (change: Check = {}) =>
      (await check({ client_id: maren.id, ...change })).json.missing_forms;
    expect(await missing({ client_id: undefined })).toEqual([]);
    expect(await missing()).toEqual(['Agreement', 'Intake']);
    const answered = { user_id: maren.id, form_version: 1, answers: Buffer.from('x'), submitted_at: now };
    await db
      .insertInto('submissions')
      .values({ ...answered, form_id: agreement })
      .execute();
    // What a service asks is asked again for each visit.
    expect(await missing()).toEqual(['Intake']);
    expect(await missing({ service_id: stock.visit.id, place: 'HOUSE_CALL' })).toEqual([]);
    await db.deleteFrom('submissions').where('user_id', '=', maren.id).execute();
    await db.updateTable('forms').set({ is_active: false }).execute();
    expect(await missing()).toEqual([]);
  });

  it('knows the client: house calls, other sessions that day, supported visits', async () => {
    const visit = { service_id: stock.visit.id, place: 'HOUSE_CALL', client_id: maren.id } as const;
    await db.updateTable('users').set({ house_call_approved: false }).where('id', '=', maren.id).execute();
    await create();
    expect(codesOf(await check({ ...visit, start: at(3, '1:00 PM') }))).toEqual(['NOT_APPROVED', 'SAME_DAY']);
    await db.updateTable('users').set({ house_call_approved: true }).where('id', '=', maren.id).execute();
    expect(codesOf(await check({ ...visit, start: at(4, '1:00 PM') }))).toEqual([]);
  });

  it('warns of a client outside of the audience, whom staff may book all the same', async () => {
    const limit = (audience: 'NEW' | 'KNOWN' | 'EVERYONE') =>
      db.updateTable('services').set({ audience }).where('id', '=', stock.massage.id).execute();
    const warned = async () =>
      (await check({ client_id: maren.id })).json.warnings.find(({ code }) => code === 'AUDIENCE')?.text;
    await limit('KNOWN');
    expect(await warned()).toMatch(/^Massage is for known clients, and .* is new\.$/);
    expect((await check({ client_id: undefined })).json.warnings).toEqual([]);
    expect((await create()).json.code).toBe('WARNINGS_CHANGED');
    expect((await create({ accept: ['AUDIENCE'] })).status).toBe(201);
    await db.updateTable('users').set({ marked_known: true }).where('id', '=', maren.id).execute();
    await limit('NEW');
    expect(await warned()).toMatch(/^Massage is for first visits, and .* is a known client\.$/);
    await db.updateTable('users').set({ marked_known: false }).where('id', '=', maren.id).execute();
    await limit('EVERYONE');
  });

  it('refuses a service, a client or a booking that there is not', async () => {
    for (const [change, code] of [
      [{ service_id: randomUUID() }, 'SERVICE_NOT_FOUND'],
      [{ service_id: 'x' }, 'SERVICE_NOT_FOUND'],
      [{ service_id: stock.tea.id }, 'SERVICE_NOT_FOUND'],
      [{ client_id: randomUUID() }, 'CLIENT_NOT_FOUND'],
      [{ rescheduling: 'x' }, 'BOOKING_NOT_FOUND'],
      [{ start: '2126-01-01T00:00:00Z' }, 'INVALID_INPUT'],
    ] as const)
      expect((await check(change)).json.code, code).toBe(code);
  });
});

describe('booking for a client', () => {
  it('books, notifies the client, and records who did it', async () => {
    const { status, json } = await create();
    expect(status).toBe(201);
    expect(json.series_id).toBeNull();
    expect(json.bookings).toMatchObject([
      {
        client: { id: maren.id },
        status: 'CONFIRMED',
        start_time: at(3, '9:00 AM'),
        place: 'FIXED_LOCATION',
      },
    ]);
    const [booking] = await db.selectFrom('bookings').selectAll().execute();
    expect(booking).toMatchObject({
      checkout_id: null,
      rule_id: null,
      payment: 'LATER',
      price_cents: 8500,
      price_chosen_by_client: false,
      booked_by: staff.staff_id,
    });
    expect(await db.selectFrom('outbox').select(['kind', 'subject', 'to_address']).execute()).toEqual([
      { kind: 'booked-for-you', subject: 'Booked for you: Massage', to_address: maren.email },
    ]);
    const panel = await staff.call(staffBooking, { params: { id: booking!.id } });
    expect(panel.json.history.map(({ text }) => text)).toEqual(['Booked by Nalini for Maren']);
    expect(panel.json.mails.map(({ kind }) => kind)).toEqual(['booked-for-you']);
    const log = await staff.call(staffAuditLog);
    expect(log.text).toContain('booked a session for Maren K.');
    expect(
      await db
        .selectFrom('staff_actions')
        .select(['action', 'details'])
        .where('object_id', '=', booking!.id)
        .execute(),
    ).toEqual([
      { action: 'booking.create', details: { count: '1', payment: 'LATER', accepted: '', notified: true } },
    ]);
  });

  it('writes no mail without an address, or when it is not asked for', async () => {
    await create({ notify: false });
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
    const { status } = await create({ client_id: await phoneClient(), starts: [at(4, '9:00 AM')] });
    expect(status).toBe(201);
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  it('asks before it books against a warning', async () => {
    const starts = [at(3, '7:00 AM')];
    const refused = await create({ starts });
    expect(refused.json).toMatchObject({
      code: 'WARNINGS_CHANGED',
      details: { placements: [{ verdict: 'WARNED', warnings: [{ code: 'OUTSIDE_HOURS' }] }] },
    });
    expect((await create({ starts, accept: ['OUTSIDE_HOURS'] })).status).toBe(201);
  });

  it('books into time off, today and in the past, once it is accepted', async () => {
    await db
      .insertInto('closures')
      .values({ starts_at: at(3, '8:00 AM'), ends_at: at(3, '8:00 PM'), reason: 'away' })
      .execute();
    expect((await create({ accept: ['TIME_OFF'] })).status).toBe(201);
    expect((await create({ starts: [at(0, '1:00 PM')], accept: ['TODAY'] })).status).toBe(201);
    expect((await create({ starts: [at(0, '8:00 AM')], accept: ['PAST', 'SAME_DAY'] })).status).toBe(201);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('never overlaps another session', async () => {
    await create();
    const refused = await create({
      client_id: ivo.id,
      starts: [at(3, '9:30 AM')],
      accept: ['OUTSIDE_HOURS'],
    });
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({
      code: 'SLOT_TAKEN',
      message: 'Just taken: Maren K., Massage, 9:00 AM - 9:45 AM.',
      details: { placements: [{ by: 'Maren K., Massage, 9:00 AM - 9:45 AM' }] },
    });
  });

  it('shortens the buffer before it, but never the session', async () => {
    await create();
    const next = await create({
      client_id: ivo.id,
      starts: [at(3, '9:50 AM')],
      accept: ['BUFFER', 'OUTSIDE_HOURS'],
    });
    expect(next.status).toBe(201);
    const [first] = await appointments();
    expect(first!.blocked_until.toISOString()).toBe(at(3, '9:50 AM'));
    expect(first!.end_time.toISOString()).toBe(at(3, '9:45 AM'));
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('ends its own buffer where the next session begins', async () => {
    await create({ starts: [at(3, '10:00 AM')] });
    const before = await create({
      client_id: ivo.id,
      starts: [at(3, '9:10 AM')],
      accept: ['BUFFER', 'OUTSIDE_HOURS'],
    });
    expect(before.status).toBe(201);
    const [first] = await appointments();
    expect(first!.blocked_until.toISOString()).toBe(at(3, '10:00 AM'));
  });

  it('joins a class, refuses a second seat and one too many', async () => {
    const circle = { service_id: stock.circle.id, starts: [at(3, '6:00 AM')] };
    expect((await create(circle)).status).toBe(201);
    expect((await create(circle)).json.code).toBe('ALREADY_BOOKED');
    expect((await create({ ...circle, client_id: ivo.id })).status).toBe(201);
    await db.updateTable('appointments').set({ capacity: 2 }).execute();
    const petra = await shop.client();
    const full = await create({ ...circle, client_id: petra.id });
    expect(full.json).toMatchObject({ code: 'SLOT_TAKEN', message: 'Just taken: Circle is full.' });
    await db.updateTable('appointments').set({ capacity: 5 }).execute();
    const joined = await shop.checkout(petra, [{ service: 'circle', days: 3, start: '6:00 AM' }]);
    expect(joined.status).toBe(200);
    expect(await appointments()).toMatchObject([{ taken: 3, rule_id: null }]);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('books a series as a whole, at the same time of the clock', async () => {
    const starts = seriesDates(new Date(at(2, '9:00 AM')), 2, 6, practice.zone).map((time) =>
      time.toISOString(),
    );
    const { status, json } = await create({ starts, accept: ['TOO_FAR'] });
    expect(status).toBe(201);
    expect(json.series_id).not.toBeNull();
    expect(json.bookings.map(({ start_time }) => start_time)).toEqual(starts);
    expect(await db.selectFrom('outbox').select('subject').execute()).toEqual([
      { subject: 'Booked for you: 6 × Massage' },
    ]);
  });

  it('books none of a series when one of its times is taken', async () => {
    const starts = [at(3, '9:00 AM'), at(10, '9:00 AM'), at(17, '9:00 AM')];
    await create({ client_id: ivo.id, starts: [starts[1]!] });
    const refused = await create({ starts });
    expect(refused.json).toMatchObject({
      code: 'SLOT_TAKEN',
      details: { placements: [{ verdict: 'FREE' }, { verdict: 'TAKEN' }, { verdict: 'FREE' }] },
    });
    expect(await appointments()).toHaveLength(1);
  });

  it('answers a repeat with what it made, and refuses other content', async () => {
    const action_id = randomUUID();
    const first = await create({ action_id });
    const again = await create({ action_id });
    expect(again.status).toBe(201);
    expect(again.json).toEqual(first.json);
    expect((await create({ action_id, starts: [at(4, '9:00 AM')] })).json.code).toBe('ACTION_REUSED');
    expect(await appointments()).toHaveLength(1);
  });

  const payments = () => db.selectFrom('offline_payments').selectAll().execute();
  const mailsOf = async (kind: string) =>
    (await db.selectFrom('outbox').select('kind').where('kind', '=', kind).execute()).length;

  it('takes the payment in its own transaction, once for each session, however often it is asked', async () => {
    const starts = [at(3, '9:00 AM'), at(10, '9:00 AM')];
    const action_id = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => create({ starts, paid_by: 'CASH', action_id })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const made = answers[0]!.json.bookings;
    const taken = await payments();
    expect(new Set(taken.map(({ booking_id }) => booking_id))).toEqual(new Set(made.map(({ id }) => id)));
    expect(taken).toHaveLength(2);
    expect(taken[0]).toMatchObject({ method: 'CASH', user_id: maren.id, staff_id: staff.staff_id });
    for (const { id } of made) {
      const { json } = await staff.call(staffBooking, { params: { id } });
      expect(json.money).toMatchObject({ has_balance: false });
    }
    const recorded = db.selectFrom('staff_actions').select('object_id').where('user_id', '=', maren.id);
    const rows = await recorded.where('action', '=', 'booking.record-payment').execute();
    expect(new Set(rows.map((row) => row.object_id))).toEqual(new Set(made.map(({ id }) => id)));
  });

  it('mails one payment link with a series, and none for other ways to pay', async () => {
    await create();
    expect(await mailsOf('payment-link')).toBe(0);
    const starts = [at(4, '9:00 AM'), at(11, '9:00 AM')];
    expect((await create({ starts, payment: 'ONLINE' })).status).toBe(201);
    expect(await mailsOf('payment-link')).toBe(1);
    const [link] = await db.selectFrom('payment_links').select('booking_ids').execute();
    expect(link!.booking_ids).toHaveLength(2);
  });

  it.each<[string, () => Creation | Promise<Creation>, string]>([
    [
      'cash without an amount on a sliding scale',
      () => ({ paid_by: 'CASH', service_id: stock.consult.id }),
      'INVALID_INPUT',
    ],
    ['two ways to pay', () => ({ paid_by: 'CASH', payment: 'ONLINE' }), 'INVALID_INPUT'],
    [
      'a link without an address',
      async () => ({ payment: 'ONLINE', client_id: await phoneClient() }),
      'NO_EMAIL',
    ],
  ])('books nothing where it cannot be paid so: %s', async (_, change, code) => {
    const { json } = await create({ ...(await change()), starts: [at(4, '9:00 AM')] });
    expect(json.code).toBe(code);
    expect([await appointments(), await payments(), await mailsOf('payment-link')]).toEqual([[], [], 0]);
  });

  it('takes a price that was typed, or leaves a sliding scale to the client', async () => {
    await create({ price_cents: 4000 });
    const consult = { service_id: stock.consult.id };
    await create({ ...consult, starts: [at(4, '9:00 AM')], payment: 'ONLINE' });
    await create({ ...consult, starts: [at(5, '9:00 AM')], price_cents: 7000 });
    const rows = await db
      .selectFrom('bookings')
      .select(['price_cents', 'price_chosen_by_client', 'payment'])
      .orderBy('start_time')
      .execute();
    expect(rows).toEqual([
      { price_cents: 4000, price_chosen_by_client: false, payment: 'LATER' },
      { price_cents: 8500, price_chosen_by_client: true, payment: 'ONLINE' },
      { price_cents: 7000, price_chosen_by_client: false, payment: 'LATER' },
    ]);
  });

  it('gives two supported visits a month, and a third only when it is accepted', async () => {
    const free = { payment: 'FREE', free_reason: 'SUPPORTED' } as const;
    expect((await create(free)).status).toBe(201);
    expect((await create({ ...free, starts: [at(4, '9:00 AM')] })).status).toBe(201);
    const third = { ...free, starts: [at(5, '9:00 AM')] };
    expect((await check({ free_reason: 'SUPPORTED', start: at(5, '9:00 AM') })).json).toMatchObject({
      verdict: 'WARNED',
      warnings: [{ code: 'SUPPORTED_LIMIT' }],
      supported: { given: 2, of: 2 },
    });
    const refused = await create(third);
    const warnings = [{ code: 'SUPPORTED_LIMIT', text: 'That’s more than 2 this month.' }];
    expect(refused.json).toMatchObject({ code: 'WARNINGS_CHANGED', details: { placements: [{ warnings }] } });
    expect((await create({ ...third, accept: ['SUPPORTED_LIMIT'] })).status).toBe(201);
    expect((await create({ payment: 'FREE', free_reason: 'GIFT', starts: [at(6, '9:00 AM')] })).status).toBe(
      201,
    );
    expect(await db.selectFrom('bookings').select('price_cents').distinct().execute()).toEqual([
      { price_cents: 0 },
    ]);
  });

  it('refuses what makes no sense', async () => {
    const wrong: Creation[] = [
      { payment: 'FREE' },
      { payment: 'LATER', free_reason: 'GIFT' },
      { payment: 'FREE', free_reason: 'GIFT', price_cents: 100 },
      { starts: [at(3, '9:00 AM'), at(3, '9:00 AM')] },
      { starts: [] },
      { starts: [at(3, '9:00 AM').replace(':00.000Z', ':01.000Z')] },
      { payment: 'FREE', free_reason: 'CORRECTION' as never },
    ];
    for (const change of wrong)
      expect((await create(change)).json.code, JSON.stringify(change)).toBe('INVALID_INPUT');
    await db.updateTable('users').set({ address: null }).where('id', '=', ivo.id).execute();
    const visit = { service_id: stock.visit.id, place: 'HOUSE_CALL', client_id: ivo.id } as const;
    expect((await create(visit)).json.code).toBe('ADDRESS_NEEDED');
  });

  it('lets a client whose checkout holds no seat know that the time is gone', async () => {
    await db.deleteFrom('checkouts').execute();
    const first = await shop.checkout(ivo, [{ service: 'massage', days: 3, start: '9:00 AM' }]);
    expect(sessionOf(first.body.url)).toMatch(/^cs_test/);
    await db.updateTable('checkouts').set({ holds: false }).execute();
    await db.deleteFrom('bookings').execute();
    await db.deleteFrom('appointments').execute();
    expect((await create()).status).toBe(201);
    expect(await db.selectFrom('checkouts').select('cancel_requested').execute()).toEqual([
      { cancel_requested: true },
    ]);
  });
});

describe('free times', () => {
  const freeTimes = (from: number, to: number) =>
    staff.call(staffFreeTimes, {
      query: {
        service_id: stock.massage.id,
        place: 'FIXED_LOCATION',
        from: dateIn(from, clock.now()),
        to: dateIn(to, clock.now()),
      },
    });

  it('are those that clients can book, by day', async () => {
    await create();
    const { status, json } = await freeTimes(2, 3);
    expect(status).toBe(200);
    expect(json.days.map(({ times }) => times.length)).toEqual([12, 11]);
    expect(json.days[1]!.times[0]).toEqual({
      start: at(3, '8:00 AM'),
      end_time: at(3, '8:45 AM'),
      spots: null,
    });
    expect(json.next).toBe(at(4, '8:00 AM'));
  });

  it('are none beyond what clients can book', async () => {
    const { json } = await freeTimes(29, 33);
    expect(json.days.map(({ times }) => times.length)).toEqual([12, 12, 0, 0, 0]);
    expect(json.next).toBeNull();
    expect((await freeTimes(3, 2)).json).toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('why clients cannot book a time', () => {
  const explain = async (days: number, time: string) => {
    const { json } = await staff.call(staffExplain, { query: { date: dateIn(days, clock.now()), time } });
    return Object.fromEntries(json.services.map((service) => [service.service_name, service]));
  };

  it('is said for each service, with the nearest times', async () => {
    const services = await explain(3, '20:00');
    expect(Object.keys(services).sort()).toEqual(['Circle', 'Consult', 'Massage', 'Visit']);
    expect(services['Massage']).toMatchObject({
      is_offered: false,
      reason: 'Its hours end at 8:00 PM.',
      nearest: [at(3, '7:00 PM'), at(3, '6:00 PM'), at(3, '5:00 PM')],
    });
    expect(services['Circle']!.reason).toBe('It starts at 6:00 AM.');
  });

  it('is said of taken time, and nothing is said of time that is offered', async () => {
    await create();
    const services = await explain(3, '09:00');
    expect(services['Massage']).toMatchObject({
      is_offered: false,
      reason: 'Taken: Maren K., Massage, 9:00 AM - 9:45 AM.',
    });
    expect((await explain(3, '10:00'))['Massage']).toMatchObject({
      is_offered: true,
      reason: null,
      nearest: [],
    });
    expect((await explain(0, '13:00'))['Massage']!.reason).toBe('Today: clients can book from tomorrow on.');
  });

  it('is that a service has no hours that day, before who has the time or that it is today', async () => {
    await create();
    const none = async (days: number, time: string) => {
      const date = dateIn(days, clock.now());
      const rule = stock.consult.rules[dayOfWeek(date)]!;
      await db.insertInto('skipped_dates').values({ rule_id: rule, date, reason: '' }).execute();
      const reason = (await explain(days, time))['Consult']!.reason;
      await db.deleteFrom('skipped_dates').execute();
      return [reason, `It has no hours on ${formatDay(date)}.`];
    };
    for (const [reason, expected] of [await none(3, '09:00'), await none(3, '13:00'), await none(0, '13:00')])
      expect(reason).toBe(expected);
    // To staff it is said of the service, not of the working day.
    const date = dateIn(3, clock.now());
    const rule_id = stock.consult.rules[dayOfWeek(date)]!;
    await db.insertInto('skipped_dates').values({ rule_id, date, reason: '' }).execute();
    const { json } = await check({ service_id: stock.consult.id, start: at(3, '1:00 PM') });
    expect(json.warnings).toMatchObject([{ text: `Consult has no hours on ${formatDay(date)}.` }]);
    await db.deleteFrom('skipped_dates').execute();
  });
});
