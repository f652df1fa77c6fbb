import { beforeAll, expect, test, vi } from 'vitest';
import type { CheckoutItem } from '#contract/checkout.schemas.ts';
import type { Schedule, Service, Slot } from '#contract/services.schemas.ts';
import { MASTER_KEY } from '#tests/support/assemble-app.ts';
import { faultsOf, openShop, sessionOf } from '#tests/support/shop.ts';
import { practiceCommands } from '#tests/support/admin-commands.ts';
import { createKeyring } from '../../runtime/keyring.ts';

const shop = await openShop();
const { clock, database, app } = shop;
const { db } = database;
const client = await shop.client();
/** As another process does it: with modules, and so with everything it keeps in mind, of its own. */
let said: ReturnType<typeof practiceCommands>;
beforeAll(async () => {
  vi.resetModules();
  const elsewhere = await import('#tests/support/admin-commands.ts');
  expect(elsewhere.practiceCommands).not.toBe(practiceCommands);
  said = elsewhere.practiceCommands({ db, keyring: createKeyring(MASTER_KEY), clock });
});

const NEW = [
  'key=evening-flow',
  'name=Evening Flow',
  'description=Slow shapes, and a long rest.',
  'type=yoga,ayurveda',
  'duration=75',
  'price=24',
  'place=studio,online',
  'format=group',
  'seats=2',
];
const list = async () => (await app.inject({ url: '/get-all-wellness-services' })).json<Service[]>();
const flow = async () => (await list()).find(({ name }) => name === 'Evening Flow');
const slots = async (service: string, date: string) =>
  (await shop.call<Slot[]>(client, 'POST', '/auth/get-slots', { service, date })).body;
const schedules = async (service: string) => {
  const asked = { service, service_location_type: 'FIXED_LOCATION' };
  const { body } = await shop.call<{ schedules: Schedule[] }>(
    client,
    'POST',
    '/auth/get-availabilities',
    asked,
  );
  return body.schedules;
};
type Told = { url?: string; code?: string; error?: string; details?: { conflicts: unknown[] } };
const buy = async (service: Service, date: string, slot: Slot, by = client) => {
  const item: CheckoutItem = {
    service_id: service.id,
    schedule_id: slot.schedule_id,
    start_time: slot.start,
    end_time: slot.end,
    selectedDate: date,
    selected_price: service.base_price * 100,
  };
  const cart = { items: [item], total_amount: item.selected_price };
  return await shop.call<Told>(by, 'POST', '/auth/create-checkout', cart);
};
const WEDNESDAY = '2026-03-04';

test('a new service is on the price list at once, and booked as soon as it has hours', async () => {
  const before = await list();
  // What this process keeps in mind is read before anything changes.
  expect(await slots(shop.stock.circle.id, WEDNESDAY)).toHaveLength(1);
  expect(await said('service', 'add', ...NEW)).toMatch(
    /^New on the price list:\nevening-flow {2}Evening Flow, 75 minutes, \$24\n {4}Slow shapes.*\n {4}yoga, ayurveda; a class of 2; studio, online; 15 minutes of buffer after it\nIt has no hours yet/,
  );
  const after = await list();
  expect(after.slice(0, -1)).toEqual(before);
  expect(after.at(-1)).toMatchObject({
    name: 'Evening Flow',
    type: ['YOGA', 'AYURVEDA'],
    category: 'YOGA',
    format: 'GROUP',
    duration: 75,
    base_price: 24,
    service_location_type: ['FIXED_LOCATION', 'VIRTUAL'],
    location: { name: 'Secret Studio' },
    max_capacity: 2,
  });
  const service = (await flow())!;
  expect(await schedules(service.id)).toEqual([]);
  expect(await slots(service.id, WEDNESDAY)).toEqual([]);

  const words = await said('hour', 'add', 'service=evening-flow', 'day=wednesday', 'start=20:00');
  expect(words).toContain('Wednesday, March 4, 2026: 2 seats at 8:00 PM');
  expect(await schedules(service.id)).toMatchObject([{ start_time: '20:00', end_time: '21:15' }]);
  const [slot] = await slots(service.id, WEDNESDAY);
  expect(slot).toMatchObject({ start: '8:00 PM', end: '9:15 PM', available_spots: 2 });
  const answer = await buy(service, WEDNESDAY, slot!);
  expect(answer.status).toBe(200);
  await shop.pay(sessionOf(answer.body.url));
  const [booking, ...more] = await db.selectFrom('bookings').selectAll().execute();
  expect(more).toEqual([]);
  expect(booking).toMatchObject({
    service_name: 'Evening Flow',
    service_type: 'YOGA',
    status: 'CONFIRMED',
    price_cents: 2400,
    location_name: 'Secret Studio',
  });
});

