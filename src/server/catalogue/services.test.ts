import { randomUUID } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import {
  staffApplyService,
  staffFreeTimes,
  staffOrderServices,
  staffPreviewService,
  staffServices,
} from '#contract/staff.calls.ts';
import { createCheckout, getSlots } from '#contract/client.calls.ts';
import type { ServiceChange, StaffService } from '#contract/catalogue.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import type { Service } from '#contract/services.schemas.ts';
import { detailsOf } from '#tests/support/app.ts';
import { faultsOf, openShop, sessionOf } from '#tests/support/shop.ts';
import { cartOf, dateIn, type Wish } from '#tests/support/stock.ts';
import { insertRule, setLastDate, switchOff } from '../hours/store.ts';
import { syncChangedServices } from '../jobs/sync-services.ts';
import { endServiceSync } from './service-store.ts';

const shop = await openShop({ max: 16 });
const { clock, stock } = shop;
const { db } = shop.database;
const staff = await shop.signInStaff();

const list = async () => (await staff.call(staffServices)).json;
const service = async (name: string) => (await list()).services.find((each) => each.name === name)!;
const offered = async () => (await shop.request({ url: '/get-all-wellness-services' })).json<Service[]>();
const look = (change: ServiceChange, by = staff) => by.call(staffPreviewService, { body: { change } });
const apply = (change: ServiceChange, preview_hash: string, action_id: string = randomUUID(), by = staff) =>
  by.call(staffApplyService, { body: { action_id, preview_hash, change } });
/** Looks at the change, and makes it. */
async function make(change: ServiceChange): Promise<StaffService> {
  const preview = await look(change);
  expect(preview.json).toMatchObject({ preview_hash: expect.any(String) as string });
  const answer = await apply(change, preview.json.preview_hash);
  expect(answer.status).toBe(200);
  return answer.json;
}
type Fields = Extract<ServiceChange, { kind: 'CREATE' }>['service'];
const change = (id: string, service: Partial<Fields>): ServiceChange => ({ kind: 'CHANGE', id, service });
const slots = async (id: string, date: string) =>
  (await shop.call(await shop.client(), getSlots, { body: { service: id, date } })).body;

const EVENING: Fields = {
  name: 'Evening Flow',
  description: 'Slow shapes, and a long rest.',
  type: ['YOGA', 'AYURVEDA'],
  format: 'GROUP',
  duration: 75,
  buffer_time: 15,
  base_price_cents: 2400,
  min_price_cents: null,
  max_price_cents: null,
  suggested_price_cents: null,
  service_location_type: ['FIXED_LOCATION', 'VIRTUAL'],
  max_capacity: 2,
  bookable_online: true,
  audience: 'EVERYONE',
  form_ids: [],
};

