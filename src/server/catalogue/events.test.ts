import { randomUUID } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { staffChangeEvent, staffCreateEvent, staffEvents, staffRemoveEvent } from '#contract/staff.calls.ts';
import type { PracticeEvent } from '#contract/events.schemas.ts';
import type { StaffEvent } from '#contract/staff-events.schemas.ts';
import { faultsOf, openShop, sessionOf } from '#tests/support/shop.ts';
import { dateIn } from '#tests/support/stock.ts';
import { PAYLOADS } from '#tests/support/xss-payloads.ts';

const shop = await openShop();
const { clock, stock } = shop;
const { db } = shop.database;
const staff = await shop.signInStaff();

const SWAP = {
  title: 'Seed exchange',
  description: 'Take two envelopes,\nleave one.',
  location: 'The green gate',
  date: '2026-03-14',
  time: '15:00',
  end_date: '2026-03-14',
  end_time: '17:00',
  url: 'https://swap.example/',
  service_id: null as string | null,
};
type Fields = Partial<typeof SWAP>;
const create = (fields: Fields = {}, action_id: string = randomUUID()) =>
  staff.call(staffCreateEvent, { body: { action_id, ...SWAP, ...fields } });
const change = (event: StaffEvent, fields: Fields, base_updated_at = event.updated_at) =>
  staff.call(staffChangeEvent, {
    params: { id: event.id },
    body: { action_id: randomUUID(), base_updated_at, ...SWAP, ...fields },
  });
const remove = (event: StaffEvent, keep_bookings = false) =>
  staff.call(staffRemoveEvent, {
    params: { id: event.id },
    body: { action_id: randomUUID(), base_updated_at: event.updated_at, keep_bookings },
  });
const listed = async (id: string) =>
  (await staff.call(staffEvents)).json.events.find((each) => each.id === id);
const onCalendar = async (title: string) =>
  (await shop.request({ url: '/get-events' })).json<PracticeEvent[]>().find((each) => each.title === title);
/** An event that announces the class of five at six in the morning, `days` from today. */
const circleOn = (days: number): Fields => {
  const date = dateIn(days, clock.now());
  return {
    title: `Circle in ${days}`,
    date,
    end_date: date,
    time: '06:00',
    end_time: '07:00',
    service_id: stock.circle.id,
  };
};
async function bookCircle(days: number): Promise<void> {
  const wish = { service: 'circle', days, start: '6:00 AM' } as const;
  await shop.pay(sessionOf((await shop.checkout(await shop.client(), [wish])).body.url));
}

test('an event is put on the public calendar once, changed as a whole, and removed', async () => {
  const action_id = randomUUID();
  const { json: made, status } = await create({}, action_id);
  expect(status).toBe(201);
  expect((await create({}, action_id)).json.id).toBe(made.id);
  expect(await onCalendar('Seed exchange')).toMatchObject({
    start: '2026-03-14T22:00:00.000Z',
    end: '2026-03-15T00:00:00.000Z',
    url: 'https://swap.example/',
    service_id: null,
    available_spots: null,
  });
  // Over midnight, and to another day.
  const { json: changed } = await change(made, {
    title: 'Seeds',
    date: '2026-03-20',
    time: '20:00',
    end_date: '2026-03-21',
    end_time: '01:00',
    url: '',
  });
  expect(await onCalendar('Seeds')).toMatchObject({
    start: '2026-03-21T03:00:00.000Z',
    end: '2026-03-21T08:00:00.000Z',
    url: null,
  });
  expect(await listed(made.id)).toEqual(changed);
  expect((await remove(changed)).status).toBe(204);
  expect(await onCalendar('Seeds')).toBeUndefined();
  expect((await remove(changed)).json.code).toBe('EVENT_NOT_FOUND');
});