test('the duration of a class can change only without bookings; its hours follow', async () => {
  const service = (await flow())!;
  const refused = await said('service', 'evening-flow', 'duration=60');
  expect(refused).toMatch(/^WRONG Evening Flow has bookings, so its 75 minutes/);
  expect(refused).toMatch(
    /Booked or held \(1\):\n {2}[\da-f-]{36} {2}Mar 4, 2026 at 8:00 PM {2}Evening Flow$/,
  );
  const [old] = await schedules(service.id);
  // What is said of it may change meanwhile.
  expect(await said('service', 'evening-flow', 'price=26')).toContain('$26');

  await db.updateTable('bookings').set({ status: 'CANCELLED', appointment_id: null }).execute();
  await db.deleteFrom('appointments').execute();
  expect(await said('open', 'evening-flow', '2026-03-07', '20:00', '21:15', 'online')).toContain(
    'is open on',
  );
  const words = await said('service', 'evening-flow', 'duration=60');
  expect(words).toMatch(/^Changed:\nevening-flow {2}Evening Flow, 60 minutes/);
  expect(words).toMatch(/Its hours are now:\n {4}[\da-f-]{36} {2}20:00 to 21:00 /);
  const [changed] = await schedules(service.id);
  expect(changed).toMatchObject({ start_time: '20:00', end_time: '21:00' });
  expect(changed!.id).not.toBe(old!.id);
  expect(await slots(service.id, WEDNESDAY)).toMatchObject([{ start: '8:00 PM', duration: 60 }]);
  expect(await slots(service.id, '2026-03-07')).toMatchObject([{ start: '8:00 PM', duration: 60 }]);
  expect(await said('openings')).toMatch(/Saturday, March 7, 2026, 20:00 to 21:00 {2}Evening Flow$/);
  // Against the class at six in the morning, and against midnight.
  await said('hour', 'add', 'service=evening-flow', 'day=friday', 'start=04:45');
  expect(await said('service', 'evening-flow', 'duration=75')).toMatch(
    /^WRONG On Friday, .* collide with Circle/,
  );
  expect(await said('service', 'evening-flow', 'buffer=30')).toMatch(
    /^WRONG On Friday, .* collide with Circle/,
  );
  expect(await said('service', 'evening-flow', 'duration=241')).toMatch(/^WRONG .*past midnight/);
  expect(await slots(service.id, WEDNESDAY)).toMatchObject([{ duration: 60 }]);
});