describe('a new service', () => {
  it('goes to the end of the price list once, and is booked when it has hours', async () => {
    const before = await offered();
    const creation = { kind: 'CREATE', service: EVENING } as const;
    const { json: preview } = await look(creation);
    expect(preview.summary[0]).toBe('Evening Flow, 75 minutes, $24.');
    expect(await offered()).toEqual(before);
    const action_id = randomUUID();
    const { json: made } = await apply(creation, preview.preview_hash, action_id);
    expect(made).toMatchObject({ name: 'Evening Flow', has_hours: false, next_free: null, booked: 0 });
    expect((await apply(creation, preview.preview_hash, action_id)).json.id).toBe(made.id);
    // Without hours its card would lead nowhere.
    expect(await offered()).toEqual(before);

    const rule_id = await insertRule(db, {
      service_id: made.id,
      location_type: 'FIXED_LOCATION',
      day_of_week: 3,
      pattern: 'WEEKLY',
      week_of_month: null,
      start_date: '2026-01-01',
      end_date: null,
      start_time: '20:00',
      end_time: '21:15',
      slot_step_min: 30,
      capacity: null,
    });
    expect(await service('Evening Flow')).toMatchObject({ has_hours: true, next_free: '2026-03-04' });
    expect(await slots(made.id, '2026-03-04')).toMatchObject([{ start: '8:00 PM', available_spots: 2 }]);
    const after = await offered();
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toMatchObject({ name: 'Evening Flow', base_price: 24, max_capacity: 2 });
    await switchOff(db, rule_id);
    expect(await offered()).toEqual(before);
    await db.updateTable('rules').set({ is_active: true }).where('id', '=', rule_id).execute();
    await setLastDate(db, rule_id, '2026-02-25');
    expect(await offered(), 'its hours are over').toEqual(after);
    await setLastDate(db, rule_id, null);
  });

  it('that only staff book is not promised to clients', async () => {
    const { json } = await look({ kind: 'CREATE', service: { ...EVENING, bookable_online: false } });
    expect(json.summary).toContain('Only you can book it, and clients don’t see it.');
    expect(json.summary.join(' ')).not.toContain('Clients can book it');
  });

  it('of a name that exists gets a key of its own', async () => {
    await make({ kind: 'CREATE', service: { ...EVENING, description: 'The second one.' } });
    const keys = await db.selectFrom('services').select('key').where('name', '=', 'Evening Flow').execute();
    expect(keys.map(({ key }) => key).sort()).toEqual(['evening-flow', 'evening-flow-2']);
    await db.deleteFrom('services').where('key', '=', 'evening-flow-2').execute();
  });

  it.each<[string, Partial<Fields>]>([
    ['name', { name: ' ' }],
    ['description', { description: '' }],
    ['type', { type: [] }],
    ['service_location_type', { service_location_type: [] }],
    ['duration', { duration: 4 }],
    ['duration', { duration: 481 }],
    ['buffer_time', { buffer_time: 241 }],
    ['max_capacity', { max_capacity: 0 }],
    ['min_price_cents', { max_price_cents: 3000 }],
    ['max_price_cents', { min_price_cents: 1000, max_price_cents: 900 }],
    ['min_price_cents', { min_price_cents: 1050, max_price_cents: 3000 }],
    ['base_price_cents', { min_price_cents: 1000, max_price_cents: 2000 }],
    ['suggested_price_cents', { suggested_price_cents: 2000 }],
    ['suggested_price_cents', { min_price_cents: 1000, max_price_cents: 3000, suggested_price_cents: 900 }],
    ['form_ids', { form_ids: [randomUUID()] }],
  ])('is refused beside its field: %s of %j', async (field, fields) => {
    const { status, json } = await look({ kind: 'CREATE', service: { ...EVENING, ...fields } });
    expect([status, json.code]).toEqual([422, 'INVALID_INPUT']);
    expect(json.details).toEqual({ [field]: expect.stringMatching(/\w\.$/) as string });
  });
});

const at = (days: number, start: string, cents?: number): Wish => ({
  service: 'massage',
  days,
  start,
  ...(cents === undefined ? {} : { cents }),
});