describe('two tabs', () => {
  it('cannot overwrite each other: the second is told what the first one wrote', async () => {
    const { json: event } = await create({ title: 'Two tabs' });
    expect((await change(event, { title: 'First' })).status).toBe(200);
    const late = await change(event, { title: 'Second' });
    expect(late).toMatchObject({ status: 409, json: { code: 'EVENT_CHANGED', details: { title: 'First' } } });
    expect((await remove(event)).json.code).toBe('EVENT_CHANGED');
  });

  it('at once: one stands', async () => {
    const { json: event } = await create({ title: 'At once' });
    const answers = await Promise.all(['One', 'Two', 'Three'].map((title) => change(event, { title })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ json }) => json.code === 'EVENT_CHANGED')).toHaveLength(2);
  });
});

describe('an event that announces a class', () => {
  it('says how many seats are free, and is refused at a time at which nobody could book it', async () => {
    const { json: event } = await create(circleOn(3));
    expect(event.seats).toEqual({ service_name: 'Circle', taken: 0, free: 5 });
    await bookCircle(3);
    expect((await listed(event.id))!.seats).toEqual({ service_name: 'Circle', taken: 1, free: 4 });
    const closed = await create({ ...circleOn(4), time: '05:00' });
    expect([closed.status, closed.json.code]).toEqual([409, 'CLASS_NOT_OPEN']);
    expect(closed.json.message).toMatch(/^Circle isn’t open on Fri 6 Mar, 5:00 AM/);
    expect((await create({ ...circleOn(4), service_id: stock.massage.id })).json.details).toEqual({
      service_id: 'This class is no longer offered.',
    });
  });

  it('keeps its time while people are booked; its text may change, and it may go alone', async () => {
    const { json: event } = await create(circleOn(5));
    await bookCircle(5);
    const moved = await change(event, { ...circleOn(6) });
    expect([moved.status, moved.json.code, moved.json.details]).toEqual([409, 'SEATS_BOOKED', { seats: 1 }]);
    expect((await change(event, { ...circleOn(5), service_id: null })).json.code).toBe('SEATS_BOOKED');
    const { json: renamed } = await change(event, { ...circleOn(5), title: 'Circle, with tea' });
    expect(renamed.title).toBe('Circle, with tea');
    expect((await remove(renamed)).json.message).toBe(
      '1 person is booked in its class on Sat 7 Mar, 6:00 AM, so it can’t be removed.',
    );
    expect((await remove(renamed, true)).status).toBe(204);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('whose hours have ended is listed as not open', async () => {
    const { json: event } = await create(circleOn(8));
    await db
      .updateTable('rules')
      .set({ is_active: false })
      .where('service_id', '=', stock.circle.id)
      .execute();
    expect((await listed(event.id))!.seats).toEqual({ service_name: 'Circle', taken: 0, free: null });
    // Its text may change all the same.
    expect((await change(event, { ...circleOn(8), title: 'Another title' })).status).toBe(200);
    await db
      .updateTable('rules')
      .set({ is_active: true })
      .where('service_id', '=', stock.circle.id)
      .execute();
  });
});

it.each([
  ['title', { title: ' ' }],
  ['description', { description: '' }],
  ['location', { location: '' }],
  ['end_time', { end_time: '15:00' }],
  ['date', { date: '2026-01-02', end_date: '2026-01-02' }],
  ['date', { date: '2046-01-02', end_date: '2046-01-02' }],
  ['time', { date: '2026-03-08', end_date: '2026-03-08', time: '02:30' }],
  ['end_time', { date: '2026-03-07', end_date: '2026-03-08', end_time: '02:30' }],
  ['url', { url: 'http://swap.example/' }],
  ['url', { url: 'javascript:alert(1)' }],
  ['service_id', { service_id: randomUUID() }],
])('is refused beside its field: %s of %j', async (field, fields) => {
  const { status, json } = await create(fields);
  expect([status, json.code]).toEqual([422, 'INVALID_INPUT']);
  expect(json.details).toEqual({ [field]: expect.stringMatching(/\w/) as string });
});

test('S7: a payload stays words on the public calendar, and is no link', async () => {
  for (const bad of PAYLOADS.slice(0, 20)) {
    const { status, json } = await create({ title: bad, location: bad, description: bad });
    if (status !== 201) continue;
    expect(json.title).toBe(bad.replace(/[\t\r\n]+/g, ' ').trim());
    expect((await create({ url: bad })).status).toBe(422);
  }
});