test('a retired service is no longer offered: carts are informed, bookings and payments stay', async () => {
  const service = (await flow())!;
  const [slot] = await slots(service.id, WEDNESDAY);
  const paying = await buy(service, WEDNESDAY, slot!);
  expect(paying.status).toBe(200);
  await db
    .insertInto('events')
    .values({
      title: 'A first evening',
      description: 'Blankets.',
      start_time: '2026-03-05T04:00:00Z',
      end_time: '2026-03-05T05:00:00Z',
      location: 'Secret Studio',
      service_id: service.id,
    })
    .execute();
  const form = await db
    .insertInto('forms')
    .values({ key: 'knees', is_global: false, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [version, name] of [
    [1, 'Knee'],
    [2, 'Knees'],
  ] as const)
    await db
      .insertInto('form_versions')
      .values({
        form_id: form.id,
        version,
        name,
        type: 'INTAKE',
        content: JSON.stringify({ sections: [] }),
        created_at: clock.now(),
      })
      .execute();
  await db.insertInto('form_services').values({ form_id: form.id, service_id: service.id }).execute();

  const words = await said('service', 'retire', 'evening-flow');
  expect(words).toMatch(/^Retired: Evening Flow is no longer offered\./);
  expect(words).toMatch(/^Still booked \(1\):\n {2}[\da-f-]{36} {2}Mar 4, 2026 at 8:00 PM {2}Evening Flow$/m);
  expect(words).toMatch(/^Events that announce it .*\n.*A first evening$/m);
  expect(words).toMatch(/^Clients with bookings are still asked for: Knees$/m);
  expect(await flow()).toBeUndefined();
  expect(await said('hours')).not.toContain('Evening Flow');
  expect(await said('hours', 'evening-flow')).toMatch(
    /^Evening Flow is retired.*\nWednesday\n.*20:00 to 21:00/,
  );
  expect(await said('services')).toMatch(/^evening-flow .*\(retired\)$/m);

  const other = await shop.client();
  const refused = await buy(service, WEDNESDAY, slot!, other);
  expect(refused).toMatchObject({
    status: 404,
    body: {
      code: 'SERVICE_NOT_FOUND',
      error: 'This service is no longer offered.',
      details: { conflicts: [{}] },
    },
  });
  // Who was on the payment page may still pay.
  await shop.pay(sessionOf(paying.body.url));
  const kept = await db.selectFrom('bookings').select('status').where('status', '=', 'CONFIRMED').execute();
  expect(kept).toHaveLength(1);

  for (const command of [
    ['service', 'evening-flow'],
    ['service', 'evening-flow', 'price=20'],
    ['service', 'retire', 'evening-flow'],
    ['hour', 'add', 'service=evening-flow', 'day=monday', 'start=21:00'],
  ])
    expect(await said(...command)).toMatch(
      /^WRONG Evening Flow is retired\. To offer it again: service restore/,
    );
});

test('a restored one comes back with its hours, unless a class has taken their place', async () => {
  await said(
    'service',
    'add',
    'key=choir',
    ...NEW.slice(1, 4),
    'duration=30',
    'price=5',
    'place=studio',
    'format=workshop',
    'seats=9',
  );
  const taken = await said('hour', 'add', 'service=choir', 'day=wednesday', 'start=20:30');
  const other = /[\da-f-]{36}/.exec(taken)![0];
  expect(await said('service', 'restore', 'evening-flow')).toMatch(
    /^WRONG On Wednesday, March 4, 2026 its hours, 20:00 to 21:00, would collide with Evening Flow, 20:30 to 21:00/,
  );
  await said('hour', 'end', other);
  expect(await said('service', 'restore', 'evening-flow')).toMatch(/^Evening Flow is offered again\./);
  expect(await said('service', 'restore', 'evening-flow')).toMatch(/^WRONG Evening Flow is offered already/);
  expect((await list()).filter(({ name }) => name === 'Evening Flow')).toHaveLength(2);
  const { id } = await db
    .selectFrom('services')
    .select('id')
    .where('key', '=', 'evening-flow')
    .executeTakeFirstOrThrow();
  // A seat of two is paid.
  expect(await slots(id, WEDNESDAY)).toEqual([]);
  expect(await slots(id, '2026-03-11')).toMatchObject([{ start: '8:00 PM', available_spots: 2 }]);
  expect(await faultsOf(shop)).toEqual([]);
});

test.each([
  [['add'], /It needs key=… name=… description=… type=… duration=… price=… place=… as well/],
  [['add', ...NEW], /There is a service evening-flow already/],
  [['add', ...NEW.slice(1), 'key=add'], /add cannot be a key/],
  [['add', ...NEW.slice(1), 'key=retire'], /cannot be a key/],
  [['add', ...NEW.slice(1), 'key=everybody'], /everybody cannot be a key/],
  [['add', ...NEW.slice(1), 'key=Evening Flow'], /cannot be a key/],
  [['add', ...NEW.slice(1), 'key=a=b'], /cannot be a key/],
  [['add', ...NEW.slice(1), `key=${'x'.repeat(61)}`], /cannot be a key/],
  [['add', ...NEW.slice(1, -1), 'key=other'], /It needs seats=… as well/],
  [['add', ...NEW.slice(1, -2), 'key=other', 'seats=4'], /give format=group or format=workshop/],
  [['add', ...NEW.slice(1), 'key=other', 'colour=red'], /Cannot read colour=red/],
  [['retire'], /Usage: service retire SERVICE/],
  [['retire', 'dance'], /There is no service dance/],
  [['restore', 'dance'], /There is no service dance/],
  [['restore', 'evening-flow', 'please'], /Usage: service restore/],
])('service %j is refused in words, and nothing is written', async (args, words) => {
  const before = await db.selectFrom('services').selectAll().orderBy('id').execute();
  const answer = await said('service', ...args);
  expect(answer).toMatch(/^WRONG /);
  expect(answer).toMatch(words);
  expect(await db.selectFrom('services').selectAll().orderBy('id').execute()).toEqual(before);
});

const keyed = (changes: string[]) => [
  ...NEW.filter(
    (each) => !['key', ...changes.map((change) => change.split('=')[0]!)].includes(each.split('=')[0]!),
  ),
  'key=other',
  ...changes,
];
test.each([
  [keyed(['format=choir']), /format is one of: one-to-one, group, workshop/],
  [keyed(['type=dance']), /type is one or more of: ayurveda, herbalism, yoga/],
  [keyed(['place=moon']), /place is one or more of: studio, house-call, online/],
  [keyed(['duration=4']), /5 to 480/],
  [keyed(['seats=0']), /1 to 500 seats/],
  [keyed(['price=free']), /price=free is no price/],
  [keyed(['min=10']), /A scale has both ends/],
  [keyed(['buffer=999']), /0 to 240/],
  [keyed([`name=${'x'.repeat(101)}`]), /name is too long/],
])('service add %j is refused as a change of it would be', async (args, words) => {
  const answer = await said('service', 'add', ...args);
  expect(answer).toMatch(/^WRONG /);
  expect(answer).toMatch(words);
});