describe('a changed price', () => {
  it('names what keeps the old one, and leaves it as it was sold', async () => {
    const { id } = stock.massage;
    const [booker, payer, carter] = await shop.clients(3);
    await shop.pay(sessionOf((await shop.checkout(booker!, [at(3, '9:00 AM')])).body.url));
    const page = await shop.checkout(payer!, [at(3, '10:00 AM')]);
    const { json: preview } = await look(change(id, { base_price_cents: 9000 }));
    expect(preview.summary).toEqual([
      'Price: $85 → $90',
      '1 booking and 1 open payment page keep their prices; carts ask again.',
    ]);
    expect(preview.holds).toMatchObject([
      {
        text: 'Maren is paying for Thu 5 Mar, 10:00 AM',
      },
    ]);
    expect((await apply(change(id, { base_price_cents: 9000 }), preview.preview_hash)).status).toBe(200);

    const old = await shop.checkout(carter!, [at(3, '11:00 AM')]);
    expect([old.status, old.body.code]).toEqual([409, 'PRICE_CHANGED']);
    await shop.pay(sessionOf(page.body.url));
    const prices = await db.selectFrom('bookings').select(['price_cents', 'status']).execute();
    expect(prices).toEqual(Array(2).fill({ price_cents: 8500, status: 'CONFIRMED' }));
    expect((await shop.checkout(carter!, [at(3, '11:00 AM', 9000)])).status).toBe(200);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('in two tabs: the second is shown what the first one left, and other fields stay', async () => {
    const { id } = stock.massage;
    const [one, two] = [change(id, { base_price_cents: 9500 }), change(id, { buffer_time: 10 })];
    const [first, second] = await Promise.all([look(one), look(two)]);
    expect((await apply(one, first.json.preview_hash)).status).toBe(200);
    const refused = await apply(two, second.json.preview_hash);
    expect([refused.status, refused.json.code]).toEqual([409, 'PREVIEW_CHANGED']);
    const { preview_hash, summary } = detailsOf<Preview>(refused);
    expect(summary).toContain('Free time after it: 15 minutes → 10 minutes');
    expect((await apply(two, preview_hash)).json).toMatchObject({ base_price_cents: 9500, buffer_time: 10 });
  });

  it('at once in two tabs: one stands', async () => {
    const { id } = stock.massage;
    const wanted = [9600, 9700].map((base_price_cents) => change(id, { base_price_cents }));
    const seen = await Promise.all(wanted.map((each) => look(each)));
    const answers = await Promise.all(wanted.map((each, n) => apply(each, seen[n]!.json.preview_hash)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 200)!.json.code).toBe('PREVIEW_CHANGED');
  });

  it('is refused when a booking has arrived since the preview, and the new preview counts it', async () => {
    const wanted = change(stock.massage.id, { base_price_cents: 8500, buffer_time: 15 });
    const { json } = await look(wanted);
    const cents = (await service('Massage')).base_price_cents;
    const { body } = await shop.checkout(await shop.client(), [at(4, '9:00 AM', cents)]);
    await shop.pay(sessionOf(body.url));
    const refused = await apply(wanted, json.preview_hash);
    expect(refused.json.code).toBe('PREVIEW_CHANGED');
    expect((await apply(wanted, detailsOf<Preview>(refused).preview_hash)).status).toBe(200);
  });
});

test('a new audience names what others have booked and are paying for, and leaves it', async () => {
  const { id, base_price_cents } = await service('Massage');
  const [booker, payer, regular] = await shop.clients(3);
  await db.updateTable('users').set({ marked_known: true }).where('id', '=', regular!.id).execute();
  for (const [n, client] of [booker!, regular!].entries())
    await shop.pay(
      sessionOf((await shop.checkout(client, [at(6, `${9 + n}:00 AM`, base_price_cents)])).body.url),
    );
  const page = await shop.checkout(payer!, [at(6, '11:00 AM', base_price_cents)]);
  const wanted = change(id, { audience: 'KNOWN' });
  const { json: preview } = await look(wanted);
  const others = preview.summary.filter((line) => line.startsWith('Booked by others'));
  expect(preview.summary[0]).toBe('For: everybody → known clients');
  expect(others).toHaveLength(1);
  expect(others[0]).toContain('Sun 8 Mar, 9:00 AM');
  expect(others[0]).not.toContain('Sun 8 Mar, 10:00 AM');
  expect(preview.summary).toContain('Payment pages that are open can still be paid.');
  expect(preview.holds).toContainEqual(
    expect.objectContaining({ text: 'Maren is paying for Sun 8 Mar, 11:00 AM' }),
  );
  expect((await apply(wanted, preview.preview_hash)).json).toMatchObject({ audience: 'KNOWN' });
  const late = await shop.checkout(await shop.client(), [at(6, '1:00 PM', base_price_cents)]);
  expect([late.status, late.body.code]).toEqual([409, 'AUDIENCE']);
  await shop.pay(sessionOf(page.body.url));
  const kept = await db
    .selectFrom('bookings')
    .select('status')
    .where('user_id', 'in', [booker!.id, payer!.id])
    .execute();
  expect(kept.map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED']);
  await make(change(id, { audience: 'EVERYONE' }));
});

describe('the length of a class', () => {
  it('stays while people have seats, and moves its hours when nobody has', async () => {
    const circle = stock.circle.id;
    const seat = await shop.checkout(await shop.client(), [
      { service: 'circle', days: 3, start: '6:00 AM', cents: 2000 },
    ]);
    const refused = await look(change(circle, { duration: 45 }));
    expect([refused.status, refused.json.code]).toEqual([409, 'SEATS_BOOKED']);
    expect(refused.json.message).toMatch(/^1 person is booked in it, so its 60 minutes/);
    await shop.pay(sessionOf(seat.body.url));
    expect((await look(change(circle, { format: 'WORKSHOP' }))).json.code).toBe('SEATS_BOOKED');

    await db
      .updateTable('bookings')
      .set({ status: 'CANCELLED', appointment_id: null })
      .where('service_id', '=', circle)
      .execute();
    await db.deleteFrom('appointments').where('service_id', '=', circle).execute();
    const { json: preview } = await look(change(circle, { duration: 45 }));
    expect(preview.summary).toContain('Its hours become Mondays, 6:00 AM - 6:45 AM.');
    await make(change(circle, { duration: 45 }));
    expect(await slots(circle, dateIn(3, clock.now()))).toMatchObject([{ start: '6:00 AM', end: '6:45 AM' }]);
  });

  it('is refused where the class would collide, or go on past midnight', async () => {
    const { id } = await service('Evening Flow');
    await insertRule(db, {
      service_id: id,
      location_type: 'FIXED_LOCATION',
      day_of_week: 5,
      pattern: 'WEEKLY',
      week_of_month: null,
      start_date: '2026-01-01',
      end_date: null,
      start_time: '04:30',
      end_time: '05:45',
      slot_step_min: 30,
      capacity: null,
    });
    const longer = await look(change(id, { duration: 90 }));
    expect([longer.status, longer.json.code]).toEqual([409, 'NOT_POSSIBLE']);
    expect(longer.json.message).toBe('On Fri 6 Mar it would collide with Circle, 6:00 AM - 6:45 AM.');
    expect((await look(change(id, { duration: 241 }))).json.message).toMatch(/past midnight/);
    const home = await look(change(id, { service_location_type: ['VIRTUAL'] }));
    expect(home.json.message).toMatch(/^It has hours at the studio \(Wednesdays, 8:00 PM - 9:15 PM\)/);
    await db.deleteFrom('rules').where('start_time', '=', '04:30').execute();
  });
});

describe('a retired service', () => {
  it('is no longer offered; who is paying may still pay, and it comes back with its hours', async () => {
    const evening = await service('Evening Flow');
    const client = await shop.client();
    const [slot] = await slots(evening.id, '2026-03-04');
    const item = {
      service_id: evening.id,
      schedule_id: slot!.schedule_id,
      start_time: slot!.start,
      end_time: slot!.end,
      selectedDate: '2026-03-04',
      selected_price: 2400,
    };
    const cart = { items: [item], total_amount: 2400 };
    const paying = await shop.call(client, createCheckout, { body: cart });
    await db
      .insertInto('events')
      .values({
        title: 'A first evening',
        description: 'Blankets.',
        start_time: '2026-03-12T03:00:00Z',
        end_time: '2026-03-12T05:00:00Z',
        location: 'Secret Studio',
        service_id: evening.id,
      })
      .execute();
    const { json: preview } = await look({ kind: 'RETIRE', id: evening.id });
    expect(preview.summary[1]).toBe('1 open payment page keeps its time.');
    expect(preview.events).toMatchObject([{ text: expect.stringContaining('“A first evening”') as string }]);
    await apply({ kind: 'RETIRE', id: evening.id }, preview.preview_hash);

    expect((await offered()).map(({ name }) => name)).not.toContain('Evening Flow');
    expect(await service('Evening Flow')).toMatchObject({ is_active: false, has_hours: true });
    const other = await shop.call(await shop.client(), createCheckout, { body: cart });
    expect(other).toMatchObject({ status: 404, body: { code: 'SERVICE_NOT_FOUND' } });
    await shop.pay(sessionOf(paying.body.url));
    expect((await look({ kind: 'RETIRE', id: evening.id })).json.message).toMatch(/is retired already/);

    expect((await look({ kind: 'RESTORE', id: evening.id })).json.summary[1]).toBe(
      'Its hours: Wednesdays, 8:00 PM - 9:15 PM.',
    );
    await make({ kind: 'RESTORE', id: evening.id });
    expect((await offered()).map(({ name }) => name)).toContain('Evening Flow');
    expect(await faultsOf(shop)).toEqual([]);
  });
});

test('a service that only staff book is neither listed nor held', async () => {
  const { id } = stock.consult;
  const held = cartOf(stock, [{ service: 'consult', days: 5, start: '9:00 AM', cents: 8500 }], clock.now());
  await make(change(id, { bookable_online: false }));
  expect((await offered()).map(({ name }) => name)).not.toContain('Consult');
  const client = await shop.client();
  expect(await shop.call(client, createCheckout, { body: held })).toMatchObject({ status: 404 });
  const { json } = await staff.call(staffFreeTimes, {
    query: {
      service_id: id,
      place: 'FIXED_LOCATION',
      from: dateIn(5, clock.now()),
      to: dateIn(5, clock.now()),
    },
  });
  expect(json.days[0]!.times.length).toBeGreaterThan(0);
  await make(change(id, { bookable_online: true }));
});

test('the price list takes the order that names every service', async () => {
  const { services } = await list();
  const ids = services.filter(({ is_active }) => is_active).map(({ id }) => id);
  const order = (wanted: string[]) =>
    staff.call(staffOrderServices, { body: { action_id: randomUUID(), ids: wanted } });
  const turned = ids.toReversed();
  expect((await order(turned)).status).toBe(204);
  expect((await offered()).map(({ id }) => id)).toEqual(turned);
  for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1]!], [...ids, randomUUID()]])
    expect((await order(wrong)).json.code).toBe('PREVIEW_CHANGED');
});

