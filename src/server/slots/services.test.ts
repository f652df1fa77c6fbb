import { beforeAll, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/call.ts';
import { explainDate, getAvailabilities, getSlots } from '#contract/client.calls.ts';
import { addDays } from '#domain/time/calendar.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { type TestClient, testApp } from '#tests/support/app.ts';

const { db, request, signInClient, visit } = await testApp();
/** Monday, 2 March 2026, in the practice's zone. */
const TODAY = '2026-03-02';
let maren: TestClient; // approved for house calls
let theo: TestClient;
let ids: Record<string, string>;

beforeAll(async () => {
  maren = await signInClient('demo@example.com');
  theo = await signInClient('new@example.com');
  const services = await db.selectFrom('services').select(['key', 'id']).execute();
  ids = Object.fromEntries(services.map(({ key, id }) => [key, id]));
});

type Place = BodyOf<typeof getAvailabilities>['service_location_type'];
const availabilities = (client: TestClient, key: string, service_location_type: Place = 'FIXED_LOCATION') =>
  client.call(getAvailabilities, { body: { service: ids[key]!, service_location_type } });
const slots = (client: TestClient, key: string, date: string, more: Partial<BodyOf<typeof getSlots>> = {}) =>
  client.call(getSlots, { body: { service: { id: ids[key]! }, date, ...more } });
const starts = (list: { start: string }[]) => list.map(({ start }) => start);

describe('GET /get-all-wellness-services', () => {
  test('is public, in the order of the price list, prices in dollars', async () => {
    const answer = await visit('/get-all-wellness-services');
    expect(answer.statusCode).toBe(200);
    const [first] = answer.json();
    expect(first).toMatchObject({
      name: 'Ayurvedic Consultation',
      base_price: 125,
      min_price: 95,
      duration: 90,
    });
    expect(first.location).toEqual({ name: 'Secret Studio' });
    expect(Object.keys(first)).not.toContain('key');
  });

  test('an unchanged copy is answered with 304, until a price changes', async () => {
    const { etag } = (await visit('/get-all-wellness-services')).headers;
    const again = await visit('/get-all-wellness-services', { 'if-none-match': String(etag) });
    expect(again.statusCode).toBe(304);
    await db
      .updateTable('services')
      .set({ base_price_cents: 9000 })
      .where('key', '=', 'marma-session')
      .execute();
    const changed = await visit('/get-all-wellness-services', { 'if-none-match': String(etag) });
    expect(changed.statusCode).toBe(200);
    expect(changed.json().find((each: { name: string }) => each.name === 'Marma Session').base_price).toBe(
      90,
    );
  });
});

describe('POST /auth/get-availabilities', () => {
  test('rules of the place, the window from tomorrow to today + 30, and every day with its open slots', async () => {
    const { status, json } = await availabilities(theo, 'private-yoga');
    expect(status).toBe(200);
    expect(json.window).toEqual({ earliest: addDays(TODAY, 1), latest: addDays(TODAY, 30) });
    expect(json.days).toHaveLength(30);
    expect(
      json.schedules.map((each: { day_of_week: number }) => each.day_of_week).sort((a, b) => a - b),
    ).toEqual([4, 5]);
    for (const { date, open_slots } of json.days) {
      const listed = await slots(theo, 'private-yoga', date);
      expect(listed.json, date).toHaveLength(open_slots);
    }
  });

  test('no rule at a place: an empty list', async () => {
    const { json } = await availabilities(theo, 'private-yoga', 'VIRTUAL');
    expect(json.schedules).toEqual([]);
  });

  test('house calls need approval', async () => {
    const refused = await availabilities(theo, 'ayurvedic-house-call', 'HOUSE_CALL');
    expect(refused).toMatchObject({ status: 403, json: { code: 'HOUSE_CALL_NOT_APPROVED' } });
    expect((await availabilities(maren, 'ayurvedic-house-call', 'HOUSE_CALL')).json.schedules).toHaveLength(
      1,
    );
    expect(await slots(theo, 'ayurvedic-house-call', addDays(TODAY, 9))).toMatchObject({ status: 403 });
  });

  test('a service that is not offered, or no id at all', async () => {
    expect(await slots(theo, 'no-such-service', addDays(TODAY, 1))).toMatchObject({ status: 422 });
    const { json } = await theo.call(getSlots, { body: { service: 'x', date: addDays(TODAY, 1) } });
    expect(json.code).toBe('SERVICE_NOT_FOUND');
  });
});

describe('POST /auth/get-slots', () => {
  /** The first Thursday: classes at 7:30 AM and 6:30 PM, private yoga 9:30 AM to 1 PM. */
  const THURSDAY = '2026-03-05';

  test('there are no slots outside the window', async () => {
    for (const date of [TODAY, addDays(TODAY, -7), addDays(TODAY, 31), '2026-02-30', '9999-99-99'])
      expect((await slots(theo, 'private-yoga', date)).json).toEqual([]);
  });

  test('one-to-one times that are taken, or within a buffer of a taken one, are not listed', async () => {
    const { json } = await slots(theo, 'private-yoga', THURSDAY);
    // 10:30 AM is held for an hour and 15 minutes
    expect(starts(json)).toEqual(['12:00 PM']);
    expect(json[0]).toEqual({
      start: '12:00 PM',
      end: '1:00 PM',
      duration: 60,
      schedule_id: expect.any(String),
      current_count: 0,
    });
  });

  test('a class states its seats: available_spots and current_count add up to its capacity', async () => {
    const full = await slots(theo, 'yoga-nidra-by-candle', THURSDAY);
    expect(full.json).toEqual([]);
    const next = await slots(theo, 'yoga-nidra-by-candle', addDays(THURSDAY, 7));
    expect(next.json).toMatchObject([{ start: '6:30 PM', available_spots: 3, current_count: 9 }]);
  });

  test('a class in which the client has a seat is hidden only from this client', async () => {
    const date = '2026-03-10'; // Maren's next flow
    expect((await slots(maren, 'slow-morning-flow', date)).json).toEqual([]);
    expect((await slots(theo, 'slow-morning-flow', date)).json).toHaveLength(1);
  });

  test('the ids in availabilities choose among the rules; a foreign one opens nothing', async () => {
    const rules = await db
      .selectFrom('rules')
      .select(['id', 'day_of_week'])
      .where('service_id', '=', ids['private-yoga']!)
      .where('is_active', '=', true)
      .execute();
    const thursday = rules.find((rule) => rule.day_of_week === 4)!;
    const friday = rules.find((rule) => rule.day_of_week === 5)!;
    const chosen = (id: string) => slots(theo, 'private-yoga', THURSDAY, { availabilities: [{ id }] });
    expect((await chosen(thursday.id)).json).toHaveLength(1);
    expect((await chosen(friday.id)).json).toEqual([]);
    expect((await slots(theo, 'private-yoga', THURSDAY, { availabilities: [{}] })).json).toHaveLength(1);
    expect((await slots(theo, 'private-yoga', THURSDAY, { availabilities: [friday.id] })).json).toEqual([]);
  });

  test.each<[string, Partial<BodyOf<typeof getSlots>>]>([
    ['no availabilities, as the empty text of product.md §4.9.2', { availabilities: '', cart_items: [] }],
    ['nothing at all', { availabilities: null, cart_items: null }],
    ['rules without ids', { availabilities: [null, '', { id: null }] }],
    ['items with less than a cart has', { cart_items: [{}, { serviceId: null }, { slotData: null }] }],
    [
      'an item of a hand that wrote it',
      {
        cart_items: [
          { serviceId: '', selectedDate: null, slotData: { start: null, end: null } as { start: null } },
        ],
      },
    ],
  ])('%s is accepted and ignored', async (_, more) => {
    expect(await slots(theo, 'private-yoga', THURSDAY, more)).toMatchObject({
      status: 200,
      json: [{ start: '12:00 PM' }],
    });
  });

  test.each([
    { availabilities: 'all' },
    { availabilities: { id: 'x' } },
    { cart_items: '' },
    { cart_items: [1] },
    { cart_items: Array.from({ length: 51 }, () => ({})) },
    { date: '05/03/2026' },
    { date: null },
    { service: null },
    { service: {} },
    { service: { id: 7 } },
  ])('a malformed body is refused with the name of its field: %j', async (more) => {
    const { status, json } = await slots(theo, 'private-yoga', THURSDAY, more as never);
    expect([status, json.code, json.error]).toEqual([422, 'INVALID_INPUT', json.message]);
    expect(Object.keys(json.details as object)[0]).toMatch(new RegExp(`^${Object.keys(more)[0]}`));
  });

  test('the cart hides only times that break its buffer', async () => {
    const friday = '2026-03-13';
    const all = starts((await slots(theo, 'private-yoga', friday)).json);
    const inCart = {
      serviceId: ids['private-yoga'],
      selectedDate: friday,
      slotData: { start: '15:30', end: '16:30' },
    };
    const left = starts((await slots(theo, 'private-yoga', friday, { cart_items: [inCart] })).json);
    // 4:30 PM begins within the 15 minutes after the cart item; a session from 2:30 PM to 3:30 PM would leave no
    // buffer.
    expect(all.filter((start) => !left.includes(start))).toEqual(['2:30 PM', '4:30 PM']);
    expect(left).toContain('3:00 PM');
    expect(left).toContain('3:30 PM');
  });

  test('a closed time is not listed, and is listed again when it opens', async () => {
    const friday = '2026-03-13';
    const before = (await slots(theo, 'private-yoga', friday)).json;
    const closure = await db
      .insertInto('closures')
      .values({ starts_at: `${friday}T22:00:00Z`, ends_at: `${friday}T23:00:00Z` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const during = (await slots(theo, 'private-yoga', friday)).json;
    // 3 PM to 4 PM in Portland, where summer time began on the 8th
    for (const { start, end } of during)
      expect(parseTime(end)! <= 15 * 60 || parseTime(start)! >= 16 * 60).toBe(true);
    expect(during.length).toBeLessThan(before.length);
    await db.deleteFrom('closures').where('id', '=', closure.id).execute();
    expect((await slots(theo, 'private-yoga', friday)).json).toEqual(before);
  });
});

describe('POST /auth/explain-date', () => {
  const explain = (key: string, date: string, service_location_type: Place = 'FIXED_LOCATION') =>
    theo.call(explainDate, { body: { service: { id: ids[key]! }, service_location_type, date } });

  test('a closed day says until when, in the month and by itself; the nearest times are listed', async () => {
    const friday = '2026-03-20';
    const public_text = 'Closed until Sat, Mar 21';
    const closure = await db
      .insertInto('closures')
      .values({
        starts_at: `${friday}T07:00:00Z`,
        ends_at: '2026-03-21T07:00:00Z',
        reason: 'a private reason',
        public_text,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const month = (await availabilities(theo, 'private-yoga')).json.days;
    expect(month.find(({ date }) => date === friday)).toEqual({
      date: friday,
      open_slots: 0,
      reason: 'CLOSED',
      public_text,
    });
    const { json } = await explain('private-yoga', friday);
    expect(json).toMatchObject({ reason: 'CLOSED', public_text });
    expect(JSON.stringify([month, json])).not.toContain('a private reason');
    expect(json.nearest).toHaveLength(3);
    for (const { date, slot } of json.nearest)
      expect((await slots(theo, 'private-yoga', date)).json).toContainEqual(slot);
    await db.deleteFrom('closures').where('id', '=', closure.id).execute();
  });

  test('house calls need approval; a date that does not exist has no times', async () => {
    expect((await explain('private-yoga', '2026-03-20', 'HOUSE_CALL')).status).toBe(403);
    expect((await explain('private-yoga', '2026-99-99')).json).toMatchObject({
      reason: 'NO_RULE',
      nearest: [],
    });
  });
});

describe('access', () => {
  test('needs a session, a record and profile data', async () => {
    const body = { service: ids['private-yoga']!, date: addDays(TODAY, 3) };
    const stranger = await request({ method: 'POST', url: '/auth/get-slots', payload: body });
    expect([stranger.statusCode, stranger.json<{ code: string }>().code]).toEqual([401, 'NOT_SIGNED_IN']);

    const profile = { pronouns: 'he/him' };
    await db.updateTable('users').set({ pronouns: null }).where('id', '=', theo.user_id).execute();
    expect(await theo.call(getSlots, { body })).toMatchObject({
      status: 403,
      json: { code: 'NO_PROFILE_DATA' },
    });
    await db.updateTable('users').set(profile).where('id', '=', theo.user_id).execute();
    expect((await theo.call(getSlots, { body })).status).toBe(200);
  });
});