describe('the payment provider', () => {
  const run = () => syncChangedServices.run(shop.deps, clock.now());
  const due = async () => await db.selectFrom('service_syncs').selectAll().execute();
  it('hears of changed services where the practice keeps them there, and only then', async () => {
    await make(change(stock.massage.id, { name: 'Quiet Massage' }));
    expect(await due()).toEqual([]);
    await db
      .updateTable('services')
      .set({ stripe_product_id: 'prod_of_another_account' })
      .where('key', '=', 'tea')
      .execute();
    await make(change(stock.massage.id, { name: 'Massage', base_price_cents: 7700 }));
    await make(change(stock.consult.id, { bookable_online: false }));
    expect((await due()).map(({ service_id }) => service_id)).toEqual([stock.massage.id]);
    expect(await run()).toBe(1);
    expect(await due()).toEqual([]);
    const row = await db
      .selectFrom('services')
      .selectAll()
      .where('id', '=', stock.massage.id)
      .executeTakeFirstOrThrow();
    expect([row.stripe_product_id, row.stripe_price_id]).toEqual([
      expect.stringMatching(/^prod_/),
      expect.stringMatching(/^price_/),
    ]);
  });

  it('is asked again later while it is away, at most each hour, and hears the last change', async () => {
    await make(change(stock.massage.id, { base_price_cents: 7800 }));
    shop.sandbox.control.set({
      api_fault: 'error_before',
      api_fault_times: -1,
      api_fault_on: '/v1/products',
    });
    await expect(run()).rejects.toThrow();
    shop.sandbox.control.set({});
    expect(await due()).toMatchObject([
      { attempts: 1, next_attempt_at: new Date(clock.now().getTime() + 60_000) },
    ]);
    expect(await run()).toBe(0);
    // Another change makes it due at once.
    await make(change(stock.massage.id, { base_price_cents: 7900 }));
    expect(await Promise.all([run(), run()])).toContain(1);
    expect(await due()).toEqual([]);
  });

  it('goes on with a service that was changed again while it was told', async () => {
    await make(change(stock.massage.id, { base_price_cents: 8000 }));
    const [before] = await due();
    await db.updateTable('service_syncs').set({ change: randomUUID() }).execute();
    await endServiceSync(db, before!);
    expect(await due()).toHaveLength(1);
  });
});
